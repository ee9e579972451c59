"""How a release of Kubernetes behaves: one value that rules read. No rule compares version numbers.

What differs between releases stands in `changes.py`, a row for each change; the feature gates are in
`gates.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scheduler_core.objects.releases.changes import CHANGES, GROUPS_IN_QUEUE, WORKLOADS_ALONE
from scheduler_core.objects.releases.gates import GATES, is_enabled
from scheduler_core.objects.releases.version import BASE, PROPOSAL, parse_version


@dataclass(frozen=True, slots=True)
class Release:
    """How one release behaves; the defaults are those of v1.34. The fields that later releases change are
    described by their rows in `changes.py`.

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
    - `shows_node_down`: pods of silent nodes have the status NodeDown
    - `resets_ready_on_restart`: a restarted kubelet reports a container with a startup or readiness probe as
      not ready until the probe answers (gate ChangeContainerStatusOnKubeletRestart)
    - `tells_mount_timeout`: the kubelet records FailedMount when a pod has waited two minutes for its volumes
    - `describes_several_without_events`: kubectl describes several objects without their Events
    - `asks_before_force`: kubectl wants a confirmation before it deletes without a grace period

    The scheduler:

    - `recreated_pod_ends_attempt`: when a pod is deleted and made again during its attempt, the failure of
      the attempt is neither written nor queued

    Controllers, as they were seen in runs of v1.36.2:

    - `correlates_events`: Events that differ in their messages alone are combined from the tenth on, and of
      those of one source about one object 25 are written and then one in five minutes; it is so in all
      releases, but recorded runs of v1.34 keep all
    - `checks_written_details`: the API server checks fields of new pods and workloads that decide nothing
      here, such as the names of ports; it is so in all releases, but recorded runs of v1.34 have such objects
    - `capital_statefulset_events`: Events of StatefulSets begin with `Create Pod`, not with `create Pod`
    - `spares_old_unavailable_pods`: with pod management Parallel, unavailable pods of the old revision do not
      count against maxUnavailable of a StatefulSet
    - `job_backoff_refuses_status`: a Job that waits before it replaces failed pods counts no active pods; the
      API server refuses that status while other pods are ready, so nothing is counted until the wait is over
    - `shortest_toleration_counts`: of several tolerations that match a NoExecute taint the shortest counts,
      not the first

    Features behind gates:

    - `statefulset_max_unavailable`: maxUnavailable of a StatefulSet's rolling update (gate
      MaxUnavailableStatefulSet, beta in 1.35)
    - `stop_signals`: lifecycle.stopSignal (gate ContainerStopSignals, alpha since 1.33, so off)
    - `resizes_guaranteed_cpu`: kubelets declare GuaranteedQoSPodCPUResize, which a resize needs that changes
      the CPU of a Guaranteed pod; only in 1.35, with the gate NodeDeclaredFeatures

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
    - `pod_observed_generation`: observedGeneration of a pod's status and conditions (gate
      PodObservedGenerationTracking, GA in 1.35; modelled from 1.36 on, so that older runs keep their states)
    - `keeps_image_counts`: ImageLocality goes by the number of nodes with an image of the moment at which a
      node's entry was renewed (so in all releases; modelled from 1.36 on, so that older runs keep theirs)
    - `device_claims`: resourceClaims (gate DynamicResourceAllocation, on in 1.34)

    `group_shapes` says which objects describe groups of pods: none, WORKLOADS_ALONE, POD_GROUPS or
    GROUPS_IN_QUEUE. It does not depend on a gate; whether there are groups at all is `generic_workload`.

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
    pod_observed_generation: bool = False
    keeps_image_counts: bool = False
    spread_counts_excluded_nodes: bool = False
    spread_truncates_scores: bool = False
    spread_needs_a_domain: bool = False
    taint_message_names_taint: bool = True
    equal_nodes_by_heap: bool = False
    lists_in_random_order: bool = False
    nominates_before_binding: bool = False
    binding_clears_nomination: bool = False
    clears_nomination_without_post_filter: bool = False
    deleted_pod_leaves_binding: bool = False
    recreated_pod_ends_attempt: bool = False
    static_volume_wakes: bool = False
    scores_device_alternatives: bool = False
    checks_whole_pools: bool = False
    scores_claims_by_place: bool = False
    balances_by_change: bool = False
    scores_image_volumes: bool = False
    image_volumes_raise_threshold: bool = False
    stops_victims_in_memory: bool = False
    hints_count_nominated: bool = False
    own_labels_wake: bool = False
    lifted_anti_affinity_wakes: bool = False
    each_anti_affinity_term_wakes: bool = False
    declared_features: bool = False
    extended_resource_claims: bool = False
    partitionable_devices: bool = False
    consumable_capacity: bool = False
    device_taints: bool = False
    device_taint_rules: bool = False
    device_binding_conditions: bool = False
    device_timeout_is_an_error: bool = False
    toleration_comparison: bool = False
    names_toleration_comparisons: bool = False
    storage_capacity_scoring: bool = False
    volume_limit_scaling: bool = False
    pod_requests_by_total: bool = False
    topology_labels: bool = False
    resizes_init_containers: bool = False
    resizes_pod_level: bool = False
    refuses_resize_beyond_node: bool = False
    reports_container_resources: bool = False
    counts_quotas: bool = False
    names_cause_of_eviction_refusal: bool = False
    empty_budget_selector_counts: bool = False
    terminating_replicas: bool = False
    suspended_job_resources: bool = False
    suspended_job_scheduling: bool = False
    image_volumes: bool = False
    container_restart_rules: bool = False
    restart_all_containers: bool = False
    streams_through_kubelet: bool = False
    resizes_guaranteed_cpu: bool = False
    host_network_user_namespaces: bool = False
    bind_mount_options: bool = False
    sandbox_is_ready_at_once: bool = False
    limits_sidecar_storage: bool = False
    rereads_node_before_unhealthy: bool = False
    correlates_events: bool = False
    checks_written_details: bool = False
    capital_statefulset_events: bool = False
    spares_old_unavailable_pods: bool = False
    job_backoff_refuses_status: bool = False
    shortest_toleration_counts: bool = False
    describes_several_without_events: bool = False
    changes_node_affinity_of_volumes: bool = False
    generic_workload: bool = False
    gang_scheduling: bool = False
    group_shapes: int = 0
    workload_aware_preemption: bool = False
    topology_aware_workloads: bool = False
    workloads_of_jobs: bool = False
    group_claims: bool = False

    @property
    def workload_refs(self) -> bool:
        """Whether a pod names its group by spec.workloadRef (1.35)."""
        return self.generic_workload and self.group_shapes == WORKLOADS_ALONE

    @property
    def scheduling_groups(self) -> bool:
        """Whether a pod names its PodGroup by spec.schedulingGroup (since 1.36)."""
        return self.generic_workload and self.group_shapes > WORKLOADS_ALONE

    @property
    def job_scheduling(self) -> bool:
        """Whether a Job says in spec.scheduling how its pods are scheduled together (since 1.37)."""
        return self.workloads_of_jobs and self.group_shapes == GROUPS_IN_QUEUE

    @property
    def gangs(self) -> bool:
        """Whether the scheduler has the plugin GangScheduling, which since 1.37 has no gate of its own."""
        return self.gang_scheduling or (self.generic_workload and self.group_shapes == GROUPS_IN_QUEUE)

    @property
    def whole_group_preemption(self) -> bool:
        """Whether a group preempts as one; since 1.37 without a gate of its own."""
        whole = self.generic_workload and self.group_shapes == GROUPS_IN_QUEUE
        return self.workload_aware_preemption or whole


_NO_SETTINGS: Mapping[str, bool] = {}


def release(version: str, settings: Mapping[str, bool] = _NO_SETTINGS) -> Release:
    """The release called `1.23`, `v1.23` or `v1.23.4`, with these settings of feature gates; a text that
    cannot be read means v1.34. Without a patch level it is the newest patch of the minor release.
    """
    return _release(version, tuple(sorted(settings.items())))


@cache
def _release(version: str, settings: tuple[tuple[str, bool], ...]) -> Release:
    if version == PROPOSAL:
        return Release(shows_node_down=True, asks_before_force=True)
    parsed, gates = parse_version(version), dict(settings)
    values: dict[str, bool | int] = {}
    for change in CHANGES:
        if change.gate:
            if GATES[change.gate].state(parsed) is not None:
                values[change.field] = is_enabled(change.gate, parsed, gates)
        elif change.concerns(parsed):
            values[change.field] = change.value
    return Release(**values)  # type: ignore[arg-type]


BASELINE = release(str(BASE.major) + "." + str(BASE.minor))
"""v1.34: what functions assume that are given no release."""
