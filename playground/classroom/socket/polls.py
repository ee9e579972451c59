"""The presenter's commands for polls: questions, rounds, the reveal."""

from __future__ import annotations

import json
from typing import Any

import scheduler_core as core
from playground import limits
from playground.classroom import questions
from playground.classroom.protocol import message_text
from playground.classroom.questions import Question
from playground.classroom.services import polls, rooms
from playground.classroom.services.polls import PollState
from playground.classroom.socket.commands import command
from playground.classroom.socket.socket import RoomSocket
from playground.runs.protocol import ErrorReply, Request
from playground.server.database_threads import database_sync_to_async
from playground.texts.messages import problem

db = database_sync_to_async


@command("open-poll")
async def open_poll(socket: RoomSocket, request: Request) -> None:
    room = await socket.room(request)
    if room is None:
        return
    kind = request.args["kind"]
    before = await db(polls.current)(socket.room_id)
    if before is not None and before.unfinished:
        await socket.no(request, "poll.another")
        return
    if kind in polls.SECRET:
        room = await newest_shown(socket, request, room)
        if room is None:
            return
    question = await question_of(socket, room, request.args)
    if question is None:
        await socket.no(request, "room.no_lesson")
        return
    if not isinstance(question, Question):
        await socket.refuse(request, "poll.cannot", question)
        return
    await db(polls.put_away)(socket.room_id)
    poll = await db(polls.open_poll)(socket.room_id, kind, question.public, question.about)
    if isinstance(poll, str):
        await socket.no(request, poll, limit=limits.ROOM_POLLS)
        return
    await socket.ok(request)
    await tell_poll(socket, poll, fresh=True)


async def newest_shown(socket: RoomSocket, request: Request, room: rooms.RoomState) -> rooms.RoomState | None:
    """Makes the position the newest step, because a prediction is asked there. Where the stage goes further,
    a copy that ends at the position replaces it, and the later steps become prepared. None after a
    refusal."""
    standing = await socket.run_of(room.stage)
    if standing is None or standing.head <= room.at:
        return room
    if room.home is not None:
        await socket.refuse(request, "poll.cannot", problem("poll.shown_beyond", "kind"))
        return None
    copy = await db(rooms.fork_stage)(room)
    if copy is None:
        return room
    prepared = room.prepared or room.stage
    return await socket.change_stage(
        request, same=True, stage_id=copy.run, at=copy.head, prepared_id=prepared
    )


async def question_of(socket: RoomSocket, room: rooms.RoomState, args: Any) -> Question | core.Problem | None:
    if args["kind"] == "lesson":
        return await db(questions.of_lesson)(room)
    if args["kind"] == "number":
        return questions.of_number(args)
    if args["kind"] == "free":
        return questions.free(args)
    snapshot = json.loads(await socket.here.stage.boards.snapshot())
    return questions.of_pod(room, snapshot, args["kind"], args["pod"])


async def tell_poll(socket: RoomSocket, poll: PollState | None, *, fresh: bool = False) -> None:
    """Publishes the public part of a poll. `fresh`: this round has no votes yet."""
    text = message_text("poll", poll=poll and poll.to_json())
    event = {"type": "room.poll", "text": text, "bars": poll is not None and poll.bars, "fresh": fresh}
    await socket.publish(event)


async def settle_poll(socket: RoomSocket, request: Request, poll: PollState | str | None) -> None:
    """Answers a command about a poll and publishes the poll's new state."""
    if poll is None or isinstance(poll, str):
        await socket.no(request, poll or "poll.none", limit=limits.POLL_ROUNDS)
        return
    await socket.ok(request)
    shown = None if poll.state in polls.AWAY else poll
    await tell_poll(socket, shown, fresh=request.command.name == "vote-again")


@command("close-poll")
async def close_poll(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.close)(socket.room_id, request.args["poll"]))


@command("vote-again")
async def vote_again(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.vote_again)(socket.room_id, request.args["poll"]))


@command("drop-poll")
async def drop_poll(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.drop)(socket.room_id, request.args["poll"]))


@command("bars")
async def bars(socket: RoomSocket, request: Request) -> None:
    args = request.args
    await settle_poll(socket, request, await db(polls.bars)(socket.room_id, args["poll"], args["shown"]))


@command("reveal")
async def reveal(socket: RoomSocket, request: Request) -> None:
    """Ends the voting and then looks up and publishes the true answer."""
    room = await socket.room(request)
    if room is None:
        return
    poll = await db(polls.close)(socket.room_id, request.args["poll"])
    if poll is None or not poll.unfinished:
        await socket.no(request, "poll.none" if poll is None else "poll.closed")
        return
    truth = await truth_of(socket, room, poll, request.args)
    if isinstance(truth, core.Problem):
        await socket.fail(ErrorReply("poll.choice", truth, request.id))
        return
    if truth is None:
        await socket.no(request, "room.no_lesson")
        return
    shown = await db(polls.reveal)(socket.room_id, poll.number, truth)
    await settle_poll(socket, request, shown)
    if poll.kind == "lesson":
        await go_on_to_truth(socket, request, room)


async def truth_of(
    socket: RoomSocket, room: rooms.RoomState, poll: PollState, args: Any
) -> dict[str, Any] | core.Problem | None:
    """The true answer of a poll; for a board question the run is played ahead."""
    if poll.kind == "lesson":
        return await db(questions.lesson_truth)(poll)
    if poll.kind in polls.SECRET:
        standing = None
        if room.prepared:
            leader = await socket.run_of(room.prepared)
            standing = leader if leader is not None and poll.about["at"] < leader.head else None
        standing = standing or await socket.run_of(poll.about["run"])
        return None if standing is None else await questions.played_truth(poll, standing)
    right = args["right"]
    if right is not None and any(place >= len(poll.public["choices"]) for place in right):
        return problem("poll.choice", "right")
    return questions.presenter_truth(right, args["number"])


async def go_on_to_truth(socket: RoomSocket, request: Request, room: rooms.RoomState) -> None:
    """Adds the following steps to the lesson's stage without moving the position."""
    stored = await db(questions.lesson_of)(room)
    if stored is None:
        return
    stage = stored.stages.steps[room.step - 1]
    if room.stage == stage.run and stage.shown != stage.run:
        await socket.change_stage(request, same=True, stage_id=stage.shown, at=room.at)
