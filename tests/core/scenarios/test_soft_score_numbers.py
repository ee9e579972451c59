"""T19: a soft constraint is one weighted summand; its arithmetic, number by number."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.playing import Play, apply, gallery, in_version, named

SLUG = "soft-score-numbers"
ZONE_A, ZONE_B = ("node1", "node2"), ("node3", "node4")


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_raw_normalised_and_weighted_spread_scores(play: Play) -> None:
    decision = play.decision("mypod")

    assert 2 == decision["weights"]["PodTopologySpread"]
    for name in ZONE_A:
        assert [3, 33, 66] == decision["scores"][name]["PodTopologySpread"]
    for name in ZONE_B:
        assert [1, 100, 200] == decision["scores"][name]["PodTopologySpread"]


def test_what_is_behind_the_raw_score(play: Play) -> None:
    scores = play.decision("mypod")["spreadScores"]

    counts = {"matchExpressions": [{"key": "foo", "operator": "In", "values": ["bar"]}]}
    constraint = {"key": "zone", "maxSkew": 1, "domains": 2, "weight": 1.3863, "selector": "foo=bar"}
    assert [{**constraint, "labelSelector": counts}] == scores["constraints"]
    assert ([], 1, 3) == (scores["ignored"], scores["lowest"], scores["highest"])
    assert {"counts": [2], "sum": 2.7726} == scores["nodes"]["node1"]
    assert {"counts": [1], "sum": 1.3863} == scores["nodes"]["node4"]


def test_the_totals_decide_for_node4(play: Play) -> None:
    decision = play.decision("mypod")

    assert {"node1": 461, "node2": 461, "node3": 595, "node4": 597} == decision["totals"]
    assert (["node4"], False) == (decision["best"], decision["tie"])
    assert "node4" == play.node(play.until_quiet(), "mypod")


# The lesson: make the soft pod land in zone A.


def solved(play: Play) -> bool:
    last = play.until_quiet()
    mypod = play.manifest(last, "mypod")
    constraint = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {"foo": "bar"}},
    }
    nodes: list[Any] = play.recording.snapshot(last)["nodes"]  # type: ignore[assignment]
    zone_b = {view["name"]: view for view in nodes if view["name"] in ZONE_B}
    return (
        play.node(last, "mypod") in ZONE_A
        and {"foo": "bar"} == mypod["metadata"]["labels"]
        and [constraint] == mypod["spec"]["topologySpreadConstraints"]
        and all(not view["cordoned"] and "zoneB" == view["labels"]["zone"] for view in zone_b.values())
    )


def mypod() -> dict[str, Any]:
    return named(gallery(SLUG), "mypod")


@pytest.mark.parametrize("weight", [1, 100])
def test_the_lesson_is_solved_by_a_preferred_affinity_of_any_weight(weight: int) -> None:
    chosen = mypod()
    term = {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["zoneA"]}]}
    chosen["spec"]["affinity"] = {
        "nodeAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": weight, "preference": term}]
        }
    }

    play = Play(gallery(SLUG), [apply(0, chosen)])

    assert solved(play)
    assert {"node1": 661, "node2": 661, "node3": 595, "node4": 597} == play.decision("mypod")["totals"]


def tainted(*names: str) -> list[dict[str, Any]]:
    taints = [
        {"at": 0, "kind": "taint", "node": name, "key": "k", "value": "", "effect": "PreferNoSchedule"}
        for name in names
    ]
    return [*taints, apply(0, mypod())]


def test_the_lesson_is_solved_by_a_soft_taint_on_both_nodes_of_zone_b() -> None:
    play = Play(gallery(SLUG), tainted("node3", "node4"))

    assert solved(play)
    assert {"node1": 461, "node2": 461, "node3": 295, "node4": 297} == play.decision("mypod")["totals"]


def test_the_lesson_is_solved_by_two_more_pods_on_node4() -> None:
    documents = gallery(SLUG)
    documents += [pod(f"q{place}", on="node4", labels={"foo": "bar"}, since=9) for place in (1, 2)]
    play = Play(documents)

    assert solved(play)
    totals = play.decision("mypod")["totals"]
    assert 595 == totals["node1"] == totals["node2"]
    assert max(totals["node3"], totals["node4"]) <= 545


def test_the_lesson_is_not_solved_by_a_taint_on_node4_alone() -> None:
    play = Play(gallery(SLUG), tainted("node4"))

    assert not solved(play)
    assert 595 == play.decision("mypod")["totals"]["node3"]


def test_the_lesson_is_not_solved_by_bigger_nodes_in_zone_a() -> None:
    bigger = [apply(0, node(name, "64", "128Gi", labels={"node": name, "zone": "zoneA"})) for name in ZONE_A]
    play = Play(gallery(SLUG), [*bigger, apply(0, mypod())])

    assert not solved(play)
    totals = play.decision("mypod")["totals"]
    assert (465, 597) == (totals["node1"], totals["node4"])


def test_up_to_1_23_the_fraction_of_the_raw_score_is_cut_off() -> None:
    play = Play(in_version(SLUG, "1.23"))
    play.until_quiet()
    decision = play.decision("mypod")

    assert [2, 50, 100] == decision["scores"]["node1"]["PodTopologySpread"]
    assert [1, 100, 200] == decision["scores"]["node4"]["PodTopologySpread"]
    assert (1, 2) == (decision["spreadScores"]["lowest"], decision["spreadScores"]["highest"])
