"""The effective resource request of a whole pod.

Source: component-helpers resource.PodRequests (v0.34); gates PodLevelResources, SidecarContainers and
InPlacePodVerticalScaling on.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import find, items, mapping, text
from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.read_once import work_out_once
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
) -> ResourceList:
    """The pod's exact request of each resource.

    `defaults` count for every container that does not mention the resource (scoring: 100m cpu, 200Mi memory);
    an explicit 0 stays 0. `use_status` reads what running containers were actually allocated (in-place
    resize).
    """
    statuses = _statuses(pod) if use_status else {}
    spec = pod.spec
    if not (defaults or statuses or spec.init_containers or spec.pod_requests or spec.overhead):
        return _sum_of_requests(*spec.containers)
    total: dict[str, Quantity] = {}
    for container in pod.spec.containers:
        total = add(total, _request(container, defaults, statuses))
    sidecars: dict[str, Quantity] = {}
    peak: dict[str, Quantity] = {}
    for container in pod.spec.init_containers:
        if container.sidecar:
            request = _request(container, defaults, statuses)
            total = add(total, request)
            sidecars = add(sidecars, request)
            peak = highest(peak, sidecars)
        else:
            peak = highest(peak, add(_request(container, defaults, {}), sidecars))
    total = highest(total, peak)
    if use_pod_level and pod.spec.pod_requests:
        total |= {name: amount for name, amount in pod.spec.pod_requests.items() if pod_level(name)}
    return add(total, pod.spec.overhead)


@work_out_once
def _sum_of_requests(*containers: Container) -> ResourceList:
    total: dict[str, Quantity] = {}
    for container in containers:
        total = add(total, container.requests)
    return total


def was_given_resources(pod: Pod) -> bool:
    """Whether the status says what containers were allocated; if not, `use_status` makes no difference."""
    return bool(_statuses(pod))


def resize_infeasible(pod: Pod) -> bool:
    """Whether the node can never give the pod the resources it was resized to (IsPodResizeInfeasible)."""
    resize = pod.status.condition("PodResizePending")
    return resize is not None and resize.reason == "Infeasible"


def _request(
    container: Container, defaults: ResourceList | None, statuses: Mapping[str, tuple[ResourceList, bool]]
) -> ResourceList:
    """A container's request: at least what is allocated to it, exactly that if its resize is infeasible."""
    request = container.requests
    if container.name in statuses:
        allocated, infeasible = statuses[container.name]
        request = allocated if infeasible else highest(request, allocated)
    if defaults:
        missing = {name: amount for name, amount in defaults.items() if name not in request}
        if missing:
            return {**request, **missing}
    return request


def _statuses(pod: Pod) -> dict[str, tuple[ResourceList, bool]]:
    """Container name → its allocated resources, and whether its resize is infeasible; empty without any."""
    statuses: dict[str, tuple[ResourceList, bool]] = {}
    status = mapping(pod.manifest.get("status"))
    if "containerStatuses" not in status and "initContainerStatuses" not in status:
        return statuses
    infeasible = resize_infeasible(pod)
    for part in ("containerStatuses", "initContainerStatuses"):
        for entry in items(status.get(part)):
            if find(entry, "resources") is not None:
                allocated = highest(
                    parse_resource_list(find(entry, "resources", "requests")),
                    parse_resource_list(find(entry, "allocatedResources")),
                )
                statuses[text(find(entry, "name"))] = (allocated, infeasible)
    return statuses
