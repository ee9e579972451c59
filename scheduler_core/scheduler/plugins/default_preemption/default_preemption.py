"""DefaultPreemption: holds the pod while its own preemption makes calls; its PostFilter is
scheduler/preemption.py.

Source: pkg/scheduler/framework/plugins/defaultpreemption (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import SUCCESS, Status, unresolvable

NAME = "DefaultPreemption"
WAITING = unresolvable(NAME, "waiting for the preemption for this pod to be finished")


@dataclass(frozen=True, slots=True)
class DefaultPreemptionArgs:
    """How many candidates the dry run looks for: the larger of the two, at most all nodes."""

    min_candidate_nodes_percentage: int = 10
    min_candidate_nodes_absolute: int = 100

    def wanted(self, nodes: int) -> int:
        share = nodes * self.min_candidate_nodes_percentage // 100
        return min(max(share, self.min_candidate_nodes_absolute), nodes)


class DefaultPreemption:
    name: ClassVar[str] = NAME

    def __init__(self, args: DefaultPreemptionArgs | None = None) -> None:
        self.args = args or DefaultPreemptionArgs()

    def pre_enqueue(self, pod: PodInfo, preempting: frozenset[str]) -> Status:
        return WAITING if pod.uid in preempting else SUCCESS

    def events_to_register(self) -> Sequence[Registration]:
        return (Registration(Resource.POD, Action.DELETE, _never),)


def _never(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """It only makes the waiting pod one that the other plugins' hints are asked for."""
    return False
