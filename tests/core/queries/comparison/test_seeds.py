"""One scenario with many seeds."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.comparison.seeds import outcome, tally
from tests.builders import node, pod, workload
from tests.core.play import scenario_from


def ways(row: Any) -> dict[str | None, int]:
    return {way["node"]: way["n"] for way in row["ways"]}


def test_a_tie_is_tossed_and_what_is_certain_comes_last() -> None:
    fixed = pod("fixed", "1", nodeSelector={"kubernetes.io/hostname": "n1"})
    scenario = scenario_from([node("n1"), node("n2"), fixed, pod("big", "9")])
    rows: list[Any] = tally(outcome(scenario, seed, 100) for seed in range(1, 6))

    assert {"fixed": {"n1": 5}, "big": {None: 5}} == {row["name"]: ways(row) for row in rows}
    assert {("0:00", "0:00"), (None, None)} == {(row["first"], row["last"]) for row in rows}


def test_both_nodes_of_a_tie_are_counted_with_their_seeds() -> None:
    scenario = scenario_from([node("n1"), node("n2"), pod("p", "1")])
    result: list[Any] = tally(outcome(scenario, seed, 100) for seed in range(1, 31))

    assert {"n1", "n2"} == set(ways(result[0]))
    assert (30, 30) == (sum(ways(result[0]).values()), result[0]["of"])


def test_pods_of_a_workload_are_counted_in_the_order_of_creation() -> None:
    scenario = scenario_from([node("n1"), workload("Deployment", "web", 2)])
    rows: list[Any] = tally(outcome(scenario, seed, 100) for seed in (1, 2))

    assert {"web #1", "web #2"} == {row["name"] for row in rows}


def test_what_decides_between_the_ways_of_a_pod_is_named() -> None:
    near = {
        "podAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "p"}}, "topologyKey": "kubernetes.io/hostname"}
            ]
        }
    }
    first = pod("p", "1", labels={"app": "p"})
    scenario = scenario_from([node("n1"), node("n2"), first, pod("q", "1", affinity=near)])
    outcomes = [outcome(scenario, seed, 100) for seed in range(1, 21)]
    result: Any = tally(outcomes)
    rows = {row["name"]: row for row in result}

    assert (["n1", "n2"], None) == (rows["p"]["toss"], rows["p"]["follows"])
    assert ([], "p") == (rows["q"]["toss"], rows["q"]["follows"])
    assert rows["p"]["odd"] in range(1, 21)


def test_a_pod_that_always_goes_one_way_has_no_odd_seed() -> None:
    scenario = scenario_from([node("n1"), pod("p", "1")])
    rows: Any = tally(outcome(scenario, seed, 100) for seed in (1, 2))
    row = rows[0]

    assert ([], None, None) == (row["toss"], row["follows"], row["odd"])
