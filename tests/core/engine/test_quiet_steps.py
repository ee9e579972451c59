"""Whether a step is quiet: known at a glance, by the act that follows, by looking ahead, or by the end."""

from __future__ import annotations

from scheduler_core.engine.look_ahead import quiet_at_a_glance
from scheduler_core.engine.quiet_steps import QuietSteps
from scheduler_core.engine.world import World
from tests.builders import node, pod, workload
from tests.core.engine.builders import settled, world


def deployed() -> World:
    """A glance does not tell whether the controller of its Deployment will find anything to do."""
    made = world(node("n1"), workload("Deployment", "web"))
    assert quiet_at_a_glance(made) is None
    return made


def test_what_a_glance_tells_is_known_at_once() -> None:
    assert QuietSteps(world(node("n1")))[0]
    assert not QuietSteps(world(node("n1"), pod("p")))[0]


def test_the_act_that_follows_tells_whether_a_step_was_quiet() -> None:
    made = deployed()
    steps = QuietSteps(made)
    assert made.step() is not None
    steps.followed(0, made)
    steps.note(made)
    steps.look_ahead(made)

    assert [False, False] == [steps[0], steps[1]]


def test_looking_ahead_finds_that_nothing_comes() -> None:
    made = deployed()
    steps = QuietSteps(made)
    while made.step() is not None:
        steps.note(made)
    made = settled(deployed())
    new_step = steps[made.seq]
    steps.look_ahead(made)

    assert [False, True] == [new_step, steps[made.seq]]


def test_the_last_step_of_a_run_is_quiet_and_what_is_forgotten_can_be_noted_again() -> None:
    made = deployed()
    steps = QuietSteps(made)
    assert made.step() is not None
    steps.note(made)
    steps.ended(1)
    ended = steps[1]
    steps.forget_after(0)
    steps.note(made)

    assert [True, False] == [ended, steps[1]]
