"""The queue's rules, one by one; whole recorded histories are held in tests/core/parity."""

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.queue.scheduling_queue import Place, SchedulingQueue
from tests.core.scheduler.builders import node, pod

FIT = ("NodeResourcesFit",)


def new_queue() -> SchedulingQueue:
    return SchedulingQueue.of(build_profile())


def fail(queue: SchedulingQueue, now_ms: int, plugins: tuple[str, ...] = FIT) -> PodInfo:
    popped = queue.pop()
    assert popped is not None
    queue.fail(popped[0], now_ms, newest=popped[0].pod, unschedulable=plugins)
    return popped[0].pod


def place(queue: SchedulingQueue, name: str) -> Place | None:
    result = queue.place_of(f"default/{name}")
    return None if result is None else result[0]


def node_added(cpu: str) -> ClusterEvent:
    return ClusterEvent(Resource.NODE, Action.ADD, None, node("new", cpu))


def test_higher_priority_first_then_the_older() -> None:
    queue = new_queue()
    queue.add(pod("old", "1"), 10)
    queue.add(pod("young", "1"), 20)
    queue.add(pod("high", "1", priority=5), 30)

    order = [queued.pod.name for queued in queue.tables.ordered_active()]

    assert ["high", "old", "young"] == order


def test_backoff_doubles_to_ten_seconds_and_ends_in_the_second_after_its_end() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 50)
    waits = []
    now = 50
    for _ in range(6):
        fail(queue, now)
        queue.move_all(node_added("4"), now)
        assert place(queue, "p") is Place.BACKOFF
        due = queue.next_flush_ms()
        assert due is not None
        waits.append(due - now // 1000 * 1000)
        now = due + 50
        queue.advance(now)
        assert place(queue, "p") is Place.ACTIVE

    assert [2000, 3000, 5000, 9000, 11000, 11000] == waits


def test_an_idle_scheduler_takes_from_backoff_early_but_not_from_error_backoff() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 0)
    fail(queue, 0)
    queue.move_all(node_added("4"), 0)
    popped = queue.pop()
    assert popped is not None
    queue.fail(popped[0], 0, newest=popped[0].pod)

    assert popped[1] is Place.BACKOFF
    assert place(queue, "p") is Place.ERROR_BACKOFF
    assert queue.pop() is None


def test_a_node_that_is_too_small_wakes_no_pod() -> None:
    queue = new_queue()
    queue.add(pod("p", "2"), 0)
    fail(queue, 0)

    queue.move_all(node_added("1"), 5000)
    assert place(queue, "p") is Place.UNSCHEDULABLE
    queue.move_all(node_added("2"), 6000)
    assert place(queue, "p") is Place.ACTIVE


def test_an_event_in_flight_counts_when_the_pod_comes_back() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 0)
    popped = queue.pop()
    assert popped is not None
    queue.move_all(node_added("4"), 10)

    queue.fail(popped[0], 20, newest=popped[0].pod, unschedulable=FIT)

    assert place(queue, "p") is Place.BACKOFF
    assert [] == queue.in_flight.events


def test_after_more_than_five_minutes_a_pod_is_tried_whatever_happened() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 0)
    fail(queue, 0)

    queue.advance(300_000)
    assert place(queue, "p") is Place.UNSCHEDULABLE
    queue.advance(330_000)
    assert place(queue, "p") is Place.ACTIVE


def test_a_gated_pod_waits_until_its_last_gate_is_gone() -> None:
    queue = new_queue()
    both = pod("p", schedulingGates=[{"name": "a"}, {"name": "b"}])
    one = pod("p", schedulingGates=[{"name": "b"}])
    queue.add(both, 0)
    assert place(queue, "p") is Place.UNSCHEDULABLE

    queue.update(both, one, 1000)
    assert place(queue, "p") is Place.UNSCHEDULABLE
    queue.update(one, pod("p"), 2000)
    assert place(queue, "p") is Place.ACTIVE


def test_its_own_preemption_holds_a_pod_back() -> None:
    queue = new_queue()
    waiting = pod("p", "1")
    queue.add(waiting, 0)
    queue.preempting |= {waiting.uid}
    fail(queue, 0)

    queue.activate((waiting,), 1000)
    assert place(queue, "p") is Place.UNSCHEDULABLE
    queue.preempting -= {waiting.uid}
    queue.activate((waiting,), 2000)
    assert place(queue, "p") is Place.ACTIVE


