"""The word `score`: the points of a node in the newest decision about a pod."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.inputs.conditions.condition_fields import Fields, named, says_nothing
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.verdict import Stretch, Verdict, fact
from scheduler_core.objects.manifest import Json, find

OF_A_PLUGIN = ("raw", "normalized", "weighted")
"""The points of one plugin, in the order of `scores` in the DecisionView of docs/protocol.md."""


@dataclass(frozen=True, slots=True)
class ScoreCondition:
    """Points of one node in the newest decision about a pod that gave points. `ranges` are those of `plugin`
    by their names; with `plugin` "" the only one is `total`, the sum over all plugins.
    """

    key: str
    node: str
    plugin: str
    ranges: Mapping[str, Range]

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> ScoreCondition:
        read = Fields(value, path)
        key, node = read.pod("pod"), read.name("node")
        plugin = read.name("plugin") if read.has_value("plugin") else ""
        names = OF_A_PLUGIN if plugin else ("total",)
        ranges = {name: bounds for name in names if (bounds := optional_range(read, name)) is not None}
        read.refuse_unread()
        if not ranges:
            raise says_nothing(path, list(names))
        return cls(key, node, plugin, ranges)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        points = self._points(run, seq)
        verdict = Verdict(False, message("condition.no_score", pod=named(self.key), node=self.node))
        if points is None:
            return verdict
        of = f"{named(self.key)} → {self.node}"
        for name, bounds in self.ranges.items():
            got = points[name]
            what = f"{self.plugin} {name}".strip()
            verdict = fact(of, what, got, bounds.shown, bounds.holds(got))
            if not verdict.holds:
                break
        return verdict

    def _points(self, run: Stretch, seq: int) -> Mapping[str, int] | None:
        """The node's points by name; None when it got none."""
        for step in range(seq, 0, -1):
            if self.key not in run.moment(step).pods or run.moment(step).actor != "scheduler":
                continue
            decision = run.decision(step)
            if decision is None or decision["pod"] != self.key or not decision["scored"]:
                continue
            if not self.plugin:
                total = find(decision, "totals", self.node)
                return {"total": total} if isinstance(total, int) else None
            points = find(decision, "scores", self.node, self.plugin)
            if not isinstance(points, list):
                return None
            return {name: n for name, n in zip(OF_A_PLUGIN, points, strict=True) if isinstance(n, int)}
        return None

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"pod": self.key, "node": self.node}
        if self.plugin:
            answer["plugin"] = self.plugin
        return {"score": {**answer, **{name: bounds.to_json() for name, bounds in self.ranges.items()}}}
