"""The attacks of tools/attack in a short form, on a real server: nothing is lost, nothing breaks, nobody waits in
vain. How long somebody waits is for `make attack` to say.
"""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.series import EVERY, sampled
from tests.harness.server import Server
from tools.attack import __main__ as command
from tools.attack import (
    corpus,
    doors,
    fuzz_http,
    fuzz_room,
    fuzz_socket,
    fuzz_text,
    kills,
    latency,
    markers,
    reopened,
    resumes,
    sizes,
)
from tools.attack.ledger import Ledger
from tools.attack.oracle import Oracle
from tools.attack.report import Report
from tools.attack.target import Target

SEED = 20
MESSAGES, REQUESTS, TEXTS, ROOM_MESSAGES = (number // EVERY for number in (150, 100, 60, 60))
RESUMES, KILLS = 4, 2
SHARE_OF_VALUES = 0.03 / EVERY
HEAVY = sampled(
    ("replicas at once", "a schedule of commas", "expressions that tire", "an expression that doubles")
)
"""Of the texts that stand for much (tests/bounds/documents.py), which the core reads in tests of their own."""
LOADS = sampled(("many-sockets", "socket-flood", "lint-aliases"))


@pytest.fixture(scope="module")
def target(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("attacked") / "podium"
    shutil.copytree(prepared, folder)
    server = Server(folder, ("manage.py", "serve", "--no-prepare"))
    server.start()
    yield Target(server.url, server, folder)
    server.kill()


@pytest.fixture
def report() -> Report:
    return Report(quiet=True)


def faults(report: Report, target: Target) -> dict[str, int]:
    for line in target.wrong():
        report.fault(f"log: {line}")
    return dict(report.faults)


def soon() -> float:
    return time.monotonic() + 60


def test_what_was_found_before_is_mended(target: Target, report: Report) -> None:
    asyncio.run(corpus.again(target, Oracle(report)))

    assert {} == faults(report, target)


def test_odd_values_are_refused_at_every_door(target: Target, report: Report) -> None:
    oracle = Oracle(report)
    asyncio.run(doors.at_all(target, oracle, SEED, SHARE_OF_VALUES, soon()))

    assert {} == faults(report, target)
    assert {"400", "422", "error"} & set(oracle.counts) >= {"400", "422"}


def test_any_message_gets_one_answer_and_the_runs_are_what_was_acknowledged(
    target: Target, report: Report
) -> None:
    ledger, oracle = Ledger(), Oracle(report)
    asyncio.run(fuzz_socket.fuzz(target, oracle, MESSAGES, SEED, soon(), ledger))
    assert target.data is not None
    for wrong in ledger.judge(target.data):
        report.fault(wrong)

    assert {} == faults(report, target)
    assert len(oracle.counts) > 5


def test_whatever_is_said_in_a_room_the_room_goes_on(target: Target, report: Report) -> None:
    oracle = Oracle(report)
    asyncio.run(fuzz_room.fuzz(target, oracle, ROOM_MESSAGES, SEED, soon()))

    assert {} == faults(report, target)
    assert oracle.counts["pong"] >= ROOM_MESSAGES


def test_any_request_is_answered_and_by_no_fault_of_the_server(target: Target, report: Report) -> None:
    oracle = Oracle(report)
    asyncio.run(fuzz_http.fuzz(target, oracle, REQUESTS, SEED, soon()))

    assert {} == faults(report, target)
    assert len(oracle.counts) > 4


def test_any_text_is_read_or_refused(target: Target, report: Report) -> None:
    oracle = Oracle(report)
    asyncio.run(fuzz_text.fuzz(target, oracle, TEXTS, SEED, soon()))

    assert {} == faults(report, target)
    assert {"200", "422"} <= set(oracle.counts)


def test_texts_that_stand_for_much_take_little_memory_and_their_runs_are_played(
    target: Target, report: Report
) -> None:
    oracle = Oracle(report)
    brought = asyncio.run(sizes.bring_all(target, oracle, soon(), HEAVY, seconds=60.0))

    assert ({}, len(HEAVY)) == (faults(report, target), brought)
    assert {"200", "303"} <= set(oracle.counts)


def test_no_marker_is_kept_or_told(target: Target, report: Report) -> None:
    markers.search(target, report)

    assert {} == faults(report, target)


def test_whoever_comes_back_sees_what_all_see(target: Target, report: Report) -> None:
    resumes.resume_all(target, report, RESUMES, SEED)

    assert {} == faults(report, target)


@pytest.mark.parametrize("load", LOADS)
def test_under_a_load_of_one_visitor_another_is_answered(target: Target, report: Report, load: str) -> None:
    waits, _ = latency.under(target, load, 1.0, SEED, Path(tempfile.gettempdir()))

    assert ([], {}) == (waits.wrong, faults(report, target))


def test_runs_with_odd_values_open_again_and_those_that_cannot_be_read_say_so(
    target: Target, report: Report
) -> None:
    oracle = Oracle(report)
    runs = reopened.reopen_all(target, oracle, SEED, SHARE_OF_VALUES, soon())

    assert {} == faults(report, target)
    assert runs > len(reopened.UNREADABLE)


def test_what_was_acknowledged_outlives_kills(target: Target, report: Report) -> None:
    kills.kill_all(target, report, KILLS, SEED, seconds=60)

    assert ({}, []) == (faults(report, target), report.missed)


@pytest.mark.parametrize("url", ["http://192.0.2.1:8000", "https://podium.example.org"])
def test_a_server_elsewhere_is_attacked_only_by_who_says_that_it_is_theirs(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command.parsed(["--url", url])

    assert "--i-operate-this-server" in capsys.readouterr().err
    assert url == command.parsed(["--url", url, "--i-operate-this-server"]).url
