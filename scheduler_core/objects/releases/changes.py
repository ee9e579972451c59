"""What changed between releases of Kubernetes: a row for each field of `Release` and span of releases.

Sources of the rows before v1.34: pkg/features/kube_features.go and staging/src/k8s.io/api of the releases.
Of releases before 1.16 only what concerns priorities is known here. A row that a page shows has its sentences
in `messages.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.releases.version import Version, parse_version

WORKLOADS_ALONE, POD_GROUPS, GROUPS_IN_QUEUE = 1, 2, 3
"""Scheduling groups of 1.35 (Workload in v1alpha1; each pod is scheduled alone), of 1.36 (PodGroup in
v1alpha2; a cycle of its own) and of 1.37 (v1beta1; the group is an entry of the queue)."""


@dataclass(frozen=True, slots=True)
class Change:
    """The `value` of a field of `Release` from the `first` to the `last` release; None means no limit.

    - `gate`: the feature gate that decides instead of the span, in releases that know it: on means True.
      `value` is then the one that the sentences describe
    - `source`: the number of the pull request or enhancement
    - `scenario`: the name of a scenario of the gallery in which the change can be seen, "" for none
    """

    field: str
    first: Version | None = None
    last: Version | None = None
    value: bool | int = True
    gate: str = ""
    source: str = ""
    scenario: str = ""

    def concerns(self, version: Version) -> bool:
        """Whether a release lies in the span."""
        return (self.first is None or self.first <= version) and (self.last is None or version <= self.last)


def _until(last: str, value: bool | int, *fields: str) -> tuple[Change, ...]:
    return tuple(Change(field, None, parse_version(last), value) for field in fields)


def _between(first: str, last: str, field: str) -> Change:
    return Change(field, parse_version(f"{first}.0"), parse_version(last))


def _since(
    first: str, field: str, source: str = "", scenario: str = "", *, value: bool | int = True
) -> Change:
    version = parse_version(first if first.count(".") == 2 else f"{first}.0")
    return Change(field, version, None, value, source=source, scenario=scenario)


def _gated(gate: str, field: str, source: str = "", scenario: str = "", *, value: bool = True) -> Change:
    return Change(field, value=value, gate=gate, source=source, scenario=scenario)


WITHOUT_RULE = frozenset(
    (
        "group_claims",
        "static_volume_wakes",
    )
)
"""The fields of `Release` that no rule of the model reads: pages say so."""

CHANGES: tuple[Change, ...] = (
    _between("1.22", "1.27", "full_grace_after_hook"),
    _between("1.22", "1.30", "zero_grace_is_unset"),
    *_until("1.30", 0, "hard_eviction_grace_s"),
    *_until("1.31", False, "soft_eviction_capped"),
    *_until("1.32", False, "clamps_shortened_deadline"),
    *_until("1.26", False, "final_phase_after_deletion"),
    *_until("1.27", True, "tells_mount_timeout"),
    *_until("1.31", 40, "node_monitor_grace_s"),
    *_until("1.28", False, "orders_sidecars"),
    *_until("1.4", True, "node_controller_forces"),
    *_until("1.10", False, "priorities"),
    *_until("1.18", False, "preemption_policies"),
    *_until("1.17", False, "spread_constraints"),
    *_until("1.19", False, "spread_defaults"),
    *_until("1.25", False, "spread_policies"),
    *_until("1.26", False, "spread_min_domains", "spread_label_keys", "scheduling_gates"),
    *_until("1.30", False, "affinity_label_keys"),
    *_until("1.33", False, "pod_level_resources", "device_claims"),
    *_until("1.23", True, "spread_counts_excluded_nodes", "spread_truncates_scores"),
    *_until("1.20", True, "spread_needs_a_domain"),
    # 1.35
    _since("1.35", "taint_message_names_taint", "#134740", "tainted-zone", value=False),
    _since("1.35", "equal_nodes_by_heap", "#135231", "equal-nodes-by-heap"),
    _since("1.35", "lists_in_random_order", "KEP-3157"),
    _gated("NominatedNodeNameForExpectation", "nominates_before_binding", "KEP-5278", "shared-claim"),
    _gated(
        "ClearingNominatedNodeNameAfterBinding", "binding_clears_nomination", "KEP-5278", "basic-preemption"
    ),
    _since("1.35", "clears_nomination_without_post_filter", "#135007"),
    _since("1.35", "deleted_pod_leaves_binding", "#134157"),
    _since("1.35", "static_volume_wakes", "#133929"),
    _since("1.35", "scores_device_alternatives", "#134711"),
    _since("1.35", "checks_whole_pools", "#134753"),
    _between("1.35", "1.36", "scores_claims_by_place"),
    _between("1.35", "1.35", "resizes_guaranteed_cpu"),
    _gated("PodTopologyLabelsAdmission", "topology_labels", "KEP-4742", "min-domains"),
    _since("1.35", "names_cause_of_eviction_refusal", "#133097", "rolling-upgrade-features"),
    _gated("ChangeContainerStatusOnKubeletRestart", "resets_ready_on_restart", "#134746", value=False),
    _gated(
        "DeploymentReplicaSetTerminatingReplicas", "terminating_replicas", "KEP-3973", "nfs-with-deployment"
    ),
    _gated("MaxUnavailableStatefulSet", "statefulset_max_unavailable", "KEP-961"),
    _gated("ContainerRestartRules", "container_restart_rules", "KEP-5307", "restart-rules"),
    _gated("ImageVolume", "image_volumes", "KEP-4639"),
    _gated("ContainerStopSignals", "stop_signals", "KEP-4960"),
    _since("1.35", "names_toleration_comparisons", "KEP-5471"),
    _gated("TaintTolerationComparisonOperators", "toleration_comparison", "KEP-5471"),
    _since("1.35", "job_backoff_refuses_status"),
    _since("1.35", "correlates_events"),
    _since("1.35", "checks_written_details"),
    _since("1.35", "reports_container_resources", "KEP-1287"),
    _since("1.35", "counts_quotas"),
    # 1.36
    _since("1.36", "balances_by_change", "#135573", "balance-by-change"),
    _since("1.36", "pod_observed_generation", "KEP-5067"),
    _since("1.36", "keeps_image_counts"),
    _since("1.36", "scores_image_volumes", "#130231"),
    _since("1.36", "stops_victims_in_memory", "#135502"),
    _since("1.36", "recreated_pod_ends_attempt", "#138324"),
    _since("1.36", "hints_count_nominated", "#135392"),
    _since("1.36", "own_labels_wake", "#135394"),
    _since("1.36", "lifted_anti_affinity_wakes", "#135325", "preemptor-stuck"),
    _gated("NodeDeclaredFeatures", "declared_features", "KEP-5328", "rolling-upgrade-features"),
    _gated("DRAExtendedResource", "extended_resource_claims", "KEP-5004"),
    _gated("DRAPartitionableDevices", "partitionable_devices", "KEP-4815", "gpu-in-parts"),
    _gated("DRAConsumableCapacity", "consumable_capacity", "KEP-5075", "shared-gpu"),
    _gated("DRADeviceTaints", "device_taints", "KEP-5055", "tainted-device"),
    _gated("DRADeviceTaintRules", "device_taint_rules", "KEP-5055", "device-taint-rule"),
    _gated("DRADeviceBindingConditions", "device_binding_conditions", "KEP-5007"),
    _since("1.36", "device_timeout_is_an_error", "#137607"),
    _gated("InPlacePodVerticalScalingInitContainers", "resizes_init_containers", "KEP-1287"),
    _gated("InPlacePodLevelResourcesVerticalScaling", "resizes_pod_level", "KEP-5419"),
    _since("1.36", "refuses_resize_beyond_node", "KEP-1287"),
    _since("1.36", "empty_budget_selector_counts"),
    _gated("MutablePodResourcesForSuspendedJobs", "suspended_job_resources", "KEP-5440"),
    _gated("MutableSchedulingDirectivesForSuspendedJobs", "suspended_job_scheduling", "KEP-5440"),
    _gated("RestartAllContainersOnContainerExits", "restart_all_containers", "KEP-5532", "restart-rules"),
    _gated("ExtendWebSocketsToKubelet", "streams_through_kubelet", "KEP-4006"),
    _gated("UserNamespacesHostNetworkSupport", "host_network_user_namespaces", "KEP-5607"),
    _gated("VolumeBindMountOptions", "bind_mount_options"),
    _since("1.36", "sandbox_is_ready_at_once", "#134660", "built-in-defaults"),
    _since("1.36", "capital_statefulset_events"),
    _since("1.36", "shortest_toleration_counts"),
    _since("1.36", "describes_several_without_events", "#137145"),
    # 1.37
    _since("1.37", "image_volumes_raise_threshold", "#138951"),
    _since("1.37", "each_anti_affinity_term_wakes", "#139161"),
    _gated("StorageCapacityScoring", "storage_capacity_scoring", "KEP-4049"),
    _gated("VolumeLimitScaling", "volume_limit_scaling", "KEP-5030"),
    _since("1.37", "pod_requests_by_total", "KEP-1287"),
    _since("1.37", "limits_sidecar_storage", "#138462"),
    _since("1.37", "spares_old_unavailable_pods", "#137666"),
    _since("1.37", "rereads_node_before_unhealthy", "#138698"),
    # Off in every release so far
    _gated("MutablePVNodeAffinity", "changes_node_affinity_of_volumes", "KEP-5381"),
    _gated("GenericWorkload", "generic_workload", "KEP-4671"),
    _gated("GangScheduling", "gang_scheduling", "KEP-4671"),
    Change("group_shapes", parse_version("1.35.0"), parse_version("1.35"), WORKLOADS_ALONE),
    Change("group_shapes", parse_version("1.36.0"), parse_version("1.36"), POD_GROUPS),
    Change("group_shapes", parse_version("1.37.0"), None, GROUPS_IN_QUEUE),
    _gated("WorkloadAwarePreemption", "workload_aware_preemption", "KEP-5710"),
    _gated("DRAWorkloadResourceClaims", "group_claims", "KEP-5729"),
    _gated("TopologyAwareWorkloadScheduling", "topology_aware_workloads", "KEP-5732"),
    _gated("WorkloadWithJob", "workloads_of_jobs", "KEP-5547"),
)
