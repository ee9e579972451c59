"""What the scheduler is asked about a pod, at any step."""

from __future__ import annotations

from scheduler_core.queries.scheduling_question import scheduler_of, scheduling_question
from scheduler_core.scheduler.cycle.decide import decide
from tests.builders import node, pod
from tests.core.play import Play, header

STOP = {"kind": "scheduler", "running": False}


def test_a_pending_pod_is_asked_about_with_the_cluster_of_its_step() -> None:
    play = Play([header(), node("n1", "1"), pod("big", "2")])
    question = scheduling_question(play.recording.world(play.until_quiet()), "default/big")

    assert question is not None
    decision = decide(question.snapshot, question.pod, question.profile, question.nominator)
    assert ["n1"] == [item.name for item in question.snapshot.nodes]
    assert ("Insufficient cpu",) == decision.nodes["n1"].status.reasons


def test_a_bound_pod_and_one_that_does_not_exist_are_no_question() -> None:
    play = Play([header(), node("n1"), pod("p", "1")])
    world = play.recording.world(play.until_quiet())

    assert scheduling_question(world, "default/p") is None
    assert scheduling_question(world, "default/x") is None


def test_a_pod_of_another_scheduler_is_no_question() -> None:
    play = Play([header(), node("n1"), pod("p", "1", schedulerName="another")])

    assert scheduling_question(play.recording.world(play.until_quiet()), "default/p") is None


def test_where_no_scheduler_runs_a_new_one_is_asked_and_the_run_stays_as_it_is() -> None:
    play = Play([header(), node("n1"), pod("p", "1")])
    assert isinstance(play.give(0, STOP), dict)
    world = play.recording.world(1)
    question = scheduling_question(world, "default/p")

    assert question is not None
    assert ["n1"] == [item.name for item in scheduler_of(world).view.snapshot.nodes]
    assert not world.scheduler_running
