"""A recorded run as conditions see it, and the way to the first step at which one holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.conditions.verdict import Condition, Judged, Moment, Verdict
from scheduler_core.inputs.fault_inputs import ISOLATING_FENCERS
from scheduler_core.objects.manifest import Json, find, mapping, strings, text

MOMENTS_KEPT = 2_000


class RecordedStretch:
    """The moments of a recording. The newest that were asked for are kept, so that looking back is cheap."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._moments: dict[int, Moment] = {}
        self._judged: dict[int, tuple[Condition, Judged]] = {}
        """By the identity of a condition, which is kept with it, so that no other one gets it."""

    @property
    def version(self) -> str:
        return self._recording.scenario.version

    def moment(self, seq: int) -> Moment:
        """Raises LookupError for a step that the run never reaches."""
        moment = self._moments.get(seq)
        if moment is None:
            moment = self._moments[seq] = self._look(seq)
            if len(self._moments) > MOMENTS_KEPT:
                del self._moments[next(iter(self._moments))]
        return moment

    def decision(self, seq: int) -> Mapping[str, Json] | None:
        return self._recording.decision(seq)

    def quiet(self, seq: int) -> bool:
        return self._recording.quiet(seq)

    def judged(self, condition: Condition) -> Judged:
        entry = self._judged.get(id(condition))
        if entry is None:
            entry = self._judged[id(condition)] = condition, Judged(self, condition)
        return entry[1]

    def _look(self, seq: int) -> Moment:
        world = self._recording.world(seq)
        running = [
            (key, node)
            for node, host in world.cluster.machines()
            if world.cluster.network.isolated_by(node) not in ISOLATING_FENCERS
            for key in host.running().values()
        ]
        processes, machines = tuple(key for key, _ in running), tuple(node for _, node in running)
        if not seq:
            return Moment(0, world.now_ms, world.api.copy(), processes, machines)
        frame = self._recording.frame(seq)
        return Moment(
            seq,
            round(self._recording.time(seq) * 1000),
            world.api.copy(),
            processes,
            machines,
            text(frame["actor"]),
            text(frame["who"]),
            text(frame["kind"]),
            text(find(frame, "message", "id")),
            strings(find(frame, "focus", "pods")),
            mapping(find(frame, "message", "args")),
        )


def judge(recording: Recording, condition: Condition, seq: int) -> Verdict:
    """Whether the condition holds at step `seq` of the run."""
    (verdict,) = judge_all(recording, (condition,), seq)
    return verdict


def judge_all(recording: Recording, conditions: Iterable[Condition], seq: int) -> tuple[Verdict, ...]:
    """As `judge`, for several conditions at the same step."""
    recording.reach(seq)
    stretch = RecordedStretch(recording)
    return tuple(condition.judge(stretch, seq) for condition in conditions)


def play_until(
    recording: Recording, condition: Condition, from_seq: int = 0, limit: int = 2_000
) -> tuple[int, Verdict]:
    """Plays on from step `from_seq` to the first later step at which the condition holds.

    Returns that step and the verdict; when the run becomes quiet or `limit` steps have been played before,
    the last step and its verdict, which does not hold. A condition that holds at `from_seq` already is found
    where it holds next.
    """
    stretch = RecordedStretch(recording)
    seq = from_seq
    recording.reach(seq)
    verdict = condition.judge(stretch, seq)
    while seq < from_seq + limit and not recording.quiet(seq) and recording.reach(seq + 1):
        seq += 1
        verdict = condition.judge(stretch, seq)
        if verdict.holds:
            break
    return seq, verdict
