"""Who sets a taint and takes it away again, and whether a person may.

Sources: https://kubernetes.io/docs/reference/labels-annotations-taints and
https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration (v1.34), the documentation of the
cluster autoscaler, of Karpenter and of the providers.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.advice.nodes.machine_labels import of_provider
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot

CORDON = "node.kubernetes.io/unschedulable"
CONTROL_PLANE = ("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master")
_OF_THE_SYSTEM = (*CONTROL_PLANE, "CriticalAddonsOnly", "components.gke.io/gke-managed-components")
"""Taints that keep nodes for the cluster's own pods."""
_LEAVING = "advice.hint_taint_leaving"
_STARTING = "advice.hint_taint_starting"
_KEPT: Mapping[str, str] = {
    "node.kubernetes.io/not-ready": "advice.hint_taint_not_ready",
    "node.kubernetes.io/unreachable": "advice.hint_taint_not_ready",
    "node.kubernetes.io/memory-pressure": "advice.hint_taint_pressure",
    "node.kubernetes.io/disk-pressure": "advice.hint_taint_pressure",
    "node.kubernetes.io/pid-pressure": "advice.hint_taint_pressure",
    "node.kubernetes.io/network-unavailable": "advice.hint_taint_network",
    "node.kubernetes.io/out-of-service": "advice.hint_taint_out_of_service",
    "node.cloudprovider.kubernetes.io/uninitialized": "advice.hint_taint_uninitialized",
    "node.cloudprovider.kubernetes.io/shutdown": _LEAVING,
    "ToBeDeletedByClusterAutoscaler": _LEAVING,
    "DeletionCandidateOfClusterAutoscaler": _LEAVING,
    "cloud.google.com/impending-node-termination": _LEAVING,
}
"""Taints of components, and the message that says who takes them away."""
_LEAVING_NAMES = (
    "disrupted",
    "disruption",
    "terminating",
    "termination",
    "deletion",
    "shutdown",
    "interruption",
)
_LEAVING_DOMAINS = ("aws-node-termination-handler",)
_STARTING_NAMES = ("not-ready", "notready", "uninitialized", "unregistered", "uninitialised", "unavailable")
_STARTING_DOMAINS = (
    "startup-taint.cluster-autoscaler.kubernetes.io",
    "ignore-taint.cluster-autoscaler.kubernetes.io",
)
_DRAINS = ("weave.works/kured-reboot-in-progress",)
"""Annotations that a program keeps on a node while it drains it."""


def keeper_of(key: str) -> str:
    """The id of the message that says which component takes the taint away; "" for a taint that a person or
    the provider means to stay."""
    if key in _KEPT:
        return _KEPT[key]
    domain, _, name = key.rpartition("/")
    if domain in _LEAVING_DOMAINS or name.lower().endswith(_LEAVING_NAMES):
        return _LEAVING
    if domain in _STARTING_DOMAINS or name.lower().endswith(_STARTING_NAMES):
        return _STARTING
    return "advice.hint_taint_component" if domain == "node.kubernetes.io" and key != CORDON else ""


def may_tolerate(taint: Taint, pod: PodInfo, node: NodeInfo) -> bool:
    """Whether a pod may be given a toleration: not of a state of the node, not of the control plane, and not
    of a node's devices that it does not request."""
    return taint.key != CORDON and not reserved_by(taint.key, pod, node)


def reserved_by(key: str, pod: PodInfo, node: NodeInfo) -> str:
    """The id of the message that says why a pod may not tolerate the taint; "" where it may."""
    if keeper_of(key):
        return keeper_of(key)
    if key in _OF_THE_SYSTEM:
        return "advice.hint_taint_system"
    of_devices = node.allocatable.get(key) and not pod.requests.get(key)
    return "advice.hint_taint_devices" if of_devices else ""


def may_remove(taint: Taint, snapshot: Snapshot) -> bool:
    """Whether the taint may be taken off the node: it is a person's own. That of the control plane comes off
    where no other node exists, as kubeadm's documentation has it."""
    if taint.key in CONTROL_PLANE:
        return all(_controls(node) for node in snapshot.nodes)
    return not keeper_of(taint.key) and not of_provider(taint.key) and taint.key not in _OF_THE_SYSTEM


def leaves(node: NodeInfo) -> bool:
    """Whether somebody takes pods off the node or the node out of the cluster: an uncordon would be undone,
    or would undo a drain."""
    meta = node.node.meta
    taken_off = any(pod.terminating for pod in node.pods) or any(name in meta.annotations for name in _DRAINS)
    deleted = meta.deletion_at is not None
    return deleted or taken_off or any(keeper_of(taint.key) == _LEAVING for taint in node.node.taints)


def passing(taint_key: str) -> bool:
    """Whether a new node does not get the taint of its example: it is a state of that node."""
    return taint_key == CORDON or bool(keeper_of(taint_key))


def _controls(node: NodeInfo) -> bool:
    return any(taint.key in CONTROL_PLANE for taint in node.node.taints)
