"""Small random clusters: nodes, pods on them, pods that wait; built as manifests, like everything else."""

from __future__ import annotations

from hypothesis import strategies as st

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.pod_info import PodInfo

ZONES = ("a", "b", "c")
APPS = ("web", "db", "cache")


@st.composite
def nodes(draw: st.DrawFn, name: str) -> Node:
    labels = {"kubernetes.io/hostname": name}
    if draw(st.booleans()):
        labels["topology.kubernetes.io/zone"] = draw(st.sampled_from(ZONES))
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
    return Node.parse(
        {
            "metadata": {"name": name, "labels": labels},
            "spec": {"taints": taints, "unschedulable": draw(st.integers(0, 9)) == 0},
            "status": {
                "allocatable": {
                    "cpu": str(draw(st.integers(1, 4))),
                    "memory": "8Gi",
                    "pods": str(draw(st.integers(1, 6))),
                }
            },
        }
    )


@st.composite
def pods(draw: st.DrawFn, name: str, node: str = "") -> PodInfo:
    app = draw(st.sampled_from(APPS))
    selector = {"matchLabels": {"app": draw(st.sampled_from(APPS))}}
    spec: dict[str, object] = {
        "priority": draw(st.sampled_from((0, 0, 10, 100))),
        "containers": [{"name": "c", "resources": {"requests": {"cpu": f"{draw(st.integers(0, 15))}00m"}}}],
    }
    if node:
        spec["nodeName"] = node
    kind = draw(st.sampled_from(("plain", "plain", "spread", "anti", "affinity", "tolerant", "soft")))
    if kind == "spread":
        spec["topologySpreadConstraints"] = [
            {
                "maxSkew": draw(st.integers(1, 2)),
                "topologyKey": key,
                "whenUnsatisfiable": when,
                "labelSelector": selector,
            }
            for key, when in (
                ("topology.kubernetes.io/zone", "DoNotSchedule"),
                ("kubernetes.io/hostname", "ScheduleAnyway"),
            )
        ]
    elif kind in ("anti", "affinity"):
        side = "podAntiAffinity" if kind == "anti" else "podAffinity"
        term = {"topologyKey": "topology.kubernetes.io/zone", "labelSelector": selector}
        spec["affinity"] = {side: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    elif kind == "tolerant":
        spec["tolerations"] = [{"operator": "Exists"}]
    elif kind == "soft":
        term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": selector}
        spec["affinity"] = {
            "podAffinity": {
                "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 7, "podAffinityTerm": term}]
            }
        }
    status: dict[str, object] = {}
    if node:
        status = {"phase": "Running", "startTime": f"2025-01-01T00:00:{draw(st.integers(0, 59)):02}Z"}
    return PodInfo.of(
        Pod.parse(
            {
                "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": app}},
                "spec": spec,
                "status": status,
            }
        )
    )


@st.composite
def clusters(draw: st.DrawFn) -> tuple[list[Node], list[PodInfo], list[PodInfo]]:
    """(nodes, pods on them in order of arrival, pods that wait)"""
    names = [f"n{index}" for index in range(draw(st.integers(1, 5)))]
    placed = [
        draw(pods(f"old{index}", draw(st.sampled_from(names)))) for index in range(draw(st.integers(0, 8)))
    ]
    waiting = [draw(pods(f"new{index}")) for index in range(draw(st.integers(1, 6)))]
    return [draw(nodes(name)) for name in names], placed, waiting
