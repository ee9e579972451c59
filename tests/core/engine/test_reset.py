"""A reset between two variants of a lesson is one quiet act."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, parse_input
from tests.builders import node, pod
from tests.core.play import Play

RESET = {"kind": "reset", "pods": ["default/a", "default/b"]}


@pytest.fixture
def play() -> Play:
    return Play([node("n1"), node("n2"), pod("a"), pod("b")])


def test_the_pods_and_their_processes_are_gone_in_one_act_and_nothing_follows(play: Play) -> None:
    seq = play.until_quiet()
    assert {"default/a", "default/b"} <= {name for here in play.processes(seq).values() for name in here}
    frame: Any = play.give(seq, RESET)
    end = play.until_quiet()

    assert "input-reset" == frame["kind"]
    assert frame["seq"] == end
    assert not [name for here in play.processes(end).values() for name in here]
    assert not play.exists(end, "a")
    assert not play.exists(end, "b")


def test_a_pod_of_the_same_name_is_scheduled_afterwards(play: Play) -> None:
    seq = play.until_quiet()
    play.give(seq, RESET)
    play.give(seq + 1, {"kind": "apply", "documents": [pod("a")]})
    end = play.until_quiet()

    assert play.node(end, "a")
    assert ["default/a"] == [name for here in play.processes(end).values() for name in here]


def test_a_pod_without_a_kubelet_is_gone_too(play: Play) -> None:
    seq = play.until_quiet()
    name = play.node(seq, "a")
    play.give(seq, {"kind": "crash", "component": f"kubelet/{name}"})
    play.give(seq + 1, {"kind": "reset", "pods": ["default/a"]})

    assert not [one for here in play.processes(seq + 2).values() for one in here if one == "default/a"]


@pytest.mark.parametrize(
    ("pods", "path", "code"),
    [
        (["default/a", "default/none"], "input.pods[1]", "input.unknown_pod"),
        (["default/kept"], "input.pods[0]", "input.pod_has_finalizer"),
    ],
)
def test_what_cannot_go_is_named_and_nothing_changes(pods: list[str], path: str, code: str) -> None:
    kept = pod("kept")
    kept["metadata"]["finalizers"] = ["example.org/keep"]
    play = Play([node("n1"), pod("a"), kept])
    seq = play.until_quiet()
    problem: Any = play.give(seq, {"kind": "reset", "pods": pods})

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)
    assert play.exists(seq, "a")


@pytest.mark.parametrize(
    ("pods", "path", "code"),
    [
        (None, "input.pods", "input.no_pods"),
        ([], "input.pods", "input.no_pods"),
        (["a"] * 101, "input.pods", "input.too_many_pods"),
        (["a", 3], "input.pods[1]", "input.not_a_name"),
        (["a", "b/c/d"], "input.pods[1]", "input.not_a_name"),
    ],
)
def test_a_list_of_pods_that_is_none_is_named_by_its_path(pods: object, path: str, code: str) -> None:
    problem = parse_input({"kind": "reset", "pods": pods})

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)
