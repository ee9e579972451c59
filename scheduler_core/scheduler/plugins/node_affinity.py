"""NodeAffinity: spec.nodeSelector and node affinity, and a profile's addedAffinity.

Source: pkg/scheduler/framework/plugins/nodeaffinity, component-helpers nodeaffinity (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.selection.affinity import NodeAffinity as NodeAffinityStanza
from scheduler_core.objects.selection.affinity import PreferredSchedulingTerm
from scheduler_core.objects.selection.node_selector_errors import aggregate, term_errors
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, requirement_text
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import EmptyTerm, Explanation, UnmetRequirement
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import (
    PRE_FILTER_OK,
    PRE_FILTER_SKIP,
    PreFilterResult,
)
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, refused_among
from scheduler_core.scheduler.framework.scores import default_normalize
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, failed, unresolvable

NAME = "NodeAffinity"
CONFLICT = unresolvable(NAME, "pod affinity terms conflict")
REFUSED = unresolvable(NAME, "node(s) didn't match Pod's node affinity/selector")
REFUSED_BY_PROFILE = unresolvable(NAME, "node(s) didn't match scheduler-enforced node affinity")

METADATA_NAME = "metadata.name"


def required_node_selector(pod: Pod) -> NodeSelector | None:
    affinity = pod.spec.affinity
    if affinity is None or affinity.node_affinity is None:
        return None
    return affinity.node_affinity.required


def matches_required(pod: Pod, node: Node) -> bool:
    """Whether spec.nodeSelector and the required node affinity both match
    (GetRequiredNodeAffinity(pod).Match)."""
    labels = node.labels
    if pod.spec.node_selector:
        for key, value in pod.spec.node_selector.items():
            if labels.get(key) != value:
                return False
    required = required_node_selector(pod)
    return required is None or required.matches(labels, node.name)


def named_nodes(required: NodeSelector | None) -> frozenset[str] | None:
    """The nodes to which `matchFields metadata.name In` pins the pod; None when some term does not pin it."""
    if required is None or not required.terms:
        return None
    names: frozenset[str] = frozenset()
    for term in required.terms:
        of_term: frozenset[str] | None = None
        for field in term.match_fields:
            if field.key == METADATA_NAME and field.operator == "In":
                values = frozenset(field.values)
                of_term = values if of_term is None else of_term & values
        if of_term is None:
            return None
        names |= of_term
    return names


def unmet_requirements(pod: Pod, node: NodeInfo) -> Iterator[UnmetRequirement | EmptyTerm]:
    """What the node lacks of spec.nodeSelector, by key, and of the required node affinity, term by term."""
    labels = node.labels
    for key, value in sorted((pod.spec.node_selector or {}).items()):
        if labels.get(key) != value:
            yield UnmetRequirement(f"{key}={value}", key, _label(key, labels))
    required = required_node_selector(pod)
    if required is not None and not required.matches(labels, node.name):
        yield from _unmet_of(required, node)


def _unmet_of(required: NodeSelector, node: NodeInfo) -> Iterator[UnmetRequirement | EmptyTerm]:
    count = len(required.terms)
    if not count:
        yield EmptyTerm(0)
    for number, term in enumerate(required.terms, start=1):
        if term.match_expressions or term.match_fields:
            yield from _unmet_in(term, node, number if count > 1 else 0)
        else:
            yield EmptyTerm(count, number if count > 1 else 0)


def _unmet_in(term: NodeSelectorTerm, node: NodeInfo, number: int) -> Iterator[UnmetRequirement]:
    for entry in term.match_expressions:
        if not entry.valid or not entry.matches(node.labels):
            yield UnmetRequirement(requirement_text(entry), entry.key, _label(entry.key, node.labels), number)
    for entry in term.match_fields:
        if not NodeSelectorTerm((), (entry,)).matches({}, node.name):
            yield UnmetRequirement(requirement_text(entry), entry.key, node.name, number, field=True)


def _label(key: str, labels: Mapping[str, str]) -> str | None:
    return f"{key}={labels[key]}" if key in labels else None


@dataclass(frozen=True, slots=True)
class NodeAffinityArgs:
    """The plugin's arguments. `added_affinity` applies to every pod of the profile, besides the pod's own
    affinity."""

    plugin: ClassVar[str] = NAME

    added_affinity: NodeAffinityStanza | None = None


class NodeAffinity:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preFilter", *CONFLICT.reasons),
        *reasons_at("filter", *REFUSED.reasons, *REFUSED_BY_PROFILE.reasons),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE

    def __init__(self, args: NodeAffinityArgs | None = None) -> None:
        added = None if args is None else args.added_affinity
        self._added_required = added.required if added else None
        self._added_preferred = added.preferred if added else None

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        required = required_node_selector(pod.pod)
        if required is None and self._added_required is None and pod.pod.spec.node_selector is None:
            return PRE_FILTER_SKIP
        names = named_nodes(required)
        if names is None:
            return PRE_FILTER_OK
        if not names:
            return PreFilterResult(CONFLICT)
        return PreFilterResult(nodes=names)

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        if self._added_required is not None and not self._added_required.matches(node.labels, node.name):
            return REFUSED_BY_PROFILE
        return SUCCESS if matches_required(pod.pod, node.node) else REFUSED

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        added = self._added_required
        if added is not None and not added.matches(node.labels, node.name):
            return tuple(_unmet_of(added, node))
        return tuple(unmet_requirements(pod.pod, node))

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal] | None:
        """The refusals depend on node names and labels alone, so they are cached until one changes."""
        required, selector = required_node_selector(pod.pod), pod.pod.spec.node_selector
        if named_nodes(required) is not None:
            return None
        pairs = None if selector is None else tuple(sorted(selector.items()))

        def refused() -> Sequence[Refusal]:
            return refused_among(range(len(state.snapshot.nodes)), self.filter, state, pod)

        return state.snapshot.node_cache((NAME, self._added_required, required, pairs), refused)

    def _preferred(self, pod: PodInfo) -> tuple[PreferredSchedulingTerm, ...] | None:
        affinity = pod.pod.spec.affinity
        if affinity is None or affinity.node_affinity is None:
            return None
        return affinity.node_affinity.preferred

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        """Fails when a preferred term with a weight cannot be read; the API server lets such values pass."""
        preferred = self._preferred(pod)
        errors = [
            error
            for index, entry in enumerate(preferred or ())
            if entry.weight
            for error in term_errors(entry.preference, f"[{index}]")
        ]
        if errors:
            return failed(NAME, aggregate(errors))
        return SKIP if preferred is None and self._added_preferred is None else SUCCESS

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        total = 0
        for terms in (self._added_preferred, self._preferred(pod)):
            for entry in terms or ():
                if entry.weight and entry.preference.matches(node.labels, node.name):
                    total += entry.weight
        return total

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        return default_normalize(raw, reverse=False)

    def events_to_register(self) -> Sequence[Registration]:
        return (Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL, self._after_node_change),)

    def _after_node_change(self, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
        """isSchedulableAfterNodeChange. The added affinity of the profile is ignored for the old node."""
        if not isinstance(new, Node):
            return False
        added = self._added_required
        if added is not None and not added.matches(new.labels, new.name):
            return False
        if not matches_required(pod.pod, new):
            return self._unreadable(pod, new)
        return not isinstance(old, Node) or not matches_required(pod.pod, old)

    def _unreadable(self, pod: PodInfo, node: Node) -> bool:
        """Whether a term cannot be parsed, which makes upstream's hint fail and so counts as "try again"."""
        selector = pod.pod.spec.node_selector or {}
        if any(node.labels.get(key) != value for key, value in selector.items()):
            return False
        required = required_node_selector(pod.pod)
        return required is not None and any(
            not requirement.valid for term in required.terms for requirement in term.match_expressions
        )
