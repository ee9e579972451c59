"""The outline of a decision: what the board paints of it in each step."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core.scheduler.cycle.decision import MAX_NODES_IN_VIEW
from scheduler_core.scheduler.cycle.decision_outline import brief, outline
from scheduler_core.scheduler.cycle.decision_view import decision_view
from tests.core.scheduler.making import cluster, judged, node, pod


def test_it_has_result_node_counts_and_message() -> None:
    told = outline(judged(cluster(node("n1", "1"), node("n2", "1")), pod("p", "2")))

    assert ("default/p", "", "unschedulable", None, 2, 0, False, False) == tuple(
        told[name] for name in ("pod", "uid", "result", "node", "nodeCount", "feasible", "scored", "tie")
    )
    assert str(told["message"]).startswith("0/2 nodes are available: 2 Insufficient cpu.")


def test_each_node_has_its_refusal_or_its_sum_in_the_order_of_judging() -> None:
    snapshot = cluster(node("n1", "1"), node("n2"), node("n3", unschedulable=True), node("n4"))
    decision = judged(snapshot, pod("p", "2"))
    told: Any = outline(decision)

    assert [
        {"plugin": "NodeResourcesFit", "line": "Insufficient cpu", "word": "cpu"},
        {"plugin": "NodeUnschedulable", "line": "node(s) were unschedulable", "word": "cordon"},
    ] == told["refusals"]
    assert list(decision.order) == [name for name, _, _ in told["verdicts"]]
    assert {
        "n1": [0, None],
        "n2": [None, decision.totals["n2"]],
        "n3": [1, None],
        "n4": [None, decision.totals["n4"]],
    } == {name: rest for name, *rest in told["verdicts"]}


def test_the_same_refusal_on_many_nodes_is_written_once() -> None:
    told: Any = outline(judged(cluster(*(node(f"n{n}", "1") for n in range(9))), pod("p", "2")))

    assert 1 == len(told["refusals"])
    assert [0] * 9 == [refusal for _, refusal, _ in told["verdicts"]]


def test_a_single_node_is_taken_without_a_sum() -> None:
    told = outline(judged(cluster(node("n1")), pod("p", "1")))

    assert ([["n1", None, None]], 1, False) == (told["verdicts"], told["feasible"], told["scored"])


def test_it_says_whether_there_are_spread_charts() -> None:
    spread = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "x"}},
    }
    snapshot = cluster(node("n1", labels={"zone": "a"}), node("n2", labels={"zone": "b"}))

    told = [
        outline(judged(snapshot, pod("p", "1", **more)))
        for more in ({"topologySpreadConstraints": [spread]}, {})
    ]

    assert [True, False] == [each["spreads"] for each in told]


def test_in_brief_it_has_some_of_the_same_fields() -> None:
    decision = judged(cluster(node("n1"), node("n2")), pod("p", "1"))
    told, whole = brief(decision), outline(decision)

    assert ["pod", "uid", "cycle", "result", "node", "spreads"] == list(told)
    assert told.items() <= whole.items()


def test_every_node_has_its_verdict_however_many_there_are() -> None:
    many = MAX_NODES_IN_VIEW * 5
    full = [node(f"n{n:04}", "1") for n in range(many)]
    told: Any = outline(judged(cluster(*full), pod("p", "2")))

    assert {f"n{n:04}" for n in range(many)} == {name for name, _, _ in told["verdicts"]}
    assert {0} == {refusal for _, refusal, _ in told["verdicts"]}
    assert many == told["nodeCount"]


def test_it_is_much_smaller_than_the_whole() -> None:
    snapshot = cluster(*(node(f"n{n:03}") for n in range(MAX_NODES_IN_VIEW + 50)))
    decision = judged(snapshot, pod("p", "1"))
    told: Any = outline(decision)

    assert len(json.dumps(told)) * 8 < len(json.dumps(decision_view(decision)))
