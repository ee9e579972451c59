"""The API server's defaults for objects of dynamic resource allocation, and the conversion of v1beta1 forms.

Source: pkg/apis/resource/v1/defaults.go, pkg/apis/resource/v1beta1/conversion.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from scheduler_core.objects.devices import EXACT_COUNT
from scheduler_core.objects.manifest import Json, Manifest, find, items, with_value

_Change: TypeAlias = Callable[[Manifest], Manifest]


def device_defaults(kind: str, manifest: Manifest) -> Manifest:
    """The manifest of a claim, template or slice with its defaults."""
    match kind:
        case "ResourceClaim":
            return _with_entries(manifest, ("spec", "devices", "requests"), _request)
        case "ResourceClaimTemplate":
            return _with_entries(manifest, ("spec", "spec", "devices", "requests"), _request)
        case "ResourceSlice":
            return _with_entries(manifest, ("spec", "devices"), _device)
        case _:
            return manifest


def _with_entries(manifest: Manifest, path: tuple[str, ...], change: _Change) -> Manifest:
    entries = find(manifest, *path)
    if not isinstance(entries, (list, tuple)):
        return manifest
    changed = [change(entry) if isinstance(entry, Mapping) else entry for entry in entries]
    return manifest if list(entries) == changed else with_value(manifest, path, changed)


def _request(request: Manifest) -> Manifest:
    """A request with its defaults. v1beta1 has the fields of `exactly` in the request itself."""
    alternatives = items(request.get("firstAvailable"))
    if alternatives:
        completed = [_counted(entry) if isinstance(entry, Mapping) else entry for entry in alternatives]
        return {**request, "firstAvailable": completed}
    exactly = request.get("exactly")
    if exactly is None and "deviceClassName" in request:
        exactly = {name: value for name, value in request.items() if name != "name"}
        request = {"name": request.get("name")}
    return {**request, "exactly": _counted(exactly)} if isinstance(exactly, Mapping) else request


def with_taint_times(manifest: Manifest, now: str) -> Manifest:
    """The slice with a time in every taint; those without one were added `now` (SetDefaults_DeviceTaint)."""

    def timed(taint: Json) -> Json:
        return (
            {**taint, "timeAdded": now}
            if isinstance(taint, Mapping) and not taint.get("timeAdded")
            else taint
        )

    def change(device: Manifest) -> Manifest:
        taints = items(device.get("taints"))
        return {**device, "taints": [timed(taint) for taint in taints]} if taints else device

    return _with_entries(manifest, ("spec", "devices"), change)


def with_rule_time(manifest: Manifest, old: Manifest | None, now: str) -> Manifest:
    """The rule with the time since which its taint has its effect: that of the `old` version where the effect
    is the same, else `now`; a time that the author changed stays. Source: v1beta2 DeviceTaint.timeAdded.
    """
    path = ("spec", "taint", "timeAdded")
    given, effect = find(manifest, *path), find(manifest, "spec", "taint", "effect")
    before = None if old is None else find(old, *path)
    same = old is not None and effect == find(old, "spec", "taint", "effect")
    if given and (same or given != before):
        return manifest
    return with_value(manifest, path, before if same and before else now)


def _counted(request: Manifest) -> Manifest:
    """A request with its allocation mode, its count and the operators of its tolerations."""
    mode = request.get("allocationMode") or EXACT_COUNT
    given: dict[str, Json] = {**request, "allocationMode": mode}
    tolerations = items(request.get("tolerations"))
    if tolerations:
        given["tolerations"] = [_toleration(entry) for entry in tolerations]
    if mode == EXACT_COUNT and given.get("count") is None:
        given["count"] = 1
    return given


def _toleration(toleration: Json) -> Json:
    """A toleration without an operator means Equal."""
    if not isinstance(toleration, Mapping) or toleration.get("operator"):
        return toleration
    return {**toleration, "operator": "Equal"}


def _device(device: Manifest) -> Manifest:
    """A device in the form of v1. v1beta1 has attributes and capacity in `basic`."""
    basic = device.get("basic")
    if not isinstance(basic, Mapping):
        return device
    return {**{name: value for name, value in device.items() if name != "basic"}, **basic}
