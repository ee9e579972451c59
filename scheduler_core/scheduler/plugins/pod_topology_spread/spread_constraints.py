"""Spread constraints as PodTopologySpread evaluates them: the pod's own or the default ones, with resolved
selectors.

Source: pkg/scheduler/framework/plugins/podtopologyspread/common.go, plugin.go; plugins/helper/spread.go
(v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from scheduler_core.objects.node import HOSTNAME_LABEL, Node
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.selection.selectors import LabelSelector, Requirement
from scheduler_core.scheduler.cluster.pod_index import Tally
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.topology import Domains
from scheduler_core.scheduler.plugins.node_affinity import matches_required
from scheduler_core.scheduler.plugins.taint_toleration import untolerated_taint

DO_NOT_SCHEDULE = "DoNotSchedule"
SCHEDULE_ANYWAY = "ScheduleAnyway"

NOTHING_SELECTED = LabelSelector()

SYSTEM_DEFAULTS = (
    TopologySpreadConstraint(3, HOSTNAME_LABEL, SCHEDULE_ANYWAY, None),
    TopologySpreadConstraint(5, "topology.kubernetes.io/zone", SCHEDULE_ANYWAY, None),
)


@dataclass(frozen=True, slots=True)
class PodTopologySpreadArgs:
    """The plugin's arguments. `System` means the two built-in soft constraints, `List` exactly
    `default_constraints`."""

    plugin: ClassVar[str] = "PodTopologySpread"

    defaulting_type: Literal["System", "List"] = "System"
    default_constraints: tuple[TopologySpreadConstraint, ...] = ()

    @property
    def defaults(self) -> tuple[TopologySpreadConstraint, ...]:
        return SYSTEM_DEFAULTS if self.defaulting_type == "System" else self.default_constraints


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint. A `selector` of None matches nothing. `self_match` is 1 when the incoming pod would
    count itself."""

    key: str
    max_skew: int
    min_domains: int
    selector: LabelSelector | None
    self_match: int
    honor_affinity: bool
    honor_taints: bool

    @property
    def counted(self) -> LabelSelector | None:
        """The selector by which existing pods are counted; an empty selector counts no pod, whatever it
        matches."""
        return None if self.selector is None or self.selector.empty else self.selector

    def policy_key(self, pod: PodInfo) -> tuple[object, ...]:
        """All fields of the pod that `takes_part` reads."""
        spec = pod.pod.spec
        selector = spec.node_selector if self.honor_affinity else None
        affinity = spec.affinity.node_affinity if self.honor_affinity and spec.affinity else None
        return (
            self.honor_affinity,
            None if selector is None else tuple(sorted(selector.items())),
            None if affinity is None else affinity.required,
            spec.tolerations if self.honor_taints else None,
        )

    def takes_part(self, pod: PodInfo, node: Node) -> bool:
        """Whether the two node inclusion policies count the node."""
        if self.honor_affinity and not matches_required(pod.pod, node):
            return False
        return not self.honor_taints or untolerated_taint(node.taints, pod.tolerations) is None

    def counts_pod(self, pod: PodInfo) -> bool:
        """Whether an added or removed pod is counted; here an empty selector does match, and terminating pods
        count."""
        return self.selector is not None and self.selector.matches(pod.labels)


def constraints_of(
    snapshot: Snapshot, pod: PodInfo, args: PodTopologySpreadArgs, when_unsatisfiable: str
) -> tuple[Constraint, ...]:
    """The pod's own constraints of this kind or, if it has none of any kind, the defaults of the profile."""
    own = pod.pod.spec.topology_spread_constraints
    if own:
        return _own(own, pod.label_key, when_unsatisfiable)
    defaults = [entry for entry in args.defaults if entry.when_unsatisfiable == when_unsatisfiable]
    if not defaults:
        return ()
    selector = default_selector(snapshot, pod)
    if selector.empty:
        return ()
    return tuple(_settled(entry, selector, pod.labels) for entry in defaults)


