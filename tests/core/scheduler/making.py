"""Short spellings for nodes, pods and clusters in the scheduler's tests."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.queue.nominator import Nominator


def node(name: str, cpu: str = "4", *, memory: str = "8Gi", zone: str = "", **more: Json) -> Node:
    labels: dict[str, Json] = {"kubernetes.io/hostname": name}
    if zone:
        labels["topology.kubernetes.io/zone"] = zone
    extra = more.pop("labels", {})
    assert isinstance(extra, dict)
    return Node.parse(
        {
            "kind": "Node",
            "metadata": {"name": name, "labels": {**labels, **extra}},
            "spec": {key: value for key, value in more.items() if key in ("taints", "unschedulable")},
            "status": {
                "allocatable": {"cpu": cpu, "memory": memory, "pods": more.get("pods", "110")},
                "images": more.get("images", []),
            },
        }
    )


def pod(name: str, cpu: str | None = None, *, on: str = "", priority: int = 0, **more: Json) -> PodInfo:
    """`more` are keys of spec, but for `labels`, `status`, `namespace` and `metadata`."""
    metadata: dict[str, Json] = {
        "name": name,
        "namespace": more.pop("namespace", "default"),
        "uid": f"uid-{name}",
        "labels": more.pop("labels", {}),
    }
    extra = more.pop("metadata", {})
    assert isinstance(extra, dict)
    status = more.pop("status", {"phase": "Running", "startTime": "2025-01-01T00:00:00Z"} if on else {})
    requests: Json = {} if cpu is None else {"cpu": cpu}
    spec: dict[str, Json] = {
        "containers": [{"name": "c", "image": "app:v1", "resources": {"requests": requests}}],
        "priority": priority,
        **more,
    }
    if on:
        spec["nodeName"] = on
    return PodInfo.of(
        Pod.parse({"kind": "Pod", "metadata": {**metadata, **extra}, "spec": spec, "status": status})
    )


def cluster(*things: Node | PodInfo) -> Snapshot:
    snapshot = Snapshot()
    snapshot.namespaces["default"] = {}
    for thing in things:
        if isinstance(thing, Node):
            snapshot.put_node(thing)
        else:
            snapshot.add_pod(thing)
    return snapshot


def judged(
    snapshot: Snapshot,
    waiting: PodInfo,
    nominator: Nominator | None = None,
    config: ProfileConfig | None = None,
) -> Decision:
    return decide(snapshot, waiting, build_profile(config), nominator or Nominator())


def reasons(decision: Decision) -> dict[str, tuple[str, ...]]:
    return {name: verdict.status.reasons for name, verdict in decision.nodes.items()}
