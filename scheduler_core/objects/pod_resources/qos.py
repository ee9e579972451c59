"""Quality of service class of a pod.

Source: pkg/apis/core/v1/helper/qos `ComputePodQOS` (v1.34, gate PodLevelResources on): it sums up all
containers, init containers included; only cpu and memory count, and only amounts above zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.objects.pod import PodSpec
from scheduler_core.objects.resources import CPU, MEMORY, ResourceList
from scheduler_core.objects.scalars.quantity import Quantity

GUARANTEED = "Guaranteed"
BURSTABLE = "Burstable"
BEST_EFFORT = "BestEffort"
_COUNTED = (CPU, MEMORY)


def qos_class(
    containers: Sequence[tuple[ResourceList, ResourceList]],
    pod_level: tuple[ResourceList, ResourceList] | None = None,
) -> str:
    """The class that follows from (requests, limits) of each container. Where `spec.resources` is set, the
    amounts of the pod as a whole alone decide.
    """
    if pod_level is not None:
        requests, limits = _positive(pod_level[0]), _positive(pod_level[1])
        guaranteed = len(limits) == len(_COUNTED)
    else:
        requests, limits = {}, {}
        guaranteed = True
        for requested, limited in containers:
            for total, amounts in ((requests, requested), (limits, limited)):
                for name, amount in _positive(amounts).items():
                    total[name] = total[name] + amount if name in total else amount
            if len(_positive(limited)) != len(_COUNTED):
                guaranteed = False
    if not requests and not limits:
        return BEST_EFFORT
    same = len(requests) == len(limits) and all(
        name in limits and limits[name].nano == amount.nano for name, amount in requests.items()
    )
    return GUARANTEED if guaranteed and same else BURSTABLE


def spec_qos_class(spec: PodSpec) -> str:
    """The class of a pod with this spec."""
    level = None
    if spec.pod_requests is not None or spec.pod_limits is not None:
        level = (spec.pod_requests or {}, spec.pod_limits or {})
    containers = (*spec.init_containers, *spec.containers)
    return qos_class([(container.requests, container.limits) for container in containers], level)


def _positive(amounts: ResourceList) -> dict[str, Quantity]:
    counted: Mapping[str, Quantity] = amounts
    return {name: amount for name, amount in counted.items() if name in _COUNTED and amount.nano > 0}
