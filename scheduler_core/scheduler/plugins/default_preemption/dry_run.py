"""What preemption found out about one node without touching it."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.interface import Status
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import SpreadStep


@dataclass(frozen=True, slots=True)
class DryRun:
    """What removing pods of one node could do. `victims` most important first; refused: `status` says why.

    `rank`: the values of all criteria, the smallest is chosen.
    """

    node: str
    status: Status | None
    victims: tuple[PodInfo, ...] = ()
    violations: int = 0
    reprieved: tuple[PodInfo, ...] = ()
    ambiguous_order: bool = False
    rank: tuple[int, ...] = ()
    spread: tuple[SpreadStep, ...] = ()
