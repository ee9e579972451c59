"""What the API server refuses in probes and lifecycle hooks, in its own words.

Source: `validateProbe`, `validateHandler`, `validateLifecycle`, `validateInitContainers`,
`validateContainers` (pkg/apis/core/validation, v1.34).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    Check,
    forbidden,
    int32,
    int64,
    invalid_value,
    mapping_check,
    required_value,
    shown,
    step,
)
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.problem import Problem

PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
HOOKS = ("postStart", "preStop")
_PROBE_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc")
_HOOK_HANDLERS = ("exec", "httpGet", "tcpSocket", "sleep")
_ONLY_SIDECARS = "may not be set for init containers without restartPolicy=Always"
_PORT_NAME = re.compile(r"[-a-z0-9]+")


def _at_least(low: int, words: str, number_check: Check) -> Check:
    def check(value: Json, path: str, problems: list[Problem]) -> None:
        number = integer(value)
        if number is None or number >= low:
            number_check(value, path, problems)
        else:
            problems.append(invalid_value(path, number, words))

    return check


def lifecycle_rules(spec: Json, path: str, problems: list[Problem]) -> None:
    """Probes and hooks of all containers of a pod's spec."""
    grace = integer(find(spec, "terminationGracePeriodSeconds"))
    for part in ("initContainers", "containers"):
        for index, entry in enumerate(items(find(spec, part))):
            container, here = mapping(entry), f"{step(path, part)}[{index}]"
            policy = container.get("restartPolicy")
            if part == "initContainers" and policy != "Always":
                for name in ("lifecycle", *PROBES):
                    if container.get(name) is not None:
                        problems.append(forbidden(step(here, name), _ONLY_SIDECARS))
                continue
            _container(container, here, grace, problems)


def _container(container: Manifest, path: str, grace: int | None, problems: list[Problem]) -> None:
    lifecycle = mapping(container.get("lifecycle"))
    for name in HOOKS:
        hook = lifecycle.get(name)
        if isinstance(hook, Mapping):
            _handler(hook, step(step(path, "lifecycle"), name), _HOOK_HANDLERS, grace, problems)
    for name in PROBES:
        probe = container.get(name)
        if not isinstance(probe, Mapping):
            continue
        here = step(path, name)
        _handler(probe, here, _PROBE_HANDLERS, grace, problems)
        own_grace, successes = probe.get("terminationGracePeriodSeconds"), probe.get("successThreshold")
        if name == "readinessProbe":
            if own_grace is not None:
                where = step(here, "terminationGracePeriodSeconds")
                problems.append(invalid_value(where, own_grace, "must not be set for readinessProbes"))
        elif successes is not None and integer(successes) != 1:
            problems.append(invalid_value(step(here, "successThreshold"), successes, "must be 1"))


def _handler(
    value: Manifest, path: str, handlers: tuple[str, ...], grace: int | None, problems: list[Problem]
) -> None:
    """A probe or hook needs exactly one handler, and that handler must be valid."""
    present = [name for name in handlers if value.get(name) is not None]
    if not present:
        problems.append(required_value(path, "must specify a handler type"))
        return
    for name in present[1:]:
        problems.append(forbidden(step(path, name), "may not specify more than 1 handler type"))
    name, here = present[0], step(path, present[0])
    action = value[name]
    if not isinstance(action, Mapping):
        mapping_check(action, here, problems)
    elif name == "exec":
        if not items(action.get("command")):
            problems.append(required_value(step(here, "command")))
    elif name == "sleep":
        _sleep(action, here, grace, problems)
    else:
        _port(action.get("port"), step(here, "port"), problems)
        scheme = action.get("scheme")
        if name == "httpGet" and scheme not in (None, "HTTP", "HTTPS"):
            detail = f'Unsupported value: {shown(scheme)}: supported values: "HTTP", "HTTPS"'
            args: dict[str, Json] = {"got": shown(scheme), "supported": '"HTTP", "HTTPS"'}
            problems.append(Problem.of(step(here, "scheme"), "unsupported", detail, **args))


def _sleep(action: Manifest, path: str, grace: int | None, problems: list[Problem]) -> None:
    seconds = integer(action.get("seconds"))
    if seconds is None:
        int64(action.get("seconds"), step(path, "seconds"), problems)
    elif grace is not None and not 0 <= seconds <= grace:
        words = f"must be non-negative and less than terminationGracePeriodSeconds ({grace})"
        problems.append(invalid_value(path, seconds, words))


def _port(value: Json, path: str, problems: list[Problem]) -> None:
    """A port number, or the name of a container port (IsValidPortName)."""
    number = integer(value)
    if number is None and not isinstance(value, str):
        number = 0
    if number is not None:
        if not 1 <= number <= 65535:
            problems.append(invalid_value(path, number, "must be between 1 and 65535, inclusive"))
        return
    name = text(value)
    if not name or len(name) > 15:
        words = "must be no more than 15 bytes" if name else "must contain at least one letter (a-z)"
        problems.append(invalid_value(path, name, words))
    elif _PORT_NAME.fullmatch(name) is None:
        why = "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
        problems.append(invalid_value(path, name, why))
    elif not any(letter.isalpha() for letter in name):
        problems.append(invalid_value(path, name, "must contain at least one letter (a-z)"))


PROBE_RULES: Mapping[str, Check] = {
    "not_negative": _at_least(0, "must be greater than or equal to 0", int32),
    "positive": _at_least(1, "must be greater than 0", int64),
}
