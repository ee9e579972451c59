"""A run on record: frames as far as anybody asked, checkpoints to go back to, and any state again.

Nothing here decides what happens (that is `state.py`); a recording only remembers, so what it forgot it
plays again and gets the same.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

import scheduler_core.simulation.questions.advising as advising
import scheduler_core.simulation.questions.inspector as inspector
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins, PluginFailedError
from scheduler_core.simulation.engine.world import Frame, World
from scheduler_core.simulation.hashing import encode
from scheduler_core.simulation.inputs.parse import Input
from scheduler_core.simulation.limits import EVENTS_IN_VAIN
from scheduler_core.simulation.questions.what_if import parse_changes, what_if
from scheduler_core.simulation.scenario.scenario import Scenario

StepSize: TypeAlias = Literal["act", "cycle", "event", "quiet", "time"]
STEP_SIZES: tuple[StepSize, ...] = ("act", "cycle", "event", "quiet", "time")
CHECKPOINT_EVERY = 25
CHECKPOINTS = 64
FRAMES_KEPT = 10_000
DEFAULT_LIMIT = 200
# Kinds with which a turn begins, though the same actor may just have acted.
_BEGINNINGS = ("schedule", "requeue")
_QUIET, _UNKNOWN = 1, 2
ActRow: TypeAlias = tuple[int, int | float, str, str, str | None]
"""A line of the timeline: seq, t (seconds), actor, kind, key of the first pod it is about."""


class Recording:
    """All steps of one run, played when somebody asks for them.

    `inputs` are pairs (step at which it was given, input): the frame after that step is the input. Steps
    count from 0 (the start); frame n leads from step n-1 to step n. Asking for a step that will never come
    raises LookupError; `reach` says beforehand. `plugins`: those of one's own that the scenario's
    configuration may enable.
    """

    def __init__(
        self,
        scenario: Scenario,
        inputs: Sequence[tuple[int, Input]] = (),
        *,
        plugins: OwnPlugins = NO_OWN_PLUGINS,
        checkpoint_every: int = CHECKPOINT_EVERY,
    ) -> None:
        self.scenario = scenario
        self._inputs: dict[int, Input] = dict(inputs)
        if len(self._inputs) != len(inputs):
            raise ValueError("two inputs were given at one step")
        self._every = checkpoint_every
        self._live = World(scenario, plugins)
        self._live.hash()
        self._checkpoints: dict[int, World] = {0: self._live.copy()}
        self._frames: dict[int, bytes] = {}
        self._acts: list[ActRow] = []
        # By step, from 0: whether the world was quiet there, as far as that is known.
        self._quiet = bytearray()
        # After which time the scheduler's next act leaves the latest step quiet, where that is not known yet.
        self._quiet_after_ms = 0
        self._note_quiet()
        # The step after which nothing comes, once that is known.
        self._over: int | None = None
        # The world somebody looked at last, so that looking again, or a little further on, costs little.
        self._looked: World | None = None

    # How far

    @property
    def head_seq(self) -> int:
        """The furthest step played so far."""
        return self._live.seq

    @property
    def inputs(self) -> tuple[tuple[int, Input], ...]:
        """The inputs given so far, by step."""
        return tuple(sorted(self._inputs.items()))

    def reach(self, seq: int) -> bool:
        """Plays up to step `seq`; False: the run never gets there without another input."""
        while self._live.seq < seq:
            if self._play() is None:
                return False
        return seq >= 0

    def quiet(self, seq: int) -> bool:
        """Whether at step `seq` nothing will happen any more without an input.

        An input that was given at this very step does not count. A queue that will try refused pods again
        in more than a minute counts as quiet.
        """
        self._need(seq)
        if self._quiet[seq] != _QUIET and seq == self._live.seq:
            self.reach(seq + 1)
        return self._quiet[seq] == _QUIET

    # Frames

    def frame(self, seq: int) -> Frame:
        """Frame `seq` (from 1), as docs/protocol.md has it."""
        return cast(Frame, json.loads(self.encoded_frame(seq)))

    def encoded_frame(self, seq: int) -> bytes:
        """The JSON text of frame `seq`, plain ASCII; cheaper than encoding it again."""
        if seq < 1:
            raise LookupError(f"there is no frame {seq}")
        self._need(seq)
        packed = self._frames.get(seq)
        if packed is None:
            world = self._world(seq - 1).copy()
            frame = self._advance(world)
            assert frame is not None
            return encode(frame)
        return zlib.decompress(packed)

    def step(
        self,
        from_seq: int,
        size: StepSize,
        *,
        until: float | None = None,
        limit: int = DEFAULT_LIMIT,
        max_seq: int | None = None,
    ) -> list[Frame]:
        """The frames of one step forward from `from_seq`; fewer than wanted, or none, where the run goes no
        further.

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
    ) -> int:
        """The step at which `step` would end, without its frames."""
        if size not in STEP_SIZES:
            raise ValueError(f"unknown step size {size!r}")
        last = from_seq + limit if max_seq is None else min(from_seq + limit, max_seq)
        to = from_seq
        while to < last and self.reach(to + 1) and self._belongs(from_seq, to, size, until):
            to += 1
        return to

    def _belongs(self, from_seq: int, to: int, size: StepSize, until: float | None) -> bool:
        """Whether frame `to + 1` still belongs to a step that has got from `from_seq` to `to`."""
        coming = self._acts[to]
        match size:
            case "time":
                return until is not None and coming[1] <= until
            case "quiet":
                return not self.quiet(to) or to in self._inputs
            case _ if to == from_seq:
                return True
            case "act":
                return False
            case "event":
                return self._acts[to - 1][1] == self.time(from_seq)
            case "cycle":
                return self._same_turn(to)

    def _same_turn(self, seq: int) -> bool:
        """Whether frame `seq + 1` goes on with what frame `seq` began: same actor and moment, no new
        attempt."""
        before, coming = self.frame(seq), self.frame(seq + 1)
        same = (before["who"], before["t"]) == (coming["who"], coming["t"])
        return same and coming["kind"] not in _BEGINNINGS

    def time(self, seq: int) -> int | float:
        """Virtual seconds at step `seq`."""
        self._need(seq)
        return self._acts[seq - 1][1] if seq else 0

    def acts(self, max_seq: int | None = None, newest: int = 2_000) -> list[ActRow]:
        """The timeline up to step `max_seq` (what is played so far), at most the `newest` lines."""
        upto = len(self._acts) if max_seq is None else min(max_seq, len(self._acts))
        return self._acts[max(0, upto - newest) : upto]

    # Inputs

    def add_input(self, at_seq: int, value: Input) -> Frame | Refused | Problem:
        """Gives an input at step `at_seq`; what was played beyond it is forgotten. Returns frame `at_seq +
        1`.

        A refused input, or one about what is not there, leaves the run as it was, to the last frame. Raises
        ValueError where a later step has an input already (inputs are given at the head).
        """
        if any(seq >= at_seq for seq in self._inputs):
            raise ValueError(f"step {at_seq} is before or at an input that was given already")
        world = self._world(at_seq).copy()
        if self._quiet[at_seq] == _UNKNOWN:
            self._quiet[at_seq] = world.quiet()
        frame = world.give(value)
        if isinstance(frame, Refused | Problem):
            return frame
        self._forget_after(at_seq)
        self._inputs[at_seq] = value
        self._live, self._over = world, None
        self._record(frame)
        return self.frame(at_seq + 1)

    def _forget_after(self, seq: int) -> None:
        for beyond in [known for known in self._frames if known > seq]:
            del self._frames[beyond]
        for beyond in [known for known in self._checkpoints if known > seq]:
            del self._checkpoints[beyond]
        del self._acts[seq:]
        del self._quiet[seq + 1 :]
        if self._looked is not None and self._looked.seq > seq:
            self._looked = None

    # States

    def snapshot(self, seq: int) -> dict[str, Json]:
        """The state at step `seq`, as docs/protocol.md has it, with the frame that led there."""
        return cast(dict[str, Json], json.loads(self.encoded_snapshot(seq)))

    def encoded_snapshot(self, seq: int) -> bytes:
        """The JSON text of the snapshot, plain ASCII; cheaper than encoding it again."""
        world = self._world(seq)
        decisions = (encode(pod) + b":" + encoded for pod, encoded in world.shown_decisions())
        return b"".join(
            (
                encode(world.snapshot())[:-1],
                b',"frame":',
                self.encoded_frame(seq) if seq else b"null",
                b',"decisions":{',
                b",".join(decisions),
                b"}}",
            )
        )

    def hash(self, seq: int) -> str:
        """The state hash at step `seq` (sha256, hex)."""
        return self._world(seq).hash()

    def processes(self, seq: int) -> dict[str, list[str]]:
        """What really runs at step `seq`: node → keys of pods, whatever the API server says of them."""
        return self._world(seq).processes()

    # The inspector

    def why(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """Why a pod is where it is; None: no such pod.

        `{"pod": PodView, "seq": n|null, "decision": DecisionView|null, "inVain": [hint]}`: the latest
        decision about it at step `seq`, the step that frame led to, and the newest events since then that
        did not wake it, as `hints` of a frame has them.
        """
        world = self._world(seq)
        view = world.board.views.get(("pod", pod_key))
        if view is None:
            return None
        scheduler = world.agenda.actors.get(world.components.scheduler_name)
        heard = world.components.in_vain(scheduler, pod_key)[-EVENTS_IN_VAIN:]
        made = self._decided(seq, pod_key)
        return {
            "pod": view,
            "seq": made,
            "decision": None if made is None else self.frame(made).get("decision"),
            "inVain": [each.to_json() for each in heard],
        }

    def what_if(self, seq: int, pod_key: str, changes: Json) -> dict[str, Json] | Problem | None:
        """The DecisionView about a pod that waits at step `seq`, were it decided there with `changes`.

        `{"weights": {plugin: n}, "seed": n}`, both optional; without a seed ties fall as they would in the
        run. The view has `tosses` too. The run stays as it is. None: the pod does not wait.
        """
        parsed = parse_changes(changes)
        return parsed if isinstance(parsed, Problem) else what_if(self._world(seq), pod_key, parsed)

    def _decided(self, seq: int, pod_key: str) -> int | None:
        """The step to which the latest decision about the pod led."""
        for made, _, _, kind, pod in reversed(self._acts[:seq]):
            if pod == pod_key and kind == "schedule":
                return made
            if pod == pod_key and kind == "removed":
                break
        return None

    def obstacles(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """All that keeps a pod from each node, beyond what the scheduler stopped at; None: no such pod.

        For a pod that has its node by now, as it was just before the decision; `seq` in the answer says which
        step that is. `{"pod", "seq", "nodeCount", "feasible", "nodes": {name: [obstacle]}, "groups"}` with
        obstacles `{"plugin", "code", "reasons", "first", "beforeNodes", "details": [Message]}`.
        """
        world = self._world(seq)
        if pod_key not in world.api.pods:
            return None
        made = self._decided(seq, pod_key)
        try:
            found = advising.obstacles(world, pod_key)
            if found is None and made is not None:
                found = advising.obstacles(self._world(made - 1), pod_key)
        except PluginFailedError:
            found = None
        return found or {
            "pod": pod_key,
            "seq": seq,
            "nodeCount": 0,
            "feasible": 0,
            "nodes": {},
            "groups": [],
        }

    def advice(self, seq: int, pod_key: str) -> list[Json] | None:
        """What would make a waiting pod fit, the smallest change first; None: no such pod.

        Each is `{"id", "messages", "note", "victims", "inputs", "node", "result"}`: given at step `seq` of a
        fork, the inputs were seen to lead to `result` (bound or nominated) on `node`.
        """
        try:
            return advising.advice(self._world(seq), pod_key)
        except PluginFailedError:
            return []

    def describe(self, seq: int, kind: str, key: str) -> str | None:
        """The text of `kubectl describe`; None: no such object (or a kind it does not describe)."""
        return inspector.describe(self._world(seq), kind, key)

    def events(self, seq: int, key: str | None = None) -> list[Json]:
        """The events about the pod or node `key` (None: all), the one heard of last at the end.

        Each is `{"t", "firstT", "count", "type", "reason", "message", "from", "kind", "key"}`.
        """
        return inspector.events(self._world(seq), key)

    def manifest(self, seq: int, kind: str, key: str) -> dict[str, Json] | None:
        """The stored object as `kubectl get -o json` has it; None: no such object."""
        return inspector.manifest(self._world(seq), kind, key)

    # Playing

    def _need(self, seq: int) -> None:
        if not self.reach(seq):
            raise LookupError(f"there is no step {seq}; the run ends at step {self.head_seq}")

    def _advance(self, world: World, *, told: bool = True) -> Frame | None:
        """One step of `world`: the input that was given there, else the next act (see `World.step`)."""
        value = self._inputs.get(world.seq)
        if value is None:
            return world.step(told=told)
        frame = world.give(value)
        if isinstance(frame, Refused):
            raise ValueError(f"the input at step {world.seq} is refused: {frame.text}")
        if isinstance(frame, Problem):
            raise ValueError(f"the input at step {world.seq} is none: {frame.path}: {frame.code}")
        return frame

    def _play(self) -> Frame | None:
        seq = self._live.seq
        if self._over == seq:
            return None
        if self._quiet[seq] == _UNKNOWN and seq in self._inputs:
            self._quiet[seq] = self._live.quiet()
        frame = self._advance(self._live)
        if frame is not None:
            if self._quiet[seq] == _UNKNOWN:
                # What comes next tells: nothing did but the scheduler, and that late.
                tries = frame["who"] == self._live.components.scheduler_name
                self._quiet[seq] = tries and self._live.now_ms > self._quiet_after_ms
            self._record(frame)
            return frame
        # Actors may have looked and found nothing to do; that is no step, so it must leave no trace.
        self._over, self._quiet[seq] = seq, _QUIET
        self._live = self._checkpoints[max(known for known in self._checkpoints if known <= seq)].copy()
        while self._live.seq < seq:
            self._advance(self._live)
        return None

    def _record(self, frame: Frame) -> None:
        """Keeps what the live world just did."""
        seq = self._live.seq
        self._frames[seq] = zlib.compress(encode(frame), 1)
        if len(self._frames) > FRAMES_KEPT:
            del self._frames[next(iter(self._frames))]
        self._acts.append(_act_row(frame))
        self._note_quiet()
        if seq % self._every == 0:
            # Digests that are known now need not be made again in each copy.
            self._live.hash()
            self._checkpoints[seq] = self._live.copy()
            if len(self._checkpoints) > CHECKPOINTS:
                self._thin_out()

    def _note_quiet(self) -> None:
        """Keeps what is known of the live world without looking ahead."""
        known = self._live.surely_quiet()
        self._quiet.append(_UNKNOWN if known is None else known)
        self._quiet_after_ms = self._live.in_a_while_ms()

    def _thin_out(self) -> None:
        """Twice as far apart from now on: memory stays bounded however long the run gets."""
        self._every *= 2
        for seq in [known for known in self._checkpoints if known % self._every]:
            del self._checkpoints[seq]

    def _world(self, seq: int) -> World:
        """The world at step `seq`, to look at only."""
        self._need(seq)
        if self._live.seq == seq:
            return self._live
        nearest = self._checkpoints[max(known for known in self._checkpoints if known <= seq)]
        looked = self._looked
        if looked is not None and nearest.seq <= looked.seq <= seq:
            world = looked
        else:
            world = nearest.copy()
        while world.seq < seq:
            self._advance(world, told=False)
        self._looked = world
        return world


def _act_row(frame: Frame) -> ActRow:
    focus = cast(dict[str, list[str]], frame["focus"])
    pods = focus["pods"]
    return (
        cast(int, frame["seq"]),
        cast(float, frame["t"]),
        cast(str, frame["actor"]),
        cast(str, frame["kind"]),
        pods[0] if pods else None,
    )
