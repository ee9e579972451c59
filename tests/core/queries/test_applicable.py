"""The objects of a step as manifests that kubectl applies elsewhere."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.applicable import applicable
from tests.builders import node, pod, workload
from tests.core.play import Play, header


def manifests(*documents: Any) -> list[Any]:
    play = Play([header(), *documents])
    return applicable(play.recording.world(play.until_quiet()))


def test_what_a_controller_made_is_left_out_and_its_owner_stays() -> None:
    result = manifests(node("n1", "4"), workload("Deployment", "web", 2), pod("p", "1"))

    assert [("Node", "n1"), ("Deployment", "web"), ("Pod", "p")] == [
        (item["kind"], item["metadata"]["name"]) for item in result
    ]


def test_only_the_size_of_a_node_stays_of_a_status_and_no_identity() -> None:
    result = manifests(node("n1", "4"), pod("p", "1"))
    fields = {name for item in result for name in (*item, *item["metadata"])}

    assert {"capacity", "allocatable"} >= set(result[0]["status"])
    assert "status" not in result[1]
    assert not fields & {"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"}


def test_played_again_the_manifests_lead_to_the_same_nodes() -> None:
    before = Play([header(), node("n1", "2"), node("n2", "2"), *(pod(f"p{n}", "1") for n in range(4))])
    end = before.until_quiet()
    again = Play([header(), *applicable(before.recording.world(end))])

    assert sorted(
        (item.name, item.node_name) for item in before.recording.world(end).api.pods.values()
    ) == sorted(
        (item.name, item.node_name) for item in again.recording.world(again.until_quiet()).api.pods.values()
    )
