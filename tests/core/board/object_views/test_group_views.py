"""The row of a PodGroup says who its members are, how its last cycle went, and that it is tried on and on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler_core.board.object_views.group_views import MOST_SEATS
from scheduler_core.scheduler.groups.tries import TRIES_PER_SECOND
from tests.core.play import Play, gallery
from tests.core.scheduler.groups.builders import create, gang, node, player, pod, priority
from tests.core.scheduler.groups.played_groups import gang_of_three_on_two_nodes


def views(*objects: Any, kind: str = "group", **options: Any) -> Mapping[str, Any]:
    history = player(objects[:-1], create(*objects[-1]), **options)
    list(history.play())
    board = history.world.picture.board
    board.look()
    return {key: view for (shown, key), view in board.views.items() if shown == kind}


def test_a_group_that_waits_for_members_has_no_cycle() -> None:
    view = views(node("n1"), gang("g", 2), [pod("a", "g")])["default/g"]

    assert (2, ["default/a"], 1, 0) == tuple(view[name] for name in ("minCount", "pods", "all", "bound"))
    assert [None, None, None, 0] == [view[name] for name in ("cycle", "condition", "spins", "tries")]


def test_a_group_that_does_not_fit_shows_each_step_and_is_tried_on_and_on() -> None:
    view = views(node("n1"), gang("g", 2), [pod("a", "g"), pod("b", "g")])["default/g"]

    assert "unschedulable" == view["cycle"]["outcome"]
    assert [("default/b", "n1", "wait", 1), ("default/a", None, None, 1)] == [
        (step["pod"], step["node"], step["permit"], step["placed"]) for step in view["cycle"]["steps"]
    ]
    assert "scheduler.group_lacks" == view["cycle"]["sentence"]["id"]
    assert TRIES_PER_SECOND == view["spins"]["perSecond"]
    assert "False" == view["condition"]["status"]


def test_a_pod_of_a_group_says_what_the_group_lacks() -> None:
    shown = views(node("n1"), gang("g", 2), [pod("a", "g"), pod("b", "g")], kind="pod")

    assert ["default/g", "default/g"] == [shown[key]["group"] for key in ("default/a", "default/b")]
    assert "waits.group" == shown["default/b"]["why"]["id"]
    assert "scheduler.group_lacks" == shown["default/b"]["why"]["args"]["text"]["id"]
    assert "waits.refused" == shown["default/a"]["why"]["id"]


def test_a_pod_that_waits_for_members_says_how_many_exist() -> None:
    shown = views(node("n1"), gang("g", 3), [pod("a", "g"), pod("b", "g")], kind="pod")["default/a"]

    assert {"group": "g", "present": "2", "minimum": "3"} == shown["why"]["args"]["text"]["args"]


def test_a_group_that_preempts_as_one_shows_its_victims_and_who_may_stay() -> None:
    view = views(
        *(node(f"n{number}") for number in (1, 2)),
        priority("high", 1000),
        gang("g", 1, priorityClassName="high"),
        pod("v1", nodeName="n1", terminationGracePeriodSeconds=30),
        pod("v2", nodeName="n2", terminationGracePeriodSeconds=30),
        [pod("a", "g", priorityClassName="high")],
        gates=("GenericWorkload", "GangScheduling", "WorkloadAwarePreemption"),
        held=True,
    )["default/g"]

    assert "preempting" == view["cycle"]["outcome"]
    assert [{"group": None, "pods": ["default/v2"]}] == view["cycle"]["victims"]
    assert [{"group": None, "pods": ["default/v1"]}] == view["cycle"]["givenBack"]


def test_seats_say_who_has_a_place_and_how_many_are_empty() -> None:
    view = views(node("n1"), gang("g", 3), [pod("a", "g"), pod("b", "g")])["default/g"]

    assert ["waits", "waits", "empty"] == [seat["state"] for seat in view["seats"]["list"]]
    assert {"filled": "0", "minimum": "3"} == view["seats"]["words"]["args"]
    assert "group.few" == view["says"]["id"]


def test_seats_of_a_large_group_are_counted_beyond_the_first() -> None:
    view = views(node("n1"), gang("g", 10_000), [pod("a", "g")])["default/g"]

    assert (MOST_SEATS, 10_000 - MOST_SEATS) == (len(view["seats"]["list"]), view["seats"]["more"])


def test_a_group_that_is_placed_fills_its_seats() -> None:
    view = views(node("n1"), node("n2"), gang("g", 2), [pod("a", "g"), pod("b", "g")])["default/g"]

    assert ("seats.enough", ["bound", "bound"]) == (
        view["seats"]["words"]["id"],
        [seat["state"] for seat in view["seats"]["list"]],
    )


def test_places_appear_one_after_the_other_and_vanish_at_the_end_of_the_cycle() -> None:
    play = gang_of_three_on_two_nodes()
    play.until(1)
    trials = [
        [step["node"] for step in change["view"]["trial"]]
        for frame in play.frames(kind="schedule")
        for change in frame["changes"]
        if change["kind"] == "group" and "trial" in change.get("view", {})
    ]

    assert [1, 2, 3, 0] == [len(places) for places in trials][:4]
    assert {"n1", "n2", None} == set(trials[2])


def test_places_that_the_cycle_found_are_assumed_until_they_are_bound() -> None:
    play = Play(gallery("gang-quorum"))
    play.until(30)
    seats = [
        [seat["state"] for seat in change["view"]["seats"]["list"]]
        for frame in play.frames()
        for change in frame["changes"]
        if change["kind"] == "group" and "seats" in change.get("view", {})
    ]

    assert ["assumed"] * 2 in seats
    assert ["bound"] * 2 == seats[-1]


def test_a_group_of_a_workload_shows_its_pods_that_wait_in_permit() -> None:
    play = Play(gallery("gangs-starve"))
    groups = {view["name"]: view for view in play.recording.snapshot(play.until(30))["groups"]}
    held = play.view(play.until(30), "a1")

    assert ["permit", "permit", "waits"] == [seat["state"] for seat in groups["a/all"]["seats"]["list"]]
    assert held is not None
    assert (True, "waits.permit") == (held["permit"], held["why"]["id"])
