"""NodeAffinity: the labels or the name of the node are not those that the pod requires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import LabelNode, label_for
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode
from scheduler_core.advice.pod_changes import DropNames, DropNodeSelector, DropRequirement
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.selection.selectors import NodeSelectorTerm, requirement_text
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.node_affinity import required_node_selector

MESSAGES = {
    "obstacle.label_differs": "requires {wanted}; the node has {has}",
    "obstacle.label_missing": "requires {wanted}; the node has no label {key}",
    "obstacle.field": "requires {wanted}; the node is {has}",
    "obstacle.term": "term {number}: {what}",
    "obstacle.no_terms": "the node affinity has no terms, so no node matches it",
    "obstacle.empty_term": "an empty term matches no node",
}


def details(refused: RefusedNode) -> Details:
    node, spec, labels = refused.node, refused.pod.pod.spec, refused.node.labels
    messages = [
        _label(key, f"{key}={value}", labels)
        for key, value in sorted((spec.node_selector or {}).items())
        if labels.get(key) != value
    ]
    required = required_node_selector(refused.pod.pod)
    if required is not None and not required.matches(labels, node.name):
        for number, term in enumerate(required.terms, start=1):
            unmet = _unmet(term, node)
            if len(required.terms) == 1:
                messages.extend(unmet)
            else:
                messages.extend(message("obstacle.term", number=number, what=entry) for entry in unmet)
        if not required.terms:
            messages.append(message("obstacle.no_terms"))
    return tuple(messages)


def _unmet(term: NodeSelectorTerm, node: NodeInfo) -> list[Message]:
    """The requirements of the term that the node does not meet; an empty term meets no node."""
    messages = [
        _label(entry.key, requirement_text(entry), node.labels)
        for entry in term.match_expressions
        if not entry.valid or not entry.matches(node.labels)
    ]
    messages += [
        message("obstacle.field", wanted=requirement_text(entry), has=node.name)
        for entry in term.match_fields
        if not NodeSelectorTerm((), (entry,)).matches({}, node.name)
    ]
    if not term.match_expressions and not term.match_fields:
        messages.append(message("obstacle.empty_term"))
    return messages


def _label(key: str, requirement: str, labels: Mapping[str, str]) -> Message:
    if key in labels:
        return message("obstacle.label_differs", wanted=requirement, has=f"{key}={labels[key]}")
    return message("obstacle.label_missing", wanted=requirement, key=key)


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    node, spec, labels = refused.node, refused.pod.pod.spec, refused.node.labels
    missing = [
        (key, value) for key, value in sorted((spec.node_selector or {}).items()) if labels.get(key) != value
    ]
    relabel: Alternative | None = tuple(LabelNode(node.name, key, value) for key, value in missing)
    if any(key == HOSTNAME_LABEL for key, _ in missing):
        relabel = None
    dropped: Alternative = tuple(DropNodeSelector(key, value) for key, value in missing)
    required = required_node_selector(refused.pod.pod)
    if required is None or required.matches(labels, node.name):
        return tuple(option for option in (relabel, dropped) if option)
    options: list[Alternative] = []
    for number, term in enumerate(required.terms):
        if term.match_fields or not term.match_expressions:
            continue
        unmet = [
            (index, entry) for index, entry in enumerate(term.match_expressions) if not entry.matches(labels)
        ]
        added = [label_for(node.name, entry) for _, entry in unmet]
        if relabel is not None and all(added):
            options.append((*relabel, *(entry for entry in added if entry is not None)))
        drops = [DropRequirement(number, i, requirement_text(entry)) for i, entry in reversed(unmet)]
        options.append((*dropped, *drops))
    return options or without_names(refused.cycle)


def without_names(cycle: Cycle) -> Sequence[Alternative]:
    """Removes the node names to which the required affinity pins the pod."""
    required = required_node_selector(cycle.pod.pod)
    fields = [entry for term in required.terms for entry in term.match_fields] if required is not None else []
    spelled = ", ".join(dict.fromkeys(requirement_text(entry) for entry in fields))
    return ((DropNames(spelled),),) if spelled else ()


ADVICE = PluginAdvice(details, MESSAGES, repairs, without_names)