def test_losing_a_nomination_wakes_pods_of_lower_or_equal_priority() -> None:
    queue = new_queue()
    for name, priority in (("low", 1), ("equal", 5), ("high", 9)):
        queue.add(pod(name, "1", priority=priority), 0)
    for _ in range(3):
        fail(queue, 0)
    before = pod("n", "1", priority=5, status={"nominatedNodeName": "n1"})
    queue.add(before, 0)

    queue.update(before, pod("n", "1", priority=5), 5000)

    assert place(queue, "high") is Place.UNSCHEDULABLE
    assert {"low", "equal"} == {name for name in ("low", "equal") if place(queue, name) is Place.ACTIVE}


def test_a_copy_goes_its_own_way() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 0)
    twin = queue.copy()

    fail(twin, 0)

    assert place(queue, "p") is Place.ACTIVE
    assert queue.fingerprint() != twin.fingerprint()


# --- updates of a waiting pod ---------------------------------------------------------------------


def test_a_pod_that_was_unknown_enters_with_its_first_update() -> None:
    queue = new_queue()

    queue.update(pod("p", "1"), pod("p", "1"), 0)

    assert place(queue, "p") is Place.ACTIVE


def test_an_update_leaves_a_pod_where_it_is_and_the_newest_version_is_tried() -> None:
    queue = new_queue()
    old, new = pod("p", "1"), pod("p", "1", labels={"app": "web"})
    queue.add(old, 0)

    queue.update(old, new, 10)

    assert place(queue, "p") is Place.ACTIVE
    popped = queue.pop()
    assert popped is not None
    assert {"app": "web"} == popped[0].pod.labels


def test_an_update_in_backoff_does_not_shorten_the_wait() -> None:
    queue = new_queue()
    queue.add(pod("p", "2"), 0)
    fail(queue, 0)
    queue.move_all(node_added("4"), 0)
    due = queue.next_flush_ms()

    queue.update(pod("p", "2"), pod("p", "1"), 100)

    assert place(queue, "p") is Place.BACKOFF
    assert queue.next_flush_ms() == due


def test_an_update_of_a_refused_pod_wakes_it_where_its_plugin_says_so() -> None:
    queue = new_queue()
    queue.add(pod("p", "2"), 0)
    fail(queue, 0)

    queue.update(pod("p", "2"), pod("p", "2", labels={"app": "web"}), 5000)
    assert place(queue, "p") is Place.UNSCHEDULABLE
    queue.update(pod("p", "2"), pod("p", "1"), 6000)
    assert place(queue, "p") is Place.ACTIVE


def test_an_update_during_the_attempt_is_remembered_until_the_pod_comes_back() -> None:
    queue = new_queue()
    queue.add(pod("p", "2"), 0)
    popped = queue.pop()
    assert popped is not None

    queue.update(pod("p", "2"), pod("p", "1"), 10)

    assert place(queue, "p") is Place.IN_FLIGHT
    queue.fail(popped[0], 20, newest=pod("p", "1"), unschedulable=FIT)
    assert place(queue, "p") is Place.BACKOFF


def test_an_update_that_nominates_a_node_is_known_to_the_nominator() -> None:
    queue = new_queue()
    before, after = pod("p", "1"), pod("p", "1", status={"nominatedNodeName": "n1"})
    queue.add(before, 0)

    queue.update(before, after, 10)
    assert ["p"] == [other.name for other in queue.nominator.on("n1")]
    queue.delete(after, 20)
    assert queue.nominator.empty


# --- deletion, activation, and who is asked ---------------------------------------------------------


def test_a_deleted_pod_is_gone_from_wherever_it_waited() -> None:
    for prepare in ("active", "backoff", "unschedulable"):
        queue = new_queue()
        queue.add(pod("p", "1"), 0)
        if prepare != "active":
            fail(queue, 0)
        if prepare == "backoff":
            queue.move_all(node_added("4"), 0)

        queue.delete(pod("p", "1"), 10)

        assert place(queue, "p") is None
        assert queue.pop() is None


