"""Rules of pods and pod templates that a client writes and that decide nothing here: images, ports, volumes,
mounts, policies with a fixed set of values, and names in affinity terms.

Source: pkg/apis/core/validation `validateContainerCommon`, `validateContainerPorts`,
`checkHostPortConflicts`, `validateHostNetwork`, `ValidateVolumes`, `ValidateVolumeMounts`,
`validateResizePolicy`, `validatePodAffinityTerm`, `ValidateNodeSelectorRequirement` (v1.36).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.validation.checks import (
    DNS_LABEL_RULE,
    dns_label_check,
    duplicate_value,
    forbidden,
    invalid_value,
    name_check,
    required_value,
    shown,
)
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.node_selector_errors import LABEL_VALUE_RULE
from scheduler_core.objects.selection.selectors import is_label_value

_PORT_CHARACTERS = re.compile(r"[-a-z0-9]+")
_DNS_LABEL = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?")
_REQUIRED, _PREFERRED = (
    "requiredDuringSchedulingIgnoredDuringExecution",
    "preferredDuringSchedulingIgnoredDuringExecution",
)
_NO_SOURCES = frozenset(("name",))


def written_pod_problems(spec: Manifest, path: str, *, is_pod: bool) -> Iterator[Problem]:
    """The problems of the spec of a pod, or of a template, at `path`."""
    yield from _volumes(spec, f"{path}.volumes", is_pod=is_pod)
    volumes = {text(find(volume, "name")) for volume in items(spec.get("volumes"))}
    yield from resize_policy_problems(spec, path)
    for part in ("containers", "initContainers"):
        containers = items(spec.get(part))
        for index, container in enumerate(containers):
            here = f"{path}.{part}[{index}]"
            yield from _container(mapping(container), here, volumes)
        yield from _host_port_conflicts(containers, f"{path}.{part}")
        if spec.get("hostNetwork") is True:
            yield from _host_network(containers, f"{path}.{part}")
    if is_pod and spec.get("nodeName"):
        problems: list[Problem] = []
        name_check(spec.get("nodeName"), f"{path}.nodeName", problems)
        yield from problems
    if items(find(spec, "resources", "claims")):
        yield forbidden(f"{path}.resources.claims", "claims cannot be set for Resources at pod-level")
    yield from _one_of(find(spec, "os", "name"), f"{path}.os.name", ("linux", "windows"))
    yield from _affinity(mapping(spec.get("affinity")), f"{path}.affinity")


def resize_policy_problems(spec: Manifest, path: str) -> Iterator[Problem]:
    """The problems of how containers are resized, in a new pod or in a resize."""
    restarts = text(spec.get("restartPolicy"), "Always")
    for part in ("containers", "initContainers"):
        for index, container in enumerate(items(spec.get(part))):
            here = f"{path}.{part}[{index}].resizePolicy"
            yield from _resize_policy(items(find(container, "resizePolicy")), here, restarts)


def _one_of(value: Json, path: str, supported: Sequence[str]) -> Iterator[Problem]:
    if isinstance(value, str) and value and value not in supported:
        listed = ", ".join(f'"{name}"' for name in supported)
        words = f"Unsupported value: {shown(value)}: supported values: {listed}"
        yield Problem.of(path, "unsupported", words, got=shown(value), supported=listed)


def volume_source_problems(volume: Json, path: str) -> Iterator[Problem]:
    """A volume at `path` has one source."""
    for source in _sources(volume)[1:]:
        yield forbidden(f"{path}.{source}", "may not specify more than 1 volume type")


def _sources(volume: Json) -> list[str]:
    return [
        source for source, value in mapping(volume).items() if source not in _NO_SOURCES and value is not None
    ]


def _volumes(spec: Manifest, path: str, *, is_pod: bool) -> Iterator[Problem]:
    names: set[str] = set()
    for index, volume in enumerate(items(spec.get("volumes"))):
        here, name = f"{path}[{index}]", text(find(volume, "name"))
        sources = _sources(volume)
        yield from volume_source_problems(volume, here)
        if "persistentVolumeClaim" in sources and not find(volume, "persistentVolumeClaim", "claimName"):
            yield required_value(f"{here}.persistentVolumeClaim.claimName")
        if "image" in sources:
            if is_pod and not find(volume, "image", "reference"):
                yield required_value(f"{here}.image.reference")
            pull_policy = find(volume, "image", "pullPolicy")
            yield from _one_of(pull_policy, f"{here}.image.pullPolicy", _PULL_POLICIES)
        if not name:
            yield required_value(f"{here}.name")
            continue
        problems: list[Problem] = []
        dns_label_check(name, f"{here}.name", problems)
        yield from problems
        if name in names:
            yield duplicate_value(f"{here}.name", name)
        names.add(name)


_PULL_POLICIES = ("Always", "IfNotPresent", "Never")


def _container(container: Manifest, path: str, volumes: set[str]) -> Iterator[Problem]:
    if not container.get("image"):
        yield required_value(f"{path}.image")
    yield from _ports(items(container.get("ports")), f"{path}.ports")
    for index, mount in enumerate(items(container.get("volumeMounts"))):
        here, name = f"{path}.volumeMounts[{index}].name", text(find(mount, "name"))
        if not name:
            yield required_value(here)
        elif name not in volumes:
            yield Problem.of(here, "invalid", f"Not found: {shown(name)}", got=name[:80])


def _ports(ports: Sequence[Json], path: str) -> Iterator[Problem]:
    names: set[str] = set()
    for index, port in enumerate(ports):
        name, here = text(find(port, "name")), f"{path}[{index}].name"
        if find(port, "containerPort") is None:
            yield required_value(f"{path}[{index}].containerPort")
        if not name:
            continue
        problems = list(_port_name(name, here))
        if not problems and name in names:
            problems = [duplicate_value(here, name)]
        yield from problems
        names.add(name)


def _port_name(name: str, path: str) -> Iterator[Problem]:
    """Source: IsValidPortName."""
    if len(name) > 15:
        yield invalid_value(path, name, "must be no more than 15 bytes")
    if _PORT_CHARACTERS.fullmatch(name) is None:
        why = "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
        yield invalid_value(path, name, why)
    if re.search("[a-z]", name) is None:
        yield invalid_value(path, name, "must contain at least one letter (a-z)")
    if "--" in name:
        yield invalid_value(path, name, "must not contain consecutive hyphens")
    if name.startswith("-") or name.endswith("-"):
        yield invalid_value(path, name, "must not begin or end with a hyphen")


def _host_port_conflicts(containers: Sequence[Json], path: str) -> Iterator[Problem]:
    taken: set[str] = set()
    for number, container in enumerate(containers):
        for index, port in enumerate(items(find(container, "ports"))):
            host_port = integer(find(port, "hostPort"))
            if not host_port:
                continue
            key = f"{text(find(port, 'protocol'), 'TCP')}/{text(find(port, 'hostIP'))}/{host_port}"
            if key in taken:
                yield duplicate_value(f"{path}[{number}].ports[{index}].hostPort", key)
            taken.add(key)


def _host_network(containers: Sequence[Json], path: str) -> Iterator[Problem]:
    """With hostNetwork the hostPort must equal the containerPort; a missing hostPort defaults to it."""
    for number, container in enumerate(containers):
        for index, port in enumerate(items(find(container, "ports"))):
            host_port, own = integer(find(port, "hostPort")), integer(find(port, "containerPort"))
            if host_port and own and host_port != own:
                here = f"{path}[{number}].ports[{index}].containerPort"
                yield invalid_value(here, own, "must match `hostPort` when `hostNetwork` is true")


def _resize_policy(policies: Sequence[Json], path: str, restarts: str) -> Iterator[Problem]:
    resources: set[str] = set()
    for index, policy in enumerate(policies):
        name, asks = (text(find(policy, field)) for field in ("resourceName", "restartPolicy"))
        if name in resources:
            yield duplicate_value(f"{path}[{index}]", name)
        resources.add(name)
        for value, supported in ((name, ("cpu", "memory")), (asks, ("NotRequired", "RestartContainer"))):
            if value:
                yield from _one_of(value, path, supported)
            else:
                yield required_value(path)
        if restarts == "Never" and asks != "NotRequired":
            yield invalid_value(path, asks, "must be 'NotRequired' when `restartPolicy` is 'Never'")


def _affinity(affinity: Manifest, path: str) -> Iterator[Problem]:
    terms = find(affinity, "nodeAffinity", _REQUIRED, "nodeSelectorTerms")
    for number, term in enumerate(items(terms)):
        for index, requirement in enumerate(items(find(term, "matchExpressions"))):
            here = f"{path}.nodeAffinity.{_REQUIRED}.nodeSelectorTerms[{number}].matchExpressions[{index}]"
            for place, value in enumerate(strings(find(requirement, "values"))):
                if not is_label_value(value):
                    yield invalid_value(f"{here}.values[{place}]", value, LABEL_VALUE_RULE)
    for kind in ("podAffinity", "podAntiAffinity"):
        for index, term in enumerate(items(find(affinity, kind, _REQUIRED))):
            yield from _namespaces(term, f"{path}.{kind}.{_REQUIRED}[{index}]")
        for index, weighted in enumerate(items(find(affinity, kind, _PREFERRED))):
            here = f"{path}.{kind}.{_PREFERRED}[{index}].podAffinityTerm"
            yield from _namespaces(find(weighted, "podAffinityTerm"), here)


def _namespaces(term: Json, path: str) -> Iterator[Problem]:
    for name in strings(find(term, "namespaces")):
        if len(name) > 63:
            yield invalid_value(f"{path}.namespace", name, "must be no more than 63 bytes")
        if _DNS_LABEL.fullmatch(name) is None:
            yield invalid_value(f"{path}.namespace", name, DNS_LABEL_RULE)
