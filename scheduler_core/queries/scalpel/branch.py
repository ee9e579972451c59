"""A run that leaves another one at a step and is played on from there, with patches in between.

It is the run of a scenario with inputs: with `inputs` a `Recording` of `scenario` comes to the
same states, hash for hash.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.quiet_steps import QuietSteps
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import Frame, World
from scheduler_core.inputs.parse import Input, TimedInput
from scheduler_core.inputs.stored_text import as_read_back
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.queries.scalpel.kept import kept
from scheduler_core.simulation.scenario.scenario import Scenario


def world_at(recording: Recording, seq: int) -> World:
    """The world at a step, kept for the next questions; it must not be changed."""
    return kept(recording, "world", seq, lambda: recording.world(seq).copy())


Make = Callable[[World], Untimed | Problem]
"""Makes an input for the world in which it is given."""


@dataclass(frozen=True)
class Due:
    """An input that is given at a virtual millisecond, or with None at once. `name` says what it is where it
    is refused."""

    at_ms: int | None
    make: Make
    name: int | None = None


@dataclass
class Tail:
    """Some steps of a run behind step `begin`: as a run of its own that starts there, whose steps count from
    0. `views` are the views at its start, `pods` the keys of the pods that are asked about. `ends` says that
    nothing happens after its last step without an input."""

    begin: int
    begin_s: float
    frames: Sequence[Frame]
    views: Mapping[ViewKey, View]
    ends: bool
    pods: Sequence[str] = ()

    def frame(self, seq: int) -> Frame:
        return self.frames[seq - 1]

    def snapshot(self, seq: int) -> dict[str, Json]:
        if seq:
            raise LookupError("of a tail only the first state is kept")
        pods = [self.views["pod", key] for key in self.pods if ("pod", key) in self.views]
        nodes = [view for (kind, _), view in self.views.items() if kind == "node"]
        return {"pods": list[Json](pods), "nodes": list[Json](nodes)}

    def time(self, seq: int) -> float:
        second = self.frames[seq - 1].get("t") if seq else self.begin_s
        return float(second) if isinstance(second, int | float) else 0.0

    def quiet(self, seq: int) -> bool:
        return self.ends and seq == len(self.frames)

    def about(self, pods: Collection[str]) -> Tail:
        """The same steps with the decisions about these pods alone."""
        frames = [
            frame if find(frame, "decision", "pod") in pods else {**frame, "decision": None}
            for frame in self.frames
        ]
        return replace(self, frames=frames)

    @property
    def changed_pods(self) -> set[str]:
        """The keys of the pods that look different after some step."""
        changes = (change for frame in self.frames for change in items(frame.get("changes")))
        return {text(find(change, "key")) for change in changes if find(change, "kind") == "pod"}


@dataclass
class Branch:
    """`world` is played on by `play`. `past` are the inputs up to its step."""

    scenario: Scenario
    world: World
    past: Sequence[tuple[int, Input]]
    due: list[Due]
    begin: int = 0
    begin_s: float = 0.0
    frames: list[Frame] = field(default_factory=list)
    given: list[tuple[int, Input]] = field(default_factory=list)
    refused: dict[int, Refused | Problem] = field(default_factory=dict)
    """By the name of an input, why it was refused."""
    ends: bool = False

    def __post_init__(self) -> None:
        self.begin, self.begin_s = self.world.seq, float(seconds(self.world.now_ms))
        self._views = dict(self.world.picture.board.views)
        self._quiet = QuietSteps(self.world)

    @property
    def tail(self) -> Tail:
        return Tail(self.begin, self.begin_s, self.frames, self._views, self.ends)

    @property
    def inputs(self) -> tuple[tuple[int, Input], ...]:
        return (*self.past, *self.given)

    def play(self, most: int) -> None:
        """Plays on until nothing more happens, or up to `most` steps behind its begin. What has ended is not
        played on: its world may have taken the step that showed it."""
        self._give_due()
        while len(self.frames) < most and not self.ends:
            at = len(self.frames)
            until = None if not self.due or self.due[0].at_ms is None else float(seconds(self.due[0].at_ms))
            frame = self.world.step(until=until)
            if frame is not None:
                self._quiet.followed(at, self.world)
                if self._quiet[at] and not self.due:
                    self.ends = True
                    return
                self.frames.append(frame)
                self._quiet.note(self.world)
            elif not self.due:
                self.ends = True
                return
            self._give_due(late=frame is None)

    def _give_due(self, *, late: bool = False) -> None:
        """Gives the inputs whose time has come; with `late` also the next one, because no act comes before
        it."""
        while self.due:
            due = self.due[0]
            if due.at_ms is not None and due.at_ms > self.world.now_ms and not late:
                return
            del self.due[0]
            late = not self._give(due) and late

    def _give(self, due: Due) -> bool:
        """Gives an input; False where it is refused, which changes nothing."""
        made = due.make(self.world)
        read = made if isinstance(made, Problem) else as_read_back(made)
        seq = self.world.seq
        result: Frame | Refused | Problem
        if isinstance(read, Problem):
            result = read
        else:
            untimed = read.input if isinstance(read, TimedInput) else read
            value = untimed if due.at_ms is None else TimedInput(due.at_ms, untimed)
            result = give(self.world, value)
        if isinstance(result, Refused | Problem):
            if due.name is not None:
                self.refused[due.name] = result
            return False
        self.given.append((seq, value))
        self.frames.append(result)
        self._quiet.note(self.world)
        return True


def later_inputs(recording: Recording, begin: int) -> list[Due]:
    """The inputs that persons gave from step `begin` on, each at its second. They end before the first one
    that cannot be read, or that the run never comes to."""
    due: list[Due] = []
    for seq, value in recording.inputs:
        if seq < begin:
            continue
        if isinstance(value, Problem) or not recording.reach(seq + 1):
            break
        untimed = value.input if isinstance(value, TimedInput) else value
        due.append(Due(round(float(recording.time(seq + 1)) * 1000), _as_it_is(untimed)))
    return due


def _as_it_is(value: Untimed) -> Make:
    return lambda world: value


def tail_of(recording: Recording, begin: int, most: int) -> Tail:
    """The steps of a run as it is behind step `begin`, at most so many."""
    last = max((seq for seq, _ in recording.inputs), default=-1)
    at, ends = begin, False
    while at < begin + most:
        ends = at > last and recording.quiet(at)
        if ends or not recording.reach(at + 1):
            ends = True
            break
        at += 1
    frames = [recording.frame(seq) for seq in range(begin + 1, at + 1)]
    views = dict(world_at(recording, begin).picture.board.views)
    return Tail(begin, float(recording.time(begin)), frames, views, ends)
