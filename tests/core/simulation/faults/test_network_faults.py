"""Cuts and delays: what is said of them, and what they are refused for."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem
from scheduler_core.simulation.inputs.endpoints import API_SERVER, STORAGE, STORE
from tests.builders import node
from tests.core.playing import Play
from tests.core.simulation.making import header

NODE, OTHER = "node/n1", "node/n2"


def told(*faults: dict[str, Any]) -> tuple[str, list[str]]:
    """The message of the last of these faults, and the nodes to look at."""
    play = Play([header(), node("n1"), node("n2")])
    frames: list[Any] = [play.give(seq, fault) for seq, fault in enumerate(faults)]
    return frames[-1]["message"]["id"], frames[-1]["focus"]["nodes"]


def cut(first: str, second: str, direction: str = "both") -> dict[str, Any]:
    return {"kind": "cut", "between": [first, second], "direction": direction}


def heal(*between: str) -> dict[str, Any]:
    return {"kind": "heal", "between": list(between) or None}


@pytest.mark.parametrize(
    ("fault", "said", "nodes"),
    [
        (cut(NODE, API_SERVER), "you.cut", ["n1"]),
        (cut(NODE, API_SERVER, "to"), "you.cut_one_way", ["n1"]),
        (cut(NODE, API_SERVER, "from"), "you.cut_one_way", ["n1"]),
        (cut(NODE, OTHER), "you.cut_nodes", ["n1", "n2"]),
        (cut(API_SERVER, STORE), "you.cut_store", []),
        (cut(NODE, STORAGE), "you.cut_storage", ["n1"]),
    ],
)
def test_a_cut_is_said_by_what_it_separates(fault: dict[str, Any], said: str, nodes: list[str]) -> None:
    assert (said, nodes) == told(fault)


def test_a_cut_that_is_there_already_changes_nothing() -> None:
    assert "you.changed_nothing" == told(cut(NODE, API_SERVER), cut(NODE, API_SERVER, "to"))[0]


def test_the_second_direction_of_a_cut_is_a_change() -> None:
    assert "you.cut" == told(cut(NODE, API_SERVER, "to"), cut(NODE, API_SERVER))[0]


def test_one_connection_is_healed_or_all_of_them() -> None:
    assert ("you.healed", ["n1"]) == told(cut(NODE, API_SERVER), heal(NODE, API_SERVER))
    assert ("you.healed_all", ["n1", "n2"]) == told(cut(OTHER, STORAGE), cut(NODE, API_SERVER), heal())


def test_a_delay_of_zero_ends_the_delay() -> None:
    slow = {"kind": "delay", "between": [NODE, API_SERVER], "seconds": 3}

    assert "you.delayed" == told(slow)[0]
    assert "you.undelayed" == told(slow, {**slow, "seconds": 0})[0]


@pytest.mark.parametrize(
    "fault", [cut("node/x", API_SERVER), heal("node/x", API_SERVER)], ids=["cut", "heal"]
)
def test_a_node_without_a_machine_is_refused_by_its_place(fault: dict[str, Any]) -> None:
    problem = Play([header(), node("n1")]).give(0, fault)

    assert isinstance(problem, Problem)
    assert ("input.between[0]", "fault.unknown_node") == (problem.path, problem.code)
