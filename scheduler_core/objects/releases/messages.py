"""What changed between releases, in two sentences a row of `changes.py`: what is different, and who notices.

The ids are `release.FIELD` and `release.FIELD.who`; a row without them is shown on no page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

_CHANGES: Mapping[str, tuple[str, str]] = {
    "taint_message_names_taint": (
        "The rejection by a taint no longer names the taint: node(s) had untolerated taint(s).",
        "Alerts and scripts that read the key; nodes with different taints are counted together.",
    ),
    "equal_nodes_by_heap": (
        "Equal nodes are no longer drawn by lot: the order of a heap decides.",
        "Small clusters, in which single pods without requests go to the same node each time.",
    ),
    "lists_in_random_order": (
        "A scheduler that starts meets the existing nodes and pending pods in random order.",
        "Whoever restarts the scheduler: among pods of equal priority, age no longer decides.",
    ),
    "nominates_before_binding": (
        "status.nominatedNodeName is set while a pod waits for a slow binding, for instance for a volume.",
        "Autoscalers and people who read NOMINATED NODE: the pod is about to run there.",
    ),
    "binding_clears_nomination": (
        "Binding empties status.nominatedNodeName.",
        "Scripts that looked for pods that had preempted others.",
    ),
    "clears_nomination_without_post_filter": (
        "A failed attempt empties status.nominatedNodeName also in a profile without PostFilter plugins.",
        "Clusters with preemption switched off in which another component nominates nodes.",
    ),
    "deleted_pod_leaves_binding": (
        "A pod that is deleted while it is being bound frees its node at once.",
        "Pods that wait for the room of a deleted pod.",
    ),
    "static_volume_wakes": (
        "A PersistentVolume that somebody creates wakes the pods that wait for one at once.",
        "Clusters with static volumes: pods waited up to five minutes.",
    ),
    "scores_device_alternatives": (
        "The order of firstAvailable counts in the score: DynamicResources scores with weight 2.",
        "Pods with claims that list alternatives: a node with the first choice wins.",
    ),
    "topology_labels": (
        "Binding copies the labels for zone and region from the node to the pod.",
        "Selectors that match these labels, and applications that read them through the downward API.",
    ),
    "names_cause_of_eviction_refusal": (
        "The refusal of an eviction names its cause, for instance that the budget failed to sync.",
        "Whoever drains nodes: budgets over pods of Jobs or DaemonSets with maxUnavailable or a percentage.",
    ),
    "resets_ready_on_restart": (
        "Containers stay ready when their kubelet restarts.",
        "Services whose pods left their endpoints for a moment at each update of kubelets.",
    ),
    "terminating_replicas": (
        "Deployments and ReplicaSets report status.terminatingReplicas.",
        "Whoever watches a rollout in which old pods end slowly.",
    ),
    "statefulset_max_unavailable": (
        "rollingUpdate.maxUnavailable of a StatefulSet is in force.",
        "StatefulSets that set it: in other releases the field is dropped and pods are updated one by one.",
    ),
    "container_restart_rules": (
        "A container has a restartPolicy and restart rules of its own.",
        "Jobs whose containers should restart after some exit codes only.",
    ),
    "image_volumes": (
        "A volume can be an image: spec.volumes[].image.",
        "Pods that bring data or models as images.",
    ),
    "balances_by_change": (
        "NodeResourcesBalancedAllocation scores how a pod changes the balance of a node, from 50 to 100.",
        "Nodes of unequal load: an unbalanced node that the pod balances can win.",
    ),
    "scores_image_volumes": (
        "ImageLocality counts image volumes like images of containers.",
        "Pods with image volumes, such as models.",
    ),
    "stops_victims_in_memory": (
        "A victim of preemption that is not bound yet is stopped in the scheduler, not deleted.",
        "Pods that wait for a volume while a pod of higher priority needs their place.",
    ),
    "hints_count_nominated": (
        "Nominated pods count when an event is checked for pods with affinity or spread.",
        "Pods that waited for the next flush of the queue.",
    ),
    "own_labels_wake": (
        "A pending pod with pod affinity wakes when its own labels change.",
        "Pods that stayed pending for up to five minutes.",
    ),
    "lifted_anti_affinity_wakes": (
        "A pending pod wakes when a pod goes whose anti-affinity kept it away.",
        "Pods that stayed pending for up to five minutes.",
    ),
    "each_anti_affinity_term_wakes": (
        "A pod that goes wakes pods of which one anti-affinity term meant it, not only all terms.",
        "Pods with several anti-affinity terms, which stayed pending for up to five minutes.",
    ),
    "image_volumes_raise_threshold": (
        "Image volumes raise the threshold above which images count no more.",
        "Pods with image volumes, whose scores for images fall.",
    ),
    "declared_features": (
        "Nodes declare features, and a pod that needs one only fits nodes that declare it.",
        "Pods with new fields while kubelets are older than the control plane.",
    ),
    "extended_resource_claims": (
        "An extended resource can be served by a DeviceClass: the scheduler makes the claim.",
        "Pods that ask for devices by resource name in clusters with DRA drivers.",
    ),
    "partitionable_devices": (
        "Devices can be partitions that share counters.",
        "Drivers of GPUs that are split.",
    ),
    "consumable_capacity": (
        "A device can serve several claims, each with a share of its capacity.",
        "Shared GPUs and network cards.",
    ),
    "device_taints": (
        "Devices can be tainted; NoExecute evicts the pods that use them.",
        "Whoever maintains devices.",
    ),
    "device_binding_conditions": (
        "Binding waits until a device reports the conditions that it names.",
        "Devices that are attached over a network.",
    ),
    "checks_whole_pools": (
        "A pool of devices is complete when all its slices are known, also those for other nodes.",
        "Drivers whose pools span nodes: their devices were skipped before.",
    ),
    "device_timeout_is_an_error": (
        "An allocation that takes longer than 10 s is an error of the attempt, not a rejection of the node.",
        "Clusters with large device selectors.",
    ),
    "resizes_init_containers": (
        "Resources of init containers that are not sidecars can be resized.",
        "Pods whose init containers were sized wrongly.",
    ),
    "resizes_pod_level": (
        "Resources of the pod can be resized in place.",
        "Pods with spec.resources.",
    ),
    "refuses_resize_beyond_node": (
        "A resize beyond the allocatable resources of the node is refused by the API server.",
        "Autoscalers that resize: before, the kubelet answered with the condition Infeasible.",
    ),
    "suspended_job_resources": (
        "Container resources in the template of a suspended Job can be changed.",
        "Queueing systems that choose resources late.",
    ),
    "suspended_job_scheduling": (
        "The scheduling directives of a suspended Job that has run can be changed; it has no startTime.",
        "Queueing systems, and whoever reads status.startTime.",
    ),
    "restart_all_containers": (
        "A restart rule can restart all containers of a pod in place.",
        "Training jobs whose workers restart together.",
    ),
    "device_taint_rules": (
        "A DeviceTaintRule taints devices from outside their slices.",
        "Administrators who take devices out of use.",
    ),
    "streams_through_kubelet": (
        "WebSockets of exec, attach and port-forward go through the API server to the kubelet.",
        "Container runtimes that do not answer WebSockets.",
    ),
    "sandbox_is_ready_at_once": (
        "PodReadyToStartContainers becomes True when the sandbox exists, before images are pulled.",
        "Whoever measures how long pods take to start.",
    ),
    "stop_signals": (
        "A container can name the signal that stops it: lifecycle.stopSignal.",
        "Clusters that switch the gate on.",
    ),
    "storage_capacity_scoring": (
        "VolumeBinding scores nodes by the free capacity of their storage.",
        "Pods with dynamically provisioned local volumes.",
    ),
    "volume_limit_scaling": (
        "A node without the CSI driver of a pod's volume can be refused.",
        "CSI drivers with preventPodSchedulingIfMissing.",
    ),
    "pod_requests_by_total": (
        "While a resize is pending, the largest of the pod's three totals counts.",
        "Pods that shift resources between containers.",
    ),
    "limits_sidecar_storage": (
        "The ephemeral-storage limit of sidecars is enforced.",
        "Sidecars that write more than their limit.",
    ),
    "rereads_node_before_unhealthy": (
        "A node is read again before it is marked as unhealthy.",
        "Large clusters whose caches are late.",
    ),
    "toleration_comparison": (
        "Tolerations can compare numbers with Lt and Gt.",
        "Clusters that switch the gate on.",
    ),
    "generic_workload": (
        "Pods of a PodGroup are scheduled together.",
        "Clusters that switch the gate on.",
    ),
}


def _table() -> Iterator[tuple[str, str]]:
    for field, (title, who) in _CHANGES.items():
        yield f"release.{field}", title
        yield f"release.{field}.who", who


MESSAGES: Mapping[str, str] = MappingProxyType(dict(_table()))
