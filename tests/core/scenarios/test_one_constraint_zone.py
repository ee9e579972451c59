"""T04 (and T05's variations): one constraint over zones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.playing import NO_VICTIMS, Play, apply, delete, fs, gallery, named, tail

SLUG = "one-constraint-zone"
NODES = ["node1", "node2", "node3", "node4"]


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def spread(decision: dict[str, Any], node: str) -> list[tuple[Any, ...]]:
    """(key, count, self, minimum, skew, ok) of each constraint that was looked at on a node."""
    return [
        (each["key"], each["count"], each["self"], each["min"], each["skew"], each["ok"])
        for each in decision["nodes"][node].get("spread", ())
    ]


def test_zone_a_would_have_a_skew_of_2(play: Play) -> None:
    decision = play.decision("mypod")

    for name in ("node1", "node2"):
        assert "Unschedulable" == decision["nodes"][name]["code"]
        assert "PodTopologySpread" == decision["nodes"][name]["plugin"]
        assert ["node(s) didn't match pod topology spread constraints"] == decision["nodes"][name]["reasons"]
        assert [("zone", 2, 1, 1, 2, False)] == spread(decision, name)


def test_the_resources_decide_between_node3_and_node4(play: Play) -> None:
    last = play.until_quiet()

    assert {"node3": 395, "node4": 397} == play.decision("mypod")["totals"]
    assert "node4" == play.node(last, "mypod")


def changed(**changes: Any) -> Play:
    documents = gallery(SLUG)
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][0].update(changes)
    return Play(documents)


def test_with_max_skew_2_all_four_are_feasible() -> None:
    play = changed(maxSkew=2)
    last = play.until_quiet()

    assert {"node1": 395, "node2": 395, "node3": 395, "node4": 397} == play.decision("mypod")["totals"]
    assert "node4" == play.node(last, "mypod")


def test_with_the_node_as_domain_only_node4_is_left() -> None:
    play = changed(topologyKey="node")
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert [("node", 1, 1, 0, 2, False)] == spread(decision, "node3")
    assert "node4" == play.node(last, "mypod")
    assert not decision["scored"]


# The lesson: make mypod land in zone A.


def solved(play: Play) -> bool:
    last = play.until_quiet()
    mypod = play.manifest(last, "mypod")
    constraint = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"foo": "bar"}},
    }
    nodes: list[Any] = play.recording.snapshot(last)["nodes"]  # type: ignore[assignment]
    zones = {view["name"]: view["labels"].get("zone") for view in nodes}
    return (
        play.node(last, "mypod") in ("node1", "node2")
        and {"foo": "bar"} == mypod["metadata"]["labels"]
        and [constraint] == mypod["spec"]["topologySpreadConstraints"]
        and ["zoneA", "zoneA"] == [zones["node1"], zones["node2"]]
    )


def mypod() -> dict[str, Any]:
    return named(gallery(SLUG), "mypod")


def test_the_lesson_is_solved_by_two_more_pods_in_zone_b() -> None:
    documents = gallery(SLUG)
    documents += [pod(f"q{place}", on="node3", labels={"foo": "bar"}, since=9) for place in (1, 2)]

    play = Play(documents)

    assert solved(play)
    assert [("zone", 2, 1, 2, 1, True)] == spread(play.decision("mypod"), "node1")
    assert [("zone", 3, 1, 2, 2, False)] == spread(play.decision("mypod"), "node3")


def test_the_lesson_is_solved_by_deleting_p1_and_p2() -> None:
    inputs = [delete(0, "p1", force=True), delete(0, "p2", force=True), apply(1, mypod())]

    assert solved(Play(gallery(SLUG), inputs))


def test_the_lesson_is_solved_by_a_node_selector() -> None:
    chosen = mypod()
    chosen["spec"]["nodeSelector"] = {"zone": "zoneA"}

    assert solved(Play(gallery(SLUG), [apply(0, chosen)]))


def test_the_lesson_is_not_solved_by_cordoning_zone_b() -> None:
    cordons = [{"at": 0, "kind": "cordon", "node": name} for name in ("node3", "node4")]

    play = Play(gallery(SLUG), [*cordons, apply(0, mypod())])

    assert not solved(play)
    expected = fs(
        4, "2 node(s) didn't match pod topology spread constraints, 2 node(s) were unschedulable."
    ) + tail(4, f"2 {NO_VICTIMS}, 2 Preemption is not helpful for scheduling")
    assert expected == play.text(play.until_quiet(), "mypod")


def test_the_lesson_is_not_solved_by_max_skew_2() -> None:
    assert not solved(changed(maxSkew=2))
