"""The stage of a room as JSON texts, each encoded once and sent to many sockets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from playground import limits
from playground.classroom import descriptions
from playground.classroom.process.shelf import Shelf
from playground.classroom.protocol import message_text, stage_text
from playground.runs import protocol as runs
from playground.runs import stepper
from playground.runs.services import Standing
from playground.runs.stepper import Frames, StopsError, ask

#: Number of cached texts: those of the newest position, and the frames to it from where followers were cut
#: off.
KEPT = 24


@dataclass(frozen=True, slots=True)
class Position:
    """A step of a run, with the run's head at that time. `run` is "" when the position is unknown."""

    run: str
    at: int
    head: int

    def is_at(self, run: str, at: int) -> bool:
        return self.run == run and self.at == at


NOWHERE = Position("", 0, 0)


class Boards:
    """`own` says whether the run on the stage belongs to the room, so that presenters may act on it.
    `watched` is a run on the stage that somebody else moves; "" when there is none."""

    standing: Standing
    position = NOWHERE
    own = False
    watched = ""
    stops: StopsError | None = None
    """Where the run on the stage ends under today's rules, if before its head; the position is never beyond
    it."""

    def __init__(self) -> None:
        self.shelf = Shelf(KEPT)

    def stage(self, standing: Standing, at: int, *, own: bool) -> None:
        self.standing, self.own, self.stops = standing, own, None
        self.position = Position(standing.run, min(at, standing.head), standing.head)

    def move(self, at: int, head: int, inputs: int | None) -> None:
        """Moves the position within the run on the stage. `inputs` is the run's number of inputs, None if
        unknown."""
        head = max(head, self.position.head)
        self.standing = self.standing.moved_to(head, inputs)
        self.position = Position(self.position.run, at, head)

    def keep_snapshot(self, run: str, seq: int, text: str) -> None:
        """Caches a snapshot that the caller has already."""
        self.shelf.put(("snapshot", run, seq), text)

    # --- texts ------------------------------------------------------------------------------------

    async def snapshot(self) -> str:
        """The snapshot at the presenter's position, as JSON text."""
        standing, at = self.standing, self.position.at

        async def make() -> str:
            return await stepper.text_of(standing, "snapshot", at)

        return str(await self.shelf.get(("snapshot", standing.run, at), make))

    async def acts(self) -> str:
        """JSON text of the timeline up to the head. When the run ends earlier under today's rules, the stage
        becomes the part up to that end, on which nobody may act."""
        position = self.position
        try:
            return await self.acts_to(position.head)
        except StopsError as stops:
            if self.position is position:
                self.stage(self.standing.moved_to(stops.seq), position.at, own=False)
                self.stops = stops
            return await self.acts_to(self.position.head)

    async def acts_to(self, head: int) -> str:
        standing = self.standing

        async def make() -> str:
            return await stepper.text_of(standing, "acts", head, newest=limits.TIMELINE_ACTS)

        return str(await self.shelf.get(("acts", standing.run, head), make))

    async def frames(self, start: int) -> Frames:
        """The frames that lead from a step to the position."""
        standing, at = self.standing, self.position.at

        async def make() -> Frames:
            return await ask(standing, stepper.recorded(start, at))

        frames: Frames = await self.shelf.get(("frames", standing.run, start, at), make)
        return frames

    async def is_state(self, seq: int, text: str) -> bool:
        """Whether the state of the stage at a step has the given hash."""
        standing = self.standing

        async def make() -> str:
            return await stepper.text_of(standing, "hash", seq)

        return seq <= self.position.head and await self.shelf.get(("hash", standing.run, seq), make) == text

    async def stands(self, have: dict[str, Any] | None) -> Position:
        """The position of a client that reports what it has: a step of the stage, or NOWHERE."""
        position = self.position
        if have is None or not 0 <= position.at - have["seq"] <= limits.STEP_FRAMES_MAX:
            return NOWHERE
        if not await self.is_state(have["seq"], have["hash"]):
            return NOWHERE
        return replace(position, at=have["seq"])

    def run(self, presenter: bool) -> dict[str, Any]:
        return descriptions.run(self.standing, can_act=presenter and self.own)

    def position_text(self) -> str:
        where = self.position
        return message_text("position", run=where.run, at=where.at, head=where.head)

    async def snapshot_text(self, re: int | None) -> str:
        head = self.position.head
        return (
            f'{{"type":"snapshot","re":{runs.encode(re)},"head":{head},"snapshot":{await self.snapshot()}}}'
        )

    async def stage_text(self, re: int | None, presenter: bool, *, resumed: bool = False) -> str:
        acts = await self.acts()
        position, run = self.position, self.run(presenter)
        rest = '"resumed":true,"frames":[]' if resumed else f'"snapshot":{await self.snapshot()}'
        return stage_text(re, run, position.at, acts, rest)

    async def way(self, stands: Position, re: int | None, *, presenter: bool) -> str:
        """The message that brings a client to the position; "" when it is there already and did not ask."""
        position = self.position
        if stands.run != position.run:
            return await self.stage_text(re, presenter)
        if stands.at == position.at and re is None:
            return ""
        if not 0 <= position.at - stands.at <= limits.STEP_FRAMES_MAX:
            return await self.snapshot_text(re)
        frames = await self.frames(stands.at)
        end = position.at >= position.head and not (presenter and self.own)
        return runs.frames_text("frames", re, position.head, end, frames.body)

    async def hello(self, stands: Position, presenter: bool) -> str:
        """JSON text of the board for a hello message."""
        acts = await self.acts()
        run = self.run(presenter)
        if stands.run:
            rest = f'"resumed":true,{(await self.frames(stands.at)).body}'
        else:
            rest = f'"snapshot":{await self.snapshot()}'
        return f'{{"run":{runs.encode(run)},"acts":{acts},{rest}}}'
