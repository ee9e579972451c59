"""The outline of a decision: what the board paints of it in each step."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import decide
from scheduler_core.scheduler.cycle.decision import MAX_NODES_IN_VIEW
from scheduler_core.scheduler.cycle.decision_outline import MOST_NODES_EXPLAINED, brief, outline
from scheduler_core.scheduler.cycle.decision_view import MOST_TRIES, decision_view
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, judged, node, pod


def test_it_has_result_node_counts_and_message() -> None:
    result = outline(judged(cluster(node("n1", "1"), node("n2", "1")), pod("p", "2")))

    assert ("default/p", "", "unschedulable", None, 2, 0, False, False) == tuple(
        result[name] for name in ("pod", "uid", "result", "node", "nodeCount", "feasible", "scored", "tie")
    )
    assert str(result["message"]).startswith("0/2 nodes are available: 2 Insufficient cpu.")


def test_each_node_has_its_refusal_or_its_sum_in_the_order_of_judging() -> None:
    snapshot = cluster(node("n1", "1"), node("n2"), node("n3", unschedulable=True), node("n4"))
    decision = judged(snapshot, pod("p", "2"))
    result: Any = outline(decision)

    assert [
        {"plugin": "NodeResourcesFit", "line": "Insufficient cpu", "word": "cpu"},
        {"plugin": "NodeUnschedulable", "line": "node(s) were unschedulable", "word": "cordon"},
    ] == [{name: refusal[name] for name in ("plugin", "line", "word")} for refusal in result["refusals"]]
    assert list(decision.order) == [name for name, _, _ in result["verdicts"]]
    assert {
        "n1": [0, None],
        "n2": [None, decision.totals["n2"]],
        "n3": [1, None],
        "n4": [None, decision.totals["n4"]],
    } == {name: rest for name, *rest in result["verdicts"]}


def test_the_same_refusal_on_many_nodes_is_written_once() -> None:
    result: Any = outline(judged(cluster(*(node(f"n{n}", "1") for n in range(9))), pod("p", "2")))

    assert 1 == len(result["refusals"])
    assert [0] * 9 == [refusal for _, refusal, _ in result["verdicts"]]


def test_each_scored_node_has_the_weighted_score_of_each_plugin_and_they_add_up_to_its_sum() -> None:
    decision = judged(cluster(node("n1"), node("n2", "8"), node("n3", "1")), pod("p", "2"))
    result: Any = outline(decision)
    scores = result["scores"]

    assert list(decision.scores["n1"]) == [name for name in decision.weights if name in scores["plugins"]]
    assert dict(decision.totals) == {name: sum(row) for name, row in scores["rows"].items()}


def test_beyond_the_nodes_that_a_board_explains_it_has_neither_obstacles_nor_scores() -> None:
    few, many = [
        outline(judged(cluster(node("full", "1"), *(node(f"n{n}") for n in range(count))), pod("p", "2")))
        for count in (MOST_NODES_EXPLAINED - 1, MOST_NODES_EXPLAINED)
    ]
    of: Any = [(message["scores"] is None, message["refusals"]) for message in (few, many)]

    assert [(False, True), (True, False)] == [(none, "obstacles" in refusals[0]) for none, refusals in of]


def test_a_single_node_is_taken_without_a_sum() -> None:
    result = outline(judged(cluster(node("n1")), pod("p", "1")))

    assert ([["n1", None, None]], 1, False) == (result["verdicts"], result["feasible"], result["scored"])


def test_it_says_whether_there_are_spread_charts() -> None:
    spread = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "x"}},
    }
    snapshot = cluster(node("n1", labels={"zone": "a"}), node("n2", labels={"zone": "b"}))

    messages = [
        outline(judged(snapshot, pod("p", "1", **more)))
        for more in ({"topologySpreadConstraints": [spread]}, {})
    ]

    assert [True, False] == [item["spreads"] for item in messages]


def test_in_brief_it_has_some_of_the_same_fields() -> None:
    decision = judged(cluster(node("n1"), node("n2")), pod("p", "1"))
    message, whole = brief(decision), outline(decision)

    assert ["pod", "uid", "cycle", "result", "node", "spreads"] == list(message)
    assert message.items() <= whole.items()


def test_every_node_has_its_verdict_however_many_there_are() -> None:
    many = MAX_NODES_IN_VIEW * 5
    full = [node(f"n{n:04}", "1") for n in range(many)]
    result: Any = outline(judged(cluster(*full), pod("p", "2")))

    assert {f"n{n:04}" for n in range(many)} == {name for name, _, _ in result["verdicts"]}
    assert {0} == {refusal for _, refusal, _ in result["verdicts"]}
    assert many == result["nodeCount"]


def test_it_is_much_smaller_than_the_whole() -> None:
    snapshot = cluster(*(node(f"n{n:03}") for n in range(MAX_NODES_IN_VIEW + 50)))
    decision = judged(snapshot, pod("p", "1"))
    result: Any = outline(decision)

    assert len(json.dumps(result)) * 8 < len(json.dumps(decision_view(decision)))


def test_of_a_dry_run_with_more_than_two_hundred_victims_all_are_named_and_the_first_steps_are_shown() -> (
    None
):
    low = [pod(f"low{n:03}", "10m", on="n1") for n in range(MOST_TRIES + 10)]
    decision = judged(cluster(node("n1", "2100m"), *low), pod("p", "2100m", priority=100))
    shown: Any = decision_view(decision)
    (candidate,) = shown["preemption"]["candidates"]

    assert (MOST_TRIES + 10, MOST_TRIES) == (len(candidate["victims"]), len(candidate["tries"]))


def test_a_score_of_a_plugin_of_one_s_own_stands_beside_those_of_the_profile() -> None:
    own = {"Mine": OwnPlugin("Mine", {"score": lambda pod, node, args: 7})}
    sets = (("score", PluginSet(enabled=(PluginEntry("Mine", weight=3),))),)
    profile = build_profile(ProfileConfig(plugin_sets=sets), own)
    decision = decide(cluster(node("n1"), node("n2")), pod("p", "1"), profile, Nominator())
    result: Any = outline(decision)
    place = result["scores"]["plugins"].index("Mine")

    assert {"n1": 21, "n2": 21} == {name: row[place] for name, row in result["scores"]["rows"].items()}
