"""Cuts and delays: what is said of them, and what they are refused for."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem
from scheduler_core.inputs.endpoints import API_SERVER, STORAGE, STORE
from tests.builders import node, pod
from tests.core.play import Documents, Play, delete, header
from tests.core.simulation.faults.builders import (
    DB,
    alive,
    cut,
    heal,
    most_alive,
    node_view,
    views,
)

NODE, OTHER = "node/n1", "node/n2"


def outcome(*faults: dict[str, Any]) -> tuple[str, list[str]]:
    """The message of the last of these faults, and the nodes to look at."""
    play = Play([header(), node("n1"), node("n2")])
    frames: list[Any] = [play.give(seq, fault) for seq, fault in enumerate(faults)]
    return frames[-1]["message"]["id"], frames[-1]["focus"]["nodes"]


def cut_now(first: str, second: str, direction: str = "both") -> dict[str, Any]:
    return {"kind": "cut", "between": [first, second], "direction": direction}


def heal_now(*between: str) -> dict[str, Any]:
    return {"kind": "heal", "between": list(between) or None}


@pytest.mark.parametrize(
    ("fault", "message", "nodes"),
    [
        (cut_now(NODE, API_SERVER), "you.cut", ["n1"]),
        (cut_now(NODE, API_SERVER, "to"), "you.cut_one_way", ["n1"]),
        (cut_now(NODE, API_SERVER, "from"), "you.cut_one_way", ["n1"]),
        (cut_now(NODE, OTHER), "you.cut_nodes", ["n1", "n2"]),
        (cut_now(API_SERVER, STORE), "you.cut_store", []),
        (cut_now(NODE, STORAGE), "you.cut_storage", ["n1"]),
    ],
)
def test_a_cut_is_said_by_what_it_separates(fault: dict[str, Any], message: str, nodes: list[str]) -> None:
    assert (message, nodes) == outcome(fault)


def test_a_cut_that_is_there_already_changes_nothing() -> None:
    assert "you.changed_nothing" == outcome(cut_now(NODE, API_SERVER), cut_now(NODE, API_SERVER, "to"))[0]


def test_the_second_direction_of_a_cut_is_a_change() -> None:
    assert "you.cut" == outcome(cut_now(NODE, API_SERVER, "to"), cut_now(NODE, API_SERVER))[0]


def test_one_connection_is_healed_or_all_of_them() -> None:
    assert ("you.healed", ["n1"]) == outcome(cut_now(NODE, API_SERVER), heal_now(NODE, API_SERVER))
    assert ("you.healed_all", ["n1", "n2"]) == outcome(
        cut_now(OTHER, STORAGE), cut_now(NODE, API_SERVER), heal_now()
    )


def test_a_delay_of_zero_ends_the_delay() -> None:
    slow = {"kind": "delay", "between": [NODE, API_SERVER], "seconds": 3}

    assert "you.delayed" == outcome(slow)[0]
    assert "you.undelayed" == outcome(slow, {**slow, "seconds": 0})[0]


@pytest.mark.parametrize(
    "fault", [cut_now("node/x", API_SERVER), heal_now("node/x", API_SERVER)], ids=["cut", "heal"]
)
def test_a_node_without_a_machine_is_refused_by_its_place(fault: dict[str, Any]) -> None:
    problem = Play([header(), node("n1")]).give(0, fault)

    assert isinstance(problem, Problem)
    assert ("input.between[0]", "fault.unknown_node") == (problem.path, problem.code)


# Runs with a fault


def test_a_pet_that_is_cut_off_is_not_replaced_before_its_kubelet_proves_its_end() -> None:
    play = Play(DB, [cut(0, "node/n3", "api-server"), delete(120, "db-2"), heal(600)])
    last = play.until(700)

    at_500 = play.until(500)
    assert play.terminating(at_500, "db-2")
    assert 1 == alive(play, at_500)
    assert 629 <= play.gone_at("db-2") <= 633
    assert 1 == most_alive(play, last)
    assert play.exists(last, "db-2")


def test_a_forced_delete_behind_a_cut_makes_two_and_raises_the_alarm() -> None:
    play = Play(DB, [cut(0, "node/n3", "api-server"), delete(120, "db-2", force=True), heal(600)])
    play.until(700)
    at_300, at_640 = play.until(300), play.until(640)

    identity = next(view for view in views(play, at_300, "identities") if view["key"] == "default/db-2")
    ghost = next(view for view in views(play, at_300, "processes") if view["pod"] == "default/db-2")
    assert (2, 2, True) == (identity["live"], identity["unfenced"], identity["alarm"])
    assert ("n3", True, True) == (ghost["node"], ghost["ghost"], ghost["listed"])
    assert 1 == alive(play, at_640)


def test_without_its_store_the_api_server_writes_nothing_and_processes_go_on() -> None:
    play = Play(DB, [cut(0, "api-server", "store"), delete(120, "db-2"), heal(600)])
    last = play.until(700)

    assert {120.0: "etcdserver: request timed out"} == play.refusals()
    assert play.untouched(last, "db-2")
    assert not node_view(play, play.until(500), "n3")["link"]["speaks"]
    assert play.recording.quiet(last)


def test_a_node_cut_off_from_a_node_changes_nothing_for_the_api_server() -> None:
    play = Play(DB, [cut(0, "node/n2", "node/n3"), delete(120, "db-2")])
    last = play.until(200)

    assert 149 <= play.gone_at("db-2") <= 152
    assert play.exists(last, "db-2")
    assert all(view["ready"] for view in views(play, last, "nodes"))


def test_on_a_slow_way_the_kubelet_hears_later_and_is_heard_later() -> None:
    slow = {"at": 0, "kind": "delay", "between": ["node/n3", "api-server"], "seconds": 2}
    play = Play(DB, [slow, delete(10, "db-2")])
    play.until(100)

    assert [12] == [frame["t"] for frame in play.frames(kind="sigterm", pod="db-2")]
    assert 44 <= play.gone_at("db-2") <= 46


def test_a_kubelet_that_hears_nothing_but_speaks_keeps_its_node_ready() -> None:
    play = Play(DB, [cut(0, "api-server", "node/n3", direction="to"), delete(120, "db-2")])
    last = play.until(400)

    assert node_view(play, last, "n3")["ready"]
    assert play.terminating(last, "db-2")
    assert 1 == alive(play, last)


def test_a_cut_node_is_quiet_once_no_timer_runs() -> None:
    documents: Documents = [header(), node("n1"), node("n2")]
    play = Play(documents, [cut(0, "node/n2", "api-server")])
    last = play.until_quiet()

    assert 50 <= float(play.recording.time(last)) <= 80
    assert not node_view(play, last, "n2")["ready"]
    assert play.recording.quiet(last)


def test_a_toleration_that_counts_down_is_not_quiet() -> None:
    documents: Documents = [header(), node("n1"), node("n2"), pod("p", on="n2")]
    play = Play(documents, [cut(0, "node/n2", "api-server")])
    play.until(500)
    at_100, last = play.until(100), play.until_quiet()

    assert not play.recording.quiet(at_100)
    assert ["default/p"] == [view["pod"] for view in views(play, at_100, "timers")]
    assert float(play.recording.time(last)) >= 340


def test_who_was_slow_reads_what_is_stored_once_its_ways_are_healed() -> None:
    slow = {"at": 0, "kind": "delay", "between": ["controller-manager", "api-server"], "seconds": 2}
    grow = {"at": 20, "kind": "scale", "object": {"kind": "StatefulSet", "name": "db"}, "replicas": 4}
    play = Play(DB, [slow, heal(0), grow])
    last = play.until_quiet()

    assert play.exists(last, "db-3")
