"""How many more pods like one fit: the question about a pod at any step of a run."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.pod_capacity import pod_capacity
from tests.builders import node, pod
from tests.core.play import Play, header

KEY = "default/p"


def answer(play: Play) -> Any:
    return pod_capacity(play.recording.world(play.until_quiet()), KEY)


def test_of_a_bound_pod_the_answer_counts_further_pods_beside_it() -> None:
    result = answer(Play([header(), node("n1", "4"), node("n2", "2"), pod("p", "1500m", on="n1")]))

    assert (False, 2, 2, 2) == (result["waits"], result["fits"], result["roomy"], result["nodeCount"])
    assert [("n1", 1), ("n2", 1)] == [(item["name"], item["fits"]) for item in result["nodes"]]


def test_of_a_waiting_pod_the_answer_says_what_stops_it() -> None:
    result = answer(Play([header(), node("n1", "1"), pod("p", "2")]))

    assert (True, 0, False, False) == (
        result["waits"],
        result["fits"],
        result["stopped"],
        result["sharesClaims"],
    )
    assert [
        {"name": "n1", "fits": 0, "plugin": "NodeResourcesFit", "reasons": ["Insufficient cpu"]}
    ] == result["nodes"]
    assert [{"plugin": "NodeResourcesFit", "reasons": ["Insufficient cpu"], "nodes": 1, "fits": 0}] == result[
        "groups"
    ]
    assert ["cpu", "pods"] == [resource["resource"] for resource in result["resources"]]


def test_nodes_with_the_most_room_come_first() -> None:
    result = answer(Play([header(), node("small", "1"), node("large", "8"), pod("p", "1", on="small")]))

    assert [("large", 8), ("small", 0)] == [(item["name"], item["fits"]) for item in result["nodes"]]


def test_there_is_no_answer_about_a_pod_that_is_not_there_or_of_another_scheduler() -> None:
    play = Play([header(), node("n1"), pod("p", "1", schedulerName="another")])
    world = play.recording.world(play.until_quiet())

    assert pod_capacity(world, KEY) is None
    assert pod_capacity(world, "default/x") is None
