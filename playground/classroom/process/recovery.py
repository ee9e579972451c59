"""Restores a room from the database after this process may have missed events."""

from __future__ import annotations

from typing import Any, Protocol

from playground.classroom import descriptions, questions
from playground.classroom.process.attendance import Attendance
from playground.classroom.process.judge import Judge
from playground.classroom.process.members import Event
from playground.classroom.process.stage import Stage
from playground.classroom.process.subscription import Subscription
from playground.classroom.process.votes import Votes
from playground.classroom.protocol import CLOSE_ENDED, CLOSE_REMOVED, message_text
from playground.classroom.services import links, polls, rooms, seats
from playground.classroom.services.rooms import RoomState
from playground.runs import services as runs
from playground.server.database_threads import database_sync_to_async
from playground.server.sockets.shared_layer import SharedLayer

GROUPS = "room."


class Hub(Protocol):
    """The members of the hub that recovery needs. `made_good` holds the last text sent, by kind of
    message."""

    subscription: Subscription
    attendance: Attendance
    stage: Stage
    judge: Judge
    votes: Votes
    made_good: dict[str, str]

    async def on_room_say(self, event: Event) -> None: ...


async def rooms_here(layer: SharedLayer) -> None:
    """Restores each room of this process from the database."""
    for room in layer.groups_here(GROUPS):
        await layer.tell_here(GROUPS + room, {"type": "room.missed"})


async def make_good(hub: Hub) -> None:
    """Sends the sockets of a room what they may have missed."""
    room = await database_sync_to_async(rooms.find)(hub.subscription.room)
    if room is None or room.ended is not None:
        await hub.attendance.on_room_cut({"seat": None, "link": None, "code": CLOSE_ENDED})
        return
    await people(hub)
    await stage(hub, room)
    hub.attendance.recount = True
    hub.attendance.roster.loaded = False
    if hub.attendance.presented:
        await hub.attendance.load_roster()
        hub.attendance.roster.changed |= set(hub.attendance.roster.seats)
    hub.attendance.roster_tick.mark()
    await words(hub, room)
    await hub.subscription.publish({"type": "room.rollcall"})


async def people(hub: Hub) -> None:
    """Closes the sockets whose seat was removed or whose link was revoked."""
    seated = {seat.number for seat in await database_sync_to_async(seats.listed)(hub.subscription.room)}
    listed = await database_sync_to_async(links.listed)(hub.subscription.room)
    good = {link["link"] for link in listed if not link["revoked"]}
    for member in list(hub.attendance.members.values()):
        admitted = (
            member.link in good if member.presenter else member.number is None or member.number in seated
        )
        if not admitted:
            await member.part(CLOSE_REMOVED)


async def stage(hub: Hub, room: RoomState) -> None:
    """Brings all followers to the position."""
    position = hub.stage.boards.position
    if room.stage != position.run:
        members = {"run": room.stage, "at": room.at, "showing": room.showing is not None}
        await hub.stage.on_room_stage({"same": False, **members})
    elif room.at != position.at and (standing := await database_sync_to_async(runs.standing)(room.stage)):
        moved = {"run": room.stage, "sender": "", "start": position.at, "end": room.at, "kind": "jump"}
        await hub.stage.on_room_moved({**moved, "head": standing.head, "inputs": standing.inputs, "body": ""})


async def words(hub: Hub, room: RoomState) -> None:
    """Sends the room's state, lesson, task and poll again where they differ from the last text sent."""
    poll = await database_sync_to_async(polls.current)(hub.subscription.room)
    hub.votes.bars = poll is not None and poll.bars
    stored = await database_sync_to_async(questions.lesson_of)(room)
    texts = {
        "room": message_text("room", room=descriptions.room(room, hub.attendance.people)),
        "view": message_text("view", view=room.view),
        "lesson": message_text("lesson", lesson=descriptions.lesson(stored, room.step)),
        "poll": message_text("poll", poll=poll and poll.to_json()),
    }
    for name, text in texts.items():
        if hub.made_good.get(name) != text:
            hub.made_good[name] = text
            await hub.on_room_say({"text": text, "who": "all", "seat": None, "but": ""})
    hub.votes.tally_tick.mark()
    if number_of(room.task) != number_of(hub.judge.task):
        await hub.judge.on_room_task(
            {"task": room.task, "text": message_text("task", task=descriptions.task(room.task, stored))}
        )


def number_of(task: dict[str, Any] | None) -> int:
    return task["number"] if task else 0
