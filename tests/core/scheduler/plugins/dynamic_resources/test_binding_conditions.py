"""Whether the devices of a claim are ready."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.scheduler.plugins.dynamic_resources.binding_conditions import (
    Readiness,
    is_unavailable,
    readiness,
)
from tests.builders import DRIVER, claim_spec, resource_claim

DEVICE = {"driver": DRIVER, "pool": "n1", "device": "d0"}
ALLOCATED_MS = 1_893_456_000_000


def allocated(*conditions: tuple[str, str], reported: bool = True) -> ResourceClaim:
    """A claim with one device that has to be attached; its driver reports these conditions."""
    result: Any = {
        **DEVICE,
        "request": "device",
        "bindingConditions": ["attached"],
        "bindingFailureConditions": ["broken"],
    }
    status: dict[str, Any] = {
        "allocation": {
            "devices": {"results": [result]},
            "allocationTimestamp": "2030-01-01T00:00:00Z",
        }
    }
    if reported:
        entries = [
            {"type": kind, "status": value, "reason": "R", "message": 'no "power"'}
            for kind, value in conditions
        ]
        status["devices"] = [{**DEVICE, "conditions": entries}]
    return ResourceClaim.parse(resource_claim("c", claim_spec("gpu"), status=status))


def test_a_device_is_ready_when_all_its_conditions_are_true() -> None:
    assert Readiness(ready=False) == readiness(allocated(reported=False))
    assert Readiness(ready=False) == readiness(allocated(("attached", "False")))
    assert Readiness(ready=True) == readiness(allocated(("attached", "True")))


def test_a_failure_is_told_with_reason_and_message() -> None:
    failure = 'device binding failed: claim=c, reason=R, message="no \\"power\\""'

    assert failure == readiness(allocated(("attached", "True"), ("broken", "True"))).failure


def test_a_claim_that_failed_or_took_too_long_may_be_deallocated() -> None:
    waits, ready = allocated(("attached", "False")), allocated(("attached", "True"))
    late = ALLOCATED_MS + 600_001

    assert is_unavailable(allocated(("broken", "True")), ALLOCATED_MS, 600_000)
    assert [False, True] == [is_unavailable(waits, at, 600_000) for at in (ALLOCATED_MS + 600_000, late)]
    assert not is_unavailable(ready, late, 600_000)
    assert not is_unavailable(ResourceClaim.parse(resource_claim("c", claim_spec("gpu"))), late, 600_000)
