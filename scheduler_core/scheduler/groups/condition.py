"""The condition of a PodGroup that says how its last scheduling cycle ended."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.groups.group_trials import GroupResult


def write_condition(api: SchedulerApi, key: str, kind: str, result: GroupResult, now_ms: int) -> None:
    """Writes the condition of type `kind`; once it is True it stays so."""
    stored = api.get("PodGroup", key)
    if not isinstance(stored, PodGroup):
        return
    reasons = {Code.SUCCESS: "Scheduled", Code.ERROR: "SchedulerError"}
    code = result.status.code
    state = "True" if code is Code.SUCCESS else "False"
    conditions = [mapping(entry) for entry in stored.condition_manifests]
    old = next((entry for entry in conditions if entry.get("type") == kind), None)
    if old is not None and old.get("status") == "True" and state == "False":
        return
    same = old is not None and old.get("status") == state
    new: dict[str, Json] = {
        "type": kind,
        "status": state,
        "observedGeneration": stored.meta.generation,
        "lastTransitionTime": find(old, "lastTransitionTime") if same else api.timestamp(now_ms),
        "reason": reasons.get(code, "Unschedulable"),
        "message": result.status.message,
    }
    if old == new:
        return
    others: list[Json] = [entry for entry in stored.condition_manifests if text(find(entry, "type")) != kind]
    status: Mapping[str, Json] = {
        **stored.status_manifest,
        "conditions": [*others, new],
    }
    api.update_status("PodGroup", key, status)
