"""A socket in a room: connecting, its position, following. The commands are in `consumer`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground import limits
from playground.classroom import descriptions
from playground.classroom import protocol as room_protocol
from playground.classroom.process import hub as hubs
from playground.classroom.process.boards import NOWHERE, Position
from playground.classroom.process.hub import Hub
from playground.classroom.process.members import Event
from playground.classroom.protocol import COMMANDS, OF_A_SEAT, message_text
from playground.classroom.services import holds, polls, rooms, seats
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.seats import SeatState
from playground.classroom.socket.arrival import Entering, HelloState, entering, hello_state
from playground.runs import access, protocol
from playground.runs import services as runs
from playground.runs.protocol import Command, Request
from playground.runs.services import Standing
from playground.runs.socket.consumer import RunConsumer
from playground.runs.stepper import Frames
from playground.server.database_threads import database_sync_to_async
from playground.server.fairness.buckets import TokenBucket
from playground.server.lifecycle import state
from playground.server.sockets.close_codes import BYE_TEXT, CLOSE_RESTART
from playground.server.sockets.lines import LINE, Line
from playground.texts.messages import problem

log = logging.getLogger("playground.classroom")


class RoomSocket(RunConsumer):
    """A socket in a room. It has a seat, the right to present, or both, and takes one role in its hello."""

    acts_by_cookie = False

    commands = COMMANDS
    hub: Hub | None = None
    presenter = False
    number: int | None = None
    link: int | None = None
    mode = "follow"
    stands: Position = NOWHERE
    kept: int | None = None
    """The step of a position that was stored together with the run's head; None otherwise."""
    led: tuple[Frames | None, str] = (None, "")
    """The frames by which the stage follows the prepared run, and the id of that run."""
    catching = False
    behind = False
    wants_show = False
    """Whether the presenter has asked to show this learner's board."""

    # --- connecting -------------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.accept()
        self.bucket = TokenBucket(limits.SOCKET_MESSAGES_PER_SECOND, limits.SOCKET_BURST)
        self.unions = TokenBucket(limits.UNION_CHARACTERS_PER_SECOND, limits.UNION_CHARACTERS_AT_ONCE)
        self.cookies: Mapping[str, str] = self.scope.get("cookies", {})
        self.line = self.scope.get("extensions", {}).get(LINE) or Line()
        if state.draining:
            await self.send(BYE_TEXT)
            await self.close(code=CLOSE_RESTART)
            return
        arrival = await database_sync_to_async(entering)(self.room_id, self.cookies)
        if code := self.refused(arrival):
            await self.close(code=code)
            return
        assert arrival is not None
        self.seat, self.granted = arrival.seat, arrival.link
        self.hub = await hubs.enter(self.room_id)
        if not hasattr(self.hub.stage.boards, "standing"):
            await self.close(code=room_protocol.CLOSE_NO_SUCH_ROOM)
            return
        self.hub.attendance.join(self)
        self.line.on_drained = self.drained
        self.standing = self.hub.stage.boards.standing

    @property
    def room_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["room_id"])

    def refused(self, arrival: Entering | None) -> int:
        """The close code for a visitor who may not come in; 0 for one who may."""
        if arrival is None:
            return room_protocol.CLOSE_NO_SUCH_ROOM
        if arrival.room.ended is not None:
            return room_protocol.CLOSE_ENDED
        if arrival.link is None and arrival.seat is None:
            return room_protocol.CLOSE_NO_SEAT
        if arrival.link is None and arrival.seat is not None and arrival.seat.removed:
            return room_protocol.CLOSE_REMOVED
        return 0

    async def disconnect(self, code: int) -> None:
        if self.hub is not None:
            number = self.number
            await hubs.leave(self.hub, self)
            if self.presenter:
                await self.hub.attendance.tell_links()
            if number is not None and self.hub.attendance.places(number):
                await self.tell_places()

    def forbids(self, command: Command) -> str:
        if command.needs == "present" and not self.presenter:
            return "room.not_presenter"
        if command.name in OF_A_SEAT and self.greeted and (self.presenter or self.seat is None):
            return "room.no_seat"
        return ""

    # --- the hub's view ---------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        return bool(self.line.full)

    def drained(self) -> None:
        if self.hub is not None:
            self.hub.stage.drained(self)

    async def say(self, text: str) -> None:
        """Sends a message that also goes to other sockets."""
        try:
            if len(text) <= limits.ANNOUNCED_CHARACTERS and self.line.say(text):
                self.messages_sent += 1
            else:
                await self.send(text)
        except Exception:  # one broken connection must not keep the message from the others
            log.exception("room %s: a line broke", self.room_id)

    async def part(self, code: int) -> None:
        await self.close(code=code)

    @property
    def here(self) -> Hub:
        assert self.hub is not None
        return self.hub

    async def publish(self, event: Event) -> None:
        """Sends an event to all processes of the room."""
        await self.here.subscription.publish(event)

    async def tell(self, text: str, who: str = "all", seat: int | None = None, but: str = "") -> None:
        """Sends a message to all, to `presenters`, to `followers` or to one seat, except to the socket
        `but`."""
        await self.here.subscription.tell(text, who, seat, but)

    # --- saying -----------------------------------------------------------------------------------

    async def ok(self, request: Request) -> None:
        await self.send(message_text("ok", request.id))

    async def no(self, request: Request, code: str, **args: Any) -> None:
        """Refuses a request with the sentence of the code."""
        await self.refuse(request, code, problem(code, **args))

    async def tell_you(self, seat: SeatState, **fields: Any) -> None:
        """Sends the changed members of a seat to its sockets and to the presenters' roster."""
        await self.publish({"type": "room.seat", "state": seat.to_event()})
        if fields:
            await self.tell(message_text("you", you=fields), seat=seat.number)

    async def tell_places(self) -> None:
        assert self.number is not None
        places = self.here.attendance.roster.presence(self.number).places
        await self.tell(message_text("you", you={"places": places}), seat=self.number)

    async def tell_room(self, **fields: Any) -> None:
        await self.tell(message_text("room", room=fields))

    async def change(self, request: Request, **columns: Any) -> RoomState | None:
        """Changes the room; None after a refusal because the room has ended."""
        room = await database_sync_to_async(rooms.change)(self.room_id, **columns)
        if room is None:
            await self.no(request, "room.ended")
        return room

    async def room(self, request: Request) -> RoomState | None:
        """The open room as stored now; None after a refusal because the room has ended."""
        room = await database_sync_to_async(rooms.find)(self.room_id)
        if room is None or room.ended is not None:
            await self.no(request, "room.ended")
            return None
        return room

    # --- hello ------------------------------------------------------------------------------------

    async def greet(self, request: Request) -> None:
        theirs = request.args["protocol"]
        if theirs != room_protocol.PROTOCOL:
            version = problem("protocol.version", "protocol", ours=room_protocol.PROTOCOL, theirs=theirs)
            await self.refuse(request, "protocol.version", version)
            await self.close(code=protocol.CLOSE_BAD_PROTOCOL)
            return
        role = request.args["as"]
        presenter = self.granted is not None and role != "follower"
        if role == "presenter" and not presenter:
            await self.no(request, "room.not_presenter")
            return
        if not presenter and (self.seat is None or self.seat.removed):
            await self.no(request, "room.no_seat")
            await self.close(code=room_protocol.CLOSE_NO_SEAT)
            return
        await self.take_role(presenter)
        state_read = await database_sync_to_async(hello_state)(self.room_id, self.cookies, presenter)
        if state_read is None or state_read.room.ended is not None:
            await self.close(code=room_protocol.CLOSE_ENDED)
            return
        self.seat = state_read.seat or self.seat
        if not self.greeted:
            self.mode = state_read.seat.mode if state_read.seat else "follow"
        hub = self.here
        self.catching = True
        try:
            have = await hub.stage.boards.stands(request.args["have"])
            while True:
                position = hub.stage.boards.position
                board = await hub.stage.boards.hello(have if have.run == position.run else NOWHERE, presenter)
                if position is hub.stage.boards.position:
                    break
        finally:
            self.catching = False
        self.stands, self.standing = position, hub.stage.boards.standing
        self.at, self.sent_head = position.at, position.head
        self.can_act = presenter and hub.stage.boards.own
        self.greeted = True
        await self.send(self.hello_text(request.id, state_read, board))
        if hub.stage.boards.stops is not None:
            await self.fail(protocol.ErrorReply("run.stops", hub.stage.boards.stops.problem))
        await self.after_hello(state_read)

    async def take_role(self, presenter: bool) -> None:
        """Sets the role from the hello; a socket that says hello again may change its role."""
        hub = self.here
        hub.attendance.leave(self)
        self.presenter = presenter
        self.link = self.granted.number if self.granted else None
        self.number = None if presenter or self.seat is None else self.seat.number
        hub.attendance.join(self)
        if presenter:
            self.bucket = TokenBucket(
                limits.PRESENTER_MESSAGES_PER_SECOND, 2 * limits.PRESENTER_MESSAGES_PER_SECOND
            )
            await hub.attendance.load_roster()

    def hello_text(self, re: int, state_read: HelloState, board: str) -> str:
        hub = self.here
        places = hub.attendance.roster.presence(self.number).places if self.number is not None else 0
        seat = None if self.presenter else state_read.seat
        members: dict[str, Any] = {
            "type": "hello",
            "re": re,
            "protocol": room_protocol.PROTOCOL,
            "presenter": self.presenter,
            "nowMs": descriptions.now_ms(),
            "room": descriptions.room(state_read.room, hub.attendance.people),
            "you": seat and descriptions.you(seat, places, state_read.box, state_read.votes),
            "view": state_read.room.view,
            "position": {"run": hub.stage.boards.position.run, "at": hub.stage.boards.position.at},
            "lesson": descriptions.lesson(state_read.kept, state_read.room.step),
            "poll": state_read.poll and state_read.poll.to_json(),
            "task": descriptions.task(state_read.room.task, state_read.kept),
        }
        if state_read.tally is not None:
            members["tally"] = state_read.tally
        if self.presenter:
            members |= {
                "roster": hub.attendance.roster.whole(),
                "links": hub.attendance.links_for(self, state_read.links or []),
                "plan": descriptions.plan(state_read.room),
                "notes": descriptions.notes(state_read.kept),
                "wall": None,
            }
        return f'{protocol.encode(members)[:-1]},"board":{board}}}'

    async def after_hello(self, state_read: HelloState) -> None:
        """Informs others of the newcomer."""
        if self.presenter:
            await self.here.attendance.tell_links()
            self.here.subscription.spawn(self.here.judge.tell_wall(self))
            return
        assert self.seat is not None
        self.here.attendance.note(self.seat.number)
        await self.tell_you(self.seat)
        if self.here.attendance.roster.presence(self.seat.number).places > 1:
            await self.tell_places()
        if state_read.box is not None and self.mode == "alone":
            await self.here.judge.watch(self.seat.number, state_read.box.run)

    # --- moving -----------------------------------------------------------------------------------

    async def set_mode(self, mode: str) -> None:
        """Sets and stores how a follower follows; does nothing for presenters."""
        if self.presenter or self.seat is None or self.mode == mode:
            return
        self.mode = mode
        seat = await database_sync_to_async(seats.change)(self.room_id, self.seat.number, mode=mode)
        if seat is not None:
            self.seat = replace(seat, same_name=self.seat.same_name)
            await self.tell_you(self.seat)
        self.here.attendance.note(self.seat.number)

    async def on_stage(self) -> None:
        """Switches to the run on the stage, for presenters and for followers who explore no other run."""
        boards = self.here.stage.boards
        if self.presenter:
            self.standing, self.can_act = boards.standing, boards.own
            self.sent_head = boards.position.head
        elif self.mode == "follow" or self.stands.run == boards.position.run:
            self.standing = boards.standing

    async def reply(self, request: Request, frames: Frames) -> None:
        """Answers a step or an input. A presenter's answer also moves the position, which is stored
        before."""
        if self.presenter:
            await self.moved(frames.end)
        else:
            self.stands = Position(self.standing.run, frames.end, self.standing.head)
            self.here.attendance.note(self.number)
        await super().reply(request, frames)
        if self.presenter:
            await self.tell_moved(frames.start, frames.end, frames.kind, frames.body)

    async def moved(self, at: int) -> None:
        """Stores the new position unless it was stored together with the run's head."""
        self.stands = Position(self.standing.run, at, self.standing.head)
        if self.kept != at:
            await database_sync_to_async(rooms.move)(self.room_id, self.standing.run, at)
        self.kept = None

    async def tell_moved(self, start: int, end: int, kind: str, body: str) -> None:
        event = {"type": "room.moved", "run": self.standing.run, "sender": self.channel_name}
        standing = {"head": self.standing.head, "inputs": self.standing.inputs}
        await self.publish({**event, **standing, "start": start, "end": end, "kind": kind, "body": body})

    async def lost_race(self, request: Request) -> None:
        """Moves the presenter whose input came too late, and with it everybody, to the newest step."""
        self.kept = None
        await super().lost_race(request)
        if self.presenter:
            await self.moved(self.standing.head)
            await self.tell_moved(self.standing.head, self.standing.head, "jump", "")

    async def change_stage(self, request: Request, *, same: bool = False, **columns: Any) -> RoomState | None:
        """Puts another run on the stage. `same`: the state at the position is unchanged."""
        room = await self.change(request, **columns)
        if room is not None:
            await self.tell_stage(room, same=same)
        return room

    async def tell_stage(self, room: RoomState, *, same: bool = False) -> None:
        """Publishes the run on the stage."""
        event = {"type": "room.stage", "run": room.stage, "at": room.at, "same": same}
        await self.publish({**event, "showing": room.showing is not None})

    async def run_of(self, run: str) -> Standing | None:
        return await database_sync_to_async(runs.standing)(run)

    def owner_name(self) -> str:
        """The owner name of this browser; "" when it never took a seat."""
        return access.owner_of(self.cookies)

    async def unrevealed(self, request: Request) -> bool:
        """True while a prediction is open that the command would reveal; the client has then got a
        refusal."""
        poll = await database_sync_to_async(polls.current)(self.room_id)
        if poll is None or not poll.hides_future:
            return False
        await self.no(request, "poll.unrevealed")
        return True

    async def waits(self, request: Request) -> bool:
        """True when a command would reveal the answer to an open question: on a board that was on the stage
        before, or in the sender's own room when another room asks. The client has then got a refusal."""
        await self.on_stage()
        hold = await database_sync_to_async(holds.of_run)(self.standing.run, self.cookies)
        if hold is None or (hold.stage and hold.room == self.room_id):
            return False
        await self.refuse(request, "run.held", problem("run.held", code=hold.code))
        return True

    async def close_for(self, code: int, *, seat: int | None = None, link: int | None = None) -> None:
        await self.publish({"type": "room.cut", "seat": seat, "link": link, "code": code})
