"""What the API server refuses in fields of devices that came after v1.34: partitions, shared capacities,
taints and tolerations, binding conditions, extended resources.

Source: pkg/apis/resource/validation (v1.36). A release without a feature drops its fields before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.validation.checks import (
    duplicate_value,
    forbidden,
    invalid_value,
    required_value,
    shown,
)
from scheduler_core.objects.kinds import KINDS, RESOURCE
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity

MAX_TAINTS, MAX_TOLERATIONS, MAX_CONDITIONS, MAX_DEVICES = 16, 16, 4, 64
"""The largest number of taints of a device, tolerations of a request, binding conditions of a device, and
devices of a slice in which some have taints or consume counters."""
DEVICE_KINDS = frozenset(name for name, kind in KINDS.items() if kind.groups == RESOURCE)
_EFFECTS = ("NoExecute", "NoSchedule", "None")
_SELECTIONS = ("nodeName", "nodeSelector", "allNodes")


def device_problems(kind: str, manifest: Manifest, release: Release) -> Iterator[Problem]:
    """The problems of an object of dynamic resource allocation in this release, beside those that it has in
    every release."""
    spec = mapping(with_known_fields(kind, manifest, release).get("spec"))
    if kind == "ResourceSlice":
        yield from _slice(spec, release)
    elif kind in ("ResourceClaim", "ResourceClaimTemplate"):
        path = "spec" if kind == "ResourceClaim" else "spec.spec"
        inner = spec if kind == "ResourceClaim" else mapping(spec.get("spec"))
        yield from _claim(mapping(inner.get("devices")), f"{path}.devices", release)
    elif kind == "DeviceTaintRule":
        yield from _taint(find(spec, "taint"), "spec.taint")
    elif kind == "DeviceClass" and release.extended_resource_claims:
        name = spec.get("extendedResourceName")
        domain = text(name).rpartition("/")[0]
        if name is not None and (not domain or domain.endswith("kubernetes.io") or domain == "requests."):
            yield invalid_value("spec.extendedResourceName", name, "must be a valid extended resource name")


# Claims


def _claim(devices: Manifest, path: str, release: Release) -> Iterator[Problem]:
    for place, constraint in enumerate(items(devices.get("constraints"))):
        kinds = ("matchAttribute", "distinctAttribute")
        names = [name for name in kinds if find(constraint, name) is not None]
        here = f"{path}.constraints[{place}]"
        if not names and release.consumable_capacity:
            why = (
                'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are '
                "set"
            )
            yield required_value(here, why)
        elif not names:
            yield required_value(f"{here}.matchAttribute")
        elif names[0] == "distinctAttribute" and "/" not in text(find(constraint, "distinctAttribute")):
            why = "a fully qualified name must be a domain and a name separated by a slash"
            yield invalid_value(f"{here}.distinctAttribute", find(constraint, "distinctAttribute"), why)
    for index, request in enumerate(items(devices.get("requests"))):
        here = f"{path}.requests[{index}]"
        yield from _tolerations(find(request, "exactly", "tolerations"), f"{here}.exactly.tolerations")
        for place, entry in enumerate(items(find(request, "firstAvailable"))):
            yield from _tolerations(find(entry, "tolerations"), f"{here}.firstAvailable[{place}].tolerations")


def _tolerations(value: Json, path: str) -> Iterator[Problem]:
    entries = items(value)
    if len(entries) > MAX_TOLERATIONS:
        yield _too_many(path, entries, MAX_TOLERATIONS)
        return
    for index, entry in enumerate(entries):
        here = f"{path}[{index}]"
        operator, effect = text(find(entry, "operator")), text(find(entry, "effect"))
        if operator == "Exists" and text(find(entry, "value")):
            yield invalid_value(f"{here}.value", find(entry, "value"), "must be empty for operator `Exists`")
        elif operator not in ("Equal", "Exists"):
            yield _unsupported(f"{here}.operator", operator, ("Equal", "Exists"))
        if effect and effect not in _EFFECTS:
            yield _unsupported(f"{here}.effect", effect, _EFFECTS)


# Slices


def _slice(spec: Manifest, release: Release) -> Iterator[Problem]:
    yield from _node_selection(spec, release)
    devices = items(spec.get("devices"))
    if spec.get("sharedCounters") is not None and spec.get("devices") is not None:
        yield invalid_value("spec", "", "only one of `sharedCounters` or `devices` is allowed")
    marked = any(find(device, "taints") or find(device, "consumesCounters") for device in devices)
    if marked and len(devices) > MAX_DEVICES:
        yield _too_many("spec.devices", devices, MAX_DEVICES)
        return
    by_device = spec.get("perDeviceNodeSelection") is True
    for index, device in enumerate(devices):
        yield from _device(mapping(device), f"spec.devices[{index}]", by_device=by_device)
    for index, shared in enumerate(items(spec.get("sharedCounters"))):
        yield from _named_counters(mapping(shared), f"spec.sharedCounters[{index}]", "name")


def _node_selection(spec: Manifest, release: Release) -> Iterator[Problem]:
    """A slice names one node, selects nodes, is for all nodes, or says it for each device."""
    every = (*_SELECTIONS, "perDeviceNodeSelection") if release.partitionable_devices else _SELECTIONS
    present = [name for name in every if spec.get(name) not in (None, "", False)]
    if len(present) == 1:
        return
    listed = ", ".join(f"`{name}`" for name in every)
    if not release.partitionable_devices:
        listed = listed.replace(", `allNodes`", ", or `allNodes`")
    words = f"exactly one of {listed} is required"
    if not present:
        yield required_value("spec", words)
    else:
        fields = ", ".join(f"`{name}`" for name in present)
        why = f"{words}, but multiple fields are set"
        yield Problem.of("spec", "invalid", f'Invalid value: "{{{fields}}}": {why}')


def _device(device: Manifest, path: str, *, by_device: bool) -> Iterator[Problem]:
    present = [name for name in _SELECTIONS if device.get(name) not in (None, "", False)]
    if by_device and len(present) != 1:
        why = (
            "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when "
            "`perDeviceNodeSelection` is set to true in the ResourceSlice spec"
        )
        fields = ", ".join(f"`{name}`" for name in present)
        yield invalid_value(path, f"{{{fields}}}", why) if present else required_value(path, why)
    elif not by_device and present:
        why = (
            "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to "
            "true in the ResourceSlice spec"
        )
        yield invalid_value(path, None, why)
    for name, entry in mapping(device.get("capacity")).items():
        policy = find(entry, "requestPolicy")
        here = f"{path}.capacity[{name}].requestPolicy"
        if policy is not None and device.get("allowMultipleAllocations") is not True:
            yield forbidden(here, "allowMultipleAllocations must be true")
        elif policy is not None:
            yield from _policy(mapping(entry), mapping(policy), here)
    taints = items(device.get("taints"))
    if len(taints) > MAX_TAINTS:
        yield _too_many(f"{path}.taints", taints, MAX_TAINTS)
    for index, taint in enumerate(taints[:MAX_TAINTS]):
        yield from _taint(taint, f"{path}.taints[{index}]")
    for index, consumed in enumerate(items(device.get("consumesCounters"))):
        yield from _named_counters(mapping(consumed), f"{path}.consumesCounters[{index}]", "counterSet")
    yield from _conditions(device, path)


def _taint(taint: Json, path: str) -> Iterator[Problem]:
    effect = text(find(taint, "effect"))
    if not text(find(taint, "key")):
        yield required_value(f"{path}.key")
    if not effect:
        yield required_value(f"{path}.effect")
    elif effect not in _EFFECTS:
        yield _unsupported(f"{path}.effect", effect, _EFFECTS)


def _named_counters(counters: Manifest, path: str, name: str) -> Iterator[Problem]:
    for field in (name, "counters"):
        if not counters.get(field):
            yield required_value(f"{path}.{field}")


def _conditions(device: Manifest, path: str) -> Iterator[Problem]:
    """Conditions that a device waits for go with conditions that end the wait, and no type is in both."""
    waits, fails = "bindingConditions", "bindingFailureConditions"
    kinds = {name: strings(device.get(name)) for name in (waits, fails)}
    for name, listed in kinds.items():
        if len(listed) > MAX_CONDITIONS:
            yield _too_many(f"{path}.{name}", listed, MAX_CONDITIONS)
        for index, kind in enumerate(listed):
            if kind in listed[:index]:
                yield duplicate_value(f"{path}.{name}[{index}]", kind)
            elif name == fails and kind in kinds[waits]:
                why = "bindingFailureConditions must not overlap with bindingConditions"
                yield invalid_value(f"{path}.{name}[{index}]", kind, why)
    for name, other in ((waits, fails), (fails, waits)):
        if not kinds[name] and kinds[other]:
            yield invalid_value(f"{path}.{name}", None, f"{name} are required to use {other}")


def _policy(capacity: Manifest, policy: Manifest, path: str) -> Iterator[Problem]:
    """A policy has values or a range, and a default that it allows."""
    listed, limits = items(policy.get("validValues")), policy.get("validRange")
    if listed and limits is not None:
        why = (
            'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same '
            "time"
        )
        yield forbidden(path, why)
        return
    kind = "validValues" if listed else "validRange"
    if not listed and limits is None:
        return
    amounts = parse_resource_list({"value": capacity.get("value"), "default": policy.get("default")})
    if "default" not in amounts:
        yield required_value(f"{path}.default", f"required when {kind} is defined")
    elif "value" in amounts:
        check = _values(listed, amounts, path) if listed else _range(limits, amounts, f"{path}.validRange")
        yield from check


def _values(listed: Sequence[Json], amounts: dict[str, Quantity], path: str) -> Iterator[Problem]:
    values = parse_resource_list({str(index): entry for index, entry in enumerate(listed)})
    before: Quantity | None = None
    for index, amount in values.items():
        here = f"{path}.validValues[{index}]"
        if before is not None and amount.nano < before.nano:
            yield invalid_value(here, str(amount), "values must be sorted in ascending order")
        if amount.nano > amounts["value"].nano:
            why = f"option is larger than capacity value: {amounts['value']}"
            yield invalid_value(here, str(amount), why)
        before = amount
    if all(amount.nano != amounts["default"].nano for amount in values.values()):
        why = "default value is not valid according to the requestPolicy"
        yield invalid_value(f"{path}.validValues", str(amounts["default"]), why)


def _range(limits: Json, amounts: dict[str, Quantity], path: str) -> Iterator[Problem]:
    bounds = parse_resource_list(limits)
    least, most, step = bounds.get("min"), bounds.get("max"), bounds.get("step")
    value, default = amounts["value"], amounts["default"]
    if least is None:
        yield required_value(f"{path}.min", "required when validRange is defined")
        return
    if least.nano > value.nano:
        yield invalid_value(f"{path}.min", str(least), f"min is larger than capacity value: {value}")
    if default.nano < least.nano:
        yield invalid_value(f"{path}.min", str(default), f"default is less than min: {least}")
    if most is not None:
        if least.nano > most.nano:
            yield invalid_value(f"{path}.max", str(least), f"min is larger than max: {most}")
        if most.nano > value.nano:
            yield invalid_value(f"{path}.max", str(most), f"max is larger than capacity value: {value}")
        if default.nano > most.nano:
            yield invalid_value(f"{path}.max", str(default), f"default is more than max: {most}")
    if step is not None and step.value:
        first = least + step
        if first.nano > value.nano:
            why = f"one step {first} is larger than capacity value: {value}"
            yield invalid_value(f"{path}.step", str(step), why)
        for amount in (default, *(() if most is None else (most,))):
            if (amount.value - least.value) % step.value:
                why = f"value is not a multiple of a given step ({step}) from ({least})"
                yield invalid_value(f"{path}.step", str(amount), why)


def _too_many(path: str, entries: Sequence[object], most: int) -> Problem:
    words = f"Too many: {len(entries)}: must have at most {most} items"
    return Problem.of(path, "invalid", words, got=str(len(entries)))


def _unsupported(path: str, value: str, supported: Sequence[str]) -> Problem:
    listed = ", ".join(f'"{name}"' for name in supported)
    words = f"Unsupported value: {shown(value)}: supported values: {listed}"
    return Problem.of(path, "unsupported", words, got=shown(value), supported=listed)