def test_activation_takes_a_pod_out_of_backoff_and_out_of_the_refused_ones() -> None:
    for event in (None, node_added("4")):
        queue = new_queue()
        queue.add(pod("p", "1"), 0)
        fail(queue, 0)
        if event is not None:
            queue.move_all(event, 0)

        queue.activate((pod("p", "1"),), 10)

        assert place(queue, "p") is Place.ACTIVE


def test_activation_of_a_pod_that_nobody_knows_does_nothing() -> None:
    queue = new_queue()

    queue.activate((pod("p", "1"),), 10)

    assert place(queue, "p") is None


def test_activation_during_the_attempt_counts_when_the_pod_comes_back() -> None:
    queue = new_queue()
    queue.add(pod("p", "1"), 0)
    popped = queue.pop()
    assert popped is not None

    queue.activate((pod("p", "1"),), 10)
    queue.fail(popped[0], 20, newest=popped[0].pod, unschedulable=FIT)

    assert place(queue, "p") is Place.BACKOFF


def test_only_the_plugins_that_refused_are_asked() -> None:
    queue = new_queue()
    queue.add(pod("p", "9"), 0)
    fail(queue, 0, ("TaintToleration",))

    # Too small for the pod, but it was a taint that kept it away.
    queue.move_all(node_added("1"), 5000)

    assert place(queue, "p") is Place.ACTIVE


def test_one_plugin_that_says_yes_is_enough() -> None:
    queue = new_queue()
    queue.add(pod("p", "9"), 0)
    fail(queue, 0, ("NodeResourcesFit", "TaintToleration"))

    queue.move_all(node_added("1"), 5000)

    assert place(queue, "p") is Place.ACTIVE


def test_a_pod_that_failed_without_a_refusal_waits_for_no_event() -> None:
    queue = new_queue()
    queue.add(pod("p", "9"), 0)
    fail(queue, 0, ())

    assert place(queue, "p") is Place.ERROR_BACKOFF


def test_a_pod_that_fails_often_does_not_keep_newer_ones_waiting() -> None:
    queue = new_queue()
    queue.add(pod("old", "1"), 0)
    fail(queue, 0)
    queue.move_all(node_added("4"), 0)
    queue.add(pod("young", "1"), 100)

    popped = queue.pop()

    assert popped is not None
    assert "young" == popped[0].pod.name


def test_a_high_pod_in_backoff_does_not_hold_up_lower_ones() -> None:
    queue = new_queue()
    queue.add(pod("high", "1", priority=9), 0)
    fail(queue, 0)
    queue.move_all(node_added("4"), 0)
    queue.add(pod("low", "1"), 100)

    popped = queue.pop()

    assert popped is not None
    assert "low" == popped[0].pod.name


def test_of_those_refused_long_ago_the_higher_one_is_tried_first() -> None:
    queue = new_queue()
    for name, priority in (("low", 1), ("high", 9)):
        queue.add(pod(name, "1", priority=priority), 0)
    for _ in range(2):
        fail(queue, 0)

    queue.advance(400_000)

    assert ["high", "low"] == [queued.pod.name for queued in queue.tables.ordered_active()]


def test_events_about_another_pod_in_flight_are_kept_until_the_first_of_them_is_done() -> None:
    queue = new_queue()
    queue.add(pod("a", "1"), 0)
    queue.add(pod("b", "1"), 1)
    first, second = queue.pop(), queue.pop()
    assert first is not None
    assert second is not None
    queue.move_all(node_added("4"), 10)

    queue.done(first[0].pod.uid)
    assert queue.in_flight.events != []
    queue.fail(second[0], 20, newest=second[0].pod, unschedulable=FIT)

    assert place(queue, "b") is Place.BACKOFF
    assert [] == queue.in_flight.events


def test_a_gated_pod_stays_gated_whatever_happens_and_however_long() -> None:
    queue = new_queue()
    gated = pod("p", schedulingGates=[{"name": "a"}])
    queue.add(gated, 0)

    queue.update(gated, pod("p", schedulingGates=[{"name": "a"}], labels={"x": "1"}), 10)
    queue.move_all(node_added("4"), 20)
    queue.advance(400_000)

    assert place(queue, "p") is Place.UNSCHEDULABLE
