"""Workloads a to d: a cluster of N nodes with ten pods each, and pods to be placed one after the other.

a plain pods · b a hard zone spread and a soft hostname spread · c required anti-affinity to its own kind ·
d full nodes, so that every pod preempts one of lower priority.

The published workloads have pods of one shape, for which much is decided once and kept. So each is also run
with pods that all differ (`OWN`), and with a trace of which the outline is made (`TRACED`): that is what the
board paints of every decision. The rest of a trace is worked out when somebody opens the decision.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass
from enum import Enum
from random import Random
from time import process_time

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.scalars.times import format_time, parse_time
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision_outline import outline
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.queue.nominator import Nominator

PODS_PER_NODE = 10
FIRST_START = parse_time("2025-01-01T00:00:00Z") or 0


class Manner(Enum):
    """How a workload is run: its pods as published, each pod with requests of its own, or as published with
    the trace and the outline of each decision.
    """

    SAME = "same shape"
    OWN = "each its own"
    TRACED = "with trace"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one run. `cycles` are seconds of CPU time, one for each pod: by the clock they would also
    be those of whatever else the machine does."""

    kind: str
    nodes: int
    cycles: tuple[float, ...]

    @property
    def pods_per_second(self) -> float:
        return len(self.cycles) / sum(self.cycles)

    def percentile(self, share: float) -> float:
        """The percentile of the cycle times in microseconds."""
        ordered = sorted(self.cycles)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1e6


def zones(nodes: int) -> int:
    return 3 if nodes <= 10 else 5 if nodes <= 100 else 10


def default_pods(kind: str, nodes: int) -> int:
    if nodes > 10:
        return 500
    return 50 if kind == "d" else 200


def build_cluster(kind: str, nodes: int) -> Snapshot:
    snapshot = Snapshot()
    snapshot.namespaces["default"] = {"kubernetes.io/metadata.name": "default"}
    for index in range(nodes):
        snapshot.put_node(Node.parse(_node(index, zones(nodes))))
    cpu = "1600m" if kind == "d" else "100m"
    for index in range(nodes * PODS_PER_NODE):
        snapshot.add_pod(PodInfo.of(Pod.parse(_present_pod(index, cpu))))
    return snapshot


def run(
    kind: str,
    nodes: int,
    pods: int,
    seed: int = 1,
    cluster: Snapshot | None = None,
    manner: Manner = Manner.SAME,
    release: Release = BASELINE,
) -> Result:
    """One run of one cell as a release decides, on a copy of `cluster` if that is given."""
    snapshot = build_cluster(kind, nodes) if cluster is None else cluster.copy()
    own = manner is Manner.OWN
    waiting = [
        PodInfo.of(Pod.parse(pending_pod(kind, index, own=own)), release=release) for index in range(pods)
    ]
    profile, nominator = build_profile(ProfileConfig(release=release)), Nominator()
    memo = Memo(profile)
    random = Random(seed)
    picks = Picks(host=random.choice, start=random.choice)
    snapshot.index.prepare(snapshot.nodes)
    _ = snapshot.columns
    gc.collect()
    gc.freeze()
    cycles: list[float] = []
    start = 0
    for pod in waiting:
        began = process_time()
        decision = decide(
            snapshot,
            pod,
            profile,
            nominator,
            Attempt(start, picks, trace=manner is Manner.TRACED, memo=memo),
        )
        start = decision.next_start
        if manner is Manner.TRACED:
            outline(decision)
        if kind != "d":
            assert decision.node is not None
            snapshot.add_pod(pod.on(decision.node))
        cycles.append(process_time() - began)
        if kind == "d":
            _evict(snapshot, pod, decision.node)
    gc.unfreeze()
    return Result(kind, nodes, tuple(cycles))


def _evict(snapshot: Snapshot, pod: PodInfo, node_name: str | None) -> None:
    """Removes the victim and places the preemptor, so that the cluster is full again."""
    assert node_name is not None
    node = snapshot.get(node_name)
    assert node is not None
    victim = min(node.pods, key=lambda other: (other.priority, -(other.pod.status.start_at or 0)))
    snapshot.remove_pod(victim)
    snapshot.add_pod(pod.on(node_name))


def _node(index: int, zone_count: int) -> dict[str, Json]:
    name = f"node-{index:05d}"
    return {
        "metadata": {
            "name": name,
            "labels": {
                "kubernetes.io/hostname": name,
                "topology.kubernetes.io/zone": f"zone-{index % zone_count}",
            },
        },
        "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "pods": "110"}},
    }


def _pod(name: str, app: str, cpu: str, priority: int, memory: str = "128Mi") -> dict[str, Json]:
    return {
        "metadata": {"name": name, "namespace": "default", "labels": {"app": app}},
        "spec": {
            "priority": priority,
            "containers": [
                {"name": "main", "resources": {"requests": {"cpu": cpu, "memory": memory}}},
            ],
        },
    }


def _present_pod(index: int, cpu: str) -> dict[str, Json]:
    pod = _pod(f"pre-{index}", f"pre-{index % 20}", cpu, 0)
    spec = pod["spec"]
    assert isinstance(spec, dict)
    spec["nodeName"] = f"node-{index // PODS_PER_NODE:05d}"
    pod["status"] = {"phase": "Running", "startTime": format_time(FIRST_START + 1000 * index)}
    return pod


def pending_pod(kind: str, index: int, *, own: bool = False) -> dict[str, Json]:
    """`own` gives the pod requests that no other one has: more cpu, in d more memory."""
    name = f"new-{index}"
    if kind == "d":
        return _pod(name, "urgent", "1600m", 100, f"{128 + index if own else 128}Mi")
    cpu = f"{100 + index if own else 100}m"
    if kind == "a":
        return _pod(name, "basic", cpu, 0)
    app = "spread" if kind == "b" else f"app-{index % 20}"
    pod = _pod(name, app, cpu, 0)
    spec = pod["spec"]
    assert isinstance(spec, dict)
    selector: Json = {"matchLabels": {"app": app}}
    if kind == "b":
        spec["topologySpreadConstraints"] = [
            _constraint("topology.kubernetes.io/zone", "DoNotSchedule", selector),
            _constraint("kubernetes.io/hostname", "ScheduleAnyway", selector),
        ]
    else:
        term: Json = {"topologyKey": "kubernetes.io/hostname", "labelSelector": selector}
        spec["affinity"] = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    return pod


def _constraint(key: str, when: str, selector: Json) -> Json:
    return {"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}
