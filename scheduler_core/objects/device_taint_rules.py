"""DeviceTaintRule: a taint that an administrator adds to devices from outside their slices.

Source: k8s.io/api/resource/v1beta2 (v0.36), dynamic-resource-allocation/resourceslice/tracker, and
ruleMatchesDevice of pkg/controller/devicetainteviction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.manifest import Json, Manifest, Read, find, items, text
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.selection.selectors import Taint


@dataclass(frozen=True, slots=True, eq=False)
class DeviceTaintRule(ApiObject):
    """resource.k8s.io/v1beta2.DeviceTaintRule. It selects the devices of a `driver`, of a `pool` and with the
    name `device`; None selects any. Without a selector it selects no device (`selects` is False).
    """

    manifest: Manifest
    meta: ObjectMeta
    taint: Taint
    selects: bool
    driver: str | None = None
    pool: str | None = None
    device: str | None = None

    condition_manifests = Read(items, "status", "conditions")

    @staticmethod
    def parse(manifest: Manifest) -> DeviceTaintRule:
        selector = find(manifest, "spec", "deviceSelector")
        return DeviceTaintRule(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            Taint.parse(find(manifest, "spec", "taint")),
            selector is not None,
            _optional(find(selector, "driver")),
            _optional(find(selector, "pool")),
            _optional(find(selector, "device")),
        )

    def matches(self, device: DeviceID) -> bool:
        """Whether the rule taints this device."""
        return (
            self.selects
            and self.driver in (None, device.driver)
            and self.pool in (None, device.pool)
            and self.device in (None, device.device)
        )


def _optional(value: Json) -> str | None:
    return None if value is None else text(value)


def with_rule_taints(entry: ResourceSlice, rules: Iterable[DeviceTaintRule]) -> ResourceSlice:
    """The slice with the taints of these rules on its devices, in the order of the rules' names; the same
    slice where nothing changes.
    """
    ordered = sorted(rules, key=lambda rule: rule.meta.name)
    devices = []
    for device in entry.devices:
        identity = DeviceID(entry.driver, entry.pool, device.name)
        taints = tuple(rule.taint for rule in ordered if rule.matches(identity))
        devices.append(device if taints == device.rule_taints else replace(device, rule_taints=taints))
    if all(new is old for new, old in zip(devices, entry.devices, strict=True)):
        return entry
    return replace(entry, devices=tuple(devices))
