"""Binding conditions: a pod is bound only when the devices of its claims are ready.

Source: pkg/scheduler/framework/plugins/dynamicresources isClaimReadyForBinding, isClaimTimeout (v1.36).
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from scheduler_core.objects.devices import AllocatedDevice, ResourceClaim
from scheduler_core.objects.manifest import Manifest, find, items, mapping, text

PENDING = "BindingConditionsPending"
WAITING = "waiting for binding conditions for device on node %(node)s"
FAILED = "device binding failed: claim=%(claim)s, reason=%(reason)s, message=%(message)s"
TIMED_OUT = "device binding timeout: context deadline exceeded"


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether all devices of a claim are ready; `failure` says why they never will be, "" otherwise."""

    ready: bool
    failure: str = ""


def has_conditions(claim: ResourceClaim) -> bool:
    """Whether an allocated device of the claim has binding conditions."""
    return claim.allocation is not None and any(
        device.binding_conditions for device in claim.allocation.devices
    )


def readiness(claim: ResourceClaim) -> Readiness:
    """The state of a claim; one without devices is not ready, one without binding conditions is."""
    if claim.allocation is None:
        return Readiness(ready=False)
    for device in claim.allocation.devices:
        if not device.binding_conditions:
            continue
        reported = _reported(claim, device)
        if reported is None:
            return Readiness(ready=False)
        for kind in device.failure_conditions:
            condition = reported.get(kind, {})
            if condition.get("status") == "True":
                words = FAILED % {
                    "claim": claim.meta.name,
                    "reason": text(condition.get("reason")),
                    "message": json.dumps(text(condition.get("message")), ensure_ascii=False),
                }
                return Readiness(ready=False, failure=words)
        if any(reported.get(kind, {}).get("status") != "True" for kind in device.binding_conditions):
            return Readiness(ready=False)
    return Readiness(ready=True)


def _reported(claim: ResourceClaim, device: AllocatedDevice) -> dict[str, Manifest] | None:
    """The conditions of the device in the claim's status, by type; None when its driver reports nothing."""
    for entry in claim.device_statuses:
        names = (find(entry, "driver"), find(entry, "pool"), find(entry, "device"))
        if names == (device.id.driver, device.id.pool, device.id.device):
            conditions = items(find(entry, "conditions"))
            return {text(find(condition, "type")): mapping(condition) for condition in conditions}
    return None


def is_unavailable(claim: ResourceClaim, at_ms: int, timeout_ms: int) -> bool:
    """Whether an allocated claim may be deallocated because its devices failed, or were not ready in time.
    `at_ms` is now, in epoch milliseconds."""
    if not has_conditions(claim) or claim.allocation is None:
        return False
    state = readiness(claim)
    since = claim.allocation.allocated_at
    return bool(state.failure) or (not state.ready and since is not None and since + timeout_ms < at_ms)
