"""The report over a maintenance that a run was given: where the pods of its nodes go, which cannot move,
which budgets hold them, how long it takes, and what has to be done first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import Frame, World
from scheduler_core.inputs.kubectl_inputs import DRAIN, LOSE, UPGRADE, Maintenance
from scheduler_core.inputs.parse import Input, TimedInput
from scheduler_core.objects.manifest import Json, find, items, mapping, strings, text
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.comparison.course import CourseReader, PodCourse
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl

PATIENCE_S = 900
"""Virtual seconds without any progress after which a maintenance is not followed any longer."""


def maintained(recording: Recording, seq: int) -> dict[str, Json] | None:
    """The report (`report`) over the newest maintenance that was begun before step `seq`, up to that step;
    None when there is none."""
    newest = _newest_before(recording, seq)
    return None if newest is None else report(recording, newest[1], newest[0], seq)


def begun(recording: Recording, seq: int) -> dict[str, Json] | None:
    """The newest maintenance that was begun before step `seq`: `{"plan", "nodes", "since"}`, the last in
    seconds; None when there is none."""
    newest = _newest_before(recording, seq)
    if newest is None:
        return None
    at, value = newest
    return {"plan": value.plan, "nodes": list[Json](value.nodes), "since": float(recording.time(at))}


def _newest_before(recording: Recording, seq: int) -> tuple[int, Maintenance] | None:
    given = (
        (at, value)
        for at, given in reversed(recording.inputs)
        if at < seq and isinstance(value := _untimed(given), Maintenance)
    )
    return next(given, None)


def report(recording: Recording, value: Maintenance, since: int, seq: int) -> dict[str, Json]:
    """What has become of the pods of a maintenance that was given at step `since`, up to step `seq`.

    - `plan`, `nodes`: what was begun
    - `since`, `first`, `at`: the steps of its beginning, of its first eviction or lost machine (None before
      there is one) and of the report
    - `from`, `end`: seconds of the begin and of step `seq`
    - `over`: nothing more comes of it; `whole`: everything has come to rest; `stuck`: a node was not emptied
    - `rows`: `{"pod", "node", "ended", "state", "next"}` for each pod that was on one of the nodes: `ended`
      is the second at which it was gone, None for one that stays in this `state`; `next` is the pod that took
      its place, `{"pod", "node", "bound", "ready", "why"}`, or None
    - `held`: `{"pod", "why", "budgets"}`, pods that a budget held back or that cannot be evicted
    - `drained`, `removed`: `{"node", "at"}`, when a node was empty and when an extra node was gone
    - `errors`: those of drains that failed; `commands`: the lines of kubectl
    - `first_steps`: what to do before, `{"what", "args", "line"}`
    """
    notes = _followed(recording, since, seq)
    world = recording.world(seq)
    begin, end = float(recording.time(since)), float(recording.time(seq))
    rows = list(_rows(notes.reader.pods.values(), set(value.nodes), begin, notes.before))
    held = [_held(world, key, notes.labels.get(key, {}), why) for key, why in notes.held.items()]
    kubectl = world.cluster.agenda.actors.get(KUBECTL)
    working = isinstance(kubectl, Kubectl) and kubectl.maintains
    quiet = recording.quiet(seq)
    line = kubectl_line(value)
    return {
        "plan": value.plan,
        "nodes": list[Json](value.nodes),
        "since": since,
        "at": seq,
        "first": notes.first,
        "from": begin,
        "end": end,
        "over": quiet or end - notes.progress_s >= PATIENCE_S,
        "whole": quiet,
        "stuck": value.plan != LOSE and not _emptied(value, notes) and (quiet or not working),
        "rows": list[Json](rows),
        "held": list[Json](held),
        "errors": list[Json](list(dict.fromkeys(notes.errors))),
        "commands": [line] if line else [],
        "drained": [{"node": node, "at": second} for node, second in notes.drained.items()],
        "removed": [{"node": node, "at": second} for node, second in notes.removed.items()],
        "first_steps": list[Json](_first_steps(world, rows, held, value)),
    }


def _emptied(value: Maintenance, notes: _Notes) -> bool:
    return all(node in notes.drained for node in value.nodes)


@dataclass(slots=True)
class _Notes:
    """What the frames from step `since` up to step `upto` say. `progress_s` is the second of the last thing
    that came of the maintenance, `before` are the pods that there were, `labels` those of all pods."""

    since: int
    inputs: tuple[tuple[int, Input | Problem], ...]
    upto: int
    progress_s: float
    reader: CourseReader = field(default_factory=CourseReader)
    before: frozenset[tuple[str, int]] = frozenset()
    first: int | None = None
    held: dict[str, str] = field(default_factory=dict)
    labels: dict[str, Mapping[str, str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    drained: dict[str, float] = field(default_factory=dict)
    removed: dict[str, float] = field(default_factory=dict)

    def frame(self, frame: Frame) -> None:
        """Takes in the next frame."""
        self.upto += 1
        self.reader.frame(frame)
        for change in items(frame.get("changes")):
            if find(change, "kind") == "pod" and find(change, "view") is not None:
                self._labelled(mapping(find(change, "view")))
        code = text(find(frame, "message", "id"))
        pods = strings(find(frame, "focus", "pods"))
        if code.startswith(("drain.", "maintenance.")) or frame.get("kind") in ("bind", "removed"):
            self.progress_s = _seconds(frame.get("t"))
        if code in ("drain.evicted", "maintenance.lost") and self.first is None:
            self.first = self.upto
        elif code == "drain.refused" and pods:
            self.held.setdefault(pods[0], text(find(frame, "message", "args", "why")))
        elif code == "drain.failed":
            words = text(find(frame, "message", "args", "text"))
            if pods:
                self.held.setdefault(pods[0], words)
            else:
                self.errors.append(words)
        elif code == "drain.done":
            self.drained[text(find(frame, "message", "args", "node"))] = _seconds(frame.get("t"))
        elif code == "maintenance.removed":
            self.removed[text(find(frame, "message", "args", "node"))] = _seconds(frame.get("t"))

    def _labelled(self, view: Mapping[str, Json]) -> None:
        labels = mapping(view.get("labels"))
        self.labels[text(view.get("key"))] = {name: text(value) for name, value in labels.items()}


_newest: WeakKeyDictionary[Recording, _Notes] = WeakKeyDictionary()
"""What was read last of each recording: a report that is played on is asked for again and again."""


def _followed(recording: Recording, since: int, seq: int) -> _Notes:
    """What the frames up to step `seq` say. Only those are read that were not read before."""
    inputs = tuple(row for row in recording.inputs if row[0] < seq)
    notes = _newest.get(recording)
    if notes is None or (notes.since, notes.inputs) != (since, inputs) or notes.upto > seq:
        begin = float(recording.time(since))
        notes = _Notes(since, inputs, since, begin)
        views = recording.world(since).picture.board.listed("pod")
        notes.reader.begin({"pods": list[Json](views)}, begin)
        notes.before = frozenset(notes.reader.pods)
        for view in views:
            notes._labelled(mapping(view))
        _newest[recording] = notes
    while notes.upto < seq:
        notes.frame(recording.frame(notes.upto + 1))
    return notes


def _held(world: World, key: str, labels: Mapping[str, str], why: str) -> dict[str, Json]:
    namespace = key.partition("/")[0]
    budgets = [budget.key for budget in world.api.budgets.values() if budget.protects(namespace, labels)]
    return {"pod": key, "why": why, "budgets": list[Json](budgets)}


def _rows(
    pods: Iterable[PodCourse], nodes: set[str], begin: float, before: frozenset[tuple[str, int]]
) -> Iterator[dict[str, Json]]:
    """A row for each pod on `nodes` at second `begin`, with the pod of its workload that replaces it."""
    lives = sorted(pods, key=lambda pod: (pod.order, pod.key, pod.life))
    here = [pod for pod in lives if _node_at(pod, begin) in nodes]
    fresh: dict[str, list[PodCourse]] = defaultdict(list)
    # One that had to move once more, from another of the nodes or from an extra one, is nobody's last place.
    for pod in sorted(lives, key=lambda pod: pod.ended_s is not None):
        if pod.group and pod.stretches and (pod.key, pod.life) not in before:
            fresh[pod.group].append(pod)
    for pod in sorted(here, key=lambda pod: (_node_at(pod, begin), pod.order, pod.key)):
        follows = None
        if fresh[pod.group]:
            follows = next((new for new in fresh[pod.group] if new.key == pod.key), fresh[pod.group][0])
            fresh[pod.group].remove(follows)
        yield {
            "pod": pod.key,
            "node": _node_at(pod, begin),
            "ended": pod.ended_s,
            "state": pod.state,
            "next": None if follows is None else _next(follows),
        }


def _node_at(pod: PodCourse, second: float) -> str:
    """The node of a pod at a second; "" when the pod did not exist or had no node."""
    for stretch in pod.stretches:
        if (
            stretch.from_s <= second
            and (stretch.to_s is None or stretch.to_s >= second)
            and stretch.kind in ("runs", "ends")
        ):
            return stretch.node
    return ""


def _next(pod: PodCourse) -> Json:
    return {
        "pod": pod.key,
        "node": pod.node or None,
        "bound": pod.bound_s,
        "ready": pod.ready_s,
        "why": pod.reason if pod.bound_s is None else "",
    }


def _first_steps(
    world: World, rows: Sequence[Mapping[str, Json]], held: Sequence[Mapping[str, Json]], value: Maintenance
) -> Iterator[dict[str, Json]]:
    """What has to be done before the maintenance so that it comes to its end and no pod is left without a
    node."""
    staying = {row["pod"] for row in rows if row["ended"] is None}
    blocking = {key for row in held if row["pod"] in staying for key in strings(row["budgets"])}
    for budget in world.api.budgets.values():
        # One whose pods lack a node needs no other number: it allows the next eviction once they run.
        if budget.key in blocking and not _lacks_nodes(world, budget):
            yield _room_in(world, budget)
    if value.plan in (UPGRADE, DRAIN) and not value.force:
        bare = [
            pod.key
            for pod in world.api.pods.values()
            if pod.node_name in value.nodes and pod.meta.controller is None and pod.key in staying
        ]
        if bare:
            yield _step("unmanaged", "", number=len(bare), pods=list[Json](bare[:3]))
    waiting = [find(row, "next", "pod") for row in rows if row["next"] and not find(row, "next", "node")]
    if waiting:
        yield _step("capacity", "", number=len(waiting), pods=list[Json](waiting[:3]))


def _lacks_nodes(world: World, budget: PodDisruptionBudget) -> bool:
    """Whether a pod of this budget is without a node."""
    return any(
        not pod.node_name and budget.protects(pod.namespace, pod.labels) for pod in world.api.pods.values()
    )


def _room_in(world: World, budget: PodDisruptionBudget) -> dict[str, Json]:
    """What makes a budget allow one disruption: another replica, or a smaller budget."""
    pods = [pod for pod in world.api.pods.values() if budget.protects(pod.namespace, pod.labels)]
    workload = next(
        (name for pod in pods if (name := _workload(world, pod.namespace, pod.meta.controller))), ""
    )
    name, namespace = budget.key.rpartition("/")[2], budget.key.partition("/")[0]
    if isinstance(budget.min_available, int) and workload and budget.min_available > 0:
        replicas = budget.min_available + 1
        line = f"kubectl -n {namespace} scale {workload} --replicas={replicas}"
        return _step("replicas", line, budget=budget.key, workload=workload, replicas=replicas)
    change = '{"spec":{"minAvailable":null,"maxUnavailable":1}}'
    return _step("budget", f"kubectl -n {namespace} patch pdb {name} -p '{change}'", budget=budget.key)


def _workload(world: World, namespace: str, owner: object) -> str:
    """The Deployment, StatefulSet or ReplicaSet that decides how many pods there are; "" for none."""
    kind, name = getattr(owner, "kind", ""), getattr(owner, "name", "")
    if kind == "ReplicaSet":
        owned = world.api.get(kind, f"{namespace}/{name}")
        above = None if owned is None else owned.meta.controller
        if above is not None and above.kind == "Deployment":
            return f"deployment/{above.name}"
    return f"{kind.lower()}/{name}" if kind in ("ReplicaSet", "StatefulSet") else ""


def _step(what: str, line: str, **args: Json) -> dict[str, Json]:
    return {"what": what, "args": args, "line": line}


def _seconds(value: Json) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _untimed(value: Input | Problem) -> object:
    return value.input if isinstance(value, TimedInput) else value
