"""The search over the board: which pods and nodes a text means."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.overview.search import search
from tests.builders import node, pod
from tests.core.play import Play, header


@pytest.fixture(scope="module")
def world() -> Any:
    play = Play(
        [
            header(),
            node("n1", "4", "8Gi", zone="a", pods="4"),
            node("n2", "4", "8Gi", zone="b", taints=[{"key": "gpu", "value": "yes", "effect": "NoSchedule"}]),
            node("n3", "1", "2Gi", unschedulable=True),
            pod("web-1", "3500m", "1Gi", on="n1", labels={"app": "web"}),
            pod("web-2", "500m", on="n2", labels={"app": "web"}),
            pod("db-1", "500m", "6Gi", on="n2", labels={"app": "db"}, priority=1000),
            pod("big", "3", labels={"app": "web"}),
        ]
    )
    return play.recording.world(play.until_quiet())


@pytest.mark.parametrize(
    ("question", "nodes", "pods"),
    [
        ("", [], []),
        ("app=web", [], ["web-1", "web-2", "big"]),
        ("topology.kubernetes.io/zone=b", ["n2"], []),
        ("node=n2", ["n2"], ["web-2", "db-1"]),
        ("namespace=default", [], ["web-1", "web-2", "db-1", "big"]),
        ("DB", [], ["db-1"]),
        ("Pending", [], ["big"]),
        ("Insufficient cpu", ["n1"], ["big"]),
        ('reason="insufficient CPU"', ["n1"], ["big"]),
        ("taint=gpu", ["n2"], []),
        ("taint=gpu=yes:NoSchedule", ["n2"], []),
        ("taint=gpu=no", [], []),
        ("SchedulingDisabled", ["n3"], []),
        ("cpu>80%", ["n1"], []),
        ("cpu<=25%", ["n2", "n3"], []),
        ("memory>=75%", ["n2"], []),
        ("pods=25%", ["n1"], []),
        ("pods>1", ["n2"], []),
        ("cpu>=3", [], ["web-1", "big"]),
        ("memory>2Gi", [], ["db-1"]),
        ("priority>0", [], ["db-1"]),
        ("app=web cpu>80%", [], ["web-1"]),
        ("app=web Pending", [], ["big"]),
        ("taint=gpu memory>50%", ["n2"], []),
        ("nothing is called so", [], []),
    ],
)
def test_a_text_means_pods_and_nodes(world: Any, question: str, nodes: list[str], pods: list[str]) -> None:
    assert {"nodes": nodes, "pods": [f"default/{name}" for name in pods]} == search(world, question)


def test_a_text_that_cannot_be_read_is_a_problem(world: Any) -> None:
    assert isinstance(search(world, "cpu>"), Problem)


def test_a_node_without_capacity_is_not_more_than_full() -> None:
    play = Play([header(), node("n1", "0", "0")])

    assert {"nodes": [], "pods": []} == search(play.recording.world(0), "cpu>0%")
