"""The node that lacks least for a pod."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.pending.nearest_node import nearest_node
from scheduler_core.queries.pending.waiting_pods import first_decisions
from scheduler_core.run import Run
from tests import builders
from tests.core.play import scenario_from


def nearest(*documents: dict[str, Any]) -> Any:
    """The answer for the pod p."""
    run = Run(scenario_from(list(documents)))
    return nearest_node(run.world(first_decisions(run, 0, lambda: True).seq), "default/p")


def test_of_nodes_that_lack_the_same_resource_the_one_with_the_smallest_lack_is_nearest() -> None:
    nodes = [builders.node(name, cpu=cpu) for name, cpu in (("n1", "2"), ("n2", "3500m"), ("n3", "3"))]
    answer = nearest(*nodes, builders.pod("p", cpu="4"))

    (lack,) = answer["lacks"]
    assert ("n2", 3, 0) == (answer["node"], answer["nodes"], answer["more"])
    assert {"resource": "cpu", "amount": "500m"} == lack["args"]


def test_a_node_with_one_obstacle_is_nearer_than_one_with_two() -> None:
    taint = [{"key": "a", "value": "b", "effect": "NoSchedule"}]
    answer = nearest(
        builders.node("n1", cpu="2", taints=taint), builders.node("n2", cpu="1"), builders.pod("p", cpu="4")
    )

    assert "n2" == answer["node"]
    assert [["Insufficient cpu"]] == [obstacle["reasons"] for obstacle in answer["obstacles"]]


def test_too_little_room_is_nearer_than_a_rule_that_room_does_not_satisfy() -> None:
    answer = nearest(
        builders.node("n1", cpu="8", labels={"disk": "hdd"}),
        builders.node("n2", cpu="3", labels={"disk": "ssd"}),
        builders.pod("p", cpu="4", nodeSelector={"disk": "ssd"}),
    )

    assert "n2" == answer["node"]


def test_others_that_lack_the_same_are_counted() -> None:
    nodes = [builders.node(f"n{number}", cpu="2") for number in range(4)]

    assert 3 == nearest(*nodes, builders.pod("p", cpu="4"))["more"]


def test_without_a_node_or_where_one_fits_none_is_nearest() -> None:
    assert "" == nearest(builders.pod("p", cpu="4"))["node"]
    assert "" == nearest(builders.node("n1", cpu="8"), builders.pod("p", cpu="4"))["node"]


def test_a_pod_that_does_not_exist_has_no_nearest_node() -> None:
    assert nearest(builders.node("n1", cpu="8")) is None
