"""A group with a topology constraint is placed within one value of its key, or not at all."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json
from tests.core.scheduler.groups.builders import (
    GATES,
    Manifest,
    condition_of,
    create,
    gang,
    message_of,
    node,
    nodes,
    played,
    player,
    pod,
)

WITH_TOPOLOGY = (*GATES, "TopologyAwareWorkloadScheduling")
ZONE = "topology.kubernetes.io/zone"
IN_ZONE: Json = {"topology": [{"key": ZONE}]}


def zones(**names: str) -> list[Manifest]:
    """Nodes of 4 CPU in these zones."""
    return [node(name, "4", **{ZONE: zone}) for name, zone in names.items()]


def test_a_group_goes_as_a_whole_where_it_fits() -> None:
    setup = (*zones(a1="a", b1="b", b2="b"), gang("g", 2, schedulingConstraints=IN_ZONE))
    _, outcome = played(setup, create(pod("x", "g"), pod("y", "g")), gates=WITH_TOPOLOGY)

    assert {"b1", "b2"} == set(nodes(outcome).values())
    assert ("True", "") == condition_of(outcome)


def test_among_placements_the_one_that_is_fuller_with_the_group_wins() -> None:
    setup = (
        *zones(a1="a", a2="a", b1="b", b2="b"),
        pod("there", cpu="1", nodeName="b1"),
        gang("g", 2, schedulingConstraints=IN_ZONE),
    )
    history = player(setup, create(pod("x", "g"), pod("y", "g")), gates=WITH_TOPOLOGY)
    outcome = list(history.play())[-1]
    board = history.world.picture.board
    board.look()
    placements = {row["name"]: row for row in board.views["group", "default/g"]["cycle"]["placements"]}  # type: ignore

    assert {"b1", "b2"} == {nodes(outcome)["x"], nodes(outcome)["y"]}
    assert {"NodeResourcesFit": 100, "PodGroupPodsCount": 100} == placements["b"]["scores"]
    assert 100 > placements["a"]["scores"]["NodeResourcesFit"]
    assert [False, True] == [placements[zone]["chosen"] for zone in ("a", "b")]


def test_a_group_that_fits_into_no_placement_says_so_with_the_status_of_the_first() -> None:
    setup = (*zones(a1="a", b1="b"), gang("g", 2, schedulingConstraints=IN_ZONE))
    _, outcome = played(setup, create(pod("x", "g"), pod("y", "g")), gates=WITH_TOPOLOGY)

    words = "0/2 placements are available, first placement status: pod group is unschedulable"
    assert ("False", words) == condition_of(outcome)
    assert (
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible "
        "due to placement-based pod group scheduling limitation" == message_of(outcome, "x")
    )


def test_later_members_go_where_the_group_is() -> None:
    setup = (*zones(a1="a", b1="b", b2="b", a2="a"), gang("g", 1, schedulingConstraints=IN_ZONE))
    steps = [create(pod(name, "g")) for name in ("x", "y", "z")]
    *_, outcome = played(setup, *steps, gates=WITH_TOPOLOGY)

    placed = [where for where in nodes(outcome).values() if where]
    assert 2 == len(placed)
    assert 1 == len({where[0] for where in placed})


def test_without_a_label_of_the_key_no_placement_exists() -> None:
    setup = (node("n1"), gang("g", 1, schedulingConstraints=IN_ZONE))
    _, outcome = played(setup, create(pod("x", "g")), gates=WITH_TOPOLOGY)

    assert ("False", "0/0 placements are available") == condition_of(outcome)


def test_a_group_without_constraints_has_one_placement() -> None:
    setup = (node("n1"), gang("g", 2))
    _, outcome = played(setup, create(pod("x", "g"), pod("y", "g")), gates=WITH_TOPOLOGY)

    words = "0/1 placements are available, first placement status: pod group is unschedulable"
    assert ("False", words) == condition_of(outcome)


def test_without_the_gate_the_constraint_is_dropped() -> None:
    setup = (*zones(a1="a", b1="b"), gang("g", 2, schedulingConstraints=IN_ZONE))
    _, outcome = played(setup, create(pod("x", "g"), pod("y", "g")))

    assert {"a1", "b1"} == set(nodes(outcome).values())
