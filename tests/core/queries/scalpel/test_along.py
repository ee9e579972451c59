"""Other questions take the chips of a run along."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.run import Run
from tests.builders import node, pod
from tests.core.play import scenario_from

CPU = "spec.containers[0].resources.requests.cpu"
CHIPS = [{"kind": "Pod", "key": "default/p", "path": CPU, "to": "1"}]


@pytest.fixture
def run() -> Run:
    return Run(scenario_from([node("n1", "2"), node("n2", "2"), pod("p", "30"), pod("q", "1")]))


def reply(run: Run, name: str, chips: Any, **args: Any) -> Any:
    return run.ask(name, run.advance(0, "quiet", limit=200), chips=chips, **args)


def test_seeds_are_played_with_the_chips(run: Run) -> None:
    args = {"first": 1, "count": 1, "most": 100}
    bound = [reply(run, "seeds", chips, **args)[0]["pods"]["p"] is not None for chips in (None, [], CHIPS)]

    assert [False, False, True] == bound


def test_a_sweep_is_played_with_the_chips(run: Run) -> None:
    args = {"what": "nodes", "values": [1, 2], "most": 100}

    assert [[1, 1], [2, 2]] == [
        [point["bound"] for point in reply(run, "sweep", chips, **args)] for chips in (None, CHIPS)
    ]


def test_a_drain_is_played_with_the_chips_at_the_same_second(run: Run) -> None:
    args = {"plan": "drain", "nodes": ["n1", "n2"], "most": 200}
    then, now = (reply(run, "upkeep", chips, **args) for chips in (None, CHIPS))

    assert (then["from"], 1, 2) == (now["from"], len(then["rows"]), len(now["rows"]))


def test_an_upgrade_is_asked_about_the_changed_run(run: Run) -> None:
    answer = reply(run, "upgrade", CHIPS, to="1.36")

    assert "units" in answer


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("seeds", {"first": 1, "count": 1, "most": 9}),
        ("sweep", {"what": "nodes", "values": [1], "most": 9}),
        ("upkeep", {"plan": "drain", "nodes": ["n1"], "most": 9}),
        ("upgrade", {"to": "1.36"}),
    ],
)
def test_unreadable_chips_are_a_problem_of_each_question(run: Run, name: str, args: Any) -> None:
    problem = reply(run, name, [{"kind": "Pod"}], **args)
    assert isinstance(problem, Problem)

    assert "chips[0].key" == problem.path
