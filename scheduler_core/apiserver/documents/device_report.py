"""The report's entries about devices: fields whose feature gate is off, selectors that are not evaluated, and
parameters for drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.objects.cel.selector import NotCompiled, compile_selector
from scheduler_core.objects.devices import GATED_FIELDS
from scheduler_core.objects.manifest import Json, find, items, mapping, text


def device_report(item: Item, manifest: Mapping[str, Json]) -> Iterator[ReportEntry]:
    """Entries about one object of dynamic resource allocation; none for other kinds."""
    spec = manifest.get("spec")
    match item.kind:
        case "DeviceClass":
            gated, places = _named(spec, "spec"), [("spec", spec)]
            configured, config = "spec.config", find(spec, "config")
        case "ResourceSlice":
            gated, places = _of_slice(spec), []
            configured, config = "", None
        case "ResourceClaim" | "ResourceClaimTemplate":
            path = "spec" if item.kind == "ResourceClaim" else "spec.spec"
            inner = spec if item.kind == "ResourceClaim" else find(spec, "spec")
            places = list(_requests(inner, path))
            gated = _of_claim(inner, places)
            configured, config = f"{path}.devices.config", find(inner, "devices", "config")
        case _:
            return
    fields = dict.fromkeys(gated)
    if fields:
        gates = sorted({GATED_FIELDS[_gate_key(name)] for name in fields})
        yield item.entry(
            "kept.fields_behind_gates", next(iter(fields)), fields=list(fields), gates=list(gates)
        )
    drivers = sorted({text(find(entry, "opaque", "driver")) for entry in items(config)} - {""})
    if drivers:
        yield item.entry("kept.driver_parameters", configured, drivers=list(drivers))
    for path, request in places:
        for index, entry in enumerate(items(find(request, "selectors"))):
            expression = find(entry, "cel", "expression")
            compiled = compile_selector(expression) if isinstance(expression, str) else None
            if isinstance(compiled, NotCompiled):
                selector_path = f"{path}.selectors[{index}].cel.expression"
                yield item.entry("kept.selector_not_evaluated", selector_path, part=compiled.text)


def _gate_key(path: str) -> str:
    last = path.rpartition(".")[2]
    return "capacityRequests" if last == "capacity" else last


def _named(value: Json, path: str) -> list[str]:
    """The gated fields that stand directly in `value`, with their paths."""
    return [f"{path}.{name}" for name in mapping(value) if name in GATED_FIELDS]


def _of_slice(spec: Json) -> list[str]:
    gated = _named(spec, "spec")
    for index, device in enumerate(items(find(spec, "devices"))):
        path = f"spec.devices[{index}]"
        gated += _named(device, path)
        for name, amount in mapping(find(device, "capacity")).items():
            gated += _named(amount, f"{path}.capacity[{name}]")
    return gated


def _requests(spec: Json, path: str) -> Iterator[tuple[str, Json]]:
    """What the requests of a claim ask for, with their paths."""
    for index, request in enumerate(items(find(spec, "devices", "requests"))):
        here = f"{path}.devices.requests[{index}]"
        if find(request, "exactly") is not None:
            yield f"{here}.exactly", find(request, "exactly")
        for place, entry in enumerate(items(find(request, "firstAvailable"))):
            yield f"{here}.firstAvailable[{place}]", entry


def _of_claim(spec: Json, requests: list[tuple[str, Json]]) -> list[str]:
    gated: list[str] = []
    for path, request in requests:
        gated += _named(request, path)
        if find(request, "capacity") is not None:
            gated.append(f"{path}.capacity")
    for index, constraint in enumerate(items(find(spec, "devices", "constraints"))):
        gated += _named(constraint, f"spec.devices.constraints[{index}]")
    return gated
