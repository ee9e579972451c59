"""How far a node is from feasible for each default filter plugin: sentences with exact figures and names.

The rules are the plugins' own; this module only describes them, with the pods, labels and volumes concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from scheduler_core.actor import Message, message
from scheduler_core.advice.devices.device_details import device_details
from scheduler_core.advice.volume_details import limit_details, volume_details, zone_details
from scheduler_core.objects.resources import amount_text
from scheduler_core.objects.selection.selectors import (
    NodeSelectorTerm,
    requirement_text,
    selector_text,
    tolerated,
)
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.terms import NO_LABELS, AffinityTerm
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import ResourceDistance, SpreadArithmetic
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.plugins.inter_pod_affinity import AFFINITY_REFUSED, ANTI_AFFINITY_REFUSED
from scheduler_core.scheduler.plugins.node_affinity import required_node_selector
from scheduler_core.scheduler.plugins.taint_toleration import HARD_EFFECTS

PODS_NAMED = 5

Details: TypeAlias = tuple[Message, ...]


def details_of(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    """The details behind `status`. `node` is as the filter saw it; `bare` leaves out the nominated pods."""
    tell = _TELLERS.get(status.plugin)
    return () if tell is None else tell(cycle, state, status, node, bare)


def names_of(pods: Iterable[PodInfo]) -> tuple[str, ...]:
    """The pods' keys, at most a handful; … stands for the rest."""
    keys = [pod.key for pod in pods]
    return tuple(keys if len(keys) <= PODS_NAMED else [*keys[:PODS_NAMED], "…"])


def _label(key: str, wanted: str, labels: Mapping[str, str]) -> Message:
    if key in labels:
        return message("obstacle.label_differs", wanted=wanted, has=f"{key}={labels[key]}")
    return message("obstacle.label_missing", wanted=wanted, key=key)


# --- one plugin each ------------------------------------------------------------------------------


