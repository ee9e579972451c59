"""Short spellings for nodes, pods and clusters in the scheduler's tests."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.queue.nominator import Nominator
from tests import builders


def node(name: str, cpu: str = "4", *, memory: str = "8Gi", zone: str = "", **more: Json) -> Node:
    """A parsed node; `more` are arguments of `builders.node`, `images` the images it has."""
    status: dict[str, Json] = {"images": more.pop("images", [])}
    made: dict[str, Any] = builders.node(name, cpu, memory, zone=zone, status=status, **more)  # type: ignore[arg-type]
    made["status"]["allocatable"] = made["status"].pop("capacity")
    return Node.parse(made)


def pod(name: str, cpu: str | None = None, *, on: str = "", priority: int = 0, **more: Json) -> PodInfo:
    """`more` are keys of spec, but for `labels`, `status`, `namespace` and `metadata`."""
    metadata: dict[str, Json] = {"namespace": more.pop("namespace", "default"), "uid": f"uid-{name}"}
    extra = more.pop("metadata", {})
    assert isinstance(extra, dict)
    made = builders.pod(name, cpu or "", on=on, priority=priority, metadata={**metadata, **extra}, **more)  # type: ignore[arg-type]
    return PodInfo.of(Pod.parse(made))


def cluster(*things: Node | PodInfo) -> Snapshot:
    snapshot = Snapshot()
    snapshot.namespaces["default"] = {}
    for thing in things:
        if isinstance(thing, Node):
            snapshot.put_node(thing)
        else:
            snapshot.add_pod(thing)
    return snapshot


def in_version(version: str, **gates: bool) -> ProfileConfig:
    """The default profile of a release, with these feature gates."""
    return ProfileConfig(release=release(version, gates))


def judged(
    snapshot: Snapshot,
    waiting: PodInfo,
    nominator: Nominator | None = None,
    config: ProfileConfig | None = None,
) -> Decision:
    return decide(snapshot, waiting, build_profile(config), nominator or Nominator())


def reasons(decision: Decision) -> dict[str, tuple[str, ...]]:
    return {name: verdict.status.reasons for name, verdict in decision.nodes.items()}
