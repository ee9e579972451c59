"""The requests of pods as the scheduler counts them: one row of integers for each pod.

Source: pkg/scheduler/framework/types.go Resource and CalculateResource, apis/core/v1/helper (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.devices import CLASS_RESOURCE_PREFIX
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import (
    has_allocated_resources,
    pod_level,
    pod_requests,
    resize_infeasible,
)
from scheduler_core.objects.read_once import work_out_once
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, PODS, ResourceList, get, units
from scheduler_core.objects.scalars.quantity import Quantity

DEFAULT_REQUESTS: ResourceList = {
    CPU: Quantity(100 * 1_000_000),
    MEMORY: Quantity(200 * 1024 * 1024 * 1_000_000_000, "BinarySI"),
}
"""The request that scoring assumes for a container without one: 100m CPU and 200Mi memory."""

NO_SCALARS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Row:
    """Amounts in the scheduler's integers: cpu in milli-CPU, all others in whole units (bytes)."""

    milli_cpu: int = 0
    memory: int = 0
    ephemeral_storage: int = 0
    scalars: Mapping[str, int] = field(default_factory=dict)

    @property
    def values(self) -> tuple[int, int, int, tuple[tuple[str, int], ...]]:
        """The amounts as one value that can be compared and hashed."""
        scalars = tuple(sorted(self.scalars.items())) if self.scalars else ()
        return self.milli_cpu, self.memory, self.ephemeral_storage, scalars

    def get(self, name: str) -> int:
        if name == CPU:
            return self.milli_cpu
        if name == MEMORY:
            return self.memory
        if name == EPHEMERAL_STORAGE:
            return self.ephemeral_storage
        return self.scalars.get(name, 0)


def is_native(name: str) -> bool:
    return "/" not in name or "kubernetes.io/" in name


def is_extended(name: str) -> bool:
    """Whether the resource is outside the domain kubernetes.io (v1helper.IsExtendedResourceName)."""
    return not is_native(name) and not name.startswith("requests.")


def is_device_resource(name: str) -> bool:
    """Whether devices of a DeviceClass can provide the resource (util.IsDRAExtendedResourceName)."""
    return is_extended(name) or name.startswith(CLASS_RESOURCE_PREFIX)


def is_scalar(name: str) -> bool:
    """Whether the scheduler counts it besides cpu, memory and ephemeral storage
    (v1helper.IsScalarResourceName)."""
    return (
        is_extended(name)
        or name.startswith(("hugepages-", "attachable-volumes-"))
        or ("/" in name and "kubernetes.io/" in name)
    )


@work_out_once
def row_of(amounts: ResourceList) -> Row:
    """The row of a resource list; names that the scheduler does not count are left out."""
    scalars = {name: units(name, amount) for name, amount in amounts.items() if is_scalar(name)}
    return Row(
        get(amounts, CPU).milli_value,
        get(amounts, MEMORY).value,
        get(amounts, EPHEMERAL_STORAGE).value,
        scalars or NO_SCALARS,
    )


def allowed_pods(allocatable: ResourceList) -> int:
    return get(allocatable, PODS).value


def all_requests_set(pod: Pod) -> bool:
    """Whether every container's spec requests cpu and memory and there are no pod-level requests, so that no
    default applies."""
    spec = pod.spec
    return not spec.pod_requests and all(
        CPU in container.requests and MEMORY in container.requests
        for container in (*spec.containers, *spec.init_containers)
    )


def non_zero_requests(pod: Pod, requests: ResourceList, release: Release = BASELINE) -> tuple[int, int]:
    """The (milli-CPU, bytes) that scoring counts for a pod on a node; `requests` is the result of
    `pod_requests`.

    With pod-level requests, defaults apply only to resources that neither level mentions. Of a container
    whose resize is infeasible the status counts alone, so a resource missing there gets the default.
    """
    if all_requests_set(pod) and not (has_allocated_resources(pod) and resize_infeasible(pod)):
        return get(requests, CPU).milli_value, get(requests, MEMORY).value
    if pod.spec.pod_requests and any(pod_level(name) for name in pod.spec.pod_requests):
        defaults = {name: amount for name, amount in DEFAULT_REQUESTS.items() if name not in requests}
    else:
        defaults = dict(DEFAULT_REQUESTS)
    if defaults:
        requests = pod_requests(pod, defaults, use_status=True, release=release)
    return get(requests, CPU).milli_value, get(requests, MEMORY).value
