"""The place of a worker: what happens to a call whose worker cannot be started."""

from concurrent.futures import Executor, Future
from typing import Any, cast

import pytest

from playground.server.refusals import BusyError, TooLongError
from playground.workers import slot as slots
from playground.workers.slot import Slot, Ticket


class AtOnce(Executor):
    """Does the work in the thread that asks."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def slot_that_starts_after(failures: int) -> Slot:
    """A slot whose worker cannot be started so many times."""
    left = [OSError()] * failures

    def make() -> Any:
        if left:
            raise left.pop()
        return AtOnce()

    return Slot(make)


def call(slot: Slot) -> Ticket:
    ticket = Ticket(str.upper, ("done",), "a test", 10.0)
    slot.enqueue(ticket)
    return ticket


def test_a_worker_that_cannot_be_started_at_once_is_asked_for_again_after_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots, "PAUSES", (0.001, 0.001, 0.001))

    assert "DONE" == call(slot_that_starts_after(3)).future.result(60)


def test_a_call_whose_worker_never_starts_ends_as_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "PAUSES", (0.001, 0.001, 0.001))

    with pytest.raises(BusyError):
        call(slot_that_starts_after(4)).future.result(60)


def test_while_a_worker_is_not_asked_for_again_all_its_calls_wait_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots, "PAUSES", (3_600.0,))
    slot = slot_that_starts_after(1)
    first, second = call(slot), call(slot)

    assert [False, False, 2] == [first.future.done(), second.future.done(), slot.load()]

    slot._go_on()

    assert ["DONE", "DONE"] == [first.future.result(0), second.future.result(0)]
    slot.close()


def test_a_call_that_is_ended_in_the_pause_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "PAUSES", (3_600.0,))
    slot = slot_that_starts_after(1)
    first, second = call(slot), call(slot)

    slot.end(first)
    slot._go_on()

    with pytest.raises(TooLongError):
        first.future.result(0)
    assert "DONE" == second.future.result(0)
    slot.close()


def test_a_slot_that_is_closed_in_the_pause_refuses_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "PAUSES", (3_600.0,))
    slot = slot_that_starts_after(1)
    waiting = [call(slot), call(slot)]

    slot.close()

    assert [BusyError, BusyError] == [type(item.future.exception(0)) for item in waiting]


def test_the_time_of_a_call_begins_when_its_process_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[Future[Any]] = []

    class Slowly(AtOnce):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            requests.append(Future())
            return requests[-1]

    monkeypatch.setattr(slots, "GRACE_SECONDS", 0.0)
    slot = Slot(lambda: Slowly())  # type: ignore[arg-type,return-value]
    ticket = Ticket(str.upper, ("done",), "a test", 0.0)
    slot.enqueue(ticket)

    slot.end_overdue()
    while_it_starts = ticket.overdue
    requests[0].set_result(1)
    slot.end_overdue()

    assert [False, True] == [while_it_starts, ticket.overdue]
    requests[1].set_result("late")
    slot.close()


class AtWork(Executor):
    """Begins what it is given, and never ends it."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()


def test_calls_about_the_same_run_as_its_opening_do_not_count_as_coming_before() -> None:
    def ticket(run: str) -> Ticket:
        ticket = Ticket(str.upper, ("done",), "a test", 10.0, asker="somebody", run=run)
        slot.enqueue(ticket)
        return ticket

    slot = Slot(lambda: cast(Any, AtWork()))
    ticket("large")  # its opening, which is at work
    calls = [ticket("large"), ticket("another"), ticket("large"), ticket("another")]

    assert [0, 2, 1, 3] == [slot.place(item) for item in calls]
