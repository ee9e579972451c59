"""What plugins share that answer for many nodes at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scheduler_core.scheduler.framework.interface import FilterPlugin, RefusedPlaces
from scheduler_core.scheduler.framework.status import Code, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.columns import Columns
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.framework.cycle_state import CycleState


def refused_among(
    places: Iterable[int], plugin: FilterPlugin, state: CycleState, pod: PodInfo, columns: Columns
) -> RefusedPlaces:
    """The refusals of `plugin` at these places, found by asking about each of them."""
    groups: dict[Status, list[int]] = {}
    for place in places:
        status = plugin.filter(state, pod, columns.nodes[place])
        if status.code is not Code.SUCCESS:
            groups.setdefault(status, []).append(place)
    return tuple(groups.items())
