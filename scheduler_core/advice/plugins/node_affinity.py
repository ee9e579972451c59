"""NodeAffinity: the labels or the name of the node are not those that the pod requires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import LabelNode, value_for
from scheduler_core.advice.new_nodes import node_with
from scheduler_core.advice.nodes.machine_labels import pool_of, states_machine
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode
from scheduler_core.advice.pod_changes import DropNames, DropNodeSelector, DropRequirement
from scheduler_core.objects.selection.selectors import requirement_text
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.diagnosis.explanation import EmptyTerm, UnmetRequirement
from scheduler_core.scheduler.plugins.node_affinity import required_node_selector, unmet_requirements

MESSAGES = {
    "obstacle.label_differs": "requires {requirement}; the node has {has}",
    "obstacle.label_missing": "requires {requirement}; the node has no label {key}",
    "obstacle.field": "requires {requirement}; the node is {has}",
    "obstacle.term": "term {number}: {what}",
    "obstacle.no_terms": "the node affinity has no terms, so no node matches it",
    "obstacle.empty_term": "an empty term matches no node",
}


def details(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.term", number=entry.term, what=_unmet(entry)) if entry.term else _unmet(entry)
        for entry in unmet_requirements(refused.pod.pod, refused.node)
    )


def _unmet(entry: UnmetRequirement | EmptyTerm) -> Message:
    if isinstance(entry, EmptyTerm):
        return message("obstacle.empty_term" if entry.terms else "obstacle.no_terms")
    if entry.has is not None and entry.field:
        return message("obstacle.field", requirement=entry.requirement, has=entry.has)
    if entry.has is not None:
        return message("obstacle.label_differs", requirement=entry.requirement, has=entry.has)
    return message("obstacle.label_missing", requirement=entry.requirement, key=entry.key)


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    """A node with the labels, or a pod that does not require them."""
    node, spec, labels = refused.node, refused.pod.pod.spec, refused.node.labels
    selector = {
        key: value for key, value in sorted((spec.node_selector or {}).items()) if labels.get(key) != value
    }
    dropped: Alternative = tuple(
        DropNodeSelector(key, value, labels.get(key, "")) for key, value in selector.items()
    )
    required = required_node_selector(refused.pod.pod)
    if required is None or required.matches(labels, node.name):
        return tuple(option for option in (_with_labels(refused, selector), dropped) if option)
    options: list[Alternative] = []
    for number, term in enumerate(required.terms):
        if term.match_fields or not term.match_expressions:
            continue
        unmet = [
            (index, entry) for index, entry in enumerate(term.match_expressions) if not entry.matches(labels)
        ]
        values = {entry.key: value_for(entry) for _, entry in unmet}
        if None not in values.values():
            named = {key: value for key, value in values.items() if value is not None}
            options.append(_with_labels(refused, {**selector, **named}))
        drops = [
            DropRequirement(number, i, requirement_text(entry), entry.key, labels.get(entry.key, ""))
            for i, entry in reversed(unmet)
        ]
        options.append((*dropped, *drops))
    return options or without_names(refused.cycle)


def _with_labels(refused: RefusedNode, labels: Mapping[str, str]) -> Alternative:
    """Sets the labels on the node. Where one of them states what a node is: a node that is so."""
    node, snapshot = refused.node, refused.cycle.snapshot
    if any(states_machine(key, snapshot.csi_nodes) for key in labels):
        return (node_with(snapshot, node, labels),)
    pool = pool_of(node.labels)
    return tuple(LabelNode(node.name, key, value, pool) for key, value in labels.items())


def without_names(cycle: Cycle) -> Sequence[Alternative]:
    """Removes the node names to which the required affinity pins the pod."""
    required = required_node_selector(cycle.pod.pod)
    fields = [entry for term in required.terms for entry in term.match_fields] if required is not None else []
    owner = cycle.pod.pod.meta.controller
    if owner is not None and owner.kind == "DaemonSet":
        return ()  # its controller pinned the pod to its node, and would pin the next one again
    spelled = ", ".join(dict.fromkeys(requirement_text(entry) for entry in fields))
    return ((DropNames(spelled),),) if spelled else ()


ADVICE = PluginAdvice(details, MESSAGES, repairs, without_names)
