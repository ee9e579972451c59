"""The rail: the extension points that the board draws above the queue, with how far a decision came at each.

Kubernetes has more points than these; the others (PreEnqueue, NormalizeScore, Permit …) are in the whole
decision only.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.status import Code

RAIL = ("PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve", "Bind")


def rail(states: Mapping[str, str], at: str | None = None) -> list[Json]:
    """`[{point, state}]` in the order of RAIL. `states` are the points that the decision tells of.

    With a stop at point `at` the points before it have their state (or `skipped`), it is `on`, and the later
    ones are `todo`. Without a stop a point of which the decision tells nothing is `todo`.
    """
    if at is None:
        return [{"point": point, "state": states.get(point, "todo")} for point in RAIL]
    index = RAIL.index(at)
    return [
        {
            "point": point,
            "state": "on" if place == index else "todo" if place > index else states.get(point, "skipped"),
        }
        for place, point in enumerate(RAIL)
    ]


def point_states(decision: Decision) -> dict[str, str]:
    """The extension points of the cycle in order, and how far it got: done, skipped, rejected or failed."""
    if decision.gated is not None:
        return {"PreEnqueue": "rejected"}
    if not decision.node_count:
        return {"PreFilter": "skipped", "Filter": "skipped"}
    if decision.prefilter.code is Code.ERROR:
        return {"PreFilter": "failed", "Filter": "skipped"}
    if decision.prefilter.code is not Code.SUCCESS:
        after = _post_filter_state(decision)
        return {"PreFilter": "rejected", "Filter": "skipped", "PostFilter": after}
    if decision.failed:
        fits = bool(decision.feasible)
        return {
            "PreFilter": "done",
            "Filter": "done" if fits else "failed",
            "PostFilter": "skipped",
            "PreScore": "failed" if fits else "skipped",
        }
    if not decision.feasible:
        return {"PreFilter": "done", "Filter": "rejected", "PostFilter": _post_filter_state(decision)}
    scoring = "done" if decision.scored else "skipped"
    reserved = decision.reserve.code is Code.SUCCESS
    binding = "done" if reserved else "skipped"
    return {
        "PreFilter": "done",
        "Filter": "done",
        "PostFilter": "skipped",
        "PreScore": scoring,
        "Score": scoring,
        "NormalizeScore": scoring,
        "Reserve": "done" if reserved else "rejected",
        "Permit": binding,
        "Bind": binding,
    }


def _post_filter_state(decision: Decision) -> str:
    return "done" if decision.result == "nominated" else "rejected"
