"""DynamicResources, for pods without claims: it steps aside, and its PostFilter adds a sentence.

Source: pkg/scheduler/framework/plugins/dynamicresources (v1.34). Allocating devices is not modelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, Registration, Resource
from scheduler_core.scheduler.framework.interface import (
    PRE_FILTER_SKIP,
    SUCCESS,
    Code,
    CycleState,
    PreFilterResult,
    StateKey,
    Status,
    unschedulable,
)

NAME = "DynamicResources"
NOTHING_TO_DEALLOCATE = unschedulable(NAME, "no new claims to deallocate")
STATE_MISSING = Status(Code.ERROR, ("not found",), NAME)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Nothing but the fact that PreFilter ran."""

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

    def post_filter_status(self, state: CycleState) -> Status:
        """Fails where an earlier PreFilter broke the cycle off before this plugin could keep its state."""
        return NOTHING_TO_DEALLOCATE if state.has(_KEY) else STATE_MISSING

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
