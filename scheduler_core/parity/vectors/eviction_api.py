"""`eviction_api.json`: the answers of the eviction subresource."""

from __future__ import annotations

from scheduler_core.apiserver.registry.eviction import EvictedPod, SelectingBudget, decide_eviction
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    source = mapping(case.get("pod"))
    name = text(source.get("name"))
    pod = EvictedPod(name, text(source.get("phase")), flag(source.get("ready")), flag(source.get("deleting")))
    budgets = [_budget(mapping(entry)) for entry in items(case.get("pdbs"))]
    verdict = decide_eviction(None if flag(source.get("missing")) else pod, budgets, name)
    result: dict[str, Json] = {"code": verdict.code, "evicted": verdict.evicted}
    if verdict.evicted:
        result["pdbChecked"] = verdict.budget_checked
        result["disruptionTarget"] = {
            "type": "DisruptionTarget",
            "status": "True",
            "reason": "EvictionByEvictionAPI",
            "message": "Eviction API: evicting",
        }
    else:
        result["message"] = verdict.message
    if verdict.budget_used is not None:
        result["budgetUsed"] = verdict.budget_used
    if verdict.budget_used:
        result["disruptionsAllowedAfter"] = budgets[0].disruptions_allowed - 1
    if verdict.cause:
        result["cause"] = {"reason": "DisruptionBudget", "message": verdict.cause}
    if verdict.retry_after_seconds is not None:
        result["retryAfterSeconds"] = verdict.retry_after_seconds
    return result


def _budget(source: Manifest) -> SelectingBudget:
    return SelectingBudget(
        name=text(source.get("name")),
        disruptions_allowed=integer(source.get("disruptionsAllowed")) or 0,
        current_healthy=integer(source.get("currentHealthy")) or 0,
        desired_healthy=integer(source.get("desiredHealthy")) or 0,
        generation=integer(source.get("generation")) or 0,
        observed_generation=integer(source.get("observedGeneration")) or 0,
        always_allow_unhealthy=source.get("unhealthyPodEvictionPolicy") == "AlwaysAllow",
        disrupted_pods=integer(source.get("disruptedPodsCount")) or 0,
    )
