"""`pdb_status.json`: the status of a PodDisruptionBudget."""

from __future__ import annotations

from scheduler_core.controllers.disruption.budget import BudgetPod, SyncFailed, budget_status
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`; times there are seconds."""
    scales = {
        name: scale
        for name, value in mapping(case.get("controllerScales")).items()
        if (scale := integer(value)) is not None
    }
    pods = [_pod(mapping(entry)) for entry in items(case.get("pods"))]
    status = budget_status(_count(case.get("minAvailable")), _count(case.get("maxUnavailable")), pods, scales)
    if isinstance(status, SyncFailed):
        condition: dict[str, Json] = {
            "type": "DisruptionAllowed",
            "status": "False",
            "reason": "SyncFailed",
            "message": status.message,
        }
        return {"syncFailed": True, "disruptionsAllowed": 0, "condition": condition}
    return {
        "expectedPods": status.expected_pods,
        "desiredHealthy": status.desired_healthy,
        "currentHealthy": status.current_healthy,
        "disruptionsAllowed": status.disruptions_allowed,
        "disruptedPods": list(status.disrupted_pods),
        "unmanagedPods": list(status.unmanaged_pods),
        "condition": {
            "type": "DisruptionAllowed",
            "status": "True" if status.disruptions_allowed > 0 else "False",
            "reason": status.reason,
        },
    }


def _count(value: Json) -> int | str | None:
    return value if isinstance(value, str) else integer(value)


def _pod(pod: Manifest) -> BudgetPod:
    controller, ago = pod.get("controller"), pod.get("disruptedSecondsAgo")
    return BudgetPod(
        name=text(pod.get("name")),
        ready=flag(pod.get("ready")),
        deleting=flag(pod.get("deleting")),
        controller=controller if isinstance(controller, str) else None,
        disrupted_ms=round(ago * 1000) if isinstance(ago, (int, float)) else None,
    )
