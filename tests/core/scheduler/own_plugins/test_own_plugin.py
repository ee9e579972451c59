"""A user's plugin made of plain functions."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.status import SUCCESS, Code
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from tests.core.scheduler.builders import cluster, node, pod

POD = pod("p")
SNAPSHOT = cluster(node("n1"))
NODE: NodeInfo = SNAPSHOT.nodes[0]


def made(args: dict[str, Any] | None = None, **functions: Any) -> Any:
    return OwnPlugin("Mine", functions).make(args or {})


def test_a_plugin_extends_the_points_of_its_functions() -> None:
    plugin = OwnPlugin("Mine", {"filter": print, "score": print, "normalize_score": print})

    assert {"filter", "score"} == plugin.points


@pytest.mark.parametrize(
    ("functions", "text"),
    [
        ({"filtr": print}, "Mine: unknown functions filtr"),
        (
            {"normalize_score": print},
            "Mine: none of the functions pre_enqueue, pre_filter, filter, score is there",
        ),
    ],
)
def test_a_plugin_without_a_function_that_makes_it_one_is_refused(
    functions: dict[str, Any], text: str
) -> None:
    with pytest.raises(ValueError, match=text):
        OwnPlugin("Mine", functions)


def test_a_reason_refuses_and_none_lets_pass() -> None:
    refusing, passing = made(filter=lambda *given: "too old"), made(filter=lambda *given: None)
    status = refusing.filter(CycleState(SNAPSHOT), POD, NODE)

    assert (Code.UNSCHEDULABLE, ("too old",), "Mine") == (status.code, status.reasons, status.plugin)
    assert SUCCESS is passing.filter(CycleState(SNAPSHOT), POD, NODE)


def test_a_reason_of_pre_filter_refuses_every_node_for_good() -> None:
    result = made(pre_filter=lambda *given: "never").pre_filter(CycleState(SNAPSHOT), cluster(), POD)

    assert Code.UNRESOLVABLE is result.status.code


def test_the_last_argument_of_a_function_is_the_plugin_s_args() -> None:
    plugin = made(
        {"wanted": "n1"}, filter=lambda pod, node, args: None if node.name == args["wanted"] else "no"
    )

    assert SUCCESS is plugin.filter(CycleState(SNAPSHOT), POD, NODE)


@pytest.mark.parametrize("answer", ["", 3, True])
def test_an_answer_that_is_neither_a_reason_nor_none_fails_the_attempt(answer: object) -> None:
    with pytest.raises(PluginFailedError, match="neither a reason nor None"):
        made(filter=lambda *given: answer).filter(CycleState(SNAPSHOT), POD, NODE)


def test_a_failing_pre_enqueue_holds_the_pod_back_with_its_error() -> None:
    status = made(pre_enqueue=lambda *given: 1 // 0).pre_enqueue(Snapshot(), POD, frozenset())

    assert Code.UNRESOLVABLE is status.code
    assert "ZeroDivisionError" in status.reasons[0]


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (101, "invalid score 101"),
        (-1, "invalid score -1"),
        (1.5, "a score must be an int"),
        (True, "must be an int"),
    ],
)
def test_a_score_outside_0_to_100_fails_the_attempt(score: object, text: str) -> None:
    with pytest.raises(PluginFailedError, match=text):
        made(score=lambda *given: score).score(CycleState(SNAPSHOT), POD, NODE)


def test_with_normalize_score_the_raw_score_may_be_anything() -> None:
    plugin = made(
        score=lambda *given: 5_000, normalize_score=lambda scores, args: [score // 50 for score in scores]
    )

    assert 5_000 == plugin.score(CycleState(SNAPSHOT), POD, NODE)
    assert [100] == plugin.normalize_score(CycleState(SNAPSHOT), POD, [NODE], [5_000])


def test_normalize_score_has_to_return_a_score_for_each_node() -> None:
    plugin = made(score=lambda *given: 1, normalize_score=lambda scores, args: [1])

    with pytest.raises(PluginFailedError, match="not one score for each of 2 nodes"):
        plugin.normalize_score(CycleState(SNAPSHOT), POD, [NODE, NODE], [1, 1])
