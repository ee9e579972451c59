"""A room in several server processes: who is there in any of them, and who was in one that was killed."""

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from playground import limits
from playground.classroom import protocol
from playground.classroom.process import hub, recovery
from playground.classroom.process.beats import Beats
from playground.classroom.process.hub import Hub
from playground.classroom.process.roster import Presence
from playground.classroom.process.subscription import group_name
from playground.classroom.services import rooms, seats
from tests.playground.classroom.conftest import Person, Room
from tests.playground.conftest import PATIENCE


async def other_process(room: Room, number: int) -> Hub:
    """A second process that serves the room, with a socket of that seat."""
    other = Hub(room.id)
    await other.ready
    other.attendance.roster.set_presence(number, Presence(1, "follow"))
    other.attendance.roster_tick.mark()
    return other


async def state_becomes(presenter: Person, state: str) -> dict[str, Any]:
    """The row of the first seat once it has that state."""
    while True:
        rows = (await presenter.hear("roster"))["seats"]
        row = next((item for item in rows if item["seat"] == 1), None)
        if row is not None and row["state"] == state:
            return dict(row)


async def killed(process: Hub) -> None:
    """As `kill -9`: it says nothing more."""
    assert process.reader is not None
    for task in (process.reader, *process.subscription.tasks):
        task.cancel()
    for tick in (process.attendance.roster_tick, process.votes.tally_tick, process.spot_tick):
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


async def test_a_process_of_the_release_before_is_heard_that_tells_its_links_by_another_event(
    room: Room,
) -> None:
    await room.seat("Dora")
    await room.presenter.arrive()
    seats_there = {"1": [1, "follow", None]}
    message = {"type": "room.presence", "from": "older", "all": True, "seats": seats_there}
    await get_channel_layer().group_send(group_name(room.id), message)
    there = await state_becomes(room.presenter, "follows")

    assert 1 == there["places"]


async def test_a_move_while_a_process_opens_the_room_is_not_lost(room: Room) -> None:
    await room.presenter.arrive()
    other = Hub(room.id)
    set_stage = other.stage.set

    async def set_late(*what_was_read: Any) -> None:
        await room.presenter.ask("step", **{"from": 0, "size": "act"})
        await set_stage(*what_was_read)

    other.stage.set = set_late  # type: ignore[method-assign]
    await other.ready
    async with asyncio.timeout(PATIENCE):
        while other.stage.boards.position.at != 1:
            await asyncio.sleep(0.02)
    await other.close()


async def test_a_presenters_link_counts_the_presenters_of_all_processes(room: Room) -> None:
    await room.presenter.arrive()
    other = await other_process(room, 1)
    await other.subscription.publish({"type": "room.links", "here": [1, 1]})
    while (links := (await room.presenter.hear("links"))["links"])[0]["here"] == 1:
        pass
    both = links[0]["here"]
    await other.close()
    while (links := (await room.presenter.hear("links"))["links"])[0]["here"] != 1:
        pass

    assert (3, True) == (both, links[0]["yours"])


async def test_tiles_are_made_where_a_presenter_is_in_another_process(room: Room) -> None:
    await room.presenter.arrive()
    other = await other_process(room, 1)
    while not other.attendance.presented_anywhere:
        await asyncio.sleep(0.02)
    there = other.attendance.presented
    await room.presenter.leave()
    while other.attendance.presented_anywhere:
        await asyncio.sleep(0.02)
    await other.close()

    assert not there


async def test_a_seat_is_told_of_its_places_in_all_processes(room: Room) -> None:
    dora = await room.follower("Dora")
    other = await other_process(room, 1)
    while (more := (await dora.hear("you"))["you"].get("places", 1)) == 1:
        pass
    await other.close()
    while (less := (await dora.hear("you"))["you"].get("places", 2)) == 2:
        pass

    assert (2, 1) == (more, less)


async def process_that_leads(room: Room) -> Hub:
    """A second process that does what one does for all."""
    here = hub.hubs[room.id]
    while (other := await other_process(room, 1)).subscription.channel > here.subscription.channel:
        await other.close()
    while here.attendance.leads:
        await asyncio.sleep(0.02)
    return other


async def test_bots_are_played_by_one_process_and_by_another_when_that_was_killed(room: Room) -> None:
    await room.presenter.arrive()
    here, other = hub.hubs[room.id], await process_that_leads(room)
    await room.presenter.ask("bots", count=3)
    while not (len(other.bots.seats) == 3 and other.bots.task):
        await asyncio.sleep(0.02)
    playing = [item.bots.task is not None for item in (here, other)]
    other.bots.close()
    await killed(other)
    while here.bots.task is None:
        await asyncio.sleep(0.02)

    assert [False, True] == playing
    assert 3 == len(here.bots.seats)


async def test_what_was_missed_of_other_processes_is_made_good(room: Room) -> None:
    await room.presenter.arrive()
    dora, omar = await room.follower("Dora"), await room.follower("Omar")
    await room.presenter.ask("step", **{"from": 0, "size": "act"})
    moved = await dora.hear("frames")
    at_end = {"notice": "Back at ten", "at": 0, "view": {"selected": "node/n1"}}
    await database_sync_to_async(rooms.change)(room.id, **at_end)
    await database_sync_to_async(seats.change)(room.id, 2, removed=True)
    await recovery.rooms_here(hub.hubs[room.id].subscription.layer)
    back = await dora.hear("snapshot")
    while "say" not in (message := (await dora.hear("room"))["room"]):
        pass
    view = (await dora.hear("view"))["view"]

    assert (1, 0) == (moved["to"], back["snapshot"]["seq"])
    assert ("Back at ten", "node/n1") == (message["say"], view["selected"])
    assert protocol.CLOSE_REMOVED == await omar.closed_with()


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
