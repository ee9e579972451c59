"""Why the attempt of one pod of a group fails. `in_queue` says that groups wait as one (v1.37)."""

from __future__ import annotations

from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import Failure
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.groups.group_trials import ASKED_TO_WAIT, UNSCHEDULABLE, GroupResult, Trial


def decision_at_end(trial: Trial, result: GroupResult, *, in_queue: bool) -> Decision:
    """The decision as the end of the cycle makes it: a place in vain is no node."""
    decision = trial.decision
    if result.status.code is Code.SUCCESS or not trial.node:
        return decision
    failure = failure_of(trial, result, in_queue=in_queue)
    if decision.result == "nominated" and result.preempting:
        return decision
    return replace(
        decision, result="unschedulable", node=None, fit_error=failure.note, post_filter=None, best=()
    )


def failure_of(trial: Trial, result: GroupResult, *, in_queue: bool) -> Failure:
    """Why the attempt of one pod fails, in a group that is not scheduled or beside pods that are."""
    decision, status = trial.decision, result.status
    if status.code is Code.ERROR:
        note = decision.fit_error if decision.failed else status.message
        return Failure(note, "SchedulerError", nominate="")
    if in_queue and status.code is not Code.SUCCESS:
        return _failure_in_queue(trial, result)
    if trial.node and not trial.preempts and result.preempting:
        return Failure(status.message, "Unschedulable", nominate=trial.node)
    if trial.node and not result.preempting:
        reasons = (UNSCHEDULABLE, *((trial.permit.message, ASKED_TO_WAIT) if trial.waits else ()))
        return Failure(", ".join(reasons), "Unschedulable", nominate="")
    nominate = "" if decision.post_filter is None else decision.post_filter.nominate
    return Failure(decision.message, "Unschedulable", decision.rejectors, nominate)


def _failure_in_queue(trial: Trial, result: GroupResult) -> Failure:
    """The same in v1.37, where what wakes one pod of the group wakes all of them."""
    rejectors = frozenset({"GangScheduling"}).union(*(other.decision.rejectors for other in result.trials))
    nominate = result.nominated.get(trial.queued.key, "")
    note = trial.decision.message
    if trial.node:
        note = result.status.message if result.preempting else f"{UNSCHEDULABLE}, {result.status.message}"
    return Failure(note, "Unschedulable", rejectors, nominate)
