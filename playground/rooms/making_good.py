"""After events of other processes may have been missed: a room as the database has it."""

from __future__ import annotations

from typing import Protocol

from channels.db import database_sync_to_async

from playground.rooms import showing
from playground.rooms.boards import Boards
from playground.rooms.members import Event
from playground.rooms.protocol import CLOSE_ENDED, said
from playground.rooms.roster import Roster
from playground.rooms.services import polls, rooms
from playground.rooms.services.rooms import RoomState
from playground.rooms.shelf import Tick
from playground.runs import services as runs
from playground.web.shared_layer import SharedLayer

GROUPS = "room."


class Hub(Protocol):
    """The hub, as far as it is needed here. `made_good` is what was told last, by kind of message."""

    room: str
    boards: Boards
    roster: Roster
    roster_tick: Tick
    tally_tick: Tick
    people: int
    recount: bool
    bars: bool
    made_good: dict[str, str]

    @property
    def presented(self) -> bool: ...
    async def load_roster(self) -> None: ...
    async def publish(self, event: Event) -> None: ...
    async def hear_room_cut(self, event: Event) -> None: ...
    async def hear_room_say(self, event: Event) -> None: ...
    async def hear_room_stage(self, event: Event) -> None: ...
    async def hear_room_moved(self, event: Event) -> None: ...


async def rooms_here(layer: SharedLayer) -> None:
    """Lets each room of this process look at the database."""
    for room in layer.groups_here(GROUPS):
        await layer.tell_here(GROUPS + room, {"type": "room.missed"})


async def make_good(hub: Hub) -> None:
    """Tells the sockets of a room what they may have missed."""
    room = await database_sync_to_async(rooms.find)(hub.room)
    if room is None or room.ended is not None:
        await hub.hear_room_cut({"seat": None, "link": None, "code": CLOSE_ENDED})
        return
    await stage(hub, room)
    hub.recount = True
    hub.roster.loaded = False
    if hub.presented:
        await hub.load_roster()
        hub.roster.changed |= set(hub.roster.seats)
    hub.roster_tick.mark()
    await words(hub, room)
    await hub.publish({"type": "room.rollcall"})


async def stage(hub: Hub, room: RoomState) -> None:
    """Brings all who follow to the position."""
    position = hub.boards.position
    if room.stage != position.run:
        known = {"run": room.stage, "at": room.at, "showing": room.showing is not None}
        await hub.hear_room_stage({"same": False, **known})
    elif room.at != position.at and (found := await database_sync_to_async(runs.standing)(room.stage)):
        moved = {"run": room.stage, "sender": "", "start": position.at, "end": room.at, "kind": "jump"}
        await hub.hear_room_moved({**moved, "head": found.head, "inputs": found.inputs, "body": ""})


async def words(hub: Hub, room: RoomState) -> None:
    """What is shown of the room and its poll, if it is not what was told last."""
    poll = await database_sync_to_async(polls.current)(hub.room)
    hub.bars = poll is not None and poll.bars
    told = {
        "room": said("room", room=showing.room(room, hub.people)),
        "poll": said("poll", poll=poll and poll.to_json()),
    }
    for name, text in told.items():
        if hub.made_good.get(name) != text:
            hub.made_good[name] = text
            await hub.hear_room_say({"text": text, "who": "all", "seat": None, "but": ""})
    hub.tally_tick.mark()
