"""Small random clusters: nodes, pods on them, pods that wait; built as manifests, like everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.workloads import Service
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot

ZONES = ("a", "b", "c")
APPS = ("web", "db", "cache")
NAMESPACES = ("default", "default", "default", "other")
HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"

Cluster = tuple[list[Node], list[PodInfo], list[PodInfo]]
"""(nodes, pods on them in order of arrival, pods that wait)"""


@st.composite
def nodes(draw: st.DrawFn, name: str) -> Node:
    labels = {HOST: name}
    if draw(st.integers(0, 3)):
        labels[ZONE] = draw(st.sampled_from(ZONES))
    if draw(st.booleans()):
        labels["disk"] = draw(st.sampled_from(("ssd", "hdd")))
    taints = draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "key": st.sampled_from(("k", "gpu")),
                    "value": st.sampled_from(("", "yes")),
                    "effect": st.sampled_from(("NoSchedule", "PreferNoSchedule")),
                }
            ),
            max_size=1,
        )
    )
    images = [{"names": ["app:v1"], "sizeBytes": 500_000_000}] if draw(st.integers(0, 4)) == 0 else []
    return Node.parse(
        {
            "metadata": {"name": name, "labels": labels},
            "spec": {"taints": taints, "unschedulable": draw(st.integers(0, 9)) == 0},
            "status": {
                "allocatable": {
                    "cpu": str(draw(st.integers(1, 4))),
                    "memory": f"{draw(st.sampled_from((4, 8)))}Gi",
                    "pods": str(draw(st.integers(2, 8))),
                },
                "images": images,
            },
        }
    )


def _selector(draw: st.DrawFn) -> dict[str, Any]:
    app = draw(st.sampled_from(APPS))
    return draw(
        st.sampled_from(
            (
                {"matchLabels": {"app": app}},
                {"matchExpressions": [{"key": "app", "operator": "In", "values": [app, "web"]}]},
                {"matchExpressions": [{"key": "app", "operator": "NotIn", "values": [app]}]},
            )
        )
    )


def _spread(draw: st.DrawFn) -> dict[str, Any]:
    kinds = st.sampled_from(
        (
            (ZONE, "DoNotSchedule"),
            (HOST, "DoNotSchedule"),
            (ZONE, "ScheduleAnyway"),
            (HOST, "ScheduleAnyway"),
            ("disk", "ScheduleAnyway"),
        )
    )
    constraints = []
    for key, when in draw(st.lists(kinds, min_size=1, max_size=3, unique=True)):
        constraint: dict[str, Any] = {
            "maxSkew": draw(st.integers(1, 2)),
            "topologyKey": key,
            "whenUnsatisfiable": when,
            "labelSelector": _selector(draw),
            "nodeTaintsPolicy": draw(st.sampled_from(("Honor", "Ignore"))),
        }
        if when == "DoNotSchedule" and draw(st.integers(0, 3)) == 0:
            constraint["minDomains"] = 2
        constraints.append(constraint)
    return {"topologySpreadConstraints": constraints}


def _inter_pod(draw: st.DrawFn, side: str) -> dict[str, Any]:
    def term() -> dict[str, Any]:
        made: dict[str, Any] = {
            "topologyKey": draw(st.sampled_from((ZONE, HOST))),
            "labelSelector": _selector(draw),
        }
        return made | draw(st.sampled_from(({}, {}, {"namespaces": ["other"]}, {"namespaceSelector": {}})))

    if draw(st.booleans()):
        terms: dict[str, Any] = {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                term() for _ in range(draw(st.sampled_from((1, 1, 2))))
            ]
        }
    else:
        weighted = {"weight": draw(st.integers(1, 100)), "podAffinityTerm": term()}
        terms = {"preferredDuringSchedulingIgnoredDuringExecution": [weighted]}
    return {"affinity": {side: terms}}


def _node_affinity(draw: st.DrawFn) -> dict[str, Any]:
    disk = {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}
    terms: dict[str, Any] = {}
    if draw(st.booleans()):
        terms["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": [disk]}
    else:
        terms["preferredDuringSchedulingIgnoredDuringExecution"] = [{"weight": 5, "preference": disk}]
    return {"affinity": {"nodeAffinity": terms}}


def _special(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(
        st.sampled_from(
            ("plain", "plain", "spread", "spread", "anti", "affinity", "tolerant", "near", "disk")
        )
    )
    match kind:
        case "spread":
            return _spread(draw)
        case "anti":
            return _inter_pod(draw, "podAntiAffinity")
        case "affinity":
            return _inter_pod(draw, "podAffinity")
        case "near":
            return _node_affinity(draw)
        case "tolerant":
            return {"tolerations": [{"operator": "Exists"}]}
        case "disk":
            return {"nodeSelector": {"disk": "ssd"}}
        case _:
            return {}


@st.composite
def pods(draw: st.DrawFn, number: int, node: str = "") -> PodInfo:
    """`number` settles the name and, so that no two are equally old, the start."""
    name = f"old{number}" if node else f"new{number}"
    container: dict[str, Any] = {
        "name": "c",
        "image": "app:v1",
        "resources": {
            "requests": {
                "cpu": f"{draw(st.integers(0, 15))}00m",
                "memory": f"{draw(st.sampled_from((0, 128, 512)))}Mi",
            }
        },
    }
    if draw(st.integers(0, 5)) == 0:
        container["ports"] = [{"containerPort": 80, "hostPort": draw(st.sampled_from((80, 443)))}]
    spec: dict[str, Any] = {
        "priority": draw(st.sampled_from((0, 0, 10, 100))),
        "containers": [container],
        **_special(draw),
    }
    metadata: dict[str, Any] = {
        "name": name,
        "namespace": draw(st.sampled_from(NAMESPACES)),
        "uid": name,
        "labels": {"app": draw(st.sampled_from(APPS))},
    }
    status: dict[str, Any] = {}
    if node:
        spec["nodeName"] = node
        minute, second = divmod(number * 37 % 3600, 60)
        status = {"phase": "Running", "startTime": f"2025-01-01T00:{minute:02}:{second:02}Z"}
        if draw(st.integers(0, 9)) == 0:
            metadata["deletionTimestamp"] = "2025-01-01T01:00:00Z"
    return PodInfo.of(Pod.parse({"metadata": metadata, "spec": spec, "status": status}))


@st.composite
def clusters(draw: st.DrawFn, most_nodes: int = 6) -> Cluster:
    names = [f"n{index}" for index in range(draw(st.integers(1, most_nodes)))]
    placed = [draw(pods(index, draw(st.sampled_from(names)))) for index in range(draw(st.integers(0, 8)))]
    waiting = [draw(pods(index)) for index in range(draw(st.integers(1, 6)))]
    return [draw(nodes(name)) for name in names], placed, waiting


@dataclass(frozen=True)
class Around:
    """What there is beside nodes and pods."""

    service: bool
    budget: bool

    def put(self, snapshot: Snapshot) -> None:
        snapshot.namespaces["default"] = {"team": "one"}
        snapshot.namespaces["other"] = {}
        if self.service:
            manifest = {"metadata": {"name": "web"}, "spec": {"selector": {"app": "web"}}}
            snapshot.services["default/web"] = Service.parse(manifest)
        if self.budget:
            snapshot.budgets["default/db"] = PodDisruptionBudget.parse(
                {
                    "metadata": {"name": "db"},
                    "spec": {"selector": {"matchLabels": {"app": "db"}}},
                    "status": {"disruptionsAllowed": 1},
                }
            )


arounds = st.builds(Around, st.booleans(), st.booleans())


def snapshot_of(nodes: list[Node], placed: list[PodInfo], around: Around | None = None) -> Snapshot:
    snapshot = Snapshot()
    (around or Around(False, False)).put(snapshot)
    for node in nodes:
        snapshot.put_node(node)
    for pod in placed:
        snapshot.add_pod(pod)
    return snapshot
