"""Tables: activeQ, backoffQ and unschedulablePods; a waiting pod is in at most one of them.

Source: pkg/scheduler/backend/queue/active_queue.go, backoff_queue.go, scheduling_queue.go unschedulablePods
(v1.34.1). Pods are known by namespace/name.
"""

from __future__ import annotations

from scheduler_core.scheduler.framework.interface import QueueSortPlugin
from scheduler_core.scheduler.queue.pod_table import PodTable
from scheduler_core.scheduler.queue.queued_pod import Place, QueuedPodInfo


class Tables:
    """The tables. `backoff` and `error_backoff` are the two halves of backoffQ: rejected pods, and pods whose
    attempt ended in an error. `spinning` are pods of backoffQ whose group is tried again and again without a
    change in the cluster; that is not played until something changes."""

    def __init__(self, queue_sort: QueueSortPlugin) -> None:
        self._queue_sort = queue_sort
        self.active = PodTable(self.sort_key)
        self.backoff = PodTable(self.backoff_key)
        self.error_backoff = PodTable()
        self.unschedulable = PodTable()
        self.spinning = PodTable()

    def copy(self) -> Tables:
        copy = Tables(self._queue_sort)
        copy.active = self.active.copied(copy.sort_key)
        copy.backoff = self.backoff.copied(copy.backoff_key)
        copy.error_backoff = self.error_backoff.copied()
        copy.unschedulable = self.unschedulable.copied()
        copy.spinning = self.spinning.copied()
        return copy

    def all(self) -> tuple[tuple[Place, PodTable], ...]:
        return (
            (Place.ACTIVE, self.active),
            (Place.BACKOFF, self.backoff),
            (Place.ERROR_BACKOFF, self.error_backoff),
            (Place.UNSCHEDULABLE, self.unschedulable),
            (Place.SPINNING, self.spinning),
        )

    def place_of(self, key: str) -> tuple[Place, QueuedPodInfo] | None:
        return next(((place, table[key]) for place, table in self.all() if key in table), None)

    def remove(self, key: str) -> None:
        """Takes the pod out of whichever table it is in."""
        for _, table in self.all():
            table.pop(key, None)

    # Order

    def sort_key(self, queued: QueuedPodInfo) -> tuple[int, ...]:
        return self._queue_sort.sort_key(queued.pod, queued.timestamp_ms, queued.serial)

    def backoff_key(self, queued: QueuedPodInfo) -> tuple[int, tuple[int, ...]]:
        return queued.backoff_until_ms or 0, self.sort_key(queued)

    def order_of(self, place: Place, queued: QueuedPodInfo) -> tuple[int, ...]:
        """The sort key of the pod among those of one place."""
        if place in (Place.BACKOFF, Place.ERROR_BACKOFF, Place.SPINNING):
            until_ms, order = self.backoff_key(queued)
            return until_ms, *order
        return self.sort_key(queued)

    def ordered_active(self) -> list[QueuedPodInfo]:
        return sorted(self.active.values(), key=self.sort_key)

    def ordered_backoff(self) -> list[QueuedPodInfo]:
        return sorted(self.backoff.values(), key=self.backoff_key)
