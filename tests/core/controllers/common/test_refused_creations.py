"""A refused creation is tried again later and later, and at the first retry after a change that may help."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.common.controller import KeyQueue
from scheduler_core.controllers.common.refused_creations import Delays, RefusedCreations

KEY = "default/web"


@pytest.mark.parametrize(
    ("now_ms", "retry_ms"),
    [
        (0, 5),
        (6, 15),
        (36, 75),
        (1_000, 1_275),
        (60_000, 81_915),
        (655_356, 1_310_715),
        (1_310_716, 2_310_715),
    ],
)
def test_the_delay_doubles_from_five_milliseconds_to_a_thousand_seconds(now_ms: int, retry_ms: int) -> None:
    assert retry_ms == Delays().retry_ms(0, now_ms)


def test_a_late_change_meets_a_retry_of_the_longest_delay() -> None:
    day_ms = 86_400_000
    retry_ms = Delays().retry_ms(0, day_ms)

    assert 0 <= retry_ms - day_ms < 1_000_000
    assert 0 == (retry_ms - 1_310_715) % 1_000_000


def refused(*, helped_ms: int) -> tuple[RefusedCreations, KeyQueue]:
    """A workload that was refused at second 0; something that may help changes at `helped_ms`."""
    creations, queue = RefusedCreations(), KeyQueue()
    creations.failed(KEY, 0)
    assert creations.blocks(KEY, helped_ms)
    assert (KEY,) == creations.schedule_retries(helped_ms)
    return creations, queue


def test_after_a_change_the_workload_waits_for_its_next_retry_and_says_so_once() -> None:
    creations, queue = refused(helped_ms=60_000)
    acts = [creations.requeue(queue, "replicaset-controller", "ReplicaSet", KEY, 60_000) for _ in range(2)]

    assert acts[0] is not None
    assert (("kind", "ReplicaSet"), ("set", "web"), ("seconds", 22)) == acts[0].message.args
    assert acts[1] is None
    assert 81_915 == queue.next_ms()
    assert [True, False] == [creations.blocks(KEY, now_ms) for now_ms in (81_914, 81_915)]


def test_a_wait_of_less_than_a_second_is_not_told() -> None:
    creations, queue = refused(helped_ms=300)

    assert creations.requeue(queue, "replicaset-controller", "ReplicaSet", KEY, 300) is None
    assert 315 == queue.next_ms()


def test_a_new_spec_is_tried_at_once_and_its_failure_counts_on() -> None:
    creations, _ = refused(helped_ms=60_000)
    creations.spec_changed(KEY)
    assert not creations.blocks(KEY, 60_000)
    creations.failed(KEY, 60_000)
    creations.schedule_retries(100_000)

    assert creations.blocks(KEY, 163_834)
    assert not creations.blocks(KEY, 163_835)


def test_after_a_success_the_next_failure_is_the_first_one_again() -> None:
    creations, _ = refused(helped_ms=60_000)
    creations.clear(KEY)
    creations.failed(KEY, 90_000)
    creations.schedule_retries(90_100)

    assert not creations.blocks(KEY, 90_155)


def test_a_copy_goes_its_own_way() -> None:
    creations, _ = refused(helped_ms=60_000)
    copy = creations.copy()
    copy.clear(KEY)

    assert [] == copy.fingerprint()
    assert [[KEY, 0, 81_915, True]] == creations.fingerprint()
