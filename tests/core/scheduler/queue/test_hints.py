"""Whether an event is worth another attempt of a waiting pod."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import (
    Action,
    ClusterEvent,
    EventObject,
    Registration,
    Resource,
    force_activate,
    unschedulable_timeout,
)
from scheduler_core.scheduler.queue.hints import Answer, Hints, QueueRules, key_of
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo, Strategy
from tests.core.scheduler.builders import node, pod

ADDED = ClusterEvent(Resource.NODE, Action.ADD, None, node("n1"))
RELABELLED = ClusterEvent(Resource.NODE, Action.UPDATE_NODE_LABEL, node("n1"), node("n1"))


def never(waiting: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return False


REGISTRATIONS = {
    "Eager": (Registration(Resource.NODE, Action.ADD),),
    "Picky": (Registration(Resource.NODE, Action.ADD, never),),
}
HINTS = Hints({"default-scheduler": QueueRules(REGISTRATIONS, ())}, Snapshot())


def waiting(*rejectors: str, **more: object) -> QueuedPodInfo:
    record = QueuedPodInfo(pod("p"), 0, 1, unschedulable_plugins=frozenset(rejectors))
    return replace(record, **more)  # type: ignore[arg-type]


def test_only_events_that_some_plugin_registered_for_are_of_interest() -> None:
    assert HINTS.of_interest(ADDED)
    assert not HINTS.of_interest(RELABELLED)
    assert HINTS.of_interest(unschedulable_timeout())


def test_one_plugin_that_says_queue_is_enough() -> None:
    assert Strategy.AFTER_BACKOFF is HINTS.worth_requeuing(waiting("Eager", "Picky"), ADDED)
    assert Strategy.SKIP is HINTS.worth_requeuing(waiting("Picky"), ADDED)
    assert Strategy.SKIP is HINTS.worth_requeuing(waiting("Eager"), RELABELLED)


def test_a_pod_that_a_pending_plugin_held_goes_at_once() -> None:
    held = waiting(pending_plugins=frozenset({"Eager"}))

    assert Strategy.IMMEDIATELY is HINTS.worth_requeuing(held, ADDED)


def test_a_pod_that_no_plugin_rejected_is_tried_after_any_event() -> None:
    assert Strategy.AFTER_BACKOFF is HINTS.worth_requeuing(waiting(), RELABELLED)


def test_the_flush_concerns_all_and_a_forced_activation_one() -> None:
    assert Strategy.AFTER_BACKOFF is HINTS.worth_requeuing(waiting("Picky"), unschedulable_timeout())
    assert Strategy.AFTER_BACKOFF is HINTS.worth_requeuing(waiting("Picky"), force_activate(pod("p")))
    assert Strategy.SKIP is HINTS.worth_requeuing(waiting("Picky"), force_activate(pod("other")))


def test_a_gated_pod_hears_only_what_its_gating_plugin_registered_for() -> None:
    assert Strategy.AFTER_BACKOFF is HINTS.strategy(waiting("Eager", gating_plugin="Eager"), ADDED)
    assert Strategy.SKIP is HINTS.strategy(waiting("Eager", gating_plugin="SchedulingGates"), ADDED)


def test_every_plugin_that_rejected_the_pod_answers() -> None:
    expected = (Answer("Eager", "Queue"), Answer("Other", "NotRegistered"), Answer("Picky", "Skip"))

    assert expected == HINTS.answers(waiting("Picky", "Other", "Eager"), ADDED)
    assert () == HINTS.answers(waiting("Picky"), unschedulable_timeout())


def test_what_a_pod_heard_is_told_with_the_object_and_whole_seconds() -> None:
    result = HINTS.effect_of(waiting("Picky"), ADDED, 2_000, "").to_json()

    assert {
        "pod": "default/p",
        "event": "NodeAdd",
        "words": {"id": "event.NodeAdd", "args": {}},
        "object": "n1",
        "t": 2,
        "to": None,
        "plugins": [{"plugin": "Picky", "hint": "Skip"}],
    } == result


def test_an_object_is_named_with_its_namespace_where_it_has_one() -> None:
    assert ["default/p", "n1", ""] == [key_of(thing) for thing in (pod("p"), node("n1"), None)]
