"""SchedulingGates: while a pod has gates it does not enter the active queue."""

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.framework.status import SUCCESS
from scheduler_core.scheduler.plugins.scheduling_gates import SchedulingGates
from tests.core.scheduler.builders import pod
from tests.core.scheduler.plugins.plugin_answers import wakes

PLUGIN = "SchedulingGates"


def test_a_pod_without_gates_may_enter() -> None:
    assert SchedulingGates().pre_enqueue(Snapshot(), pod("p"), frozenset()) is SUCCESS


def test_a_pod_with_gates_may_not_and_they_are_named() -> None:
    gated = pod("p", schedulingGates=[{"name": "foo"}, {"name": "bar"}])

    assert ("waiting for scheduling gates: [foo bar]",) == SchedulingGates().pre_enqueue(
        Snapshot(), gated, frozenset()
    ).reasons


def test_the_end_of_its_own_gates_wakes_and_that_of_others_does_not() -> None:
    gated, free = pod("p", schedulingGates=[{"name": "foo"}]), pod("p")
    other = pod("other")
    action = Action.UPDATE_POD_SCHEDULING_GATES_ELIMINATED

    assert wakes(PLUGIN, gated, Resource.POD, action, gated, free)
    assert not wakes(PLUGIN, gated, Resource.POD, action, other, other)


def test_an_end_of_gates_without_all_of_them_gone_wakes_too_and_the_gates_are_asked_again() -> None:
    both, one = (pod("p", schedulingGates=[{"name": name} for name in names]) for names in ("ab", "b"))
    action = Action.UPDATE_POD_SCHEDULING_GATES_ELIMINATED

    assert wakes(PLUGIN, both, Resource.POD, action, both, one)
    assert ("waiting for scheduling gates: [b]",) == SchedulingGates().pre_enqueue(
        Snapshot(), one, frozenset()
    ).reasons
