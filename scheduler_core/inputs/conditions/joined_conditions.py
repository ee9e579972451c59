"""Words that join conditions: `all`, `any`, `not`, `count`, `versions`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.actor import Message, MessageArg, message
from scheduler_core.inputs.conditions.ranges import Range
from scheduler_core.inputs.conditions.verdict import Condition, Stretch, Verdict
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class All:
    """Holds when all parts hold. Otherwise the message joins those of the parts that do not."""

    parts: tuple[Condition, ...]

    def judge(self, run: Stretch, seq: int) -> Verdict:
        verdicts = [part.judge(run, seq) for part in self.parts]
        broken = [verdict.message for verdict in verdicts if not verdict.holds]
        return Verdict(not broken, _joined(broken or [verdict.message for verdict in verdicts]))

    def to_json(self) -> dict[str, Json]:
        return {"all": [part.to_json() for part in self.parts]}


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds when a part holds. The message is that of the first such part, else it joins those of all."""

    parts: tuple[Condition, ...]

    def judge(self, run: Stretch, seq: int) -> Verdict:
        verdicts = [part.judge(run, seq) for part in self.parts]
        holding = next((verdict for verdict in verdicts if verdict.holds), None)
        return holding or Verdict(False, _joined([verdict.message for verdict in verdicts]))

    def to_json(self) -> dict[str, Json]:
        return {"any": [part.to_json() for part in self.parts]}


@dataclass(frozen=True, slots=True)
class Not:
    """Holds when its part does not."""

    condition: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        verdict = self.condition.judge(run, seq)
        if not verdict.holds:
            return Verdict(True, verdict.message)
        return Verdict(False, message("condition.opposite", actual=verdict.message))

    def to_json(self) -> dict[str, Json]:
        return {"not": self.condition.to_json()}


@dataclass(frozen=True, slots=True)
class Count:
    """The number of conditions that hold is in `range`."""

    parts: tuple[Condition, ...]
    range: Range

    def judge(self, run: Stretch, seq: int) -> Verdict:
        n = sum(part.judge(run, seq).holds for part in self.parts)
        of = len(self.parts)
        if self.range.holds(n):
            return Verdict(True, message("condition.count", n=n, of=of))
        return Verdict(False, message("condition.count_expected", n=n, of=of, expected=self.range.shown))

    def to_json(self) -> dict[str, Json]:
        return {"count": {"of": [part.to_json() for part in self.parts], "is": self.range.to_json()}}


@dataclass(frozen=True, slots=True)
class Versions:
    """Conditions by the Kubernetes version of the run's cluster; a version without a patch level stands for
    all its patches. A run of another version always passes.
    """

    parts: Mapping[str, Condition]

    def judge(self, run: Stretch, seq: int) -> Verdict:
        part = self.parts.get(run.version) or self.parts.get(".".join(run.version.split(".")[:2]))
        if part is None:
            args: dict[str, MessageArg] = {"version": run.version, "versions": tuple(self.parts)}
            return Verdict(True, message("condition.other_version", **args))
        verdict = part.judge(run, seq)
        args = {"version": run.version, "actual": verdict.message}
        return Verdict(verdict.holds, message("condition.version", **args))

    def to_json(self) -> dict[str, Json]:
        return {"versions": {version: part.to_json() for version, part in self.parts.items()}}


def _joined(messages: Sequence[Message]) -> Message:
    first, *others = messages
    for other in others:
        first = message("condition.and", first=first, second=other)
    return first
