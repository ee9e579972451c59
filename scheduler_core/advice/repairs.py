"""Alternatives that would clear one obstacle on one node, each a handful of small changes.

They are proposals, computed from the same figures as the obstacle's details; `advice` tries whether they
work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scheduler_core.advice import claim_repairs, volume_repairs
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.changes import Change
from scheduler_core.advice.cluster_changes import DeletePod, LabelNode, UncordonNode, Untaint, label_for
from scheduler_core.advice.devices import device_repairs
from scheduler_core.advice.obstacle_details import pods_in_domain
from scheduler_core.advice.obstacles import Obstacle
from scheduler_core.advice.pod_changes import (
    DropHostPort,
    DropNames,
    DropNodeSelector,
    DropPodTerm,
    DropRequirement,
    LowerRequest,
    RaiseMaxSkew,
    SpreadAnyway,
    Tolerate,
)
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.selection.selectors import Taint, requirement_text, tolerated
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.terms import NO_LABELS
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.diagnosis.explanation import ResourceDistance, SpreadArithmetic
from scheduler_core.scheduler.plugins.inter_pod_affinity import AFFINITY_REFUSED, ANTI_AFFINITY_REFUSED
from scheduler_core.scheduler.plugins.node_affinity import required_node_selector
from scheduler_core.scheduler.plugins.node_unschedulable import UNSCHEDULABLE_TAINT
from scheduler_core.scheduler.plugins.taint_toleration import HARD_EFFECTS

PODS_TRIED = 4
CONDITION_TAINTS = "node.kubernetes.io/"


def repairs(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    """Alternative sets of changes that would clear the obstacle; empty where no fix is known."""
    if not obstacle.plugin:
        return ((),)
    if obstacle.before_nodes:
        return _before_nodes(cycle, obstacle.plugin)
    propose = _PROPOSALS.get(obstacle.plugin)
    return () if propose is None else propose(cycle, node, obstacle)


def _before_nodes(cycle: Cycle, plugin: str) -> Sequence[Alternative]:
    if plugin == "NodeAffinity":
        return _names(cycle)
    if plugin == "DynamicResources":
        return device_repairs.before_nodes(cycle)
    return claim_repairs.before_nodes(cycle, plugin) if plugin in _OF_VOLUMES else ()


def _uncordon(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    return ((UncordonNode(node.name),),)


def _taints(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    in_the_way: list[Taint] = [
        taint
        for taint in node.node.taints
        if taint.effect in HARD_EFFECTS and not tolerated(taint, cycle.pod.tolerations)
    ]
    if all(taint.key == UNSCHEDULABLE_TAINT.key for taint in in_the_way):
        return ((UncordonNode(node.name),),)
    if any(taint.key.startswith(CONDITION_TAINTS) for taint in in_the_way):
        # Tolerating the taint does not make a node ready.
        return ()
    return (
        tuple(Tolerate(taint.key, taint.value, taint.effect) for taint in in_the_way),
        tuple(Untaint(node.name, taint.key, taint.effect) for taint in in_the_way),
    )


def _node_affinity(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    spec, labels = cycle.pod.pod.spec, node.labels
    missing = [
        (key, value) for key, value in sorted((spec.node_selector or {}).items()) if labels.get(key) != value
    ]
    relabel: Alternative | None = tuple(LabelNode(node.name, key, value) for key, value in missing)
    if any(key == HOSTNAME_LABEL for key, _ in missing):
        relabel = None
    dropped: Alternative = tuple(DropNodeSelector(key, value) for key, value in missing)
    required = required_node_selector(cycle.pod.pod)
    if required is None or required.matches(labels, node.name):
        return tuple(option for option in (relabel, dropped) if option)
    found: list[Alternative] = []
    for number, term in enumerate(required.terms):
        if term.match_fields or not term.match_expressions:
            continue
        unmet = [
            (index, entry) for index, entry in enumerate(term.match_expressions) if not entry.matches(labels)
        ]
        added = [label_for(node.name, entry) for _, entry in unmet]
        if relabel is not None and all(added):
            found.append((*relabel, *(entry for entry in added if entry is not None)))
        drops = [DropRequirement(number, i, requirement_text(entry)) for i, entry in reversed(unmet)]
        found.append((*dropped, *drops))
    return found or _names(cycle)


def _names(cycle: Cycle) -> Sequence[Alternative]:
    """Removes the node names to which the required affinity pins the pod."""
    required = required_node_selector(cycle.pod.pod)
    fields = [entry for term in required.terms for entry in term.match_fields] if required is not None else []
    spelled = ", ".join(dict.fromkeys(requirement_text(entry) for entry in fields))
    return ((DropNames(spelled),),) if spelled else ()


def _ports(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    drops: list[Change] = []
    holders: dict[str, PodInfo] = {}
    for wanted in dict.fromkeys(cycle.pod.host_ports):
        there = [pod for pod in node.pods if any(wanted.conflicts_with(held) for held in pod.host_ports)]
        if there:
            drops.append(DropHostPort(wanted.port, wanted.protocol))
            holders.update((pod.key, pod) for pod in there)
    return (tuple(drops), *_without(list(holders.values()), node))


def _without(pods: Sequence[PodInfo], node: NodeInfo) -> tuple[Alternative, ...]:
    """Removes one pod, where a single pod is in the way."""
    alone = len(pods) == 1 and not pods[0].terminating
    if not alone:
        return ()
    return ((DeletePod(pods[0].key, pods[0].node_name or node.name, pods[0].priority),),)


def _resources(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    explainer = cycle.profile.explainers.get(obstacle.plugin)
    if explainer is None:
        return ()
    lacking = [
        entry
        for entry in explainer.explain(cycle.state, cycle.pod, node, node)
        if isinstance(entry, ResourceDistance)
    ]
    found: list[Alternative] = []
    if lacking and all(entry.free > 0 and entry.resource != "pods" for entry in lacking):
        found.append(
            tuple(LowerRequest(entry.resource, entry.needs - entry.free, entry.free) for entry in lacking)
        )
    enough = [
        pod
        for pod in node.pods
        if not pod.terminating
        and all(
            entry.resource == "pods" or pod.on_node.get(entry.resource) >= entry.needs - entry.free
            for entry in lacking
        )
    ]
    enough.sort(key=lambda pod: (pod.priority, pod.on_node.milli_cpu, pod.on_node.memory, pod.key))
    if lacking:
        found.extend((DeletePod(pod.key, node.name, pod.priority),) for pod in enough[:PODS_TRIED])
    return found


def _spread(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    explainer = cycle.profile.explainers.get(obstacle.plugin)
    own = cycle.pod.pod.spec.topology_spread_constraints
    if explainer is None or not own:
        return ()
    bad = [
        entry
        for entry in explainer.explain(cycle.state, cycle.pod, node, node)
        if isinstance(entry, SpreadArithmetic) and not entry.ok
    ]
    anyway: Alternative = tuple(SpreadAnyway(entry.key) for entry in bad)
    if any(entry.domain is None for entry in bad):
        return (anyway,)
    return (tuple(RaiseMaxSkew(entry.key, entry.skew) for entry in bad), anyway)


def _pod_affinity(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    pod, namespaces = cycle.pod, cycle.snapshot.namespaces
    reasons = obstacle.status.reasons
    if reasons == AFFINITY_REFUSED.reasons:
        last_first = reversed(list(enumerate(pod.affinity_terms)))
        return (tuple(DropPodTerm("podAffinity", i, term.topology_key) for i, term in last_first),)
    if reasons == ANTI_AFFINITY_REFUSED.reasons:
        drops: list[Change] = []
        near: dict[str, PodInfo] = {}
        for index, unresolved in reversed(list(enumerate(pod.anti_affinity_terms))):
            term = unresolved.resolved(namespaces)
            met = [
                other
                for other in pods_in_domain(cycle, node, term.topology_key)
                if term.matches(other.namespace, other.labels, NO_LABELS)
            ]
            if met:
                drops.append(DropPodTerm("podAntiAffinity", index, term.topology_key))
                near.update((other.key, other) for other in met)
        return (tuple(drops), *_without(list(near.values()), node))
    own_labels = namespaces.get(pod.namespace, NO_LABELS)
    hostile = {
        other.key: other
        for info in cycle.snapshot.nodes
        if info.pods_with_required_anti_affinity
        for other in info.pods
        for term in other.anti_affinity_terms
        if info.labels.get(term.topology_key, "") == node.labels.get(term.topology_key)
        and term.matches(pod.namespace, pod.labels, own_labels)
    }
    return _without(list(hostile.values()), node)


def _volumes(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    return _OF_VOLUMES[obstacle.plugin](cycle, node)


def _devices(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    return device_repairs.on_node(cycle, node)


_OF_VOLUMES: Mapping[str, Callable[[Cycle, NodeInfo], Sequence[Alternative]]] = {
    "NodeVolumeLimits": volume_repairs.limits,
    "VolumeBinding": volume_repairs.binding,
    "VolumeRestrictions": volume_repairs.restrictions,
    "VolumeZone": volume_repairs.zones,
}

_PROPOSALS: Mapping[str, Callable[[Cycle, NodeInfo, Obstacle], Sequence[Alternative]]] = {
    "NodeUnschedulable": _uncordon,
    "TaintToleration": _taints,
    "NodeAffinity": _node_affinity,
    "NodePorts": _ports,
    "NodeResourcesFit": _resources,
    "PodTopologySpread": _spread,
    "InterPodAffinity": _pod_affinity,
    **dict.fromkeys(_OF_VOLUMES, _volumes),
    "DynamicResources": _devices,
}
