"""The choice among several candidate nodes for preemption.

Source: pkg/scheduler/framework/preemption/preemption.go pickOneNodeForPreemption,
plugins/defaultpreemption/default_preemption.go OrderedScoreFuncs (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.cluster.pod_info import NOT_STARTED
from scheduler_core.scheduler.framework.post_filter import Criterion, CriterionValue
from scheduler_core.scheduler.plugins.default_preemption.dry_run import CRITERIA, DryRun


def choose(
    candidates: Sequence[DryRun], *, trace: bool = True
) -> tuple[tuple[str, ...], tuple[Criterion, ...]]:
    """Returns the nodes that are equal after the last criterion, and the criteria that were compared."""
    remaining = list(candidates)
    criteria: list[Criterion] = []
    if not trace:
        best_rank = min([run.rank for run in remaining])
        return tuple([run.node for run in remaining if run.rank == best_rank]), ()
    for index, name in enumerate(CRITERIA):
        if len(remaining) <= 1:
            break
        values = [run.rank[index] for run in remaining]
        best = min(values)
        judged = remaining
        remaining = [run for run, value in zip(judged, values, strict=True) if value == best]
        shown = tuple((run.node, _shown(name, value)) for run, value in zip(judged, values, strict=True))
        criteria.append(Criterion(name, shown, tuple(run.node for run in remaining)))
    if len(remaining) > 1:
        criteria.append(Criterion("order", (), (remaining[0].node,)))
    return tuple(run.node for run in remaining), tuple(criteria)


def _shown(criterion: str, value: int) -> CriterionValue:
    if criterion != "start":
        return value
    return None if -value == NOT_STARTED else -value
