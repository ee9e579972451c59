"""The scheduler as an actor: what it writes, in which order, and when it has something to do."""

from __future__ import annotations

from random import Random

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.cycle.decision_view import DecisionView
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.queue.queued_pod import Place
from tests.builders import node, pod
from tests.core.scheduler.stage import Stage


def test_a_pod_is_decided_on_in_one_act_and_bound_in_the_next() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "2"))
    stage.make("Pod", pod("p", "1"))

    assert ["schedule scheduler.chosen", "bind scheduler.bound"] == stage.play()
    assert "n1" == stage.api.pods["default/p"].node_name
    assert [("Scheduled", "Successfully assigned default/p to n1")] == stage.events("p")


def test_two_pods_do_not_take_the_same_room_between_decision_and_binding() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("p", "1"))
    stage.make("Pod", pod("q", "1"))
    stage.play()

    placed = [name for name in ("p", "q") if stage.api.pods[f"default/{name}"].node_name]
    assert ["p"] == placed


def test_victims_are_asked_one_act_each_and_the_nomination_comes_first() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "2"))
    stage.make("Pod", pod("low1", "1", on="n1"))
    stage.make("Pod", pod("low2", "1", on="n1"))
    stage.make("Pod", pod("p", "2", priority=100))

    result = stage.play()

    assert ["schedule scheduler.nominated", "preempt scheduler.victim", "preempt scheduler.victim"] == result
    preemptor = stage.api.pods["default/p"]
    assert "n1" == preemptor.nominated_node_name
    assert [("FailedScheduling", "0/1 nodes are available: 1 Insufficient cpu.")] == stage.events("p")
    for name in ("low1", "low2"):
        victim = stage.api.pods[f"default/{name}"]
        condition = victim.status.condition("DisruptionTarget")
        assert victim.terminating
        assert condition is not None
        assert "PreemptionByScheduler" == condition.reason
        assert stage.events(name) == [("Preempted", f"Preempted by pod {preemptor.uid} on node n1")]


def test_victims_that_terminate_already_are_waited_for_and_not_asked_again() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "2"))
    stage.make("Pod", pod("low1", "1", on="n1"))
    stage.make("Pod", pod("low2", "1", on="n1"))
    stage.make("Pod", pod("p", "2", priority=100))
    stage.play()
    stage.make("Pod", pod("q", "2", priority=200))
    result = stage.play()

    assert ["schedule scheduler.nominated_waiting"] == result
    assert "n1" == stage.api.pods["default/q"].nominated_node_name


def test_the_pod_condition_says_why() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("p", "2"))
    stage.play()

    condition = stage.api.pods["default/p"].status.condition("PodScheduled")
    assert condition is not None
    assert ("False", "Unschedulable") == (condition.status, condition.reason)
    assert condition.message.startswith("0/1 nodes are available: 1 Insufficient cpu.")


def test_a_helping_event_is_an_act_of_its_own() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("p", "2"))
    stage.play()

    stage.now_ms = 5_000
    stage.make("Node", node("n2", "2"))

    assert [
        "requeue scheduler.requeued",
        "schedule scheduler.chosen",
        "bind scheduler.bound",
    ] == stage.play()


def test_with_nothing_to_do_it_waits_for_the_five_minute_flush() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("p", "2"))
    stage.play()

    assert 330_000 == stage.scheduler.next_ms(0)


def test_a_stopped_scheduler_has_nothing_to_do() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("p", "1"))
    stage.scheduler.running = False

    assert stage.scheduler.next_ms(0) is None


def test_a_checkpoint_goes_its_own_way_to_the_same_end() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "2"))
    stage.make("Pod", pod("p", "1"))
    twin = Stage()
    twin.api, twin.scheduler = stage.api.copy(), stage.scheduler.copy()
    before = stage.scheduler.fingerprint()

    first = twin.play()

    assert stage.scheduler.fingerprint() == before
    assert stage.play() == first
    assert stage.scheduler.fingerprint() == twin.scheduler.fingerprint()


