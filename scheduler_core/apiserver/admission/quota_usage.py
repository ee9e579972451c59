"""What an object uses of the resources that a quota limits.

Source: pkg/quota/v1/evaluator/core (`PodUsageFunc`, `podMatchesScopeFunc`, claims of volumes and devices),
staging/src/k8s.io/apiserver/pkg/quota/v1/generic (v1.34; devices of a class v1.34 on).
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.objects.devices import EXACT_COUNT, RequestedDevices, ResourceClaim
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.qos import BEST_EFFORT, spec_qos_class
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resource_quota import QuotaScope, ResourceQuota
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, ResourceList, add
from scheduler_core.objects.scalars.quantity import Quantity, parse_quantity
from scheduler_core.objects.storage import PersistentVolumeClaim

_COMPUTED = (CPU, MEMORY, EPHEMERAL_STORAGE)
_MOST_DEVICES = 32
"""What a request for all devices counts: the most that an allocation may have."""
_UNIT = parse_quantity(1)


def usage(stored: Object, kind: str) -> ResourceList:
    """The amounts that the object uses, by the names that quotas have for them."""
    row = KINDS[kind]
    group = row.groups[0]
    used: dict[str, Quantity] = {f"count/{row.resource}{'.' + group if group else ''}": _UNIT}
    if isinstance(stored, Pod):
        return {**used, **_pod_usage(stored)} if _counts(stored) else used
    if isinstance(stored, PersistentVolumeClaim):
        used |= {"persistentvolumeclaims": _UNIT, "requests.storage": stored.request}
    elif isinstance(stored, ResourceClaim):
        for name, count in _devices(stored.requests).items():
            used[f"{name}.deviceclass.resource.k8s.io/devices"] = parse_quantity(count)
    elif not group:
        used[row.resource] = _UNIT
    return used


def _counts(pod: Pod) -> bool:
    """Whether the pod uses compute resources: it has not finished. Source: `QuotaV1Pod`."""
    return not pod.finished


def _pod_usage(pod: Pod) -> dict[str, Quantity]:
    used: dict[str, Quantity] = {"pods": _UNIT}
    requests = pod_requests(pod, use_status=True)
    for name, amount in requests.items():
        used[f"requests.{name}"] = amount
        if name in _COMPUTED or name.startswith("hugepages-"):
            used[name] = amount
    for name, amount in _limits(pod).items():
        if name in _COMPUTED:
            used[f"limits.{name}"] = amount
    return used


def _limits(pod: Pod) -> ResourceList:
    """The sum of the limits of the containers; those of the pod as a whole come first."""
    total: ResourceList = pod.spec.overhead
    for container in (
        *pod.spec.containers,
        *(sidecar for sidecar in pod.spec.init_containers if sidecar.sidecar),
    ):
        total = add(total, container.limits)
    return {**total, **(pod.spec.pod_limits or {})}


def _devices(requests: Iterable[RequestedDevices]) -> dict[str, int]:
    """Device class → how many devices the requests of a claim may get; of alternatives the largest number."""
    counts: dict[str, int] = {}
    for request in requests:
        largest: dict[str, int] = {}
        for option in request.options:
            count = option.count if option.mode == EXACT_COUNT else _MOST_DEVICES
            largest[option.device_class] = max(largest.get(option.device_class, 0), count)
        for name, count in largest.items():
            counts[name] = counts.get(name, 0) + count
    return counts


def counts_for(quota: ResourceQuota, stored: Object) -> bool:
    """Whether the object counts against the quota: it is in the namespace and, as a pod, in all scopes."""
    if stored.meta.namespace != quota.meta.namespace:
        return False
    if not quota.scopes:
        return True
    return isinstance(stored, Pod) and all(_in_scope(stored, scope) for scope in quota.scopes)


def _in_scope(pod: Pod, scope: QuotaScope) -> bool:
    match scope.name:
        case "Terminating" | "NotTerminating":
            return (pod.active_deadline_seconds is not None) is (scope.name == "Terminating")
        case "BestEffort" | "NotBestEffort":
            return (spec_qos_class(pod.spec) == BEST_EFFORT) is (scope.name == "BestEffort")
        case "PriorityClass":
            name = pod.spec.priority_class_name
            match scope.operator:
                case "In":
                    return name in scope.values
                case "NotIn":
                    return name not in scope.values
                case "DoesNotExist":
                    return not name
                case _:
                    return bool(name)
        case _:
            return False


def quota_usage(quota: ResourceQuota, tables: Iterable[tuple[str, Iterable[Object]]]) -> dict[str, Quantity]:
    """What the namespace uses of each resource that the quota limits; `tables` are objects by kind."""
    total: dict[str, Quantity] = {name: parse_quantity(0) for name in quota.hard}
    for kind, objects in tables:
        for stored in objects:
            if counts_for(quota, stored):
                amounts = usage(stored, kind)
                for name in total:
                    if name in amounts:
                        total[name] = total[name] + amounts[name]
    return total
