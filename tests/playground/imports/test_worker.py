"""What reads a text costs only who sent it, however short the text is."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from playground import limits
from playground.imports import worker
from playground.imports.worker import desks
from playground.server.refusals import BusyError
from playground.workers.slot import Ticket

POD = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"
TEXT = (POD * 600).encode()
#: Each line is ten times the one before.
ALIASES = "\n".join(
    [
        "apiVersion: v1",
        "kind: ConfigMap",
        "metadata: {name: c}",
        f"a0: &a0 [{', '.join('xxxxxxxxxx')}]",
        *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 6)),
    ]
).encode()


@pytest.fixture(autouse=True)
def _processes(settings: Any) -> Iterator[None]:
    settings.PODIUM_WORKERS = 1
    yield
    worker.close()


def codes(data: bytes) -> list[str]:
    return [problem.code for problem in worker.check(data, add_nodes=True).problems]


def test_a_text_is_read_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("the server reads a text")

    monkeypatch.setattr(worker, "imported_from", nobody)
    imported = worker.check(TEXT, add_nodes=True)

    assert imported.canonical is not None
    assert () == imported.report, "what comes back is small"
    assert {"Pod", "Node"} == {group.kind for group in imported.groups}


def test_what_needs_more_memory_than_a_process_may_have_is_refused_and_its_process_replaced() -> None:
    desk = desks().quick
    ticket = Ticket(eval, (f"len(bytearray({limits.PROCESS_MEMORY_BYTES + 1}))",), "a test", 10.0)
    desk.slot.enqueue(ticket)

    refused = worker.result_of(lambda: ticket.future.result(60), 10.0)

    assert ["text.too_much_memory"] == [problem.code for problem in refused.problems]
    assert worker.check(TEXT, add_nodes=True).canonical is not None


def test_a_short_text_that_stands_for_much_is_given_up_and_short_checks_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "CHECK_QUICK_SECONDS", 0.05)
    monkeypatch.setattr(limits, "CHECK_SECONDS", 0.1)
    assert len(ALIASES) < 1500

    given_up = codes(TEXT * 20), codes(ALIASES)

    assert ["text.too_much_work"] == given_up[0]
    assert given_up[1] in (["text.too_much_work"], ["yaml.expands_too_far"])
    assert [] == codes(POD.encode())


def test_a_check_that_is_not_quick_goes_on_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHECK_QUICK_SECONDS", 0.02)

    assert worker.check(TEXT, add_nodes=True).canonical is not None
    assert None is not desks().slow.slot.process_id()


def test_a_killed_process_is_replaced() -> None:
    codes(TEXT)
    pid = desks().quick.slot.process_id()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)

    assert [] == codes(TEXT)
    assert pid != desks().quick.slot.process_id()


def test_a_check_that_does_not_come_to_its_turn_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHECK_QUEUE_SECONDS", 0.0)
    desks().quick.slot.enqueue(Ticket(time.sleep, (2.0,), "a test", 60.0))
    noticed = threading.Event()

    with pytest.raises(BusyError):
        worker.check(TEXT, add_nodes=True, meanwhile=noticed.set)

    assert noticed.is_set()


@pytest.mark.parametrize(
    ("name", "niceness"), [("quick", 0), ("slow", limits.LONG_NICENESS), ("imports", limits.LONG_NICENESS)]
)
def test_what_reads_long_texts_gives_way_to_all_others_and_quick_checks_do_not(
    name: str, niceness: int
) -> None:
    desk = getattr(desks(), name)
    slot = (desk[0] if name == "imports" else desk).slot
    ticket = Ticket(os.getpid, (), "a test", 10.0)
    slot.enqueue(ticket)
    pid = ticket.future.result(60)

    assert os.getpriority(os.PRIO_PROCESS, 0) + niceness == os.getpriority(os.PRIO_PROCESS, pid)
