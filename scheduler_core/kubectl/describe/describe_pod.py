"""`kubectl describe pod`. Source: k8s.io/kubectl/pkg/describe `describePod` (v0.34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
    toleration_line,
)
from scheduler_core.kubectl.describe.pod_parts import (
    constraint_line,
    describe_containers,
    describe_resources,
    describe_volumes,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, items, mapping, text
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.scalars.times import rfc1123z


def describe_pod(pod: Pod, events: Events, now_ms: int, start_at: int) -> str:
    """The text for `pod` at virtual time `now_ms`; `start_at` is the epoch millisecond of virtual time 0."""
    out = Tabbed()
    spec = pod.spec_manifest
    status = pod.status_manifest
    out.line(0, f"Name:\t{pod.name}")
    out.line(0, f"Namespace:\t{pod.namespace}")
    if pod.spec.priority is not None:
        out.line(0, f"Priority:\t{pod.spec.priority}")
    if pod.spec.priority_class_name:
        out.line(0, f"Priority Class Name:\t{pod.spec.priority_class_name}")
    if text(spec.get("runtimeClassName")):
        out.line(0, f"Runtime Class Name:\t{text(spec.get('runtimeClassName'))}")
    if text(spec.get("serviceAccountName")):
        out.line(0, f"Service Account:\t{text(spec.get('serviceAccountName'))}")
    node = f"{pod.node_name}/{text(status.get('hostIP'))}" if pod.node_name else "<none>"
    out.line(0, f"Node:\t{node}")
    if pod.status.start_at is not None:
        out.line(0, f"Start Time:\t{rfc1123z(pod.status.start_at)}")
    listing(out, "Labels", label_lines(pod.labels))
    listing(out, "Annotations", annotation_lines(pod.meta.annotations))
    if pod.meta.deletion_at is not None and not pod.finished:
        lasts = human_duration(start_at + now_ms - pod.meta.deletion_at)
        out.line(0, f"Status:\tTerminating (lasts {lasts})")
        out.line(0, f"Termination Grace Period:\t{pod.meta.deletion_grace_period_seconds or 0}s")
    else:
        out.line(0, f"Status:\t{pod.status.phase}")
    if pod.status.reason:
        out.line(0, f"Reason:\t{pod.status.reason}")
    if pod.status.message:
        out.line(0, f"Message:\t{pod.status.message}")
    out.line(0, f"IP:\t{text(status.get('podIP'))}")
    _addresses(out, status)
    if pod.meta.controller is not None:
        out.line(0, f"Controlled By:\t{pod.meta.controller.kind}/{pod.meta.controller.name}")
    if pod.nominated_node_name:
        out.line(0, f"NominatedNodeName:\t{pod.nominated_node_name}")
    if mapping(spec.get("resources")):
        out.line(0, "Resources:")
        describe_resources(out, 1, spec.get("resources"))
    if pod.spec.init_containers:
        describe_containers(
            out, "Init Containers", items(spec.get("initContainers")), status.get("initContainerStatuses")
        )
    describe_containers(out, "Containers", items(spec.get("containers")), status.get("containerStatuses"))
    _readiness_gates(out, pod, items(spec.get("readinessGates")))
    if pod.status.conditions:
        out.line(0, "Conditions:")
        out.line(1, "Type\tStatus")
        for condition in pod.status.conditions:
            out.line(1, f"{condition.type} \t{condition.status} ")
    describe_volumes(out, pod.spec.volumes)
    out.line(0, f"QoS Class:\t{qos_class(pod)}")
    listing(out, "Node-Selectors", label_lines(pod.spec.node_selector or {}))
    tolerations = sorted(pod.spec.tolerations, key=lambda toleration: toleration.key)
    listing(out, "Tolerations", [toleration_line(toleration) for toleration in tolerations])
    constraints = sorted(pod.spec.topology_spread_constraints, key=lambda constraint: constraint.topology_key)
    if constraints:
        listing(out, "Topology Spread Constraints", [*map(constraint_line, constraints)])
    describe_events(out, events, now_ms)
    return out.text()


def _addresses(out: Tabbed, status: Mapping[str, Json]) -> None:
    addresses = [text(find(entry, "ip")) for entry in items(status.get("podIPs"))]
    if not addresses:
        out.line(0, "IPs:\t<none>")
        return
    out.line(0, "IPs:")
    for address in addresses:
        out.line(1, f"IP:\t{address}")


def _readiness_gates(out: Tabbed, pod: Pod, gates: Sequence[Json]) -> None:
    if not gates:
        return
    out.line(0, "Readiness Gates:")
    out.line(1, "Type\tStatus")
    for gate in gates:
        kind = text(find(gate, "conditionType"))
        condition = pod.status.condition(kind)
        out.line(1, f"{kind} \t{condition.status if condition is not None else '<none>'} ")


def qos_class(pod: Pod) -> str:
    """The class in the status, else computed over cpu and memory. Source: component-helpers `GetPodQOS`."""
    stored = pod.qos_class
    if stored:
        return stored
    requested: list[Mapping[str, Quantity]] = []
    limited: list[Mapping[str, Quantity]] = []
    for container in (*pod.spec.containers, *pod.spec.init_containers):
        requested.append(_computed(container.requests))
        limited.append(_computed(container.limits))
    if pod.spec.pod_requests or pod.spec.pod_limits:
        requested, limited = [_computed(pod.spec.pod_requests or {})], [_computed(pod.spec.pod_limits or {})]
    if not any(requested) and not any(limited):
        return "BestEffort"
    guaranteed = all(
        len(limits) == 2
        and all(requests.get(name, limits[name]).nano == limits[name].nano for name in limits)
        for requests, limits in zip(requested, limited, strict=True)
    )
    return "Guaranteed" if guaranteed else "Burstable"


def _computed(amounts: Mapping[str, Quantity]) -> dict[str, Quantity]:
    return {name: amount for name, amount in amounts.items() if name in ("cpu", "memory") and amount.nano > 0}
