"""Rules of a Service.

Source: pkg/apis/core/validation `ValidateService` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import Check, number_between, required_value
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.problem import Problem

_PORT_NUMBER = number_between(1, 65_535)


def _target_port(value: Json, path: str, problems: list[Problem]) -> None:
    """A port number, or the name of a container's port."""
    if not isinstance(value, str):
        _PORT_NUMBER(value, path, problems)


def _ports(value: Json, path: str, problems: list[Problem]) -> None:
    """Several ports have names of their own; ExternalName needs a name."""
    ports = items(find(value, "ports"))
    for number, port in enumerate(ports):
        if len(ports) > 1 and not text(find(port, "name")):
            problems.append(required_value(f"{path}.ports[{number}].name"))
    names = [text(find(port, "name")) for port in ports]
    for number, name in enumerate(names):
        if name and name in names[:number]:
            detail = f'Duplicate value: "{name}"'
            problems.append(Problem.of(f"{path}.ports[{number}].name", "invalid", detail, got=name))
    if find(value, "type") == "ExternalName" and not text(find(value, "externalName")):
        problems.append(required_value(f"{path}.externalName"))


SERVICE_RULES: Mapping[str, Check] = {"service_ports": _ports, "target_port": _target_port}
