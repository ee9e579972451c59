"""When the queue next looks through pods that wait."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.queue.flushes import Flushes
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.queue.tables import Tables
from tests.core.scheduler.builders import pod

FAILED = QueuedPodInfo(pod("p"), timestamp_ms=1_700, serial=1, unschedulable_count=1)


def test_where_no_pod_waits_there_is_nothing_to_flush() -> None:
    assert Flushes().next_ms(Tables(PrioritySort()), gated_too=True) is None


def test_a_backoff_is_looked_at_in_the_second_after_its_end() -> None:
    tables, flushes = Tables(PrioritySort()), Flushes()
    tables.backoff[FAILED.key] = FAILED

    assert 3_000 == flushes.next_ms(tables, gated_too=False)


def test_a_flush_comes_at_least_a_second_after_the_last_one() -> None:
    tables, flushes = Tables(PrioritySort()), Flushes()
    tables.backoff[FAILED.key] = FAILED
    flushes.flushed_ms = 8_000

    assert 9_000 == flushes.next_ms(tables, gated_too=False)


def test_a_pod_that_waited_for_5_minutes_is_moved_at_the_next_half_minute() -> None:
    tables, flushes = Tables(PrioritySort()), Flushes()
    tables.unschedulable[FAILED.key] = FAILED

    assert 330_000 == flushes.next_ms(tables, gated_too=False)


def test_a_gated_pod_waits_for_no_flush_unless_asked() -> None:
    tables, flushes = Tables(PrioritySort()), Flushes()
    tables.unschedulable[FAILED.key] = replace(FAILED, gating_plugin="SchedulingGates")

    assert [None, 330_000] == [flushes.next_ms(tables, gated_too=gated) for gated in (False, True)]
