"""Figures that can be followed over a run: one number at each step.

`pending`, `running` and `ending` count pods; `free-cpu:n1` (cores), `free-memory:n1` (GiB) and `pods:n1` are
of a node; `processes:default/p` are the processes of one pod name on all machines; `skew:default/p` is the
skew of the first spread constraint of that pod. A condition (docs/conditions.md) is a figure too: the number
that it is about, or 1 where it holds and 0 where it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.stretch import RecordedStretch
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition, Moment
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.resources import ResourceList, add, get
from scheduler_core.queries.query import AnswerPart, More

NAMES = (
    "pending",
    "running",
    "ending",
    "free-cpu:NODE",
    "free-memory:NODE",
    "pods:NODE",
    "processes:POD",
    "skew:POD",
)
_GIB = 2**30

Value = Callable[[Moment], float | None]
Point = tuple[float, float, int]
"""Second, value, step."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of one run. Where a node or pod does not exist it has no value."""

    recording: Recording
    condition: Condition | None = None
    of_moment: Value | None = None

    def points(
        self, begin: int, upto: int, last: float | None = None, more: More = lambda: True
    ) -> tuple[list[Point], int]:
        """The steps from `begin` to `upto` at which the value changes, and the last step that was examined.
        `last` is the value before `begin`."""
        stretch = RecordedStretch(self.recording)
        points: list[Point] = []
        seq = begin
        while True:
            value = self._at(stretch, seq)
            if value is not None and last != value:
                points.append((float(self.recording.time(seq)), value, seq))
                last = value
            if seq >= upto or not more():
                return points, seq
            seq += 1

    def _at(self, stretch: RecordedStretch, seq: int) -> float | None:
        if self.of_moment is not None:
            return self.of_moment(stretch.moment(seq))
        assert self.condition is not None
        verdict = self.condition.judge(stretch, seq)
        n = dict(verdict.message.args).get("n")
        return float(n) if isinstance(n, int | float) and not isinstance(n, bool) else float(verdict.holds)


def figure(
    recording: Recording, seq: int, name_or_condition: Json, begin: int, last: float | None, more: More
) -> AnswerPart | Problem:
    """`{"points"}`: the steps `begin` … `seq` at which a figure takes another value, as `[second, value,
    step]`. `last` is the value before `begin`, None where that is the start."""
    recording.reach(seq)
    parsed = parse_figure(recording, name_or_condition, seq)
    if isinstance(parsed, Problem):
        return parsed
    points, at = parsed.points(begin, seq, last, more)
    again: dict[str, Json] = {"begin": at + 1, "last": points[-1][1] if points else last}
    return AnswerPart({"points": [list(point) for point in points]}, at, at >= seq, again)


def parse_figure(recording: Recording, name_or_condition: Json, seq: int) -> Figure | Problem:
    """The figure that a text or a condition (a map) means; pods and nodes are those of step `seq`."""
    if isinstance(name_or_condition, Mapping):
        condition = parse_condition(name_or_condition, "f")
        return condition if isinstance(condition, Problem) else Figure(recording, condition=condition)
    name, _, of = text(name_or_condition).partition(":")
    if name == "skew" and (skew := _skew(recording, of, seq)) is not None:
        return Figure(recording, condition=skew)
    if of and name in _OF_NODES:
        if not any(of in recording.world(step).api.nodes for step in (seq, 0)):
            return Problem("f", "figure.no_node", {"name": of})
        return Figure(recording, of_moment=_of_node(_OF_NODES[name], of))
    if of and name == "processes":
        return Figure(recording, of_moment=lambda moment: moment.processes.count(of))
    if not of and name in _COUNTED:
        return Figure(recording, of_moment=_count(_COUNTED[name]))
    return Problem("f", "figure.unknown", {"got": text(name_or_condition) or "?", "supported": list(NAMES)})


_COUNTED: Mapping[str, Callable[[Pod], bool]] = {
    "pending": lambda pod: not pod.node_name and not pod.finished,
    "running": lambda pod: bool(pod.node_name) and not pod.finished and not pod.terminating,
    "ending": lambda pod: pod.terminating and not pod.finished,
}


def _count(counts: Callable[[Pod], bool]) -> Value:
    return lambda moment: sum(counts(pod) for pod in moment.api.pods.values())


def _free(resource: str, unit: float) -> Callable[[Moment, str], float | None]:
    def value(moment: Moment, name: str) -> float | None:
        node = moment.api.nodes.get(name)
        if node is None:
            return None
        taken: ResourceList = {}
        for pod in moment.api.pods.values():
            if pod.node_name == name and not pod.finished:
                taken = add(taken, pod_requests(pod))
        left = get(node.allocatable, resource) - get(taken, resource)
        return round(left.nano / 1e9 / unit, 3)

    return value


def _pods(moment: Moment, name: str) -> float | None:
    if name not in moment.api.nodes:
        return None
    return sum(pod.node_name == name and not pod.finished for pod in moment.api.pods.values())


_OF_NODES: Mapping[str, Callable[[Moment, str], float | None]] = {
    "free-cpu": _free("cpu", 1),
    "free-memory": _free("memory", _GIB),
    "pods": _pods,
}


def _of_node(figure: Callable[[Moment, str], float | None], name: str) -> Value:
    return lambda moment: figure(moment, name)


def _skew(recording: Recording, key: str, seq: int) -> Condition | None:
    """A condition whose verdict has the skew of the pod's first spread constraint; None without such a
    constraint."""
    for step in (seq, 0):
        pod = recording.world(step).api.pods.get(key)
        constraint = next(iter(pod.constraint_manifests), None) if pod else None
        if pod is None or constraint is None:
            continue
        over, selector = find(constraint, "topologyKey"), find(constraint, "labelSelector")
        spec: Json = {"over": over, "selector": selector or {}, "namespace": pod.namespace, "is": 0}
        condition = parse_condition({"skew": spec}, "f")
        return None if isinstance(condition, Problem) else condition
    return None
