"""Which table takes a pod, and what is narrated of it."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.queue.hints import Hints, QueueRules
from scheduler_core.scheduler.queue.moves import Moves
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.placement import Placement
from scheduler_core.scheduler.queue.queued_pod import Place, QueuedPodInfo, Strategy
from scheduler_core.scheduler.queue.tables import Tables
from tests.core.scheduler.builders import pod

GATED = {"schedulingGates": [{"name": "example.com/wait"}]}


def placement() -> Placement:
    profile = build_profile()
    rules = {profile.scheduler_name: QueueRules(profile.registrations, profile.pre_enqueue)}
    return Placement(Hints(rules, Snapshot()), Tables(PrioritySort()), Nominator(), Moves())


def rejected(name: str = "p", **more: object) -> QueuedPodInfo:
    """A pod that NodeResourcesFit has rejected once, at second 10; its backoff of one second holds it through second 11."""
    made = QueuedPodInfo(pod(name, **more), 10_000, 1)
    return replace(made, unschedulable_plugins=frozenset({"NodeResourcesFit"}), unschedulable_count=1)


def test_an_event_that_concerns_no_rejecting_plugin_leaves_the_pod_where_it_is() -> None:
    made = placement()
    place = made.requeue(rejected(), Strategy.SKIP, "NodeAdd", 10_500)

    assert Place.UNSCHEDULABLE is place
    assert ["default/p"] == list(made.tables.unschedulable)
    assert 0 == len(made.moves)


def test_a_pod_whose_backoff_lasts_goes_to_backoff_and_one_whose_backoff_is_over_becomes_active() -> None:
    made = placement()

    assert Place.BACKOFF is made.requeue(rejected(), Strategy.AFTER_BACKOFF, "NodeAdd", 10_500)
    assert Place.ACTIVE is made.requeue(rejected("q"), Strategy.AFTER_BACKOFF, "NodeAdd", 12_000)


def test_a_failure_without_rejecting_plugins_backs_off_in_the_table_of_errors() -> None:
    made = placement()
    failed = replace(QueuedPodInfo(pod("p"), 10_000, 1), consecutive_errors=1)

    assert Place.ERROR_BACKOFF is made.requeue(failed, Strategy.AFTER_BACKOFF, "NodeAdd", 10_500)
    assert ["default/p"] == list(made.tables.error_backoff)


def test_a_strategy_that_asks_for_it_drops_the_rest_of_the_backoff() -> None:
    made = placement()

    assert Place.ACTIVE is made.requeue(rejected(), Strategy.IMMEDIATELY, "NodeAdd", 10_500)


def test_a_pod_that_pre_enqueue_rejects_waits_in_unschedulable_pods_with_the_name_of_the_plugin() -> None:
    made = placement()
    place = made.to_active(QueuedPodInfo(pod("p", **GATED), 0, 1), "UnschedulablePodAdd")

    assert Place.UNSCHEDULABLE is place
    assert "SchedulingGates" == made.tables.unschedulable["default/p"].gating_plugin
    assert not made.tables.active


def test_the_end_of_a_backoff_does_not_ask_pre_enqueue_again() -> None:
    made = placement()
    place = made.to_active(QueuedPodInfo(pod("p", **GATED), 0, 1), "BackoffComplete")

    assert Place.ACTIVE is place


def test_a_pod_is_taken_out_of_its_table_when_another_takes_it() -> None:
    made = placement()
    waiting = rejected()
    made.tables.backoff[waiting.key] = waiting
    made.to_active(waiting, "BackoffComplete")

    assert [Place.ACTIVE] == [place for place, table in made.tables.all() if waiting.key in table]


def test_a_new_pod_is_no_move_but_a_requeued_one_is() -> None:
    made = placement()
    made.to_active(QueuedPodInfo(pod("new"), 0, 1), "UnschedulablePodAdd")
    made.requeue(rejected(), Strategy.AFTER_BACKOFF, "NodeAdd", 10_500)
    [move] = made.moves.take()

    assert ("default/p", Place.BACKOFF, "NodeAdd") == (move.pod, move.to, move.event)


def test_a_pod_whose_own_preemption_still_runs_is_held_back() -> None:
    made = placement()
    waiting = rejected()
    made.preempting = frozenset({waiting.pod.uid})
    place = made.to_active(waiting, "ForceActivate")

    assert Place.UNSCHEDULABLE is place
    assert "DefaultPreemption" == made.tables.unschedulable[waiting.key].gating_plugin
