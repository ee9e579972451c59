"""SchedulingGates: keeps a pod out of activeQ while spec.schedulingGates is not empty.

Source: pkg/scheduler/framework/plugins/schedulinggates (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable

NAME = "SchedulingGates"
GATED = "waiting for scheduling gates: [%(gates)s]"


class SchedulingGates:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("preEnqueue", GATED)

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        gates = pod.pod.spec.scheduling_gates
        if not gates:
            return SUCCESS
        return unresolvable(NAME, GATED % {"gates": " ".join(gates)})

    def events_to_register(self) -> Sequence[Registration]:
        return (Registration(Resource.POD, Action.UPDATE_POD_SCHEDULING_GATES_ELIMINATED, _own),)


def _own(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PodInfo) and new.uid == pod.uid