@lru_cache(maxsize=1024)
def _own(
    entries: tuple[TopologySpreadConstraint, ...],
    labels: tuple[tuple[str, str], ...],
    when_unsatisfiable: str,
) -> tuple[Constraint, ...]:
    """The pod's own constraints; cached, because all pods of one template have the same."""
    by_key = dict(labels)
    return tuple(
        _settled(entry, _merged(entry, by_key), by_key)
        for entry in entries
        if entry.when_unsatisfiable == when_unsatisfiable
    )


def matching_pods(snapshot: Snapshot, pod: PodInfo, constraint: Constraint) -> Tally:
    """The pods of the incoming pod's namespace that the constraint counts."""
    counted = constraint.counted
    return Tally() if counted is None else snapshot.index.spread(pod.namespace, counted, snapshot.nodes)


def eligible_domains(
    snapshot: Snapshot, pod: PodInfo, constraint: Constraint, keys: tuple[str, ...]
) -> Domains:
    """The domains of the nodes that have all `keys` and take part in the constraint.

    Without `keys`, as for the built-in default constraints, a node without the constraint's own key belongs
    to the domain "", together with the nodes whose label is empty.
    """

    def make() -> Domains:
        return Domains(
            {
                node.name: node.labels.get(constraint.key, "")
                for node in snapshot.nodes
                if all(key in node.labels for key in keys) and constraint.takes_part(pod, node.node)
            }
        )

    return snapshot.node_cache(("eligible", constraint.key, keys, constraint.policy_key(pod)), make)


def counted_domains(
    snapshot: Snapshot, constraint: Constraint, keys: tuple[str, ...], eligible: Domains
) -> Domains:
    """The nodes whose pods count under the rule of releases before 1.24: also nodes that the incoming pod may
    not use, when their domain is that of an eligible node."""
    values = set(eligible.domain_of.values())
    return Domains(
        {
            node.name: node.labels[constraint.key]
            for node in snapshot.nodes
            if all(key in node.labels for key in keys) and node.labels[constraint.key] in values
        }
    )


def _settled(
    entry: TopologySpreadConstraint, selector: LabelSelector | None, labels: Mapping[str, str]
) -> Constraint:
    matches_itself = selector is not None and selector.matches(labels)
    return Constraint(
        key=entry.topology_key,
        max_skew=entry.max_skew,
        min_domains=1 if entry.min_domains is None else entry.min_domains,
        selector=selector,
        self_match=1 if matches_itself else 0,
        honor_affinity=entry.node_affinity_policy == "Honor",
        honor_taints=entry.node_taints_policy == "Honor",
    )


def _merged(entry: TopologySpreadConstraint, labels: Mapping[str, str]) -> LabelSelector | None:
    """The selector with matchLabelKeys as requirements; for stored pods the API server has merged them
    already."""
    selector = entry.label_selector
    if selector is None or not entry.match_label_keys:
        return selector
    added = tuple(
        requirement
        for requirement in (
            Requirement(key, "In", (labels[key],)) for key in entry.match_label_keys if key in labels
        )
        if requirement not in selector.requirements
    )
    return replace(selector, requirements=selector.requirements + added) if added else selector


def default_selector(snapshot: Snapshot, pod: PodInfo) -> LabelSelector:
    """The union of what the pod's Services and its controlling owner select; empty when it has neither
    (helper.DefaultSelector)."""
    owner = pod.pod.meta.controller
    if owner is None and not snapshot.services:
        return NOTHING_SELECTED
    by_key: dict[str, Requirement] = {}
    for service in snapshot.services.values():
        if service.meta.namespace != pod.namespace or service.selector is None:
            continue
        if service.selector.matches(pod.labels):
            by_key.update((requirement.key, requirement) for requirement in service.selector.requirements)
    extra: tuple[Requirement, ...] = ()
    if owner is not None:
        workload = snapshot.workloads.get((owner.kind, f"{pod.namespace}/{owner.name}"))
        if workload is not None and workload.selector is not None:
            kind = (owner.api_version, owner.kind)
            if kind == ("v1", "ReplicationController"):
                by_key.update((entry.key, entry) for entry in workload.selector.requirements)
            elif kind in (("apps/v1", "ReplicaSet"), ("apps/v1", "StatefulSet")):
                extra = workload.selector.requirements
    return LabelSelector((*(by_key[key] for key in sorted(by_key)), *extra))
