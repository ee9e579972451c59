"""Obstacles and advice at one step: the scheduler's own state is asked, and each advice tried in a fork.

`advice` finds changes by deciding again; here they become inputs, and a copy of the world is given them and
played on until the pod has its node. Only what was seen to work there is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.advice.advice import Advice, advise, changed_pod
from scheduler_core.advice.changes import (
    AddNode,
    Change,
    DeletePod,
    LabelNode,
    PodChange,
    RaisePriority,
    UncordonNode,
    Untaint,
)
from scheduler_core.advice.obstacles import Obstacle, ObstacleCourse, grouped
from scheduler_core.advice.volume_changes import AppliedChange, LabelVolume
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.engine.world import World
from scheduler_core.simulation.inputs.parse import parse_input
from scheduler_core.simulation.limits import NODES_IN_A_DECISION

# Acts a fork is played on for, for one advice and for all of them.
ACTS_OF_A_PROOF = 120
ACTS_OF_ALL_PROOFS = 480
_AUTHORS_METADATA = ("name", "namespace", "labels", "annotations", "ownerReferences")


@dataclass(frozen=True, slots=True)
class Question:
    """What `decide` is asked with."""

    snapshot: Snapshot
    pod: PodInfo
    profile: Profile
    nominator: Nominator


def question(world: World, pod_key: str) -> Question | None:
    """The scheduler's own picture, or where none runs that of one started now; None: nobody schedules it."""
    if not world.scheduler_running:
        world = world.copy()
        world.start_scheduler()
    scheduler = world.agenda.actors.get(world.components.scheduler_name)
    pod = world.api.pods.get(pod_key)
    if not isinstance(scheduler, Scheduler) or pod is None:
        return None
    info = scheduler.view.pods.get(pod_key) or PodInfo.of(pod)
    try:
        profile = scheduler.profile_of(info)
    except KeyError:
        return None
    return Question(scheduler.view.snapshot, info, profile, scheduler.queue.nominator)


# --- obstacles ------------------------------------------------------------------------------------


def obstacles(world: World, pod_key: str) -> dict[str, Json] | None:
    """All obstacles on each node for a pod without a node; None: no such pod, or it has one."""
    asked = question(world, pod_key)
    if asked is None or asked.pod.node_name or pod_key in _assumed(world):
        return None
    course = ObstacleCourse(asked.snapshot, asked.pod, asked.profile, asked.nominator)
    shown: dict[str, Json] = {}
    found: list[tuple[Obstacle, ...]] = []
    for node in asked.snapshot.nodes:
        full = len(shown) < NODES_IN_A_DECISION
        of_node = course.on(node, details=full)
        found.append(of_node)
        if full:
            shown[node.name] = [obstacle.to_json() for obstacle in of_node]
    groups: list[Json] = [
        {"plugin": group.plugin or None, "reason": group.reason, "nodes": group.nodes, "first": group.first}
        for group in grouped(found)
    ]
    return {
        "pod": pod_key,
        "seq": world.seq,
        "nodeCount": len(found),
        "feasible": sum(not of_node for of_node in found),
        "nodes": shown,
        "groups": groups,
    }


def _assumed(world: World) -> Sequence[str]:
    scheduler = world.agenda.actors.get(world.components.scheduler_name)
    return tuple(scheduler.view.assumed) if isinstance(scheduler, Scheduler) else ()


# --- advice ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of it in the fork: the node, and whether the pod got it (`bound`) or is to (`nominated`)."""

    node: str
    result: str


def advice(world: World, pod_key: str) -> list[Json] | None:
    """What would make the pod fit, ranked; empty: nothing is needed or nothing was found; None: no such pod.

    Each is `{"id", "messages", "note", "victims", "inputs", "node", "result"}`; `inputs` in the order to be
    given.
    """
    pod = world.api.pods.get(pod_key)
    if pod is None:
        return None
    asked = question(world, pod_key)
    waits = not (pod.node_name or pod.terminating or pod.finished)
    if asked is None or not waits or pod_key in _assumed(world):
        return []
    acts = ACTS_OF_ALL_PROOFS
    offered: list[Json] = []
    if pod.nominated_node_name:
        # Its victims may be leaving; only a preemption that leads nowhere needs advice.
        alone, used = _prove(world, pod_key, (), acts)
        acts -= used
        if alone is not None:
            return []
    if not world.scheduler_running:
        start: list[Json] = [{"kind": "scheduler", "running": True}]
        tried, used = _prove(world, pod_key, start, acts)
        if tried is not None:
            said = [message("advice.start_scheduler")]
            return [_entry("startscheduler", said, None, (), start, tried)]
        world = _started(world)
        acts -= used
    for found in _advised(world, asked):
        inputs = inputs_of(world, pod_key, found.changes)
        tried, used = _prove(world, pod_key, inputs, acts)
        acts -= used
        if tried is not None:
            said = [change.told() for change in found.changes]
            note = _note(world, pod_key, found.changes)
            offered.append(_entry(found.id, said, note, found.victims, inputs, tried))
    return offered


