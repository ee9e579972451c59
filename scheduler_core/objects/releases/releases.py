"""Differences between releases of Kubernetes with default feature gates: a table of constants.

Rules read the fields; no rule compares version numbers. Sources: pkg/features/kube_features.go and
staging/src/k8s.io/api of the releases, and the pull requests named below. Of releases before 1.16 only what
concerns priorities is known here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

from scheduler_core.objects.scalars.whole_number import whole_number

LATEST = (1, 34)
PROPOSAL = "proposal"
"""Not a release: v1.34 with the changes that the pod-safety proposal asks for and no release has."""
Minor = tuple[int, int]
# 1.4 is the last release whose node controller deleted the pods of lost nodes by force; 1.8 is the first one
# with pod priorities.
_VERSION = re.compile(r"1\.(4|[89]|[12][0-9]|3[0-6])|proposal")


def is_version(value: str) -> bool:
    """Whether a text names a version of Kubernetes that a scenario may have."""
    return _VERSION.fullmatch(value) is not None


@dataclass(frozen=True, slots=True)
class Release:
    """How one release behaves; the defaults are those of v1.34.

    - `full_grace_after_hook`: the override of a pod's kill is applied after the preStop hook, so the runtime
      gets the whole grace period again
    - `zero_grace_is_unset`: an explicit grace period of 0 counts as unset, so the spec's value is used
    - `hard_eviction_grace_s`: the override of a hard eviction
    - `soft_eviction_capped`: a soft eviction never gives more than the pod's own grace period
    - `clamps_shortened_deadline`: a second DELETE moves the deadline no further back than now
    - `final_phase_after_deletion`: a deleted pod ends as Succeeded or Failed
    - `node_monitor_grace_s`: the time without a heartbeat after which a node counts as lost
    - `orders_sidecars`: sidecars end after the other containers
    - `node_controller_forces`: the node controller itself force-deletes the pods of lost nodes
    - `names_failed_budget_sync`: `kubectl drain` is told why a budget could not be computed
    - `deleted_from_namespace`: kubectl prints `deleted from <ns> namespace`
    - `shows_node_down`: pods of silent nodes have the status NodeDown
    - `resets_ready_on_restart`: a restarted kubelet reports a container with a startup or readiness probe as
      not ready until the probe answers (gate ChangeContainerStatusOnKubeletRestart)
    - `tells_mount_timeout`: the kubelet records FailedMount when a pod has waited two minutes for its volumes
    - `asks_before_force`: kubectl wants a confirmation before it deletes without a grace period

    Features behind gates:

    - `statefulset_max_unavailable`: maxUnavailable of a StatefulSet's rolling update (gate
      MaxUnavailableStatefulSet, beta in 1.35)
    - `stop_signals`: lifecycle.stopSignal (gate ContainerStopSignals, alpha since 1.33, so off)

    Features of scheduling (False before they were on by default):

    - `priorities`: priority and preemption of pods (gate PodPriority, beta in 1.11)
    - `preemption_policies`: preemptionPolicy of classes and pods (gate NonPreemptingPriority, beta in 1.19)
    - `spread_constraints`: topologySpreadConstraints (gate EvenPodsSpread, beta in 1.18)
    - `spread_defaults`: the built-in default constraints (gate DefaultPodTopologySpread, beta in 1.20)
    - `spread_policies`: nodeAffinityPolicy and nodeTaintsPolicy (gate NodeInclusionPolicyInPodTopologySpread,
      beta in 1.26)
    - `spread_min_domains`: minDomains (gate MinDomainsInPodTopologySpread, on in 1.27)
    - `spread_label_keys`: matchLabelKeys of constraints (gate
      MatchLabelKeysInPodTopologySpread, beta in 1.27)
    - `affinity_label_keys`: matchLabelKeys and mismatchLabelKeys of pod affinity (gate
      MatchLabelKeysInPodAffinity, beta in 1.31)
    - `scheduling_gates`: schedulingGates (gate PodSchedulingReadiness, beta in 1.27)
    - `pod_level_resources`: resources of the pod (gate PodLevelResources, beta in 1.34)
    - `device_claims`: resourceClaims (gate DynamicResourceAllocation, on in 1.34)

    Rules of PodTopologySpread that changed:

    - `spread_counts_excluded_nodes`: a domain's count has the pods of nodes that the incoming pod's node
      selector or affinity excludes, when the domain has another node that is not excluded (until 1.23,
      kubernetes#107009)
    - `spread_truncates_scores`: the raw score loses its fraction and is not rounded (until 1.23,
      kubernetes#107384)
    - `spread_needs_a_domain`: without any eligible domain the filter lets every node pass (in 1.20, as the
      walk-through of its source says)
    """

    full_grace_after_hook: bool = False
    zero_grace_is_unset: bool = False
    hard_eviction_grace_s: int = 1
    soft_eviction_capped: bool = True
    clamps_shortened_deadline: bool = True
    final_phase_after_deletion: bool = True
    node_monitor_grace_s: int = 50
    orders_sidecars: bool = True
    node_controller_forces: bool = False
    names_failed_budget_sync: bool = False
    deleted_from_namespace: bool = True
    shows_node_down: bool = False
    resets_ready_on_restart: bool = True
    tells_mount_timeout: bool = False
    asks_before_force: bool = False
    statefulset_max_unavailable: bool = False
    stop_signals: bool = False
    priorities: bool = True
    preemption_policies: bool = True
    spread_constraints: bool = True
    spread_defaults: bool = True
    spread_policies: bool = True
    spread_min_domains: bool = True
    spread_label_keys: bool = True
    affinity_label_keys: bool = True
    scheduling_gates: bool = True
    pod_level_resources: bool = True
    device_claims: bool = True
    spread_counts_excluded_nodes: bool = False
    spread_truncates_scores: bool = False
    spread_needs_a_domain: bool = False


@dataclass(frozen=True, slots=True)
class _ReleaseChange:
    """Values of `Release` fields from the `first` to the `last` release; None means no limit on that side."""

    first: Minor | None
    last: Minor | None
    values: dict[str, bool | int] = field(default_factory=dict)

    def concerns(self, release: Minor) -> bool:
        return (self.first is None or self.first <= release) and (self.last is None or release <= self.last)


_CHANGES = (
    _ReleaseChange((1, 22), (1, 27), {"full_grace_after_hook": True}),
    _ReleaseChange((1, 22), (1, 30), {"zero_grace_is_unset": True}),
    _ReleaseChange(None, (1, 30), {"hard_eviction_grace_s": 0}),
    _ReleaseChange(None, (1, 31), {"soft_eviction_capped": False}),
    _ReleaseChange(None, (1, 32), {"clamps_shortened_deadline": False}),
    _ReleaseChange(None, (1, 26), {"final_phase_after_deletion": False}),
    _ReleaseChange(None, (1, 27), {"tells_mount_timeout": True}),
    _ReleaseChange(None, (1, 31), {"node_monitor_grace_s": 40}),
    _ReleaseChange(None, (1, 28), {"orders_sidecars": False}),
    _ReleaseChange(None, (1, 4), {"node_controller_forces": True}),
    _ReleaseChange((1, 35), None, {"names_failed_budget_sync": True, "resets_ready_on_restart": False}),
    _ReleaseChange((1, 35), None, {"statefulset_max_unavailable": True}),
    _ReleaseChange(None, (1, 33), {"deleted_from_namespace": False}),
    _ReleaseChange(None, (1, 10), {"priorities": False}),
    _ReleaseChange(None, (1, 18), {"preemption_policies": False}),
    _ReleaseChange(None, (1, 17), {"spread_constraints": False}),
    _ReleaseChange(None, (1, 19), {"spread_defaults": False}),
    _ReleaseChange(None, (1, 25), {"spread_policies": False}),
    _ReleaseChange(
        None, (1, 26), {"spread_min_domains": False, "spread_label_keys": False, "scheduling_gates": False}
    ),
    _ReleaseChange(None, (1, 30), {"affinity_label_keys": False}),
    _ReleaseChange(None, (1, 33), {"pod_level_resources": False, "device_claims": False}),
    _ReleaseChange(None, (1, 23), {"spread_counts_excluded_nodes": True, "spread_truncates_scores": True}),
    _ReleaseChange(None, (1, 20), {"spread_needs_a_domain": True}),
)
_FIELDS = {each.name for each in fields(Release)}
assert all(change.values.keys() <= _FIELDS for change in _CHANGES)


def release(version: str) -> Release:
    """The release called `1.23`, `v1.23` or `v1.23.4`; a text that cannot be read means the newest known
    release.
    """
    if version == PROPOSAL:
        return Release(shows_node_down=True, asks_before_force=True)
    values: dict[str, bool | int] = {}
    minor = parse_minor(version)
    for change in _CHANGES:
        if change.concerns(minor):
            values.update(change.values)
    return Release(**values)  # type: ignore[arg-type]


def parse_minor(version: str) -> Minor:
    """(major, minor) of a version."""
    parts = version.removeprefix("v").split(".")
    numbers = [whole_number(part) for part in parts[:2]]
    if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
        return numbers[0], numbers[1]
    return LATEST


NEWEST = release("1.34")
