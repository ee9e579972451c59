"""T23: upstream's test case: counts and minimum of two constraints, and the verdicts."""

from __future__ import annotations

import pytest

from tests.core.playing import NO_VICTIMS, Documents, Play, fs, gallery, named, tail
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "prefilter-board"
NODES = ("node-a", "node-b", "node-x", "node-y")


def zone_skew_2() -> Documents:
    documents = gallery(SLUG)
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][0]["maxSkew"] = 2
    return documents


def test_no_node_satisfies_both() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    text = fs(4, "4 node(s) didn't match pod topology spread constraints.") + tail(4, f"4 {NO_VICTIMS}")
    assert ("", text) == (play.node(last, "mypod"), play.text(last, "mypod"))


@pytest.mark.parametrize(
    ("node", "zone", "own"),
    [("node-a", (3, 1, True), 2), ("node-b", (3, 1, True), 1), ("node-x", (4, 2, False), 0)],
)
def test_the_counts_are_3_and_4_by_zone_and_2_1_0_4_by_node(
    node: str, zone: tuple[int, int, bool], own: int
) -> None:
    play = Play(gallery(SLUG))
    play.until_quiet()
    found = spread(play.decision("mypod"), node)
    count, skew, ok = zone

    assert ("zone", count, 1, 3, skew, ok) == found[0]
    if ok:
        assert ("node", own, 1, 0, own + 1, False) == found[1]


def test_the_state_of_prefilter_is_the_table_of_the_test_case() -> None:
    play = Play(gallery(SLUG))
    play.until_quiet()
    zone, own = play.decision("mypod")["spreadState"]

    assert [["zone1", 3], ["zone2", 4]] == zone["pairs"]
    assert [["zone1", 3], ["zone2", 4]] == zone["paths"]
    assert [["node-a", 2], ["node-b", 1], ["node-x", 0], ["node-y", 4]] == own["pairs"]
    assert [["node-x", 0], ["node-b", 1]] == own["paths"]
    assert [(2, 1, 3), (4, 1, 0)] == [(c["domains"], c["minDomains"], c["min"]) for c in (zone, own)]


def test_with_a_zone_skew_of_2_node_x_is_left() -> None:
    play = Play(zone_skew_2())
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert "node-x" == play.node(last, "mypod")
    assert [name for name in NODES if "Success" != decision["nodes"][name]["code"]] == [
        "node-a",
        "node-b",
        "node-y",
    ]
    assert ("node", 4, 1, 0, 5, False) == spread(decision, "node-y")[-1]