def _cordoned(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    return (message("obstacle.cordoned", node=node.name),)


def _name(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    return (message("obstacle.node_name", wanted=cycle.pod.node_name),)


def _taints(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    """All taints that are not tolerated; the plugin names only the first."""
    return tuple(
        message("obstacle.taint", taint=f"{taint.key}={taint.value}:{taint.effect}")
        if taint.value
        else message("obstacle.taint", taint=f"{taint.key}:{taint.effect}")
        for taint in node.node.taints
        if taint.effect in HARD_EFFECTS and not tolerated(taint, cycle.pod.tolerations)
    )


def _node_affinity(
    cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo
) -> Details:
    spec, labels = cycle.pod.pod.spec, node.labels
    told = [
        _label(key, f"{key}={value}", labels)
        for key, value in sorted((spec.node_selector or {}).items())
        if labels.get(key) != value
    ]
    required = required_node_selector(cycle.pod.pod)
    if required is not None and not required.matches(labels, node.name):
        for number, term in enumerate(required.terms, start=1):
            unmet = unmet_requirements(term, node)
            if len(required.terms) == 1:
                told.extend(unmet)
            else:
                told.extend(message("obstacle.term", number=number, what=entry) for entry in unmet)
        if not required.terms:
            told.append(message("obstacle.no_terms"))
    return tuple(told)


def unmet_requirements(term: NodeSelectorTerm, node: NodeInfo) -> list[Message]:
    """The requirements of the term that the node does not meet; an empty term meets no node."""
    told = [
        _label(entry.key, requirement_text(entry), node.labels)
        for entry in term.match_expressions
        if not entry.valid or not entry.matches(node.labels)
    ]
    told += [
        message("obstacle.field", wanted=requirement_text(entry), has=node.name)
        for entry in term.match_fields
        if not NodeSelectorTerm((), (entry,)).matches({}, node.name)
    ]
    if not term.match_expressions and not term.match_fields:
        told.append(message("obstacle.empty_term"))
    return told


def _ports(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    messages: list[Message] = []
    for wanted in dict.fromkeys(cycle.pod.host_ports):
        holders = [pod for pod in node.pods if any(wanted.conflicts_with(held) for held in pod.host_ports)]
        if holders:
            messages.append(
                message("obstacle.port", port=f"{wanted.port}/{wanted.protocol}", pods=names_of(holders))
            )
    return tuple(messages)


def _resources(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    explainer = cycle.profile.explainers.get(status.plugin)
    if explainer is None:
        return ()
    messages: list[Message] = []
    present = {pod.uid for pod in bare.pods}
    nominated = names_of(pod for pod in node.pods if pod.uid not in present)
    for entry in explainer.explain(state, cycle.pod, node, bare):
        if not isinstance(entry, ResourceDistance):
            continue
        needs = amount_text(entry.resource, entry.needs)
        free = amount_text(entry.resource, max(entry.free, 0))
        if entry.nominated:
            held = amount_text(entry.resource, entry.nominated)
            messages.append(
                message(
                    "obstacle.resource_nominated",
                    resource=entry.resource,
                    needs=needs,
                    free=free,
                    held=held,
                    pods=nominated,
                )
            )
        else:
            messages.append(message("obstacle.resource", resource=entry.resource, needs=needs, free=free))
    return tuple(messages)


def _spread(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    explainer = cycle.profile.explainers.get(status.plugin)
    if explainer is None:
        return ()
    messages: list[Message] = []
    for entry in explainer.explain(state, cycle.pod, node, bare):
        if not isinstance(entry, SpreadArithmetic) or entry.ok:
            continue
        if entry.domain is None:
            messages.append(message("obstacle.no_label", key=entry.key))
            continue
        messages.append(
            message(
                "obstacle.spread",
                key=entry.key,
                domain=entry.domain,
                sum=entry.sum,
                maxSkew=entry.max_skew,
            )
        )
    return tuple(messages)


def _pod_affinity(cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo) -> Details:
    pod = cycle.pod
    namespaces = cycle.snapshot.namespaces
    if status.reasons == AFFINITY_REFUSED.reasons:
        return _lonely([term.resolved(namespaces) for term in pod.affinity_terms], cycle, node)
    messages: list[Message] = []
    if status.reasons == ANTI_AFFINITY_REFUSED.reasons:
        for term in (term.resolved(namespaces) for term in pod.anti_affinity_terms):
            near = [
                other
                for other in pods_in_domain(cycle, node, term.topology_key)
                if term.matches(other.namespace, other.labels, NO_LABELS)
            ]
            if near:
                messages.append(_in_domain("obstacle.anti_affinity", near, term.topology_key, node))
        return tuple(messages)
    own_labels = namespaces.get(pod.namespace, NO_LABELS)
    keys = dict.fromkeys(
        term.topology_key
        for others in cycle.snapshot.nodes
        if others.pods_with_required_anti_affinity
        for other in others.pods
        for term in other.anti_affinity_terms
    )
    for key in keys:
        hostile = [
            other
            for other in pods_in_domain(cycle, node, key)
            if any(
                term.topology_key == key and term.matches(pod.namespace, pod.labels, own_labels)
                for term in other.anti_affinity_terms
            )
        ]
        if hostile:
            messages.append(_in_domain("obstacle.existing_anti", hostile, key, node))
    return tuple(messages)


def _lonely(terms: Sequence[AffinityTerm], cycle: Cycle, node: NodeInfo) -> Details:
    """The terms of the pod's affinity that no pod in the node's domain meets (one pod has to meet all
    terms)."""
    messages: list[Message] = []
    for term in terms:
        if term.topology_key not in node.labels:
            messages.append(message("obstacle.no_label", key=term.topology_key))
            continue
        near = pods_in_domain(cycle, node, term.topology_key)
        if not any(
            all(each.matches(other.namespace, other.labels, NO_LABELS) for each in terms) for other in near
        ):
            messages.append(
                message(
                    "obstacle.affinity",
                    selector=selector_text(term.label_selector),
                    key=term.topology_key,
                    domain=node.labels[term.topology_key],
                )
            )
    return tuple(messages)


def pods_in_domain(cycle: Cycle, node: NodeInfo, key: str) -> list[PodInfo]:
    """The pods of all nodes with the same value of the label; `node` itself counts as it is passed."""
    value = node.labels.get(key)
    if value is None:
        return []
    found: list[PodInfo] = list(node.pods)
    for other in cycle.snapshot.nodes:
        if other.name != node.name and other.labels.get(key) == value:
            found.extend(other.pods)
    return found


def _in_domain(message_id: str, pods: Sequence[PodInfo], key: str, node: NodeInfo) -> Message:
    return message(message_id, pods=names_of(pods), key=key, domain=node.labels.get(key, ""))


_TELLERS: Mapping[str, Callable[[Cycle, CycleState, Status, NodeInfo, NodeInfo], Details]] = {
    "NodeUnschedulable": _cordoned,
    "NodeName": _name,
    "TaintToleration": _taints,
    "NodeAffinity": _node_affinity,
    "NodePorts": _ports,
    "NodeResourcesFit": _resources,
    "PodTopologySpread": _spread,
    "InterPodAffinity": _pod_affinity,
    "VolumeRestrictions": volume_details,
    "VolumeBinding": volume_details,
    "VolumeZone": zone_details,
    "NodeVolumeLimits": limit_details,
    "DynamicResources": device_details,
}
