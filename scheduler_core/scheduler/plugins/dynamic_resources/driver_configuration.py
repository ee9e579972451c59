"""The configuration for drivers that an allocation carries: that of the classes, then that of the claim.

Only the drivers read its parameters, which are opaque to Kubernetes.
Source: `Allocate` in k8s.io/dynamic-resource-allocation/structured ("Populate configs"), v1.34.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.objects.devices import DeviceClass, ResourceClaim
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, strings

FROM_CLASS, FROM_CLAIM = "FromClass", "FromClaim"


def driver_configuration(
    claim: ResourceClaim, chosen: Sequence[tuple[str, DeviceClass]]
) -> tuple[Manifest, ...]:
    """The value of status.allocation.devices.config. `chosen` has the name and the class of each
    request of the claim in their order; of alternatives, the chosen one as `request/alternative`.

    The configuration of a class stands there once, with its requests; no `requests` means all of them.
    """
    entries: list[dict[str, Json]] = []
    of_class: dict[str, list[str]] = {}
    classes: dict[str, DeviceClass] = {}
    for name, device_class in chosen:
        of_class.setdefault(device_class.meta.name, []).append(name)
        classes[device_class.meta.name] = device_class
    for class_name, names in of_class.items():
        entries += [_entry(FROM_CLASS, names, mapping(config)) for config in classes[class_name].config]
    for config in claim.config:
        requests = list(strings(find(config, "requests")))
        if not requests:
            entries.append(_entry(FROM_CLAIM, [], mapping(config)))
            continue
        for name, _ in chosen:
            if name in requests or name.partition("/")[0] in requests:
                entries.append(_entry(FROM_CLAIM, requests, mapping(config)))
    for entry in entries:
        if len(items(entry.get("requests"))) == len(chosen):
            entry.pop("requests")
    return tuple(entries)


def _entry(source: str, requests: list[str], entry: Mapping[str, Json]) -> dict[str, Json]:
    head: dict[str, Json] = {"source": source}
    if requests:
        head["requests"] = list(requests)
    return {**head, **{name: value for name, value in entry.items() if name != "requests"}}
