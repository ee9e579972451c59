"""One scenario with one number swept: how its pods fare with each value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, find, items, mapping, text, with_value
from scheduler_core.queries.comparison.course import Course, PodCourse, course_of
from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
from scheduler_core.queries.comparison.played_once import PlayedOnce
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

ROWS = 12
"""The number of pods whose stretches an answer contains; the counts include all pods."""
_HOSTNAME = "kubernetes.io/hostname"
_SCALED = frozenset(name for name, kind in KINDS.items() if kind.scalable)


def _grace(value: Json, number: int) -> Json:
    """A pod spec, of a pod or of a template, with this terminationGracePeriodSeconds."""
    spec = mapping(value)
    if not items(spec.get("containers")):
        return value
    return with_value(spec, ("terminationGracePeriodSeconds",), number)


def _max_skew(value: Json, number: int) -> Json:
    spread = mapping(value)
    return with_value(spread, ("maxSkew",), number) if {"maxSkew", "topologyKey"} <= spread.keys() else value


def _replicas(value: Json, number: int) -> Json:
    entry = mapping(value)
    return with_value(entry, ("spec", "replicas"), number) if text(entry.get("kind")) in _SCALED else value


_EVERYWHERE: Mapping[str, Callable[[Json, int], Json]] = {
    "grace": _grace,
    "maxSkew": _max_skew,
    "replicas": _replicas,
}
PARAMETERS = (*_EVERYWHERE, "nodes")
"""What can be swept: terminationGracePeriodSeconds of all pods, maxSkew of all spread constraints, replicas
of all workloads, and the number of nodes."""


def varied(scenario: Scenario, parameter: str, number: int) -> Scenario:
    """The scenario with another number; what its script applies is changed too. With more nodes than there
    are the last one is repeated under other names, with fewer the last ones are left out."""
    canonical = mapping(scenario.canonical())
    if parameter == "nodes":
        return Scenario.from_canonical({**canonical, "objects": _nodes(items(canonical["objects"]), number)})
    change = _EVERYWHERE[parameter]
    changed = {name: _walk(canonical[name], change, number) for name in ("objects", "inputs")}
    return Scenario.from_canonical({**canonical, **changed})


def applies(scenario: Scenario, parameter: str) -> bool:
    """Whether the scenario has anything that this parameter changes."""
    if parameter == "nodes":
        return any(find(row, "kind") == "Node" for row in items(mapping(scenario.canonical())["objects"]))
    same = scenario.canonical()
    return any(varied(scenario, parameter, number).canonical() != same for number in (1, 2))


def _walk(value: Json, change: Callable[[Json, int], Json], number: int) -> Json:
    """The value with `change` applied to every map in it, the innermost first."""
    if isinstance(value, Mapping):
        return change({name: _walk(inner, change, number) for name, inner in value.items()}, number)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_walk(inner, change, number) for inner in value]
    return value


def _nodes(objects: Sequence[Json], number: int) -> list[Json]:
    nodes = [manifest for manifest in objects if find(manifest, "kind") == "Node"]
    kept = [manifest for manifest in objects if manifest not in nodes[number:]]
    names = {text(find(manifest, "metadata", "name")) for manifest in nodes}
    fresh = (name for i in range(1, number + len(names) + 1) if (name := f"n{i}") not in names)
    more = [_again(nodes[-1], next(fresh)) for _ in range(max(0, number - len(nodes)))] if nodes else []
    return [*kept, *more]


def _again(node: Json, name: str) -> Json:
    """The same node under another name."""
    copy = with_value(mapping(node), ("metadata", "name"), name)
    if find(copy, "metadata", "labels", _HOSTNAME) is not None:
        copy = with_value(copy, ("metadata", "labels", _HOSTNAME), name)
    if find(copy, "metadata", "uid") is not None:
        copy = with_value(copy, ("metadata", "uid"), "")
    return copy


def sweep(recording: Recording, seq: int, parameter: str, values: Sequence[int], most: int) -> Json:
    """How the run goes, with the inputs that it was given, with each of some values of a parameter: `swept`
    of each; None where it has nothing of the kind."""
    scenario = with_given_inputs(recording)
    if not applies(scenario, parameter):
        return None
    return [swept(scenario, parameter, value, most, recording.plugins) for value in values]


def swept(
    scenario: Scenario, parameter: str, number: int, most: int, plugins: OwnPlugins = NO_OWN_PLUGINS
) -> dict[str, Json]:
    """How the scenario goes with one value, at most `most` steps: `{"value", "pods", "bound", "pending",
    "killed", "last", "end", "quiet", "rows"}`.

    `last` is the second at which the last pod was bound, None without one; `end` the last second of the run;
    `killed` counts pods that were ended by SIGKILL. `rows` are `{"name", "stretches"}` of the first ROWS
    pods, see `Stretch`.
    """
    recording = PlayedOnce(varied(scenario, parameter, number), plugins)
    return _result(number, course_of(recording, play_out(recording, most)))


def _result(number: int, course: Course) -> dict[str, Json]:
    pods = sorted(course.pods.values(), key=lambda pod: (pod.order, pod.key, pod.life))
    bound = [pod.bound_s for pod in pods if pod.bound_s is not None]
    return {
        "value": number,
        "pods": len(pods),
        "bound": len(bound),
        "pending": sum(_waits(pod) for pod in pods),
        "killed": sum(pod.killed_s is not None for pod in pods),
        "last": max(bound, default=None),
        "end": course.end_s,
        "quiet": course.quiet,
        "rows": [
            {"name": pod.name, "stretches": [span.to_json() for span in pod.stretches]} for pod in pods[:ROWS]
        ],
    }


def _waits(pod: PodCourse) -> bool:
    """Whether the pod is there at the end and has no node."""
    return pod.bound_s is None and pod.ended_s is None
