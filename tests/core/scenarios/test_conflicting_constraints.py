"""T07: zone wants zoneB, node wants node2 in zoneA; every cure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node
from tests.core.playing import NO_VICTIMS, Play, delete, fs, gallery, named, priority_class, tail
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "conflicting-constraints"
STUCK = fs(3, "3 node(s) didn't match pod topology spread constraints.") + tail(3, f"3 {NO_VICTIMS}")


def test_mypod_goes_nowhere_and_says_so() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert ("", STUCK) == (play.node(last, "mypod"), play.text(last, "mypod"))


def test_zone_wants_zone_b_and_node_wants_node2() -> None:
    play = Play(gallery(SLUG))
    play.until_quiet()
    decision = play.decision("mypod")

    assert [("zone", 3, 1, 2, 2, False)] == spread(decision, "node1")[:1] == spread(decision, "node2")[:1]
    assert [("zone", 2, 1, 2, 1, True), ("node", 2, 1, 1, 2, False)] == spread(decision, "node3")


def test_all_three_nodes_were_tried_for_victims() -> None:
    play = Play(gallery(SLUG))
    play.until_quiet()
    statuses = play.decision("mypod")["preemption"]["statuses"]

    assert {"node1": [NO_VICTIMS], "node2": [NO_VICTIMS], "node3": [NO_VICTIMS]} == {
        name: status["reasons"] for name, status in statuses.items()
    }


@pytest.mark.parametrize(
    ("place", "change", "expected"),
    [
        (0, {"maxSkew": 2}, "node2"),
        (1, {"maxSkew": 2}, "node3"),
        (0, {"whenUnsatisfiable": "ScheduleAnyway"}, "node2"),
        (1, {"whenUnsatisfiable": "ScheduleAnyway"}, "node3"),
    ],
    ids=["zone maxSkew 2", "node maxSkew 2", "zone soft", "node soft"],
)
def test_one_constraint_less_strict_is_a_cure(place: int, change: dict[str, Any], expected: str) -> None:
    documents = gallery(SLUG)
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][place].update(change)
    play = Play(documents)

    assert expected == play.node(play.until_quiet(), "mypod")
    assert solved(play)


@pytest.mark.parametrize(
    ("gone", "expected"), [("p5", {"node3"}), ("p3", {"node2"}), ("p1", {"node1", "node2"})]
)
def test_one_pod_less_is_a_cure_when_it_is_gone(gone: str, expected: set[str]) -> None:
    documents = gallery(SLUG)
    documents[0]["spec"]["inputs"].append(delete(5, gone))
    play = Play(documents)
    last = play.until_quiet()

    assert "" == play.node(play.until(30), "mypod")
    assert play.node(last, "mypod") in expected
    assert play.gone_at(gone) == pytest.approx(35, abs=3)
    assert 0 <= play.bound_at("mypod") - play.gone_at(gone) <= 2
    assert solved(play)
    if gone == "p5":
        assert [("zone", 1, 1, 1, 1, True), ("node", 1, 1, 1, 1, True)] == spread(
            play.decision("mypod"), "node3"
        )


def test_between_equal_nodes_the_toss_is_shown() -> None:
    documents = gallery(SLUG)
    documents[0]["spec"]["inputs"].append(delete(5, "p1"))
    chosen = set()
    for seed in range(1, 9):
        documents[0]["spec"]["seed"] = seed
        play = Play(documents)
        last = play.until_quiet()
        frame = play.frames(kind="schedule", pod="mypod")[-1]
        decision = frame["decision"]
        if len(decision["best"]) > 1:
            assert {"node1", "node2"} == set(decision["best"])
            assert decision["tie"]
            assert [decision["node"]] == [toss["chose"] for toss in frame["tosses"]]
        chosen.add(play.node(last, "mypod"))

    assert chosen <= {"node1", "node2"}


def test_a_new_node_in_zone_b_is_a_cure_at_once() -> None:
    documents = gallery(SLUG)
    added = node("node4", labels={"node": "node4", "zone": "zoneB"})
    documents[0]["spec"]["inputs"].append({"at": 20, "kind": "apply", "documents": [added]})
    play = Play(documents)
    last = play.until_quiet()

    assert "node4" == play.node(last, "mypod")
    assert play.bound_at("mypod") == pytest.approx(20, abs=2)
    assert solved(play)


def test_with_priority_1000_p5_is_evicted() -> None:
    documents = [*gallery(SLUG), priority_class(1000)]
    named(documents, "mypod")["spec"]["priorityClassName"] = "p1000"
    play = Play(documents)
    last = play.until_quiet()

    assert (
        fs(3, "3 node(s) didn't match pod topology spread constraints.")
        == play.decisions("mypod")[0]["message"]
    )
    assert not play.exists(last, "p5")
    assert [True] * 4 == [play.exists(last, name) for name in ("p1", "p2", "p3", "p4")]
    assert "node3" == play.node(last, "mypod")


def solved(play: Play) -> bool:
    """The lesson's check: bound, labelled, two constraints, at least one of them hard with maxSkew up to
    2."""
    last = play.until_quiet()
    mypod = play.manifest(last, "mypod")
    constraints = mypod["spec"].get("topologySpreadConstraints", [])
    return (
        "" != play.node(last, "mypod")
        and "bar" == mypod["metadata"].get("labels", {}).get("foo")
        and ["node", "zone"] == sorted(each["topologyKey"] for each in constraints)
        and any("DoNotSchedule" == each["whenUnsatisfiable"] and each["maxSkew"] <= 2 for each in constraints)
        and all({"matchLabels": {"foo": "bar"}} == each["labelSelector"] for each in constraints)
    )


def test_the_lesson_is_not_solved_by_a_new_node_in_zone_a() -> None:
    documents = gallery(SLUG)
    added = node("node4", labels={"node": "node4", "zone": "zoneA"})
    documents[0]["spec"]["inputs"].append({"at": 20, "kind": "apply", "documents": [added]})
    play = Play(documents)

    assert not solved(play)
    assert play.text(play.until_quiet(), "mypod").startswith(
        fs(4, "4 node(s) didn't match pod topology spread constraints.")
    )


def test_the_lesson_is_not_solved_by_taking_the_label_away() -> None:
    documents = gallery(SLUG)
    del named(documents, "mypod")["metadata"]["labels"]
    play = Play(documents)

    assert not solved(play)
    assert "" != play.node(play.until_quiet(), "mypod")
