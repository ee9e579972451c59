"""Statuses and events that could not be written yet."""

from __future__ import annotations

from scheduler_core.kubelet.status_manager.pending_writes import PendingEvent, PendingWrites, merged
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.objects.pod import Pod

POD = Pod.parse({"metadata": {"name": "a", "uid": "u"}, "spec": {"containers": [{"name": "c"}]}})


def event(at_ms: int) -> PendingEvent:
    return PendingEvent(POD, "Normal", "Killing", "", at_ms, at_ms)


def test_only_the_newest_status_of_a_pod_waits() -> None:
    pending = PendingWrites()

    pending.add_status(POD, StatusWrite({"phase": "Pending", "reason": "old"}, ()), 1_000)
    pending.add_status(POD, StatusWrite({"phase": "Running"}, ()), 2_000)

    assert [({"phase": "Running", "reason": "old"}, 2_000)] == [
        (one.write.changes, one.due_ms) for one in pending.statuses.values()
    ]


def test_a_delete_that_waits_is_not_forgotten_by_a_later_status() -> None:
    pending = PendingWrites()

    pending.add_status(POD, StatusWrite({}, ()), 1_000, deletes=True)
    pending.add_status(POD, StatusWrite({"phase": "Failed"}, ()), 2_000)

    assert pending.deletes("u")
    pending.drop("u")
    assert not pending.deletes("u")


def test_merged_writes_take_the_later_condition_of_a_type() -> None:
    first = StatusWrite({}, ({"type": "Ready", "status": "True"}, {"type": "Initialized", "status": "True"}))
    second = StatusWrite({}, ({"type": "Ready", "status": "False"},))

    assert [("Ready", "False"), ("Initialized", "True")] == [
        (one["type"], one["status"]) for one in merged(first, second).conditions
    ]


def test_events_wait_for_two_minutes_at_most() -> None:
    pending = PendingWrites()

    for at_ms in (0, 60_000, 121_000):
        pending.add_event(event(at_ms))

    assert [60_000, 121_000] == [one.at_ms for one in pending.events]
    assert 60_000 == pending.due_ms()
