"""PostFilter: what the plugins make of a cycle in which no node passed.

Source: pkg/scheduler/framework/runtime/framework.go RunPostFilterPlugins (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import PostFilterOutcome
from scheduler_core.scheduler.framework.interface import Code, Status
from scheduler_core.scheduler.plugins.default_preemption.preemption import Curable, Pick, preempt
from scheduler_core.scheduler.plugins.dynamic_resources import DynamicResources


def run_post_filters(
    cycle: Cycle,
    statuses: Mapping[str, Status],
    pick: Pick,
    *,
    trace: bool,
    curable: Curable | None = None,
    pick_start: Pick | None = None,
) -> PostFilterOutcome:
    """Refusals are remembered and the next plugin asked; anything else ends it. `curable` and `pick_start`
    as in `preempt`."""
    texts: list[str] = []
    outcome = PostFilterOutcome(Code.UNSCHEDULABLE, "", None, None)
    for plugin in cycle.profile.post_filter:
        if isinstance(plugin, DynamicResources):
            status = plugin.post_filter_status(cycle.state)
            outcome = PostFilterOutcome(status.code, status.message, None, None)
        else:
            outcome = preempt(
                cycle, statuses, plugin.args, pick, trace=trace, curable=curable, pick_start=pick_start
            )
        if outcome.code is Code.SUCCESS:
            return outcome
        if outcome.message:
            texts.append(outcome.message)
        if outcome.code is not Code.UNSCHEDULABLE:
            break
    message = outcome.message if outcome.code is Code.ERROR else ", ".join(texts)
    return replace(outcome, message=message)
