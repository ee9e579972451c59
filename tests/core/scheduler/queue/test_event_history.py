"""The last events, and which of them did not requeue a pod."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Registration, Resource
from scheduler_core.scheduler.queue.event_history import EVENTS_REMEMBERED, EventHistory
from scheduler_core.scheduler.queue.hints import Hints, QueueRules
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from tests.core.scheduler.builders import node, pod

PICKY = Registration(Resource.NODE, Action.ADD, lambda waiting, old, new: new.name == "good")  # type: ignore[union-attr]
HINTS = Hints({"default-scheduler": QueueRules({"Picky": (PICKY,)}, ())}, Snapshot())
WAITING = QueuedPodInfo(pod("p"), 0, 1, unschedulable_plugins=frozenset({"Picky"}))


def noted(*names: str) -> EventHistory:
    history = EventHistory()
    for second, name in enumerate(names):
        history.note(ClusterEvent(Resource.NODE, Action.ADD, None, node(name)), None, second * 1_000)
    return history


def in_vain(history: EventHistory, queued: QueuedPodInfo = WAITING) -> list[tuple[str, int]]:
    return [(received.about, received.at_ms) for received in history.in_vain(queued, HINTS)]


def test_events_that_requeue_the_pod_are_not_among_those_in_vain() -> None:
    assert [("bad", 0), ("worse", 2_000)] == in_vain(noted("bad", "good", "worse"))


def test_events_before_the_last_attempt_do_not_count() -> None:
    assert [("worse", 1_000)] == in_vain(noted("bad", "worse"), replace(WAITING, event_serial=1))


def test_an_event_for_other_pods_alone_is_not_heard() -> None:
    history = EventHistory()
    event = ClusterEvent(Resource.NODE, Action.ADD, None, node("bad"))
    history.note(event, lambda one: one.name == "other", 0)
    history.note(event, lambda one: one.name == "p", 5)

    assert [("bad", 5)] == in_vain(history)


def test_at_least_the_last_events_are_remembered_and_older_ones_forgotten() -> None:
    history = noted(*["bad"] * (2 * EVENTS_REMEMBERED + 1))

    assert 2 * EVENTS_REMEMBERED + 1 == history.serial
    assert EVENTS_REMEMBERED + 1 == len(in_vain(history))
