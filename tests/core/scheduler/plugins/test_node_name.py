"""NodeName: a pod that names its node goes nowhere else."""

from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import refusals, refused

PLUGIN = "NodeName"


def test_a_pod_that_names_no_node_may_go_anywhere() -> None:
    assert set() == refused(PLUGIN, pod("p"), node("n1"), node("n2"))


def test_the_named_node_is_let_through_and_all_others_are_refused() -> None:
    assert {
        "n1": ("UnschedulableAndUnresolvable", "node(s) didn't match the requested node name")
    } == refusals(PLUGIN, pod("p", nodeName="n2"), node("n1"), node("n2"))


def test_a_name_that_no_node_has_is_refused_everywhere() -> None:
    assert {"n1", "n2"} == refused(PLUGIN, pod("p", nodeName="n9"), node("n1"), node("n2"))
