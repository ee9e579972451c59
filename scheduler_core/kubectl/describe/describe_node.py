"""`kubectl describe node`. Source: k8s.io/kubectl/pkg/describe `describeNode`, `describeNodeResource`
(v0.34)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration
from scheduler_core.objects import Node, Pod
from scheduler_core.objects.lease import Lease, renewal_before
from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, ResourceList, add, highest
from scheduler_core.objects.scalars.quantity import ZERO, Quantity
from scheduler_core.objects.scalars.times import rfc1123z
from scheduler_core.objects.selection.selectors import Taint

_ROLE_PREFIX = "node-role.kubernetes.io/"
_SYSTEM_INFO = (
    ("Machine ID", "machineID"),
    ("System UUID", "systemUUID"),
    ("Boot ID", "bootID"),
    ("Kernel Version", "kernelVersion"),
    ("OS Image", "osImage"),
    ("Operating System", "operatingSystem"),
    ("Architecture", "architecture"),
    ("Container Runtime Version", "containerRuntimeVersion"),
    ("Kubelet Version", "kubeletVersion"),
    ("Kube-Proxy Version", "kubeProxyVersion"),
)


def describe_node(
    node: Node,
    pods: Sequence[Pod],
    events: Events,
    now_ms: int,
    start_at: int,
    lease: Lease | None = None,
) -> str:
    """The text for `node`; `pods` are those bound to it. `lease` is None for a node that renews without a
    Lease object.
    """
    out = Tabbed()
    out.line(0, f"Name:\t{node.name}")
    out.line(0, f"Roles:\t{','.join(_roles(node)) or '<none>'}")
    listing(out, "Labels", label_lines(node.labels))
    listing(out, "Annotations", annotation_lines(node.meta.annotations))
    out.line(0, f"CreationTimestamp:\t{rfc1123z(node.meta.creation_at)}")
    taints = sorted(node.taints, key=lambda taint: (taint.effect, taint.key))
    listing(out, "Taints", [taint_line(taint) for taint in taints])
    out.line(0, f"Unschedulable:\t{str(node.unschedulable).lower()}")
    _lease(out, node, lease, now_ms, start_at)
    _conditions(out, node)
    out.line(0, "Addresses:")
    for address in node.addresses:
        out.line(1, f"{text(find(address, 'type'))}:\t{text(find(address, 'address'))}")
    for label, amounts in (("Capacity", node.capacity), ("Allocatable", node.allocatable)):
        if amounts:
            out.line(0, f"{label}:")
            for name in sorted(amounts):
                out.line(1, f"{name}:\t{amounts[name]}")
    out.line(0, "System Info:")
    for label, field in _SYSTEM_INFO:
        out.line(1, f"{label}:\t{text(node.info.get(field))}")
    for label, field in (("PodCIDR", "podCIDR"), ("ProviderID", "providerID")):
        if value := text(node.spec_manifest.get(field)):
            out.line(0, f"{label}:\t{value}")
    _pods(out, node, [pod for pod in pods if not pod.finished], start_at + now_ms)
    describe_events(out, events, now_ms)
    return out.text()


def _roles(node: Node) -> list[str]:
    roles = [label.removeprefix(_ROLE_PREFIX) for label in node.labels if label.startswith(_ROLE_PREFIX)]
    if node.labels.get("kubernetes.io/role"):
        roles.append(node.labels["kubernetes.io/role"])
    return sorted(role for role in roles if role)


def taint_line(taint: Taint) -> str:
    """Source: corev1.Taint.ToString."""
    return f"{taint.key}={taint.value}:{taint.effect}" if taint.value else f"{taint.key}:{taint.effect}"


def _lease(out: Tabbed, node: Node, lease: Lease | None, now_ms: int, start_at: int) -> None:
    """Source: `describeNodeLease`. A healthy lease is renewed every 10 s without a write each time."""
    renewed = start_at + renewal_before(now_ms)
    if lease is not None and lease.renewed_at is not None:
        renewed = max(renewed, lease.renewed_at) if lease.renewing else lease.renewed_at
    out.line(0, "Lease:")
    out.line(1, f"HolderIdentity:\t{node.name if lease is None else lease.holder or '<unset>'}")
    out.line(1, "AcquireTime:\t<unset>")
    out.line(1, f"RenewTime:\t{rfc1123z(renewed)}")


def _conditions(out: Tabbed, node: Node) -> None:
    conditions = node.condition_manifests
    if not conditions:
        return
    out.line(0, "Conditions:")
    out.line(1, "Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage")
    out.line(1, "----\t------\t-----------------\t------------------\t------\t-------")
    for entry in conditions:
        heartbeat = rfc1123z(time_of(entry, "lastHeartbeatTime"))
        transition = rfc1123z(time_of(entry, "lastTransitionTime"))
        out.line(
            1,
            f"{text(find(entry, 'type'))} \t{text(find(entry, 'status'))} \t{heartbeat} \t{transition} "
            f"\t{text(find(entry, 'reason'))} \t{text(find(entry, 'message'))}",
        )


def _pods(out: Tabbed, node: Node, pods: Sequence[Pod], now_at: int) -> None:
    out.line(0, f"Non-terminated Pods:\t({len(pods)} in total)")
    out.line(1, "Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge")
    out.line(1, "---------\t----\t\t------------\t----------\t---------------\t-------------\t---")
    allocatable = node.allocatable or node.capacity
    all_requests: ResourceList = {}
    all_limits: ResourceList = {}
    for pod in sorted(pods, key=lambda pod: (pod.namespace, pod.name)):
        requests, limits = pod_requests(pod), pod_limits(pod)
        all_requests, all_limits = add(all_requests, requests), add(all_limits, limits)
        shares = (_share(part, allocatable, name) for name in (CPU, MEMORY) for part in (requests, limits))
        age = human_duration(now_at - (pod.meta.creation_at or now_at))
        out.line(1, "\t".join((pod.namespace, pod.name, "", *shares, age)))
    out.line(0, "Allocated resources:")
    out.line(1, "(Total limits may be over 100 percent, i.e., overcommitted.)")
    out.line(1, "Resource\tRequests\tLimits")
    out.line(1, "--------\t--------\t------")
    for name in (CPU, MEMORY, EPHEMERAL_STORAGE):
        out.line(
            1, f"{name}\t{_share(all_requests, allocatable, name)}\t{_share(all_limits, allocatable, name)}"
        )
    for name in sorted(allocatable):
        if name not in (CPU, MEMORY, EPHEMERAL_STORAGE, "pods"):
            out.line(1, f"{name}\t{all_requests.get(name, ZERO)}\t{all_limits.get(name, ZERO)}")


def _share(amounts: ResourceList, allocatable: ResourceList, name: str) -> str:
    """An amount and its whole percentage of the allocatable one; 0% when nothing is allocatable."""
    amount, whole = amounts.get(name, ZERO), allocatable.get(name, ZERO)
    return f"{amount} ({amount.nano * 100 // whole.nano if whole.nano else 0}%)"


def pod_limits(pod: Pod) -> dict[str, Quantity]:
    """The limit of a whole pod. Source: component-helpers resource.PodLimits (v0.34)."""
    total: dict[str, Quantity] = {}
    for container in pod.spec.containers:
        total = add(total, container.limits)
    sidecars: dict[str, Quantity] = {}
    peak: dict[str, Quantity] = {}
    for container in pod.spec.init_containers:
        if container.sidecar:
            total, sidecars = add(total, container.limits), add(sidecars, container.limits)
            peak = highest(peak, sidecars)
        else:
            peak = highest(peak, add(container.limits, sidecars))
    total = highest(total, peak)
    if pod.spec.pod_limits:
        total |= dict(pod.spec.pod_limits)
    # Overhead counts only for resources that have a limit.
    overhead = {name: amount for name, amount in pod.spec.overhead.items() if name in total}
    return add(total, overhead)
