"""Critical pods, which a kubelet never evicts, and static pods.

Source: pkg/kubelet/types/pod_update.go `IsCriticalPod`, `IsNodeCriticalPod`, `Preemptable` (v1.34).
"""

from __future__ import annotations

from scheduler_core.objects.manifest import Manifest, find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY

SYSTEM_NODE_CRITICAL = "system-node-critical"
CONFIG_SOURCE = "kubernetes.io/config.source"
CONFIG_MIRROR = "kubernetes.io/config.mirror"
CONFIG_HASH = "kubernetes.io/config.hash"
_API_SOURCE = "api"


def is_static(pod: Pod) -> bool:
    """Whether the pod comes from a file of the node and not from the API server."""
    return static(pod.manifest)


def static(manifest: Manifest) -> bool:
    """`is_static` of the pod with this manifest."""
    source = find(manifest, "metadata", "annotations", CONFIG_SOURCE)
    return isinstance(source, str) and source != _API_SOURCE


def is_mirror(pod: Pod) -> bool:
    """Whether this is the API server's mirror object of a static pod."""
    return mirrored(pod.manifest)


def mirrored(manifest: Manifest) -> bool:
    """`is_mirror` of the pod with this manifest."""
    return find(manifest, "metadata", "annotations", CONFIG_MIRROR) is not None


def is_critical(pod: Pod) -> bool:
    return is_static(pod) or is_mirror(pod) or pod.priority >= SYSTEM_CRITICAL_PRIORITY


def is_node_critical(pod: Pod) -> bool:
    return is_critical(pod) and pod.spec.priority_class_name == SYSTEM_NODE_CRITICAL


def preemptable(preemptor: Pod, pod: Pod) -> bool:
    """Whether `pod` may be killed to make room for `preemptor` on its node."""
    if is_critical(preemptor) and not is_critical(pod):
        return True
    ours, theirs = _priority(preemptor), _priority(pod)
    return ours is not None and theirs is not None and ours > theirs


def _priority(pod: Pod) -> int | None:
    """The priority that the kubelet knows. The file of a static pod has none; the API server gave one to its
    mirror pod only.
    """
    return None if is_static(pod) or is_mirror(pod) else pod.spec.priority
