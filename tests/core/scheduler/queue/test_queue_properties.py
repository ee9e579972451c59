"""The queue's tables find their first pod as if they were sorted each time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue
from tests.core.scheduler.builders import pod

STEPS = st.tuples(
    st.sampled_from(("add", "add", "pop", "fail", "delete", "update", "copy")), st.integers(0, 5)
)


@given(st.lists(STEPS, max_size=60))
def test_pop_takes_the_first_in_order_whatever_has_come_and_gone(steps: list[tuple[str, int]]) -> None:
    queue = SchedulingQueue.of(build_profile())
    table: dict[int, PodInfo] = {}
    attempts: list[QueuedPodInfo] = []
    for turn, (what, number) in enumerate(steps):
        now = turn * 700
        queue.advance(now)
        match what:
            case "add" if number not in table:
                table[number] = pod(f"p{number}-{turn}", priority=number % 3)
                queue.add(table[number], now)
            case "pop" if queue.ready:
                expected = (queue.tables.ordered_active() or queue.tables.ordered_backoff())[0]
                popped = queue.pop()
                assert popped is not None
                assert popped[0].pod is expected.pod
                attempts.append(popped[0])
            case "fail" if attempts:
                attempt = attempts.pop()
                newest = attempt.pod if attempt.pod in table.values() else None
                queue.fail(attempt, now, newest=newest, unschedulable=("NodeResourcesFit",)[: number % 2])
            case "delete" if number in table:
                queue.delete(table.pop(number), now)
            case "update" if number in table and table[number].uid not in queue.in_flight.pods:
                newer = PodInfo.of(table[number].pod.with_meta({"annotations": {"turn": str(turn)}}))
                queue.update(table[number], newer, now)
                table[number] = newer
            case "copy":
                queue = queue.copy()

    order = [queued.key for queued in queue.tables.ordered_active()]
    taken = [queue.pop() for _ in order]
    assert [popped and popped[0].key for popped in taken] == order
