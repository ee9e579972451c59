"""Parts that the descriptions of pods and of pod templates share: containers, volumes, constraints.

Source: k8s.io/kubectl/pkg/describe `describeContainers`, `describeVolumes`, `DescribePodTemplate` (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.kubectl.describe.common import (
    annotation_lines,
    label_lines,
    listing,
    toleration_line,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, text, texts
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.times import rfc1123z
from scheduler_core.objects.selection.selectors import Requirement


def describe_pod_template(out: Tabbed, template: Manifest) -> None:
    """The pod template of a workload. Source: `DescribePodTemplate`."""
    pod = Pod.parse({"metadata": {"name": "", **_metadata(template)}, "spec": template.get("spec") or {}})
    spec = template.get("spec")
    out.line(0, "Pod Template:")
    listing(out, "  Labels", label_lines(pod.labels))
    if pod.meta.annotations:
        listing(out, "  Annotations", annotation_lines(pod.meta.annotations))
    if text(find(spec, "serviceAccountName")):
        out.line(1, f"Service Account:\t{text(find(spec, 'serviceAccountName'))}")
    if pod.spec.init_containers:
        describe_containers(out, "Init Containers", items(find(spec, "initContainers")), None, "  ")
    describe_containers(out, "Containers", items(find(spec, "containers")), None, "  ")
    describe_volumes(out, pod.spec.volumes, "  ")
    constraints = sorted(pod.spec.topology_spread_constraints, key=lambda constraint: constraint.topology_key)
    if constraints:
        listing(out, "  Topology Spread Constraints", [*map(constraint_line, constraints)])
    if pod.spec.priority_class_name:
        out.line(1, f"Priority Class Name:\t{pod.spec.priority_class_name}")
    listing(out, "  Node-Selectors", label_lines(pod.spec.node_selector or {}))
    tolerations = sorted(pod.spec.tolerations, key=lambda toleration: toleration.key)
    listing(out, "  Tolerations", [toleration_line(toleration) for toleration in tolerations])


def _metadata(template: Manifest) -> dict[str, Json]:
    metadata = template.get("metadata")
    return {field: dict(texts(find(metadata, field))) for field in ("labels", "annotations")}


def describe_containers(
    out: Tabbed, title: str, containers: Sequence[Json], statuses: Json, space: str = ""
) -> None:
    """The containers with their statuses; `space` indents those of a pod template."""
    by_name = {text(find(entry, "name")): entry for entry in items(statuses)}
    out.line(0, f"{space}{title}:")
    for container in containers:
        name = text(find(container, "name"))
        status = by_name.get(name)
        out.line(1, f"{space[:1]}{name}:")
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
        describe_resources(out, 2, find(container, "resources"))
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
        value = integer(find(probe, name))
        return default if value is None else value

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
    _container_state(out, "State", find(status, "state"))
    if find(status, "lastState", "terminated") is not None:
        _container_state(out, "Last State", find(status, "lastState"))
    out.line(2, f"Ready:\t{flag(find(status, 'ready'))}")
    out.line(2, f"Restart Count:\t{integer(find(status, 'restartCount')) or 0}")


def _container_state(out: Tabbed, label: str, state: Json) -> None:
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


def describe_resources(out: Tabbed, level: int, resources: Json) -> None:
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
    for mount in sorted(mounts, key=lambda mount: text(find(mount, "mountPath"))):
        flags = ["ro" if flag(find(mount, "readOnly")) else "rw"]
        if text(find(mount, "subPath")):
            flags.append(f'path="{text(find(mount, "subPath"))}"')
        out.line(3, f"{text(find(mount, 'mountPath'))} from {text(find(mount, 'name'))} ({','.join(flags)})")


def describe_volumes(out: Tabbed, volumes: Sequence[Mapping[str, Json]], space: str = "") -> None:
    """Names and kinds of the volumes; the details of each source are not printed."""
    if not volumes:
        out.line(0, f"{space}Volumes:\t<none>")
        return
    out.line(0, f"{space}Volumes:")
    for volume in volumes:
        out.line(1, f"{space[:1]}{text(volume.get('name'))}:")
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


def constraint_line(constraint: TopologySpreadConstraint) -> str:
    line = (
        f"{constraint.topology_key}:{constraint.when_unsatisfiable} "
        f"when max skew {constraint.max_skew} is exceeded"
    )
    if constraint.label_selector is None:
        return line
    chosen = ",".join(map(requirement_text, constraint.label_selector.requirements))
    return f"{line} for selector {chosen or '<none>'}"


def requirement_text(requirement: Requirement) -> str:
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
