"""Where waiting pods stand, and in which order."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.queue.queued_pod import Place, QueuedPodInfo
from scheduler_core.scheduler.queue.tables import Tables
from tests.core.scheduler.builders import pod


def queued(name: str, serial: int, priority: int = 0, **more: int) -> QueuedPodInfo:
    return replace(QueuedPodInfo(pod(name, priority=priority), 0, serial), **more)


def names(records: list[QueuedPodInfo]) -> list[str]:
    return [record.pod.name for record in records]


def test_active_pods_stand_by_priority_then_timestamp_then_serial() -> None:
    tables = Tables(PrioritySort())
    for record in (
        queued("late", 1, timestamp_ms=5_000),
        queued("second", 3),
        queued("first", 2),
        queued("high", 4, priority=9, timestamp_ms=9_000),
    ):
        tables.active[record.key] = record

    assert ["high", "first", "second", "late"] == names(tables.ordered_active())
    assert "high" == tables.active.first().pod.name


def test_pods_that_back_off_stand_by_the_end_of_their_backoff() -> None:
    tables = Tables(PrioritySort())
    for record in (
        queued("long", 1, priority=9, unschedulable_count=4),
        queued("short", 2, unschedulable_count=1),
    ):
        tables.backoff[record.key] = record

    assert ["short", "long"] == names(tables.ordered_backoff())
    assert tables.order_of(Place.BACKOFF, queued("short", 2, unschedulable_count=1)) < tables.order_of(
        Place.BACKOFF, queued("long", 1, priority=9, unschedulable_count=4)
    )


def test_a_pod_is_found_in_its_table_and_taken_out_of_it() -> None:
    tables = Tables(PrioritySort())
    record = queued("p", 1)
    tables.unschedulable[record.key] = record

    assert (Place.UNSCHEDULABLE, record) == tables.place_of("default/p")
    tables.remove("default/p")
    assert tables.place_of("default/p") is None


def test_a_copy_changes_on_its_own() -> None:
    tables = Tables(PrioritySort())
    tables.active["default/p"] = queued("p", 1)
    copy = tables.copy()
    copy.remove("default/p")

    assert (1, 0) == (len(tables.active), len(copy.active))
