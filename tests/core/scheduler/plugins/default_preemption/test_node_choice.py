"""Which of several candidate nodes preemption chooses, criterion by criterion."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.plugins.default_preemption.dry_run import CRITERIA, DryRun, rank
from scheduler_core.scheduler.plugins.default_preemption.node_choice import choose
from tests.core.scheduler.builders import pod

LOW, MID = 0, 100


def run(node: str, *victims: tuple[int, int], violations: int = 0) -> DryRun:
    """A dry run with these victims, as (priority, second of their start), the most important one first."""
    pods = tuple(
        pod(
            f"{node}-{index}",
            on=node,
            priority=priority,
            status={"startTime": f"2025-01-01T00:00:{start:02}Z"} if start else {},
        )
        for index, (priority, start) in enumerate(victims)
    )
    return DryRun(node, None, pods, violations, rank=rank(pods, violations))


@pytest.mark.parametrize(
    ("first", "second", "chosen", "by"),
    [
        pytest.param([(MID, 1)], [(LOW, 1)], "n2", "highest", id="lowest victims"),
        pytest.param([(MID, 1), (MID, 1)], [(MID, 1), (LOW, 1)], "n2", "sum", id="smaller sum of priorities"),
        pytest.param([(LOW, 1), (LOW, 1)], [(LOW, 1)], "n2", "sum", id="fewer victims"),
        pytest.param([(MID, 5)], [(MID, 1), (LOW, 1)], "n1", "sum", id="equal highest, fewer others"),
        pytest.param([(-5, 1), (-5, 1)], [(-1, 1)], "n1", "highest", id="below zero the lower one"),
        pytest.param([(-1, 1), (-5, 1)], [(-1, 1)], "n2", "sum", id="below zero more are not less"),
        pytest.param([(LOW, 1)], [(LOW, 9)], "n2", "start", id="victims that started last"),
        pytest.param(
            [(MID, 1), (MID, 9)], [(MID, 2), (MID, 3)], "n2", "start", id="the earliest of the highest counts"
        ),
        pytest.param(
            [(MID, 5), (LOW, 1)], [(MID, 4), (LOW, 9)], "n1", "start", id="the start of lower ones does not"
        ),
        pytest.param(
            [(LOW, 9)], [(LOW, 0)], "n2", "start", id="a victim that has not started is the youngest"
        ),
        pytest.param([(LOW, 1)], [(LOW, 1)], "n1", "order", id="the first of equals"),
    ],
)
def test_the_criteria_are_compared_one_after_another(
    first: list[tuple[int, int]], second: list[tuple[int, int]], chosen: str, by: str
) -> None:
    nodes, criteria = choose([run("n1", *first), run("n2", *second)])

    assert (chosen, by) == (nodes[0], criteria[-1].id)


def test_a_violated_budget_weighs_more_than_any_priority() -> None:
    nodes, criteria = choose([run("n1", (LOW, 1), violations=1), run("n2", (MID, 1))])

    assert ("n2",) == nodes
    assert ["pdb"] == [criterion.id for criterion in criteria]
    assert (("n1", 1), ("n2", 0)) == criteria[0].values


def test_each_criterion_is_compared_among_the_nodes_that_are_still_equal() -> None:
    runs = [run("n1", (LOW, 1), violations=1), run("n2", (MID, 1)), run("n3", (LOW, 2)), run("n4", (LOW, 1))]
    nodes, criteria = choose(runs)

    assert ("n3",) == nodes
    assert [("pdb", 3), ("highest", 2), ("sum", 2), ("count", 2), ("start", 1)] == [
        (criterion.id, len(criterion.remaining)) for criterion in criteria
    ]


def test_a_start_that_has_not_happened_is_shown_as_none() -> None:
    _, criteria = choose([run("n1", (LOW, 1)), run("n2", (LOW, 0))])

    assert ("n2", None) == criteria[-1].values[1]


def test_without_a_trace_the_same_nodes_are_chosen_and_no_criterion_is_recorded() -> None:
    runs = [run("n1", (LOW, 1)), run("n2", (MID, 1)), run("n3", (LOW, 1))]

    assert (("n1", "n3"), ()) == choose(runs, trace=False)
    assert ("n1", "n3") == choose(runs)[0]


def test_a_single_candidate_is_chosen_without_a_criterion() -> None:
    assert (("n1",), ()) == choose([run("n1", (LOW, 1))])


def test_a_rank_has_a_value_for_every_criterion() -> None:
    assert len(CRITERIA) == len(run("n1", (LOW, 1)).rank)