def test_where_preemption_does_not_look_at_all_nodes_its_start_is_tossed_and_told() -> None:
    args = DefaultPreemptionArgs(min_candidate_nodes_percentage=10, min_candidate_nodes_absolute=1)
    chosen: set[str | None] = set()
    for seed in range(8):
        stage = Stage(Configuration(profiles=(ProfileConfig(args=(args,)),)))
        for name in ("n1", "n2", "n3"):
            stage.make("Node", node(name, "1"))
            stage.make("Pod", pod(f"old-{name}", "1", on=name))
        stage.make("Pod", pod("p", "1", priority=100))

        act = stage.scheduler.act(stage.api, 0, Random(seed))

        assert act is not None
        assert isinstance(act.decision, DecisionView)
        decision = act.decision.decision
        (toss,) = act.tosses
        assert (toss.what, toss.among, toss.chose) == ("dryRunStart", (), decision.node)
        chosen.add(decision.node)
    assert {"n1", "n2", "n3"} == chosen


def test_where_preemption_looks_at_all_nodes_nothing_is_tossed_for_its_start() -> None:
    stage = Stage()
    stage.make("Node", node("n1", "1"))
    stage.make("Pod", pod("old", "1", on="n1"))
    stage.make("Pod", pod("p", "1", priority=100))

    act = stage.scheduler.act(stage.api, 0, Random(1))

    assert act is not None
    assert () == act.tosses


def test_an_attempt_that_fails_is_an_error_and_not_a_verdict() -> None:
    """Preferred affinity with a value that is no integer: condition, event, error backoff and no nomination."""
    preference = {"matchExpressions": [{"key": "cores", "operator": "Gt", "values": ["many"]}]}
    preferred = {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": preference}]}
    waiting = pod("p", "1", affinity={"nodeAffinity": preferred}, status={"nominatedNodeName": "gone"})
    stage = Stage()
    stage.make("Node", node("n1", "2"))
    stage.make("Node", node("n2", "2"))
    stage.make("Pod", waiting)

    assert ["schedule scheduler.no_node"] == stage.play()
    condition = stage.api.pods["default/p"].status.condition("PodScheduled")
    result = stage.scheduler.queue.place_of("default/p")
    assert condition is not None
    assert result is not None
    assert "SchedulerError" == condition.reason
    assert condition.message.startswith(
        'running PreScore plugin "NodeAffinity": [0].matchExpressions[0].values[0]'
    )
    assert result[0] is Place.ERROR_BACKOFF
    assert (1, 0) == (result[1].consecutive_errors, result[1].unschedulable_count)
    assert "" == stage.api.pods["default/p"].nominated_node_name


def test_a_pod_refused_by_a_hard_default_wakes_when_a_counted_pod_goes() -> None:
    """One zone holds a pod of the Service, the other is full: the pod waits, and need not wait for the flush."""
    default = TopologySpreadConstraint(1, "topology.kubernetes.io/zone", "DoNotSchedule", None)
    profile = ProfileConfig(args=(PodTopologySpreadArgs("List", (default,)),))
    stage = Stage(Configuration((profile,)))
    stage.make("Service", {"metadata": {"name": "web"}, "spec": {"selector": {"app": "web"}}})
    stage.make("Node", node("n1", "4", zone="a"))
    stage.make("Node", node("n2", "1", zone="b"))
    stage.make("Pod", pod("there", "1", on="n1", labels={"app": "web"}))
    stage.make("Pod", pod("full", "1", on="n2"))
    stage.make("Pod", pod("p", "1", labels={"app": "web"}))
    stage.play()
    waiting = stage.scheduler.queue.place_of("default/p")
    stage.now_ms = 22_000
    stage.api.delete("Pod", "default/there", DeleteOptions(grace_period_seconds=0), stage.now_ms)
    stage.deliver()

    assert waiting is not None
    assert {"NodeResourcesFit", "PodTopologySpread"} == waiting[1].unschedulable_plugins
    assert "requeue scheduler.requeued" == stage.play()[0]
    assert "n1" == stage.api.pods["default/p"].node_name
