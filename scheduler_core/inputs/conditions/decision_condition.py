"""The word `decision`: what the scheduler decided about a pod, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.actor import MessageArg, message
from scheduler_core.inputs.conditions.condition_fields import Fields, named, says_nothing
from scheduler_core.inputs.conditions.fields import shown, unlike
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.verdict import Stretch, Verdict, fact
from scheduler_core.objects.manifest import Json

PARTS = (
    "result",
    "node",
    "message",
    "nodes",
    "feasible",
    "scored",
    "weights",
    "scores",
    "totals",
    "best",
    "tie",
    "preemption",
    "prefilter",
    "prefilterNodes",
    "order",
    "nodeCount",
    "nominatedNodeUsed",
    "cycle",
    "gated",
    "spreadState",
    "spreadScores",
)
"""The fields of the DecisionView of docs/protocol.md that can be expected."""
MOST_DECISIONS = 10_000


@dataclass(frozen=True, slots=True)
class DecisionCondition:
    """A decision about a pod is as `pattern` describes it (see `unlike`): the first one has `number` 1, and
    None is the newest. `count` is how many decisions there were.
    """

    key: str
    number: int | None = None
    count: Range | None = None
    pattern: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> DecisionCondition:
        read = Fields(value, path)
        key, number = read.pod("pod"), read.optional_whole("number", 1, MOST_DECISIONS)
        count = optional_range(read, "count")
        pattern = {name: read.value(name) for name in PARTS if read.has(name)}
        read.refuse_unread()
        if count is None and not pattern:
            raise says_nothing(path, ["count", *PARTS])
        return cls(key, number, count, pattern)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        decisions = list(self._decisions(run, seq, newest=self.count is None and self.number is None))
        n, of = len(decisions), named(self.key)
        enough = Range(self.number or 1, None) if self.pattern else None
        for counted in (self.count, enough):
            if counted is not None and not counted.holds(n):
                args: dict[str, MessageArg] = {"pod": of, "n": n, "expected": counted.shown}
                return Verdict(False, message("condition.decisions_expected", **args))
        if not self.pattern:
            return Verdict(True, message("condition.decisions", pod=of, n=n))
        decision = decisions[-1 if self.number is None else self.number - 1]
        name = "decision" if self.number is None else f"decision {self.number}"
        if (wrong := unlike(decision, self.pattern, name)) is not None:
            path, got, expected = wrong
            return fact(of, path, shown(got), shown(expected), False)
        parts = tuple(self.pattern)
        return Verdict(True, message("condition.as_expected", of=of, what=name, parts=parts))

    def _decisions(self, run: Stretch, seq: int, *, newest: bool) -> Iterator[Mapping[str, Json]]:
        """The decisions about the pod up to a step, or the newest of them alone."""
        for step in range(seq, 0, -1) if newest else range(1, seq + 1):
            moment = run.moment(step)
            if self.key not in moment.pods or moment.actor != "scheduler":
                continue
            decision = run.decision(step)
            if decision is not None and decision["pod"] == self.key:
                yield decision
                if newest:
                    return

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"pod": self.key}
        if self.number is not None:
            answer["number"] = self.number
        if self.count is not None:
            answer["count"] = self.count.to_json()
        return {"decision": {**answer, **self.pattern}}
