"""`kubectl describe pod`. Source: k8s.io/kubectl/pkg/describe `describePod` (v0.34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, flag, integer, items, mapping, text
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.selectors import Requirement
from scheduler_core.simulation.describe.common import (
    annotation_lines,
    describe_events,
    label_lines,
    listing,
    toleration_line,
)
from scheduler_core.simulation.describe.tab_writer import Tabbed, human_duration, rfc1123z


def describe_pod(pod: Pod, events: Sequence[Event], now_ms: int, start_at: int) -> str:
    """The text for `pod` at virtual time `now_ms`; `start_at` is the epoch millisecond of virtual time 0."""
    out = Tabbed()
    spec = mapping(pod.manifest.get("spec"))
    status = mapping(pod.manifest.get("status"))
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
        _resources(out, 1, spec.get("resources"))
    if pod.spec.init_containers:
        _containers(
            out, "Init Containers", items(spec.get("initContainers")), status.get("initContainerStatuses")
        )
    _containers(out, "Containers", items(spec.get("containers")), status.get("containerStatuses"))
    _readiness_gates(out, pod, items(spec.get("readinessGates")))
    if pod.status.conditions:
        out.line(0, "Conditions:")
        out.line(1, "Type\tStatus")
        for condition in pod.status.conditions:
            out.line(1, f"{condition.type} \t{condition.status} ")
    _volumes(out, pod.spec.volumes)
    out.line(0, f"QoS Class:\t{qos_class(pod)}")
    listing(out, "Node-Selectors", label_lines(pod.spec.node_selector or {}))
    tolerations = sorted(pod.spec.tolerations, key=lambda toleration: toleration.key)
    listing(out, "Tolerations", [toleration_line(toleration) for toleration in tolerations])
    constraints = sorted(pod.spec.topology_spread_constraints, key=lambda each: each.topology_key)
    if constraints:
        listing(out, "Topology Spread Constraints", [_constraint_line(each) for each in constraints])
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


def _containers(out: Tabbed, title: str, containers: Sequence[Json], statuses: Json) -> None:
    by_name = {text(find(entry, "name")): entry for entry in items(statuses)}
    out.line(0, f"{title}:")
    for container in containers:
        name = text(find(container, "name"))
        status = by_name.get(name)
        out.line(1, f"{name}:")
        if status is not None:
            out.line(2, f"Container ID:\t{text(find(status, 'containerID'))}")
        out.line(2, f"Image:\t{text(find(container, 'image'))}")
        if status is not None:
            out.line(2, f"Image ID:\t{text(find(status, 'imageID'))}")
        _ports(out, items(find(container, "ports")))
        for field, label in (("command", "Command"), ("args", "Args")):
            words = items(find(container, field))
            if words:
                out.line(2, f"{label}:")
                for word in words:
                    for part in text(word).rstrip("\n").split("\n"):
                        out.line(3, part)
        if status is not None:
            _state(out, status)
        _resources(out, 2, find(container, "resources"))
        for field, label in (
            ("livenessProbe", "Liveness"),
            ("readinessProbe", "Readiness"),
            ("startupProbe", "Startup"),
        ):
            if find(container, field) is not None:
                out.line(2, f"{label}:\t{probe_line(find(container, field))}")
        _environment(out, items(find(container, "env")))
        _mounts(out, items(find(container, "volumeMounts")))


def probe_line(probe: Json) -> str:
    """One line about a probe. Source: `DescribeProbe`."""

    def number(name: str, default: int) -> int:
        found = integer(find(probe, name))
        return default if found is None else found

    attributes = (
        f"delay={number('initialDelaySeconds', 0)}s timeout={number('timeoutSeconds', 1)}s "
        f"period={number('periodSeconds', 10)}s #success={number('successThreshold', 1)} "
        f"#failure={number('failureThreshold', 3)}"
    )
    command = find(probe, "exec")
    if command is not None:
        words = " ".join(text(word) for word in items(find(command, "command")))
        return f"exec [{words}] {attributes}"
    http, tcp, grpc = find(probe, "httpGet"), find(probe, "tcpSocket"), find(probe, "grpc")
    if http is not None:
        scheme = (text(find(http, "scheme")) or "HTTP").lower()
        return f"http-get {scheme}://{_host_port(http)}{text(find(http, 'path'))} {attributes}"
    if tcp is not None:
        return f"tcp-socket {_host_port(tcp)} {attributes}"
    if grpc is not None:
        return f"grpc <pod>:{find(grpc, 'port')} {text(find(grpc, 'service'))} {attributes}"
    return f"unknown {attributes}"


def _host_port(where: Json) -> str:
    return f"{text(find(where, 'host'))}:{find(where, 'port')}"


def _ports(out: Tabbed, ports: Sequence[Json]) -> None:
    inside = [f"{integer(find(port, 'containerPort')) or 0}/{_protocol(port)}" for port in ports]
    outside = [f"{integer(find(port, 'hostPort')) or 0}/{_protocol(port)}" for port in ports]
    for label, shown in (("Port", inside), ("Host Port", outside)):
        plural = "s" if len(shown) > 1 else ""
        out.line(2, f"{label}{plural}:\t{', '.join(shown) or '<none>'}")


def _protocol(port: Json) -> str:
    return text(find(port, "protocol")) or "TCP"


def _state(out: Tabbed, status: Json) -> None:
    _one_state(out, "State", find(status, "state"))
    if find(status, "lastState", "terminated") is not None:
        _one_state(out, "Last State", find(status, "lastState"))
    out.line(2, f"Ready:\t{flag(find(status, 'ready'))}")
    out.line(2, f"Restart Count:\t{integer(find(status, 'restartCount')) or 0}")


def _one_state(out: Tabbed, label: str, state: Json) -> None:
    terminated = find(state, "terminated")
    if find(state, "running") is not None:
        out.line(2, f"{label}:\tRunning")
        out.line(3, f"Started:\t{rfc1123z(time_of(state, 'running', 'startedAt'))}")
    elif terminated is not None:
        out.line(2, f"{label}:\tTerminated")
        for field in ("reason", "message"):
            if text(find(terminated, field)):
                out.line(3, f"{field.capitalize()}:\t{text(find(terminated, field))}")
        out.line(3, f"Exit Code:\t{integer(find(terminated, 'exitCode')) or 0}")
        if integer(find(terminated, "signal")):
            out.line(3, f"Signal:\t{integer(find(terminated, 'signal'))}")
        out.line(3, f"Started:\t{rfc1123z(time_of(terminated, 'startedAt'))}")
        out.line(3, f"Finished:\t{rfc1123z(time_of(terminated, 'finishedAt'))}")
    else:
        out.line(2, f"{label}:\tWaiting")
        if text(find(state, "waiting", "reason")):
            out.line(3, f"Reason:\t{text(find(state, 'waiting', 'reason'))}")


def _resources(out: Tabbed, level: int, resources: Json) -> None:
    for field, label in (("limits", "Limits"), ("requests", "Requests")):
        amounts = parse_resource_list(find(resources, field))
        if amounts:
            out.line(level, f"{label}:")
            for name in sorted(amounts):
                out.line(level + 1, f"{name}:\t{amounts[name]}")


def _environment(out: Tabbed, entries: Sequence[Json]) -> None:
    """The names of environment variables; their values were dropped on input."""
    out.line(2, "Environment:" if entries else "Environment:\t<none>")
    for entry in entries:
        out.line(3, f"{text(find(entry, 'name'))}:\t{text(find(entry, 'value'))}")


def _mounts(out: Tabbed, mounts: Sequence[Json]) -> None:
    out.line(2, "Mounts:" if mounts else "Mounts:\t<none>")
    for mount in sorted(mounts, key=lambda each: text(find(each, "mountPath"))):
        flags = ["ro" if flag(find(mount, "readOnly")) else "rw"]
        if text(find(mount, "subPath")):
            flags.append(f'path="{text(find(mount, "subPath"))}"')
        out.line(3, f"{text(find(mount, 'mountPath'))} from {text(find(mount, 'name'))} ({','.join(flags)})")


def _readiness_gates(out: Tabbed, pod: Pod, gates: Sequence[Json]) -> None:
    if not gates:
        return
    out.line(0, "Readiness Gates:")
    out.line(1, "Type\tStatus")
    for gate in gates:
        kind = text(find(gate, "conditionType"))
        condition = pod.status.condition(kind)
        out.line(1, f"{kind} \t{condition.status if condition is not None else '<none>'} ")


def _volumes(out: Tabbed, volumes: Sequence[Mapping[str, Json]]) -> None:
    """Names and kinds of the volumes; the details of each source are not printed."""
    if not volumes:
        out.line(0, "Volumes:\t<none>")
        return
    out.line(0, "Volumes:")
    for volume in volumes:
        out.line(1, f"{text(volume.get('name'))}:")
        claim = find(volume, "persistentVolumeClaim")
        if claim is not None:
            out.line(
                2,
                "Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
            )
            out.line(2, f"ClaimName:\t{text(find(claim, 'claimName'))}")
            out.line(2, f"ReadOnly:\t{str(flag(find(claim, 'readOnly'))).lower()}")
            continue
        source = next((name for name in sorted(volume) if name != "name"), "")
        out.line(2, f"Type:\t{source[:1].upper() + source[1:] or '<unknown>'}")


def _constraint_line(constraint: TopologySpreadConstraint) -> str:
    said = (
        f"{constraint.topology_key}:{constraint.when_unsatisfiable} "
        f"when max skew {constraint.max_skew} is exceeded"
    )
    if constraint.label_selector is None:
        return said
    chosen = ",".join(_requirement(each) for each in constraint.label_selector.requirements)
    return f"{said} for selector {chosen or '<none>'}"


def _requirement(requirement: Requirement) -> str:
    """One requirement as text. Source: metav1.FormatLabelSelector; matchLabels print as `key=value`."""
    match requirement.operator:
        case "In" if len(requirement.values) == 1:
            return f"{requirement.key}={requirement.values[0]}"
        case "In":
            return f"{requirement.key} in ({','.join(sorted(requirement.values))})"
        case "NotIn":
            return f"{requirement.key} notin ({','.join(sorted(requirement.values))})"
        case "DoesNotExist":
            return f"!{requirement.key}"
        case _:
            return requirement.key


def qos_class(pod: Pod) -> str:
    """The class in the status, else computed over cpu and memory. Source: component-helpers `GetPodQOS`."""
    written = text(find(pod.manifest, "status", "qosClass"))
    if written:
        return written
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
