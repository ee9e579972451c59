"""PodTable: one of the queue's tables, with quick access to its first pod.

Source: pkg/scheduler/backend/heap (v1.34), which keeps the same order in one structure.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

SortKey = tuple[int | tuple[int, ...], ...]
SLACK = 64
"""The number of outdated heap entries that are tolerated before the heap is rebuilt."""


class PodTable(dict[str, QueuedPodInfo]):
    """namespace/name -> record, in the order of arrival. `version` grows with every change.

    `first`, where there is a sort key, comes from a heap with lazy deletion: an entry counts only while the
    table has a record with that very key. It must be changed only with `table[key] = …`, `del` and `pop`.
    """

    __slots__ = ("_heap", "_sort_key", "version")

    def __init__(self, sort_key: Callable[[QueuedPodInfo], SortKey] | None = None) -> None:
        super().__init__()
        self._sort_key = sort_key
        self._heap: list[tuple[SortKey, str]] = []
        self.version = 0

    def copied(self, sort_key: Callable[[QueuedPodInfo], SortKey] | None = None) -> PodTable:
        copy = PodTable(sort_key)
        dict.update(copy, self)
        copy._heap = list(self._heap)
        copy.version = self.version
        return copy

    def __setitem__(self, key: str, queued: QueuedPodInfo) -> None:
        super().__setitem__(key, queued)
        self.version += 1
        sort_key = self._sort_key
        if sort_key is None:
            return
        if len(self._heap) > 2 * len(self) + SLACK:
            self._heap = [(sort_key(entry), name) for name, entry in self.items()]
            heapify(self._heap)
        else:
            heappush(self._heap, (sort_key(queued), key))

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key)
        self.version += 1

    def pop(self, key: str, default: QueuedPodInfo | None = None) -> QueuedPodInfo | None:  # type: ignore[override]
        if key in self:
            self.version += 1
        return super().pop(key, default)

    def first(self) -> QueuedPodInfo:
        """The record with the smallest sort key; raises IndexError when the table is empty."""
        assert self._sort_key is not None
        while True:
            sort_key, key = self._heap[0]
            queued = self.get(key)
            if queued is not None and self._sort_key(queued) == sort_key:
                return queued
            heappop(self._heap)
