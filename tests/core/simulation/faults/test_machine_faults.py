"""Machines without power, fenced, destroyed, or without their Node object."""

from __future__ import annotations

from tests.core.play import Play, delete
from tests.core.simulation.faults.builders import (
    DB,
    alive,
    cut,
    most_alive,
    node_view,
    views,
)


def test_who_was_fenced_before_the_forced_delete_leaves_one() -> None:
    inputs = [
        cut(0, "node/n3", "api-server"),
        {"at": 100, "kind": "fence", "node": "n3", "by": "ipmi"},
        delete(105, "db-2", force=True),
    ]
    play = Play(DB, inputs)
    last = play.until(200)

    assert 1 == most_alive(play, last)
    assert {"by": "ipmi", "isolated": False} == node_view(play, last, "n3")["fenced"]


def test_what_is_isolated_lives_but_is_not_counted_as_unfenced() -> None:
    inputs = [
        {"at": 0, "kind": "cordon", "node": "n3"},
        {"at": 100, "kind": "fence", "node": "n3", "by": "network"},
        delete(105, "db-2", force=True),
    ]
    play = Play(DB, inputs)
    at_200 = play.until(200)

    identity = next(view for view in views(play, at_200, "identities") if view["key"] == "default/db-2")
    assert (2, 1, False) == (identity["live"], identity["unfenced"], identity["alarm"])


def test_a_machine_without_power_loses_its_processes_and_starts_them_anew() -> None:
    inputs = [
        {"at": 10, "kind": "power", "node": "n3", "on": False},
        {"at": 20, "kind": "power", "node": "n3", "on": True},
    ]
    play = Play(DB, inputs)
    play.until(60)

    assert 0 == alive(play, play.until(15))
    assert 1 == alive(play, play.until(60))
    assert node_view(play, play.until(15), "n3")["power"] is False


def test_a_machine_outlives_its_node_object() -> None:
    gone = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n3"}}
    play = Play(DB, [cut(0, "node/n3", "api-server"), gone])
    at_130 = play.until(130)

    assert node_view(play, at_130, "n3")["registered"] is False
    assert 1 == alive(play, at_130)


def test_the_board_shows_since_when_a_silent_machine_is_cut_off_and_that_it_was_destroyed() -> None:
    inputs = [
        {"at": 10, "kind": "cut", "between": ["api-server", "store"]},
        cut(20, "node/n1", "api-server", direction="from"),
        {"at": 30, "kind": "power", "node": "n1", "on": False},
        {"at": 40, "kind": "destroy", "node": "n1"},
    ]
    play = Play(DB, inputs)
    at_20, at_40 = play.until(20), play.until(40)

    assert 20 == node_view(play, at_20, "n1")["link"]["since"]
    assert node_view(play, at_40, "n1")["destroyed"]
