"""QoS class of a stored pod."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.qos import qos_class


def pod_qos_class(pod: Pod) -> str:
    """Guaranteed, Burstable or BestEffort; see `objects/pod_resources/qos.py`."""
    containers = (*pod.spec.init_containers, *pod.spec.containers)
    level = None
    if isinstance(find(pod.manifest, "spec", "resources"), Mapping):
        level = (pod.spec.pod_requests or {}, pod.spec.pod_limits or {})
    return qos_class([(container.requests, container.limits) for container in containers], level)
