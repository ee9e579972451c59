"""The effective resource request of a whole pod.

Source: component-helpers resource.PodRequests (v0.34, v0.36, v0.37); gates PodLevelResources,
SidecarContainers and InPlacePodVerticalScaling on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scheduler_core.objects.manifest import find, items, mapping, text
from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.read_once import work_out_once
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.resources import CPU, MEMORY, ResourceList, add, highest, parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity


def pod_level(name: str) -> bool:
    """Whether a pod may request resource `name` at pod level."""
    return name in (CPU, MEMORY) or name.startswith("hugepages-")


def pod_requests(
    pod: Pod,
    defaults: ResourceList | None = None,
    *,
    use_status: bool = False,
    use_pod_level: bool = True,
    release: Release = BASELINE,
) -> ResourceList:
    """The pod's exact request of each resource.

    `defaults` count for every container that does not mention the resource (scoring: 100m cpu, 200Mi memory);
    an explicit 0 stays 0. `use_status` reads what running containers were actually allocated (in-place
    resize). The highest of spec, allocated and actual resources counts: of each container, or since 1.37 of
    the whole pod.
    """
    statuses = _statuses(pod) if use_status else {}
    spec = pod.spec
    if not (defaults or statuses or spec.init_containers or spec.pod_requests or spec.overhead):
        return _sum_of_requests(*spec.containers)
    level = spec.pod_requests if use_pod_level else None
    resized = _pod_level_statuses(pod) if use_status and level and release.resizes_pod_level else ()
    views = list(_views(pod, statuses, level, resized, by_total=release.pod_requests_by_total))
    total = _total(pod, defaults, *views[0])
    for view in views[1:]:
        total = highest(total, _total(pod, defaults, *view))
    return add(total, spec.overhead)


def _views(
    pod: Pod,
    statuses: Mapping[str, _Status],
    level: ResourceList | None,
    resized: Sequence[ResourceList],
    *,
    by_total: bool,
) -> Iterator[tuple[Mapping[str, ResourceList], ResourceList | None]]:
    """The states of a pod, of whose totals the highest counts: the requests of containers that are not those
    of the spec, and the requests at pod level. Those of an infeasible resize do not count."""
    infeasible = resize_infeasible(pod)
    if not by_total or not (statuses or resized):
        requests: dict[str, ResourceList] = {}
        for container in (*pod.spec.containers, *pod.spec.init_containers):
            if container.name in statuses:
                given = highest(*statuses[container.name])
                requests[container.name] = given if infeasible else highest(container.requests, given)
        if level is not None and resized:
            given = highest(*resized)
            level = given if infeasible else highest(level, given)
        yield requests, level
        return
    if not infeasible:
        yield {}, level
    for source in (0, 1):
        yield (
            {name: status[source] for name, status in statuses.items()},
            resized[source] if resized and resized[source] else level,
        )


def _total(
    pod: Pod,
    defaults: ResourceList | None,
    requests: Mapping[str, ResourceList],
    level: ResourceList | None,
) -> dict[str, Quantity]:
    """The request without overhead; `requests` replace those of the spec, and `level` is that of the pod."""
    total: dict[str, Quantity] = {}
    for container in pod.spec.containers:
        total = add(total, _request(container, defaults, requests))
    sidecars: dict[str, Quantity] = {}
    peak: dict[str, Quantity] = {}
    for container in pod.spec.init_containers:
        if container.sidecar:
            request = _request(container, defaults, requests)
            total = add(total, request)
            sidecars = add(sidecars, request)
            peak = highest(peak, sidecars)
        else:
            peak = highest(peak, add(_request(container, defaults, {}), sidecars))
    total = highest(total, peak)
    if level:
        total |= {name: amount for name, amount in level.items() if pod_level(name)}
    return total


@work_out_once
def _sum_of_requests(*containers: Container) -> ResourceList:
    total: dict[str, Quantity] = {}
    for container in containers:
        total = add(total, container.requests)
    return total


def has_allocated_resources(pod: Pod) -> bool:
    """Whether the status says what the pod was allocated; if not, `use_status` makes no difference."""
    return bool(_statuses(pod) or _pod_level_statuses(pod))


def resize_infeasible(pod: Pod) -> bool:
    """Whether the node can never give the pod the resources it was resized to (IsPodResizeInfeasible)."""
    resize = pod.status.condition("PodResizePending")
    return resize is not None and resize.reason == "Infeasible"


class _Status(NamedTuple):
    """The actual and the allocated requests of a container."""

    actual: ResourceList
    allocated: ResourceList


def _request(
    container: Container, defaults: ResourceList | None, requests: Mapping[str, ResourceList]
) -> ResourceList:
    """A container's request with what it does not mention from `defaults`."""
    request = requests.get(container.name, container.requests)
    if defaults:
        missing = {name: amount for name, amount in defaults.items() if name not in request}
        if missing:
            return {**request, **missing}
    return request


def _statuses(pod: Pod) -> dict[str, _Status]:
    """What the status says of the containers, by name; empty where it says nothing."""
    statuses: dict[str, _Status] = {}
    status = mapping(pod.manifest.get("status"))
    if "containerStatuses" not in status and "initContainerStatuses" not in status:
        return statuses
    for part in ("containerStatuses", "initContainerStatuses"):
        for entry in items(status.get(part)):
            if find(entry, "resources") is not None:
                statuses[text(find(entry, "name"))] = _Status(
                    parse_resource_list(find(entry, "resources", "requests")),
                    parse_resource_list(find(entry, "allocatedResources")),
                )
    return statuses


def _pod_level_statuses(pod: Pod) -> tuple[ResourceList, ...]:
    """The actual and the allocated requests at pod level; empty where the status says nothing of them."""
    status = mapping(pod.manifest.get("status"))
    if status.get("resources") is None and status.get("allocatedResources") is None:
        return ()
    actual = parse_resource_list(find(status.get("resources"), "requests"))
    return actual, parse_resource_list(status.get("allocatedResources"))
