"""QoS class of a stored pod."""

from __future__ import annotations

from scheduler_core.apiserver.qos import qos_class
from scheduler_core.objects.pod import Pod


def pod_qos_class(pod: Pod) -> str:
    """Guaranteed, Burstable or BestEffort; see `apiserver/qos.py`."""
    containers = (*pod.spec.init_containers, *pod.spec.containers)
    level = None
    if pod.spec.pod_requests is not None or pod.spec.pod_limits is not None:
        level = (pod.spec.pod_requests or {}, pod.spec.pod_limits or {})
    return qos_class([(container.requests, container.limits) for container in containers], level)
