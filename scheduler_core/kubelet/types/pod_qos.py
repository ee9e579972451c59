"""QoS class of a stored pod."""

from __future__ import annotations

from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.pod_resources.qos import qos_class
from scheduler_core.objects.read_once import work_out_once


def pod_qos_class(pod: Pod) -> str:
    """Guaranteed, Burstable or BestEffort; see `objects/pod_resources/qos.py`."""
    containers = (*pod.spec.init_containers, *pod.spec.containers)
    if pod.has_resources:
        return qos_class([], (pod.spec.pod_requests or {}, pod.spec.pod_limits or {}))
    return _of_containers(*containers)


@work_out_once
def _of_containers(*containers: Container) -> str:
    return qos_class([(container.requests, container.limits) for container in containers])
