"""A recorded run: the frames that were requested so far, and the state at any step.

The run itself is decided in `world.py`. A recording only remembers; what it has forgotten it plays again,
with the same result.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from operator import itemgetter
from typing import cast

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.board.differences import shortened
from scheduler_core.board.frames import changes_between
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.engine.act_rows import ActRow
from scheduler_core.engine.checkpoints import CHECKPOINT_EVERY, Checkpoints
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.packed_frames import FRAMES_KEPT, PackedFrames
from scheduler_core.engine.prompt_instants import controllers_are_behind, is_prompt
from scheduler_core.engine.quiet_steps import QuietSteps
from scheduler_core.engine.step_sizes import STEP_SIZES, StepSize, StepSizes
from scheduler_core.engine.watch_log import WatchLog
from scheduler_core.engine.world import Frame, Progress, World
from scheduler_core.inputs.parse import Input
from scheduler_core.inputs.stored_text import as_read_back, input_text
from scheduler_core.objects.hashing import encode
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

DEFAULT_LIMIT = 200


Past = Sequence[tuple[int, Input | Problem]]


class NoStepError(LookupError):
    """The requested step lies behind the end of the run."""


def _by_step(inputs: Past) -> dict[int, Input | Problem]:
    by_step = dict(inputs)
    if len(by_step) != len(inputs):
        raise ValueError("two inputs were given at one step")
    return by_step


class Recording:
    """All steps of one run, played on request.

    `inputs` are pairs of a step and the input that was given there; the next frame shows the input. Steps
    count from 0 (the start); frame n leads from step n-1 to step n. Asking for a step that the run never
    reaches raises NoStepError; `reach` checks this beforehand. A run ends where an input is refused that was
    given to another version of the core; `refused` says why. An input may also be the problem for which its
    stored text cannot be read: the run ends there, and `refused` is that problem. `plugins` are the server's
    own plugins, which the scenario's configuration may enable. `progress` is called at intervals with the
    share (0 to 1) of the opening that is done.
    """

    def __init__(
        self,
        scenario: Scenario,
        inputs: Past = (),
        *,
        plugins: OwnPlugins = NO_OWN_PLUGINS,
        checkpoint_every: int = CHECKPOINT_EVERY,
        progress: Progress = lambda share: None,
    ) -> None:
        self.scenario = scenario
        self.plugins = plugins
        self._inputs = _by_step(inputs)
        self.refused: Refused | Problem | None = None
        # The world at the furthest step. It may have taken idle turns after it.
        self._live = World(scenario, plugins, progress)
        self._live.hash()
        self._checkpoints = Checkpoints(self._live, checkpoint_every)
        self.watch_log = WatchLog(self._live.api.resource_version, self._live.api.events_recorded)
        self._frames = PackedFrames(FRAMES_KEPT)
        self._acts: list[ActRow] = []
        self._sizes = StepSizes()
        self._quiet = QuietSteps(self._live)
        # The last step of the run; None until it is known that nothing comes after it.
        self._over: int | None = None
        # The world at the last queried step, so that a query about a later step near it is answered quickly.
        self._looked: World | None = None
        # The views at the step that the last union or snapshot led to, for the union that follows.
        self._shown: tuple[int, dict[ViewKey, View]] | None = None

    # Length of the run

    @property
    def head_seq(self) -> int:
        """The furthest step played so far."""
        return self._live.seq

    @property
    def over(self) -> bool:
        """Whether it is known that nothing comes after the furthest step without another input."""
        return self._over == self._live.seq

    @property
    def inputs(self) -> tuple[tuple[int, Input | Problem], ...]:
        """The inputs given so far, by step, with the problem of each that could not be read."""
        return tuple(sorted(self._inputs.items(), key=itemgetter(0)))

    @property
    def unread(self) -> tuple[int, Problem] | None:
        """Where the run is over because an input could not be read: its number (from 1), and why."""
        seq = self.head_seq
        value = self._inputs.get(seq) if self.over else None
        return (sum(step <= seq for step in self._inputs), value) if isinstance(value, Problem) else None

    def reach(self, seq: int, *, frames: bool = True) -> bool:
        """Plays up to step `seq`; False means that the run never gets there without another input.

        Without `frames` the frames are not made now but when they are asked for.
        """
        while self._live.seq < seq:
            if not self._play(frames=frames):
                return False
        return seq >= 0

    def quiet(self, seq: int) -> bool:
        """Whether nothing will happen after step `seq` without an input.

        An input that was given at this very step does not count. A queue that retries refused pods only after
        more than a minute counts as quiet.
        """
        self._require(seq)
        if not self._quiet[seq] and seq == self._live.seq:
            self.reach(seq + 1)
        return self._quiet[seq]

    def next_time(self, seq: int) -> int | float | None:
        """The virtual second of frame `seq + 1`, as the run goes on without another input.

        None where nothing will happen without one.
        """
        return None if self.quiet(seq) else self._acts[seq][1]

    # Frames

    def frame(self, seq: int) -> Frame:
        """Frame `seq` (from 1), as docs/protocol.md has it."""
        return cast(Frame, json.loads(self.encoded_frame(seq)))

    def encoded_frame(self, seq: int) -> bytes:
        """The JSON text of frame `seq` in plain ASCII; cheaper than encoding it again."""
        if seq < 1:
            raise NoStepError(f"there is no frame {seq}")
        self._require(seq)
        kept = self._frames.get(seq)
        if kept is not None:
            return kept
        # The world before it is the one looked at last, so the next frame costs one step.
        frame = self._advance(self.world(seq - 1))
        assert frame is not None
        return self._keep_frame(seq, frame)

    def union(self, from_seq: int, to_seq: int) -> dict[str, Json]:
        """What happened between two steps, for a board that does not show each of them.

        `{"from", "seq", "t", "changes", "acts", "frame", "decisions", "last"}`: `changes` lead from the
        snapshot at `from_seq` to that at `to_seq`, with at most one for each view and only the fields that
        differ; `acts` are the rows of the timeline of the steps after `from_seq`; `frame` is the last frame
        without changes and decision, None when `to_seq` is 0. `decisions` are the latest decisions about pods
        that were made in between, in brief, `last` is the outline of the newest one, None without one.
        """
        if not 0 <= from_seq <= to_seq:
            raise ValueError(f"there is no way on from step {from_seq} to step {to_seq}")
        before = self._views(from_seq)
        after = self._views(to_seq)
        differing: dict[ViewKey, View | None] = {
            key: view for key, view in after.items() if before.get(key) is not view
        }
        differing.update((key, None) for key in before if key not in after)
        frame: Frame | None = None
        if to_seq:
            headline = self._alike(to_seq).headline() or self.frame(to_seq)
            frame = {**headline, "changes": [], "back": self._sizes.back(to_seq)}
            frame.pop("decision", None)
        decisions = self._alike(to_seq).decisions
        return {
            "from": from_seq,
            "seq": to_seq,
            "t": self.time(to_seq),
            "changes": list[Json](shortened(changes_between(before, differing), before)),
            "acts": [list[Json](row) for row in self._acts[from_seq:to_seq]],
            "frame": frame,
            "decisions": list[Json](decisions.made_since(from_seq)),
            "last": decisions.last(from_seq),
        }

    def encoded_union(self, from_seq: int, to_seq: int) -> bytes:
        """The JSON text of the union in plain ASCII."""
        return encode(self.union(from_seq, to_seq))

    def _views(self, seq: int) -> dict[ViewKey, View]:
        """The views at a step; they are kept for the next question about the same step."""
        if self._shown is None or self._shown[0] != seq:
            self._shown = seq, dict(self._alike(seq).picture.board.views)
        return self._shown[1]

    def _alike(self, seq: int) -> World:
        """A world that looks as at step `seq` and has its decisions. Its hash differs where it has taken idle
        turns."""
        return self._live if self._live.seq == seq else self.world(seq)

    def decision(self, seq: int) -> dict[str, Json] | None:
        """The whole decision (DecisionView) of which frame `seq` has the outline; None where it has none."""
        self._require(seq)
        near = [self._live] if self._looked is None else [self._live, self._looked]
        kept = next((decision for world in near if (decision := world.decisions.made_at(seq))), None)
        kept = kept or self.world(seq).decisions.made_at(seq)
        return None if kept is None else kept.view()

    def step(
        self,
        from_seq: int,
        size: StepSize,
        *,
        until: float | None = None,
        limit: int = DEFAULT_LIMIT,
        max_seq: int | None = None,
    ) -> list[Frame]:
        """The frames of one step forward from `from_seq`; fewer than asked for, or none, where the run ends.

        `act` one frame · `cycle` a scheduling cycle and what it leads to, or one turn of another actor ·
        `event` up to and with the first frame that moves the clock · `quiet` until nothing more happens ·
        `time` all frames up to virtual second `until`. Never more than `limit` frames, never beyond step
        `max_seq`.
        """
        to = self.advance(from_seq, size, until=until, limit=limit, max_seq=max_seq)
        return [self.frame(seq) for seq in range(from_seq + 1, to + 1)]

    def advance(
        self,
        from_seq: int,
        size: StepSize,
        *,
        until: float | None = None,
        limit: int = DEFAULT_LIMIT,
        max_seq: int | None = None,
        frames: bool = True,
    ) -> int:
        """The step number at which `step` would end. With `frames=False` nobody looks at the single frames
        (see `union`), so they are made only when they are asked for.
        """
        if size not in STEP_SIZES:
            raise ValueError(f"unknown step size {size!r}")
        last = from_seq + limit if max_seq is None else min(from_seq + limit, max_seq)
        to = from_seq
        end = until if size == "time" else None
        self.reach(from_seq, frames=frames)
        while (
            to < last
            and (self._live.seq > to or self._play(frames=frames, until=end))
            and self._belongs(from_seq, to, size, until)
        ):
            to += 1
        return to

    def _belongs(self, from_seq: int, to: int, size: StepSize, until: float | None) -> bool:
        """Whether frame `to + 1` still belongs to the step from `from_seq` that has come to `to`."""
        match size:
            case "time":
                return until is not None and self._acts[to][1] <= until
            case "quiet":
                return not self.quiet(to) or to in self._inputs
            case _:
                return self._sizes.continues(from_seq, to, size)

    def time(self, seq: int) -> int | float:
        """Virtual seconds at step `seq`."""
        self._require(seq)
        return self._acts[seq - 1][1] if seq else 0

    def acts(self, max_seq: int | None = None, newest: int = 2_000) -> list[ActRow]:
        """The timeline up to step `max_seq` (as far as it has been played), with at most `newest` lines."""
        upto = len(self._acts) if max_seq is None else min(max_seq, len(self._acts))
        return self._acts[max(0, upto - newest) : upto]

    # Inputs

    def give(self, at_seq: int, value: Input) -> Frame | Refused | Problem:
        """Gives an input at step `at_seq` and drops all later steps. Returns frame `at_seq + 1`.

        What happens is what its stored text (`input_text`) is read as: an input that could not be read again
        is a Problem. It and a refused input, or one about something that does not exist, leave the run as it
        was, including the last frame. Raises ValueError when a later step has an input already (inputs are
        given at the head).
        """
        if any(seq >= at_seq for seq in self._inputs):
            raise ValueError(f"step {at_seq} is before or at an input that was given already")
        read = as_read_back(value)
        if isinstance(read, Problem):
            return read
        before = self.world(at_seq)
        before.look()
        world = before.copy()
        self._quiet.look_ahead(world)
        frame = give(world, read)
        if isinstance(frame, Refused | Problem):
            return frame
        self._forget_after(at_seq)
        # Reports compare what follows with the state at which the input was given. Its views are made once,
        # before the copy.
        self._looked = before
        self._inputs[at_seq] = read
        self._live, self._over = world, None
        self._record()
        self._keep_frame(at_seq + 1, frame)
        return self.frame(at_seq + 1)

    def prompt(self, seq: int) -> bool:
        """Whether controllers react at once at the instant of step `seq`."""
        return is_prompt(self.world(seq))

    def behind(self, seq: int) -> bool:
        """Whether controllers are behind a client at step `seq`."""
        return controllers_are_behind(self.world(seq))

    def input_text(self, seq: int) -> str:
        """The JSON text as which the input at step `seq` is stored."""
        value = self._inputs[seq]
        if isinstance(value, Problem):
            raise ValueError(f"the input at step {seq} has no text: {value.path}: {value.code}")
        return input_text(value)

    def take_inputs(self, inputs: Past) -> None:
        """Has these inputs from now on in place of those that were given. The steps up to the first one at
        which they differ stay, and later ones are played again when they are asked for.
        """
        by_step = _by_step(inputs)
        steps = self._inputs.keys() | by_step.keys()
        differing = [seq for seq in steps if self._inputs.get(seq) != by_step.get(seq)]
        if differing and (seq := min(differing)) <= self._live.seq:
            world = self.world(seq).copy()
            self._quiet.look_ahead(world)
            self._forget_after(seq)
            self._live, self._over, self.refused = world, None, None
        self._inputs = by_step

    def _forget_after(self, seq: int) -> None:
        """Drops everything that was recorded after step `seq`."""
        self._frames.forget_after(seq)
        self._checkpoints.forget_after(seq)
        self.watch_log.forget_after(seq)
        del self._acts[seq:]
        self._sizes.forget_after(seq)
        self._quiet.forget_after(seq)
        if self._looked is not None and self._looked.seq > seq:
            self._looked = None
        if self._shown is not None and self._shown[0] > seq:
            self._shown = None

    # States

    def snapshot(self, seq: int) -> dict[str, Json]:
        """The state at step `seq`, as docs/protocol.md has it, with the frame that led there."""
        return cast(dict[str, Json], json.loads(self.encoded_snapshot(seq)))

    def encoded_snapshot(self, seq: int) -> bytes:
        """The JSON text of the snapshot in plain ASCII; cheaper than encoding it again."""
        world = self.world(seq)
        self._views(seq)
        decisions = (encode(pod) + b":" + encoded for pod, encoded in world.decisions.shown())
        return b"".join(
            (
                encode(world.snapshot())[:-1],
                b',"frame":',
                self.encoded_frame(seq) if seq else b"null",
                b',"last":',
                encode(world.decisions.last()),
                b',"decisions":{',
                b",".join(decisions),
                b"}}",
            )
        )

    def hash(self, seq: int) -> str:
        """The state hash at step `seq` (sha256, hex)."""
        return self.world(seq).hash()

    def script(self, seq: int) -> dict[str, Json]:
        """The scenario's script at step `seq`: `given`, how many of its inputs have happened, and `of`, how
        many it has.
        """
        return {"given": self.world(seq).next_input, "of": len(self.scenario.inputs)}

    def world(self, seq: int) -> World:
        """The world at step `seq`; it must not be changed."""
        self._require(seq)
        if self._live.seq == seq and not self._live.idle_turns:
            return self._live
        nearest = self._checkpoints.nearest(seq)
        looked = self._looked
        if looked is not None and nearest.seq <= looked.seq <= seq:
            world = looked
        else:
            world = nearest.copy()
        while world.seq < seq:
            self._advance(world, full_frame=False)
        self._looked = world
        return world

    # Playing

    def _require(self, seq: int) -> None:
        if not self.reach(seq):
            raise NoStepError(f"there is no step {seq}; the run ends at step {self.head_seq}")

    def _advance(self, world: World, *, full_frame: bool = True, until: float | None = None) -> Frame | None:
        """One step of `world`: the input that was given there, else the next act (see `World.step`). None
        where the run ends: after the last act, or at an input that is refused.
        """
        value = self._inputs.get(world.seq)
        if value is None:
            return world.step(full_frame=full_frame, until=until)
        frame = value if isinstance(value, Problem) else give(world, value)
        if isinstance(frame, Refused | Problem):
            self.refused = frame
            return None
        return frame

    def _play(self, *, frames: bool, until: float | None = None) -> bool:
        """Plays one step on from the head; False when the run is over, or when the next act comes after
        second `until`."""
        seq = self._live.seq
        if self._over == seq:
            return False
        if seq in self._inputs:
            self._quiet.look_ahead(self._live)
        frame = self._advance(self._live, full_frame=frames, until=until)
        if frame is not None:
            self._quiet.followed(seq, self._live)
            self._record()
            if frames:
                self._keep_frame(seq + 1, frame)
            return True
        if self.refused is None and until is not None and self._live.next_turn() is not None:
            return False
        self._over = seq
        self._quiet.ended(seq)
        self._restore(seq)
        return False

    def _restore(self, seq: int) -> None:
        """The state at the end of the run, step `seq`, once more: actors may have checked and found nothing
        to do, which is no step and must leave no trace.
        """
        self._live = self._checkpoints.nearest(seq).copy()
        while self._live.seq < seq:
            self._advance(self._live, full_frame=False)

    def _record(self) -> None:
        """Notes the act that the world at the head has just played."""
        summary = self._live.summary
        self._acts.append(summary.row)
        if self._live.written is not None:
            self.watch_log.note(self._live.written)
        self._sizes.note(summary.actor, summary.who, summary.kind, summary.t)
        self._quiet.note(self._live)
        self._checkpoints.keep(self._live)

    def _keep_frame(self, seq: int, frame: Frame) -> bytes:
        """The JSON text of a frame, which is kept."""
        encoded = encode({**frame, "back": self._sizes.back(seq)})
        self._frames.keep(seq, self._acts[seq - 1][3], encoded)
        return encoded
