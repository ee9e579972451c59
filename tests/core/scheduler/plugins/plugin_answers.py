"""Short questions about one plugin: does it let the pod onto the node, how does it score, what wakes the pod."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import ALL, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.events import Action, EventObject, Resource
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster

HOST = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def decided(snapshot: Snapshot, pod: PodInfo, config: ProfileConfig | None = None) -> Decision:
    """Every node judged, and a single feasible one scored too."""
    return decide(snapshot, pod, build_profile(config), Nominator(), ALL)


def refusals(
    plugin: str, pod: PodInfo, *things: Node | PodInfo, config: ProfileConfig | None = None
) -> dict[str, tuple[str, str]]:
    """Node → (code, reason) of the nodes that this plugin refused."""
    decision = decided(cluster(*things), pod, config)
    assert decision.prefilter.code is Code.SUCCESS, decision.prefilter
    return {
        name: (verdict.status.code.value, verdict.status.message)
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == plugin
    }


def refused(plugin: str, pod: PodInfo, *things: Node | PodInfo) -> set[str]:
    """The nodes that this plugin refused."""
    return set(refusals(plugin, pod, *things))


def skips_filter(plugin: str, pod: PodInfo, *things: Node | PodInfo) -> bool:
    return plugin in decided(cluster(*things), pod).filter_skipped


def scores(
    plugin: str, pod: PodInfo, *things: Node | PodInfo, config: ProfileConfig | None = None
) -> Mapping[str, tuple[int, int]]:
    """Node → (raw, normalised) where the plugin scored; empty where it stepped aside."""
    decision = decided(cluster(*things), pod, config)
    return {
        name: (of_node[plugin].raw, of_node[plugin].normalized)
        for name, of_node in decision.scores.items()
        if plugin in of_node
    }


def wakes(
    plugin: str,
    pod: PodInfo,
    resource: Resource,
    action: Action,
    old: EventObject | None,
    new: EventObject | None,
    config: ProfileConfig | None = None,
    snapshot: Snapshot | None = None,
) -> bool:
    """Does the plugin, having refused `pod`, think the event is worth another try?"""
    concerned = [
        entry
        for entry in build_profile(config).registrations[plugin]
        if entry.resource in (resource, Resource.WILDCARD) and entry.actions & action
    ]
    around = snapshot or Snapshot()
    return any(entry.wakes(around, pod, old, new) for entry in concerned)
