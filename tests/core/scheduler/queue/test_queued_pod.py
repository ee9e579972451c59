"""The queue's record of one pod: how long it backs off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.scheduler.queue.queued_pod import Backoff, QueuedPodInfo
from tests.core.scheduler.builders import pod

FRESH = QueuedPodInfo(pod("p"), timestamp_ms=0, serial=1)


@pytest.mark.parametrize(
    ("failures", "expected"), [(1, 1_000), (2, 2_000), (3, 4_000), (4, 8_000), (5, 10_000), (60, 10_000)]
)
def test_the_backoff_doubles_up_to_10_seconds(failures: int, expected: int) -> None:
    assert expected == Backoff().length_ms(failures)


def test_a_configured_backoff_has_its_own_ends() -> None:
    assert [3_000, 6_000, 7_000] == [Backoff(3_000, 7_000).length_ms(failures) for failures in (1, 2, 3)]


def test_without_a_failure_a_pod_does_not_back_off() -> None:
    assert FRESH.backoff_until_ms is None
    assert not FRESH.backing_off(0)


def test_the_backoff_ends_after_the_whole_second_in_which_it_is_over() -> None:
    failed = replace(FRESH, timestamp_ms=1_700, unschedulable_count=1)

    assert 2_000 == failed.backoff_until_ms
    assert [True, True, False] == [failed.backing_off(now) for now in (1_999, 2_999, 3_000)]


def test_errors_in_a_row_count_before_rejections() -> None:
    failed = replace(FRESH, unschedulable_count=4, consecutive_errors=1)

    assert 1_000 == failed.backoff_until_ms


def test_plugins_that_rejected_and_plugins_that_wait_are_asked_alike() -> None:
    rejected = replace(FRESH, unschedulable_plugins=frozenset({"A"}), pending_plugins=frozenset({"B"}))

    assert frozenset({"A", "B"}) == rejected.rejectors
    assert [False, True] == [one.gated for one in (rejected, replace(FRESH, gating_plugin="G"))]
