"""The report's entries about devices: selectors that are not evaluated, and parameters for drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.objects.cel.selector import NotCompiled, compile_selector
from scheduler_core.objects.manifest import Json, find, items, text


def device_report(item: Item, manifest: Mapping[str, Json]) -> Iterator[ReportEntry]:
    """Entries about one object of dynamic resource allocation; none for other kinds."""
    spec = manifest.get("spec")
    match item.kind:
        case "DeviceClass":
            places = [("spec", spec)]
            configured, config = "spec.config", find(spec, "config")
        case "ResourceClaim" | "ResourceClaimTemplate":
            path = "spec" if item.kind == "ResourceClaim" else "spec.spec"
            inner = spec if item.kind == "ResourceClaim" else find(spec, "spec")
            places = list(_requests(inner, path))
            configured, config = f"{path}.devices.config", find(inner, "devices", "config")
        case _:
            return
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


def _requests(spec: Json, path: str) -> Iterator[tuple[str, Json]]:
    """What the requests of a claim ask for, with their paths."""
    for index, request in enumerate(items(find(spec, "devices", "requests"))):
        here = f"{path}.devices.requests[{index}]"
        if find(request, "exactly") is not None:
            yield f"{here}.exactly", find(request, "exactly")
        for place, entry in enumerate(items(find(request, "firstAvailable"))):
            yield f"{here}.firstAvailable[{place}]", entry
