"""T24: the minimum after each change of one domain, and the two entries that upstream keeps."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("critical-path-drill"))
    made.until_quiet()
    return made


def test_the_probes_read_the_plain_minimum(play: Play) -> None:
    counts = {"na": 1, "nb": 2}
    for number, (here, minimum) in enumerate([(1, 1), (0, 0), (1, 1), (2, 1)], 1):
        decision = play.decision(f"probe{number}")
        for name, count in {**counts, "nc": here}.items():
            assert [("zone", count, 0, minimum, count - minimum, True)] == spread(decision, name)


def test_a_probe_counts_from_nothing(play: Play) -> None:
    paths = [play.decision(f"probe{number}")["spreadState"][0]["paths"] for number in (1, 2, 3, 4)]

    assert [
        [["A", 1], ["C", 1]],
        [["C", 0], ["A", 1]],
        [["A", 1], ["C", 1]],
        [["A", 1], ["B", 2]],
    ] == paths


def test_the_dry_run_swaps_the_two_critical_paths_as_the_page_says(play: Play) -> None:
    decision = play.decision("drill", 0)
    (candidate,) = decision["preemption"]["candidates"]
    steps = [(step["domain"], step["count"], step["paths"]) for step in candidate["spread"]]

    assert [["A", 1], ["B", 2]] == decision["spreadState"][0]["paths"]
    assert [
        ("C", 1, [["A", 1], ["C", 1]]),
        ("C", 0, [["C", 0], ["A", 1]]),
        ("C", 1, [["C", 1], ["A", 1]]),
        ("C", 2, [["A", 1], ["C", 2]]),
    ] == steps[:4]
    assert [1, 0, 1, 1] == [paths[0][1] for _, _, paths in steps[:4]]


def test_the_pod_that_did_not_fit_beside_it_goes(play: Play) -> None:
    (candidate,) = play.decision("drill", 0)["preemption"]["candidates"]

    assert ["default/c4"] == [victim["pod"] for victim in candidate["victims"]]
    assert ("C", 1, [["A", 1], ["C", 1]]) == tuple(candidate["spread"][-1].values())[1:]
    assert "nc" == play.node(play.until_quiet(), "drill")
