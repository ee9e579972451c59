"""A room in several server processes: who is there in any of them, and who was in one that was killed."""

from typing import Any

import pytest

from playground import limits
from playground.rooms.beats import Beats
from playground.rooms.hub import Hub
from playground.rooms.roster import Presence
from tests.playground.rooms.conftest import Person, Room


async def other_process(room: Room, number: int) -> Hub:
    """A second process that serves the room, with a socket of that seat."""
    other = Hub(room.id)
    await other.ready
    other.roster.be(number, Presence(1, "follow"))
    other.roster_tick.mark()
    return other


async def state_becomes(presenter: Person, wanted: str) -> dict[str, Any]:
    """The row of the first seat once it has that state."""
    while True:
        rows = (await presenter.hear("roster"))["seats"]
        row = next((each for each in rows if each["seat"] == 1), None)
        if row is not None and row["state"] == wanted:
            return dict(row)


async def killed(process: Hub) -> None:
    """As `kill -9`: it says nothing more."""
    assert process.reader is not None
    for task in (process.reader, *process.tasks):
        task.cancel()
    for tick in (process.roster_tick, process.tally_tick, process.spot_tick):
        tick.cancel()


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROOM_BEAT_SECONDS", 0.2)
    monkeypatch.setattr(limits, "ROOM_TICK_SECONDS", 0.05)


async def test_a_seat_whose_server_was_killed_becomes_offline(room: Room) -> None:
    await room.seat("Dora")
    await room.presenter.arrive()
    other = await other_process(room, 1)
    there = await state_becomes(room.presenter, "follows")
    await killed(other)
    gone = await state_becomes(room.presenter, "offline")

    assert (1, 0) == (there["places"], gone["places"])


async def test_a_seat_whose_server_has_no_more_sockets_becomes_offline_at_once(room: Room) -> None:
    await room.seat("Dora")
    await room.presenter.arrive()
    other = await other_process(room, 1)
    await state_becomes(room.presenter, "follows")
    await other.close()
    gone = await state_becomes(room.presenter, "offline")

    assert 0 == gone["places"]


async def test_a_process_that_comes_later_learns_who_is_there(room: Room) -> None:
    other = await other_process(room, 1)
    await room.seat("Dora")
    there = (await room.presenter.arrive())["roster"]["seats"][0]
    if there["state"] != "follows":
        there = await state_becomes(room.presenter, "follows")
    await other.close()

    assert 1 == there["places"]


def test_a_process_is_silent_after_the_beats_that_it_may_miss() -> None:
    beats = Beats()
    most = limits.ROOM_BEATS_MISSED * limits.ROOM_BEAT_SECONDS
    first = beats.hear("a", 0.0), beats.hear("b", 0.0)
    again = beats.hear("a", most)

    assert ((True, True), False) == (first, again)
    assert ([], ["b"], []) == (
        beats.take_silent(most),
        beats.take_silent(most + 0.1),
        beats.take_silent(most + 0.1),
    )
