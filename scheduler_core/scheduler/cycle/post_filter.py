"""PostFilter: runs the PostFilter plugins after a cycle in which no node passed.

Source: pkg/scheduler/framework/runtime/framework.go RunPostFilterPlugins (v1.34.1, v1.36.2).
"""

from __future__ import annotations

from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.diagnosis.node_statuses import NodeStatuses
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.status import Code


def run_post_filters(cycle: Cycle, statuses: NodeStatuses) -> PostFilterOutcome:
    """Asks one plugin after the other as long as they answer Unschedulable, and joins their answers. Any
    other answer ends the round and stands alone. Without a plugin the nomination is cleared since 1.35."""
    texts: list[str] = []
    deallocate = ""
    profile = cycle.profile
    clears = not profile.post_filter and profile.release.clears_nomination_without_post_filter
    outcome = PostFilterOutcome(Code.UNSCHEDULABLE, "", "" if clears else None, None)
    if not cycle.post_filters:
        return outcome
    for plugin in profile.post_filter:
        outcome = plugin.post_filter(cycle, statuses)
        deallocate = deallocate or outcome.deallocate
        if outcome.code is Code.SUCCESS:
            return replace(outcome, deallocate=deallocate) if deallocate else outcome
        if outcome.message:
            texts.append(outcome.message)
        if outcome.code is not Code.UNSCHEDULABLE:
            return replace(outcome, deallocate=deallocate)
    return replace(outcome, message=", ".join(texts), deallocate=deallocate)
