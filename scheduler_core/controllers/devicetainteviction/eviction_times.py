"""When a pod has to go because of the taints of its devices, and which DeviceTaintRules are a reason.

Source: pkg/controller/devicetainteviction (v1.36) claimEvictionTime, podEvictionTime.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.device_slices import Device, DeviceID, ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import AllocatedDevice, ResourceClaim
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.pod_claims import claim_name, made_for
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import Taint

NO_EXECUTE = "NoExecute"


@dataclass(frozen=True, slots=True)
class Eviction:
    """A pod has to go at `at_ms` (epoch milliseconds) because of these devices; `rules` are those whose taint
    is a reason."""

    at_ms: int
    devices: tuple[DeviceID, ...]
    rules: tuple[DeviceTaintRule, ...]


@dataclass(frozen=True, slots=True)
class _Reason:
    at_ms: int
    device: DeviceID
    rule: DeviceTaintRule | None


def eviction_of(api: ApiServer, pod: Pod, rules: Sequence[DeviceTaintRule]) -> Eviction | None:
    """The eviction at the earliest time over the pod's claims, their devices and the taints of these; None
    where it may stay."""
    reasons = [
        reason
        for claim in _claims_of(api, pod)
        for device in (() if claim.allocation is None else claim.allocation.devices)
        for reason in _reasons(api, device, rules)
    ]
    if not reasons:
        return None
    by_name = {reason.rule.meta.name: reason.rule for reason in reasons if reason.rule is not None}
    return Eviction(
        min(reason.at_ms for reason in reasons),
        tuple(dict.fromkeys(reason.device for reason in reasons)),
        tuple(by_name[name] for name in sorted(by_name)),
    )


def _claims_of(api: ApiServer, pod: Pod) -> Iterator[ResourceClaim]:
    """The allocated claims of the pod's spec that are reserved for it."""
    for entry in pod.spec.resource_claims:
        named = claim_name(pod, entry)
        claim = api.get("ResourceClaim", f"{pod.namespace}/{named.name}") if named.name else None
        if not isinstance(claim, ResourceClaim) or not claim.is_reserved_for(pod.uid, pod.spec.group):
            continue
        if not named.generated or made_for(claim, pod):
            yield claim


def _device(api: ApiServer, sought: DeviceID) -> Device | None:
    """The device as the newest generation of its pool has it."""
    slices = [
        stored
        for stored in api.objects("ResourceSlice").values()
        if isinstance(stored, ResourceSlice) and (stored.driver, stored.pool) == (sought.driver, sought.pool)
    ]
    newest = max((entry.generation for entry in slices), default=0)
    devices = (device for entry in slices if entry.generation == newest for device in entry.devices)
    return next((device for device in devices if device.name == sought.device), None)


def _reasons(
    api: ApiServer, allocated: AllocatedDevice, rules: Sequence[DeviceTaintRule]
) -> Iterator[_Reason]:
    """The NoExecute taints of the device that are not tolerated for ever, from its slice and from rules."""
    device = _device(api, allocated.id)
    taints: list[tuple[Taint, DeviceTaintRule | None]] = []
    taints += [(taint, None) for taint in (() if device is None else device.taints)]
    taints += [(rule.taint, rule) for rule in rules if rule.matches(allocated.id)]
    for taint, rule in taints:
        seconds = _tolerated_s(taint, allocated)
        if taint.effect == NO_EXECUTE and seconds is not None:
            yield _Reason((parse_time(taint.time_added or "") or 0) + seconds * 1000, allocated.id, rule)


def _tolerated_s(taint: Taint, allocated: AllocatedDevice) -> int | None:
    """The shortest time of the tolerations for NoExecute that match; 0 where none does, None for ever."""
    times: list[int] = []
    for toleration in allocated.tolerations:
        if toleration.effect == NO_EXECUTE and toleration.tolerates(taint):
            if toleration.toleration_seconds is None:
                return None
            times.append(max(0, toleration.toleration_seconds))
    return min(times, default=0)
