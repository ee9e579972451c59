"""InterPodAffinity: pods in the domain of the node that are missing or in the way."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.changes import Change
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode, names_of, without
from scheduler_core.advice.pod_changes import DropPodTerm
from scheduler_core.objects.selection.selectors import selector_text
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.terms import NO_LABELS, AffinityTerm
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.inter_pod_affinity import AFFINITY_REFUSED, ANTI_AFFINITY_REFUSED

MESSAGES = {
    "obstacle.affinity": "its affinity needs a pod with {selector}; no such pod runs in {key}={domain}",
    "obstacle.anti_affinity": "its anti-affinity forbids a place beside {pods} in {key}={domain}",
    "obstacle.existing_anti": "the anti-affinity of {pods} in {key}={domain} repels this pod",
}


def details(refused: RefusedNode) -> Details:
    cycle, pod, node, status = refused.cycle, refused.pod, refused.node, refused.status
    namespaces = cycle.snapshot.namespaces
    if status.reasons == AFFINITY_REFUSED.reasons:
        return _lonely([term.resolved(namespaces) for term in pod.affinity_terms], cycle, node)
    messages: list[Message] = []
    if status.reasons == ANTI_AFFINITY_REFUSED.reasons:
        for term in (term.resolved(namespaces) for term in pod.anti_affinity_terms):
            near = [
                other
                for other in _pods_in_domain(cycle, node, term.topology_key)
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
            for other in _pods_in_domain(cycle, node, key)
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
        near = _pods_in_domain(cycle, node, term.topology_key)
        if not any(
            all(other_term.matches(other.namespace, other.labels, NO_LABELS) for other_term in terms)
            for other in near
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


def _pods_in_domain(cycle: Cycle, node: NodeInfo, key: str) -> list[PodInfo]:
    """The pods of all nodes with the same value of the label; `node` itself counts as it is passed."""
    value = node.labels.get(key)
    if value is None:
        return []
    pods: list[PodInfo] = list(node.pods)
    for other in cycle.snapshot.nodes:
        if other.name != node.name and other.labels.get(key) == value:
            pods.extend(other.pods)
    return pods


def _in_domain(message_id: str, pods: Sequence[PodInfo], key: str, node: NodeInfo) -> Message:
    return message(message_id, pods=names_of(pods), key=key, domain=node.labels.get(key, ""))


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    cycle, pod, node, reasons = refused.cycle, refused.pod, refused.node, refused.status.reasons
    namespaces = cycle.snapshot.namespaces
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
                for other in _pods_in_domain(cycle, node, term.topology_key)
                if term.matches(other.namespace, other.labels, NO_LABELS)
            ]
            if met:
                drops.append(DropPodTerm("podAntiAffinity", index, term.topology_key))
                near.update((other.key, other) for other in met)
        return (tuple(drops), *without(list(near.values()), node))
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
    return without(list(hostile.values()), node)


ADVICE = PluginAdvice(details, MESSAGES, repairs)
