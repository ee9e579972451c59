"""What is known of the future: a world is quiet when only late attempts of the scheduler are left."""

from __future__ import annotations

from scheduler_core.engine.look_ahead import give, pass_idle_turns, quiet, quiet_at_a_glance
from scheduler_core.inputs.kubectl_inputs import Cordon
from scheduler_core.inputs.parse import TimedInput
from tests.builders import node, pod
from tests.core.engine.builders import settled, world


def test_a_cluster_that_runs_is_quiet_and_one_with_a_new_pod_is_not() -> None:
    assert quiet(settled(world(node("n1"), pod("p"))))
    assert quiet_at_a_glance(world(node("n1"), pod("p"))) is False


def test_a_scripted_input_that_is_still_to_come_is_not_quiet() -> None:
    made = world(node("n1"), inputs=({"at": 500, "kind": "cordon", "node": "n1"},))

    assert quiet_at_a_glance(made) is False


def test_attempts_to_place_a_pod_without_any_node_count_as_nothing() -> None:
    assert quiet(settled(world(pod("p"))))


def test_looking_ahead_leaves_the_world_as_it_is() -> None:
    made = world(node("n1", memory="1Gi"), pod("p", cpu="9"))
    before = made.hash()
    quiet(made)

    assert before == made.hash()


def test_time_passes_up_to_the_first_act_but_not_beyond_it() -> None:
    busy, idle = world(node("n1"), pod("p")), settled(world(node("n1")))

    assert 0 == pass_idle_turns(busy, 60_000)
    assert 60_000 == pass_idle_turns(idle, 60_000)
    assert 0 == busy.seq


def test_a_timed_input_is_given_at_its_time() -> None:
    made = settled(world(node("n1")))
    frame = give(made, TimedInput(7_500, Cordon("n1")))

    assert isinstance(frame, dict)
    assert 7.5 == frame["t"]
