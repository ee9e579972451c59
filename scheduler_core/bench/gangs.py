"""Gangs in figures: `python -m scheduler_core.bench --gangs`.

A gang is tried as one against the same pods one by one, side by side in turns: on the same cluster, with the
trace and the outline of each decision. And gangs that compete for a cluster which has room for some of them,
by the virtual seconds that one CPU second plays. Every figure is of CPU time.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from scheduler_core.apiserver import ApiServer, ServerOptions
from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.apiserver.storage.results import Ok
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.bench.busy import node_manifest
from scheduler_core.bench.workloads import FIRST_START, Manner, build_cluster, pending_pod, run
from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, with_value
from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.configuration import DEFAULT_CONFIGURATION
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.scenario.parse import parse_scenario
from scheduler_core.simulation.scenario.scenario import Scenario

GATES = {"GenericWorkload": True, "GangScheduling": True}
VERSION = "1.36"
GROUP = "ring"


@dataclass(frozen=True, slots=True)
class OneGang:
    """A gang of `pods` on `nodes` that have ten pods each already. Its cycle is to need `aim` times the CPU
    time of as many single cycles at most."""

    kind: str
    nodes: int
    pods: int
    aim: float


@dataclass(frozen=True, slots=True)
class Competition:
    """`gangs` of `pods`, each pod with `cpu`, that compete for `nodes` of 16 cores. So many virtual seconds
    as `aim` are to be played in a CPU second. With `rising` priorities one gang comes each second, and
    preempts those before it."""

    nodes: int
    gangs: int
    pods: int
    cpu: str
    lasts_s: int
    aim: float
    rising: bool = False


ONE_GANG = (OneGang("a", 1_000, 64, 0.6), OneGang("b", 1_000, 64, 0.6), OneGang("c", 1_000, 64, 0.6))
COMPETITIONS = (
    Competition(300, 50, 16, "8", 60, 4.0),
    Competition(300, 50, 16, "3", 60, 4.0),
    Competition(300, 50, 16, "8", 60, 4.0, rising=True),
)
"""In the first and the last there is room for 37 gangs, in the second for all."""


@dataclass(frozen=True, slots=True)
class Compared:
    """CPU seconds of single cycles and of the cycle of a group, a pair for each turn."""

    case: OneGang
    single: tuple[float, ...]
    group: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return median(mine / theirs for mine, theirs in zip(self.group, self.single, strict=True))


@dataclass(frozen=True, slots=True)
class Played:
    """A competition that was played."""

    case: Competition
    acts: int
    bound: int
    cpu_s: float

    @property
    def virtual_per_cpu(self) -> float:
        return self.case.lasts_s / self.cpu_s


def compare(case: OneGang, turns: int = 5) -> Compared:
    """Single cycles and the cycle of the group in turns, each on a copy of the same cluster."""
    cluster = build_cluster(case.kind, case.nodes)
    grouped = release(VERSION, GATES)
    single: list[float] = []
    group: list[float] = []
    for turn in range(1, turns + 1):
        cycles = run(case.kind, case.nodes, case.pods, turn, cluster, Manner.TRACED, release(VERSION)).cycles
        single.append(sum(cycles))
        group.append(group_cycle_s(case, cluster, turn, grouped))
    return Compared(case, tuple(single), tuple(group))


def group_cycle_s(case: OneGang, cluster: Snapshot, seed: int, decides: Release) -> float:
    """CPU seconds from the pop of the group to the end of its cycle, in which the places of all pods are
    reserved. Raises ValueError when a pod of the group got no place."""
    scheduler, api = _scheduler(case, cluster, decides)
    random, placed = Random(seed), 0
    gc.collect()
    gc.freeze()
    began = process_time()
    while scheduler.queue.ready or scheduler.groups.busy:
        act = scheduler.act(api, 0, random)
        assert act is not None
        if act.decision is not None:
            act.decision.outline()
            placed += 1
    seconds = process_time() - began
    gc.unfreeze()
    if not placed == len(scheduler.view.assumed) == case.pods:
        raise ValueError(f"{len(scheduler.view.assumed)} of {case.pods} pods of the group got a place")
    return seconds


def _scheduler(case: OneGang, cluster: Snapshot, decides: Release) -> tuple[Scheduler, ApiServer]:
    """A scheduler that has seen the cluster and the pods of the group, which wait in activeQ."""
    scheduler = Scheduler(DEFAULT_CONFIGURATION, release=decides)
    api = ApiServer(start_at=FIRST_START, options=ServerOptions(release=decides))
    stored: list[tuple[str, Object]] = [("Node", node.node) for node in cluster.nodes]
    stored += [("Pod", pod.pod) for node in cluster.nodes for pod in node.pods]
    group: Manifest = {
        "metadata": {"name": GROUP, "namespace": "default"},
        "spec": {"schedulingPolicy": {"gang": {"minCount": case.pods}}},
    }
    made: list[tuple[str, Manifest]] = [("PodGroup", group)]
    for index in range(case.pods):
        pod = with_value(pending_pod(case.kind, index), ("spec", "schedulingGroup"), {"podGroupName": GROUP})
        containers = items(find(pod, "spec", "containers"))
        with_image: list[Json] = [{**mapping(entry), "image": "app:1"} for entry in containers]
        made.append(("Pod", with_value(pod, ("spec", "containers"), with_image)))
    for kind, manifest in made:
        result = api.create(kind, manifest, 0)
        assert isinstance(result, Ok), result
        stored.append((kind, result.object))
    for kind, value in stored:
        scheduler.observe(WatchEvent(EventType.ADDED, kind, value.meta.key, None, value), 0)
    snapshot = scheduler.view.snapshot
    snapshot.index.prepare(snapshot.nodes)  # as before the single cycles
    _ = snapshot.columns
    return scheduler, api


def compete(case: Competition) -> Played:
    """Plays gangs that all come at once, from the first step on."""
    world = World(competition(case))
    world.step(full_frame=False)
    gc.collect()
    began, acts = process_time(), world.seq
    while (turn := world.next_turn()) is not None and turn.at_ms <= case.lasts_s * 1000:
        world.take(turn)
    seconds = process_time() - began
    bound = sum(1 for pod in world.api.pods.values() if pod.node_name)
    return Played(case, world.seq - acts, bound, seconds)


def competition(case: Competition) -> Scenario:
    """The nodes, and every gang with its pods one after the other among the pods of the other gangs."""
    gangs = range(case.gangs)
    spec: dict[str, Json] = {
        "title": "Gangs that compete",
        "seed": 1,
        "version": VERSION,
        "featureGates": dict(GATES),
    }
    documents: list[Json] = [
        {
            "apiVersion": "podium/v1",
            "kind": "Scenario",
            "metadata": {"name": "gangs-compete"},
            "spec": spec,
        }
    ]
    documents += [node_manifest(index) for index in range(case.nodes)]
    documents += [_gang(case, gang) for gang in gangs]
    if case.rising:
        documents += [_priority_class(gang) for gang in gangs]
        spec["inputs"] = [
            {
                "at": 1 + gang,
                "kind": "apply",
                "documents": [_member(case, gang, member) for member in range(case.pods)],
            }
            for gang in gangs
        ]
    else:
        documents += [_member(case, gang, member) for member in range(case.pods) for gang in gangs]
    parsed = parse_scenario([SourceDocument(place, document) for place, document in enumerate(documents)])
    assert isinstance(parsed.scenario, Scenario), parsed.problems
    return parsed.scenario


def _gang(case: Competition, gang: int) -> dict[str, Json]:
    return {
        "apiVersion": "scheduling.k8s.io/v1alpha2",
        "kind": "PodGroup",
        "metadata": {"name": f"g{gang:02}"},
        "spec": {"schedulingPolicy": {"gang": {"minCount": case.pods}}},
    }


def _priority_class(gang: int) -> dict[str, Json]:
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": f"p{gang:02}"},
        "value": 100 * gang,
    }


def _member(case: Competition, gang: int, member: int) -> dict[str, Json]:
    spec: dict[str, Json] = {
        "schedulingGroup": {"podGroupName": f"g{gang:02}"},
        "containers": [{"name": "c", "image": "app:1", "resources": {"requests": {"cpu": case.cpu}}}],
    }
    if case.rising:
        spec["priorityClassName"] = f"p{gang:02}"
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"g{gang:02}-{member:02}"},
        "spec": spec,
    }


def print_gangs(
    one_gang: Sequence[OneGang] = ONE_GANG,
    competitions: Sequence[Competition] = COMPETITIONS,
    turns: int = 5,
) -> None:
    for case in one_gang:
        compared = compare(case, turns)
        single, group = 1000 * median(compared.single), 1000 * median(compared.group)
        print(
            f"{case.kind}: a gang of {case.pods} on {case.nodes} nodes: {group:.0f} ms, as single cycles "
            f"with trace {single:.0f} ms, ratio {compared.ratio:.2f}, aim {case.aim}",
            flush=True,
        )
    for entry in competitions:
        played = compete(entry)
        print(
            f"{entry.gangs} gangs of {entry.pods} pods with {entry.cpu} cores on {entry.nodes} nodes"
            f"{', with rising priorities' if entry.rising else ''}: "
            f"{played.virtual_per_cpu:.1f} virtual s a CPU second, aim {entry.aim}; {played.acts} acts, "
            f"{played.bound} pods have a node",
            flush=True,
        )
