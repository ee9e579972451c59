"""What to do about a change between releases before an upgrade, a sentence for each field of `Release`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_DO: Mapping[str, str] = {
    "taint_message_names_taint": (
        "Match the text without key and value in alerts, and read the taints from the nodes."
    ),
    "equal_nodes_by_heap": (
        "Do not count on chance to spread pods: give them requests, topologySpreadConstraints or "
        "podAntiAffinity."
    ),
    "lists_in_random_order": "Give a priority to the pods that must come first after a restart.",
    "nominates_before_binding": "Read spec.nodeName to learn where a pod runs, not status.nominatedNodeName.",
    "binding_clears_nomination": "Look for the Event Preempted to learn which pods preempted others.",
    "clears_nomination_without_post_filter": "Let the nominating component set the field again.",
    "static_volume_wakes": "Nothing: the pods start sooner.",
    "scores_device_alternatives": "Check that the first alternative of firstAvailable is the one you prefer.",
    "checks_whole_pools": "Nothing: devices of pools that span nodes are found.",
    "lifted_anti_affinity_wakes": "Nothing: the pods are tried sooner.",
    "each_anti_affinity_term_wakes": "Nothing: the pods are tried sooner.",
    "image_volumes_raise_threshold": "Nothing, unless you rely on the score of images.",
    "stop_signals": "Nothing, unless you switch the gate on.",
    "topology_labels": (
        "Rename your own pod labels of these keys, and check selectors that match them: "
        "bound pods have them now."
    ),
    "names_cause_of_eviction_refusal": (
        "Use an absolute minAvailable for pods of Jobs and DaemonSets, and match the new texts "
        "in scripts that drain nodes."
    ),
    "resets_ready_on_restart": "Nothing: endpoints stay when a kubelet restarts.",
    "terminating_replicas": "Nothing, unless a client rejects unknown status fields.",
    "statefulset_max_unavailable": "Check the patch level: the field counts up to 1.35.3 and from 1.37 on.",
    "container_restart_rules": "Apply the workload again: the older release dropped the field.",
    "image_volumes": "Apply the workload again: the older release dropped the volume source.",
    "scores_image_volumes": "Expect nodes that hold the image of the volume to win.",
    "balances_by_change": (
        "Compare the nodes below. Where a pod must keep its place, use nodeAffinity instead of scores."
    ),
    "stops_victims_in_memory": "Match the new text of the Event Preempted.",
    "hints_count_nominated": "Nothing: the pods are tried sooner.",
    "own_labels_wake": "Nothing: the pods are tried sooner.",
    "deleted_pod_leaves_binding": "Nothing: the room of a deleted pod is free at once.",
    "declared_features": (
        "Upgrade the kubelets before you use the new fields: a node that declares no features "
        "refuses such pods."
    ),
    "extended_resource_claims": (
        "Check which DeviceClass serves the resource: the scheduler now makes a claim for these pods."
    ),
    "partitionable_devices": "Upgrade the driver together with the control plane: the counters count now.",
    "consumable_capacity": "Upgrade the driver together with the control plane: the shares count now.",
    "device_taints": "Add tolerations to the claims that must keep these devices, before the upgrade.",
    "device_binding_conditions": "Check that the driver sets the conditions: binding waits up to 600 s.",
    "device_timeout_is_an_error": "Simplify the device selectors that take longer than 10 s.",
    "resizes_init_containers": "Nothing, until you resize init containers.",
    "resizes_pod_level": "Nothing, until you resize spec.resources.",
    "refuses_resize_beyond_node": "Let autoscalers handle a refusal with code 403.",
    "suspended_job_resources": "Nothing: resources can be changed while the Job is suspended.",
    "suspended_job_scheduling": "Do not rely on status.startTime of a suspended Job.",
    "restart_all_containers": "Apply the workload again after the kubelets are upgraded.",
    "device_taint_rules": "Remove rules that were written before and had no effect.",
    "streams_through_kubelet": "Make sure that the container runtime answers WebSockets.",
    "sandbox_is_ready_at_once": "Do not read PodReadyToStartContainers as a sign that images are pulled.",
    "storage_capacity_scoring": "Expect the node with the most free capacity to win.",
    "volume_limit_scaling": "Install the CSI driver on all nodes that should run such pods.",
    "pod_requests_by_total": "Nothing: a resize that shifts resources needs less room.",
    "limits_sidecar_storage": "Raise the ephemeral-storage limits that sidecars exceed today.",
    "rereads_node_before_unhealthy": "Nothing: late caches no longer mark nodes as NotReady.",
    "toleration_comparison": "Nothing, unless you switch the gate on.",
    "generic_workload": "Nothing, unless you switch the gate on.",
}
MESSAGES: Mapping[str, str] = MappingProxyType({f"upgrade.do.{field}": text for field, text in _DO.items()})
