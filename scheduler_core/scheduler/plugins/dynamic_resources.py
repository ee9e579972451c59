"""DynamicResources, for pods without claims: it is skipped, and its PostFilter adds a sentence.

Source: pkg/scheduler/framework/plugins/dynamicresources (v1.34). Allocating devices is not modelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, StateKey
from scheduler_core.scheduler.framework.events import Action, Registration, Resource
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interface import PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.node_statuses import NodeStatuses
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unschedulable

NAME = "DynamicResources"
NOTHING_TO_DEALLOCATE = unschedulable(NAME, "no new claims to deallocate")
STATE_MISSING = Status(Code.ERROR, ("not found",), NAME)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Marks that PreFilter ran."""

    def clone(self) -> _Seen:
        return self


_KEY: StateKey[_Seen] = StateKey(NAME)


class DynamicResources:
    name: ClassVar[str] = NAME
    node_local: ClassVar[bool] = True

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        state.write(_KEY, _Seen())
        return PRE_FILTER_SKIP

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        return SUCCESS

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        """Fails when an earlier PreFilter plugin ended the cycle before this plugin could store its state."""
        status = NOTHING_TO_DEALLOCATE if handle.state.has(_KEY) else STATE_MISSING
        return PostFilterOutcome(status.code, status.message, None, None)

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(
                Resource.NODE, Action.ADD | Action.UPDATE_NODE_ALLOCATABLE | Action.UPDATE_NODE_LABEL
            ),
            Registration(Resource.RESOURCE_CLAIM, Action.ADD | Action.UPDATE),
            Registration(Resource.POD, Action.UPDATE_POD_GENERATED_RESOURCE_CLAIM),
            Registration(Resource.DEVICE_CLASS, Action.ADD | Action.UPDATE),
            Registration(Resource.RESOURCE_SLICE, Action.ADD | Action.UPDATE),
        )
