"""Figures over a run: one number at each step."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, Run
from scheduler_core.queries.history.figures import Figure, parse_figure
from tests.builders import ZONE, node, pod
from tests.core.builders import recorded


@pytest.fixture(scope="module")
def two_zones() -> Run:
    spread = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    nodes = [node(name, "4", labels={ZONE: name}) for name in ("n1", "n2")]
    pods = [pod(f"w{i}", "1", labels={"app": "web"}, topologySpreadConstraints=[spread]) for i in range(3)]
    return recorded(*nodes, *pods)


def values(recording: Run, request: Any) -> list[float]:
    figure = parse_figure(recording, request, recording.head_seq)
    assert isinstance(figure, Figure)
    return [value for _, value, _ in figure.points(0, recording.head_seq)[0]]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("pending", [3, 2, 1, 0]),
        ("running", [0, 1, 2, 3]),
        ("ending", [0]),
        ("skew:default/w0", [0, 1, 0, 1]),
        ({"pod": {"name": "w0", "bound": True}}, [0, 1]),
        ({"processes": {"of": "w0", "count": 1}}, [0, 1]),
        ("processes:default/w0", [0, 1]),
    ],
)
def test_a_figure_is_told_where_it_takes_another_value(
    two_zones: Run, question: Any, expected: list[float]
) -> None:
    assert expected == values(two_zones, question)


def test_what_is_free_on_the_nodes_falls_with_what_is_bound(two_zones: Run) -> None:
    results = [values(two_zones, f"free-cpu:{name}") for name in ("n1", "n2")]

    assert [[4, 3], [4, 3, 2]] == sorted(results, key=len)


def test_a_part_of_the_run_continues_where_another_ended(two_zones: Run) -> None:
    figure = parse_figure(two_zones, "pending", two_zones.head_seq)
    assert isinstance(figure, Figure)
    points, at = figure.points(0, two_zones.head_seq, None, lambda: False)

    assert ([(0.0, 3.0, 0)], 0) == (points, at)


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("skew", "figure.unknown"),
        ("skew:default/none", "figure.unknown"),
        ("free-cpu:n9", "figure.no_node"),
        ("pending:x", "figure.unknown"),
        (7, "figure.unknown"),
        ({"nonsense": 1}, "condition.unknown_word"),
    ],
)
def test_what_is_no_figure_says_so(two_zones: Run, question: Any, code: str) -> None:
    result = parse_figure(two_zones, question, two_zones.head_seq)

    assert isinstance(result, Problem)
    assert code == result.code
