"""The bar of a node under pressure, read from played runs."""

from __future__ import annotations

from typing import Any

from tests.core.play import Play
from tests.core.pressure import HARD, MI, PODS, RECLAIM, SOME_NODE, node, pressed


def pressure(at: float = 0, *, machine: dict[str, Any] = SOME_NODE, **configuration: Any) -> Any:
    """The pressure view of n1 at second `at` of a run in which it is short of memory from the start."""
    play = Play([pressed({"evictionHard": HARD, **configuration}), machine, *PODS])
    seq = play.until(at) if at else 0
    views: Any = play.recording.snapshot(seq)["pressures"]
    return views[0]


def test_the_bar_holds_the_system_the_pods_from_the_last_to_go_to_the_first_and_what_is_free() -> None:
    bar = pressure()["bar"]
    expected = [
        ("system", None, "198Mi"),
        ("pod", "x", "200Mi"),
        ("pod", "y", "900Mi"),
        ("pod", "w", "30Mi"),
        ("pod", "z", "700Mi"),
    ]

    assert expected == [(part["kind"], part["name"], part["text"]) for part in bar["parts"]]
    assert ("memory", "2Gi", "20Mi") == (bar["resource"], bar["capacityText"], bar["freeText"])
    assert bar["capacity"] == bar["free"] + sum(part["value"] for part in bar["parts"])


def test_a_pod_that_is_being_evicted_stands_beside_what_is_free() -> None:
    bar = pressure(10)["bar"]

    assert ("dying", "z") == (bar["parts"][-1]["kind"], bar["parts"][-1]["name"])


def test_a_minimum_reclaim_is_a_line_of_its_own_at_the_sum() -> None:
    lines = pressure(evictionMinimumReclaim=RECLAIM)["bar"]["lines"]

    assert [("hard", 100 * MI, "100Mi"), ("reclaim", 600 * MI, "600Mi")] == [
        (line["kind"], line["free"], line["text"]) for line in lines
    ]
    assert ("100Mi", "500Mi") == (lines[1]["thresholdText"], lines[1]["minReclaimText"])


def test_amounts_of_a_ranking_stand_there_as_text_with_what_is_free_without_the_pod() -> None:
    rows = {row["name"]: row["texts"] for row in pressure()["ranking"]}

    assert {"usage": "700Mi", "request": "600Mi", "over": "+100Mi", "freeWithout": "720Mi"} == rows["z"]
    assert "−100Mi" == rows["x"]["over"]


def test_a_place_says_what_decided_it() -> None:
    by_name = {row["name"]: row["because"] for row in pressure()["ranking"]}

    assert {"z": "most-over", "w": "above", "y": "above", "x": "within"} == by_name


def test_a_node_is_pressed_from_the_first_threshold_that_is_crossed_on() -> None:
    calm = pressure(machine=node("8Gi", system_memory="198Mi"))
    short = pressure(10)

    assert (False, True) == (calm["pressed"], short["pressed"])
    assert "Attempting to reclaim memory" == short["event"]