def _started(world: World) -> World:
    world = world.copy()
    world.start_scheduler()
    return world


def _advised(world: World, asked: Question) -> tuple[Advice, ...]:
    classes = {
        name: entry.value
        for name, entry in world.api.priority_classes.items()
        if text(find(entry.manifest, "preemptionPolicy")) != "Never" and not name.startswith("system-")
    }
    return advise(asked.snapshot, asked.pod, asked.profile, asked.nominator, classes)


def _note(world: World, pod_key: str, changes: Sequence[Change]) -> Message | None:
    """A changed pod of a controller is one pod; the next one comes from the template again."""
    owner = world.api.pods[pod_key].meta.controller
    if owner is None or not any(isinstance(change, PodChange) for change in changes):
        return None
    return message("advice.in_template", owner=f"{owner.kind} {owner.name}")


def _entry(
    name: str,
    said: Sequence[Message],
    note: Message | None,
    victims: Sequence[str],
    inputs: list[Json],
    tried: Tried,
) -> Json:
    return {
        "id": name,
        "messages": [each.to_json() for each in said],
        "note": None if note is None else note.to_json(),
        "victims": list(victims),
        "inputs": inputs,
        "node": tried.node,
        "result": tried.result,
    }


def inputs_of(world: World, pod_key: str, changes: Sequence[Change]) -> list[Json]:
    """The inputs that make the changes. A pod's spec cannot be changed in place, so the pod is made anew."""
    inputs = [entry for change in changes for entry in _cluster_inputs(change)]
    if any(isinstance(change, PodChange) for change in changes):
        inputs += _recreated(world, pod_key, changes)
    return inputs


def _cluster_inputs(change: Change) -> Iterator[Json]:
    match change:
        case UncordonNode():
            yield {"kind": "uncordon", "node": change.node}
        case Untaint():
            yield {"kind": "untaint", "node": change.node, "key": change.key, "effect": change.effect}
        case LabelNode():
            labels: dict[str, Json] = {change.key: change.value}
            target: dict[str, Json] = {"kind": "Node", "name": change.node}
            yield {"kind": "label", "object": target, "labels": labels}
        case DeletePod():
            yield {"kind": "delete", "object": _pod_named(change.pod)}
        case LabelVolume():
            of_volume: dict[str, Json] = {change.key: change.value}
            volume: dict[str, Json] = {"kind": "PersistentVolume", "name": change.volume}
            yield {"kind": "label", "object": volume, "labels": of_volume}
        case AddNode():
            drivers = () if change.csi_node is None else (change.csi_node,)
            yield {"kind": "apply", "documents": [change.manifest, *drivers]}
        case AppliedChange():
            yield {"kind": "apply", "documents": [change.manifest]}
        case RaisePriority(made=True):
            made: dict[str, Json] = {
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": change.class_name},
                "value": change.value,
            }
            yield {"kind": "apply", "documents": [made]}


def _pod_named(key: str) -> Json:
    namespace, _, name = key.partition("/")
    return {"kind": "Pod", "namespace": namespace, "name": name}


def _recreated(world: World, pod_key: str, changes: Sequence[Change]) -> Iterator[Json]:
    document = changed_pod(world.api.pods[pod_key], changes)
    metadata = mapping(document.get("metadata"))
    document["apiVersion"], document["kind"] = "v1", "Pod"
    document["metadata"] = {key: metadata[key] for key in _AUTHORS_METADATA if key in metadata}
    # Admission works these out again.
    for computed in ("priority", "nodeName"):
        document["spec"].pop(computed, None)
    if any(isinstance(change, RaisePriority) for change in changes):
        document["spec"].pop("preemptionPolicy", None)
    yield {"kind": "delete", "object": _pod_named(pod_key)}
    yield {"kind": "apply", "documents": [document]}


def _prove(world: World, pod_key: str, inputs: Sequence[Json], acts: int) -> tuple[Tried | None, int]:
    """(what came of the inputs in a fork, acts played there). None: refused, or the pod still waits."""
    fork = world.copy()
    for value in inputs:
        parsed = parse_input(value)
        if isinstance(parsed, Problem) or isinstance(fork.give(parsed), Refused | Problem):
            return None, 0
    used = 0
    for _ in range(min(acts, ACTS_OF_A_PROOF)):
        frame = fork.step()
        if frame is None:
            break
        used += 1
        pod = fork.api.pods.get(pod_key)
        if pod is None:
            break
        if pod.node_name:
            return Tried(pod.node_name, "bound"), used
        decision = frame.get("decision")
        if text(find(decision, "pod")) != pod_key:
            continue
        result, node = text(find(decision, "result")), text(find(decision, "node"))
        if result in ("bound", "nominated"):
            return Tried(node, result), used
    return None, used
