"""Rules of pods and their containers that concern several fields, and of disruption budgets.

Source: pkg/apis/core/validation (`ValidatePodSpec`, `validateTopologySpreadConstraints`,
`ValidateResourceRequirements`), pkg/apis/policy/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps

from scheduler_core.apiserver.validation.checks import (
    Check,
    duplicate_value,
    forbidden,
    int32,
    invalid_value,
    number_between,
    one_of,
    quantity_check,
    required_value,
    shown,
    step,
)
from scheduler_core.apiserver.validation.device_rules import claim_uses
from scheduler_core.apiserver.validation.placement_rules import topology_key
from scheduler_core.apiserver.validation.probe_rules import lifecycle_rules
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.quantity import parse_quantity


def _above_zero(value: Json, path: str, problems: list[Problem]) -> None:
    number = integer(value)
    if number is None or number > 0:
        int32(value, path, problems)
        return
    got = shown(number)
    detail = f"Invalid value: {got}: must be greater than zero"
    problems.append(Problem.of(path, "range", detail, low=1, high=2**31 - 1, got=got))


def _label_keys(value: Json, path: str, problems: list[Problem]) -> None:
    """matchLabelKeys beside labelSelector: defaulting has merged each key that the pod has as a label into it
    once.
    """
    keys, selector = strings(find(value, "matchLabelKeys")), find(value, "labelSelector")
    here = step(path, "matchLabelKeys")
    if keys and selector is None:
        problems.append(forbidden(here, "must not be specified when labelSelector is not set"))
        return
    labels = mapping(find(selector, "matchLabels"))
    named = [find(entry, "key") for entry in items(find(selector, "matchExpressions"))]
    for index, key in enumerate(keys):
        if key in labels or named.count(key) > 1:
            why = "exists in both matchLabelKeys and labelSelector"
            problems.append(invalid_value(f"{here}[{index}]", key, why))


_PORT = number_between(1, 65535)


def _container_port(value: Json, path: str, problems: list[Problem]) -> None:
    """A port; 0 counts as missing (validateContainerPorts)."""
    if integer(value) == 0:
        problems.append(required_value(path))
    else:
        _PORT(value, path, problems)


_WHEN = one_of("DoNotSchedule", "ScheduleAnyway")


def _spread(value: Json, path: str, problems: list[Problem]) -> None:
    topology_key(find(value, "topologyKey"), step(path, "topologyKey"), problems)
    for name, check, missing in (("maxSkew", _above_zero, 0), ("whenUnsatisfiable", _WHEN, "")):
        if find(value, name) is None:
            check(missing, step(path, name), problems)
    if find(value, "minDomains") is not None and find(value, "whenUnsatisfiable") != "DoNotSchedule":
        action = text(find(value, "whenUnsatisfiable"))
        why = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}"
        problems.append(invalid_value(step(path, "minDomains"), find(value, "minDomains"), why))
    _label_keys(value, path, problems)


def _different_constraints(value: Json, path: str, problems: list[Problem]) -> None:
    """No two constraints of a pod have the same topology key and the same `whenUnsatisfiable`."""
    pairs = [(find(entry, "topologyKey"), find(entry, "whenUnsatisfiable")) for entry in items(value)]
    for index, pair in enumerate(pairs):
        if pair in pairs[index + 1 :]:
            here = f"{path}[{index}].{{topologyKey, whenUnsatisfiable}}"
            got = f"{{{pair[0]}, {pair[1]}}}"
            problems.append(duplicate_value(here, got))


def _resources(value: Json, path: str, problems: list[Problem]) -> None:
    """No request is above its limit. Quantities that cannot be read are reported elsewhere."""
    limits, requests = mapping(find(value, "limits")), mapping(find(value, "requests"))
    for name, requested in requests.items():
        limit = limits.get(name)
        if limit is None or isinstance(limit, bool) or isinstance(requested, bool):
            continue
        if isinstance(limit, (str, int, float)) and isinstance(requested, (str, int, float)):
            malformed: list[Problem] = []
            quantity_check(limit, "", malformed)
            quantity_check(requested, "", malformed)
            if not malformed and _nano(requested) > _nano(limit):
                detail = f"must be less than or equal to {name} limit of {limit}, got {requested}"
                args: Mapping[str, Json] = {"limit": str(limit), "got": str(requested)}
                problems.append(Problem.of(step(step(path, "requests"), name), "above_limit", detail, **args))


def _nano(amount: str | int | float) -> int:
    return parse_quantity(amount).nano


def _pod_spec(value: Json, path: str, problems: list[Problem]) -> None:
    """Rules about several fields: at least one container, unique names, probes, hooks, and device claims."""
    if find(value, "containers") in ([], ()):
        problems.append(required_value(step(path, "containers")))
    lifecycle_rules(value, path, problems)
    claim_uses(value, path, problems)
    names: set[str] = set()
    for part in ("containers", "initContainers"):
        for index, container in enumerate(items(find(value, part))):
            name = find(container, "name")
            if isinstance(name, str) and name in names:
                problems.append(duplicate_value(f"{step(path, part)}[{index}].name", name))
            elif isinstance(name, str):
                names.add(name)


def _budget(value: Json, path: str, problems: list[Problem]) -> None:
    if find(value, "minAvailable") is not None and find(value, "maxUnavailable") is not None:
        spec: dict[str, Json] = {
            "MinAvailable": find(value, "minAvailable"),
            "Selector": find(value, "selector"),
            "MaxUnavailable": find(value, "maxUnavailable"),
            "UnhealthyPodEvictionPolicy": find(value, "unhealthyPodEvictionPolicy"),
        }
        shown_spec = dumps(spec, separators=(",", ":"))
        detail = f"Invalid value: {shown_spec}: minAvailable and maxUnavailable cannot be both set"
        problems.append(Problem.of(path, "invalid", detail))


POD_RULES: Mapping[str, Check] = {
    "above_zero": _above_zero,
    "container_port": _container_port,
    "different_constraints": _different_constraints,
    "limits_above_requests": _resources,
    "one_bound": _budget,
    "pod_spec": _pod_spec,
    "spread_constraint": _spread,
}
