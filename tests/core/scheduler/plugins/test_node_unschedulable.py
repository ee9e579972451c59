"""NodeUnschedulable: a cordoned node takes only who tolerates that."""

import pytest

from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import refusals, refused, wakes

PLUGIN = "NodeUnschedulable"
KEY = "node.kubernetes.io/unschedulable"


def test_a_cordoned_node_is_refused_and_no_preemption_helps() -> None:
    assert {"n1": ("UnschedulableAndUnresolvable", "node(s) were unschedulable")} == refusals(
        PLUGIN, pod("p"), node("n1", unschedulable=True), node("n2")
    )


@pytest.mark.parametrize(
    ("toleration", "let_in"),
    [
        ({"key": KEY, "operator": "Exists", "effect": "NoSchedule"}, True),
        ({"key": KEY, "effect": "NoSchedule"}, True),
        ({"operator": "Exists"}, True),
        ({"key": KEY, "operator": "Exists", "effect": "NoExecute"}, False),
        ({"key": "other", "operator": "Exists"}, False),
    ],
)
def test_who_tolerates_the_unschedulable_taint_is_let_in(toleration: dict[str, str], let_in: bool) -> None:
    waiting = pod("p", tolerations=[toleration])

    assert refused(PLUGIN, waiting, node("n1", unschedulable=True)) == (set() if let_in else {"n1"})


def test_an_uncordoned_node_wakes_the_pod_and_a_cordoned_one_does_not() -> None:
    open_node, closed = node("n1"), node("n1", unschedulable=True)

    assert wakes(PLUGIN, pod("p"), Resource.NODE, Action.UPDATE_NODE_TAINT, closed, open_node)
    assert not wakes(PLUGIN, pod("p"), Resource.NODE, Action.UPDATE_NODE_TAINT, open_node, closed)
    assert not wakes(PLUGIN, pod("p"), Resource.NODE, Action.ADD, None, closed)


def test_a_new_node_wakes_unless_it_is_cordoned_and_a_change_of_something_else_does_not() -> None:
    assert wakes(PLUGIN, pod("p"), Resource.NODE, Action.ADD, None, node("n1"))
    assert not wakes(PLUGIN, pod("p"), Resource.NODE, Action.UPDATE_NODE_TAINT, node("n1"), node("n1", "9"))


@pytest.mark.parametrize(
    ("name", "key", "worth_it"), [("p", KEY, True), ("p", "other", False), ("x", KEY, False)]
)
def test_the_toleration_that_is_wanted_wakes_its_pod(name: str, key: str, worth_it: bool) -> None:
    tolerant = pod(name, tolerations=[{"key": key, "operator": "Exists", "effect": "NoSchedule"}])
    event = Resource.POD, Action.UPDATE_POD_TOLERATION, pod(name), tolerant

    assert wakes(PLUGIN, pod("p"), *event) is worth_it
