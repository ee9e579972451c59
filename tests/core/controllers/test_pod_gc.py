"""Pods of a node that is gone: removed by force, 40 to 80 seconds later, unless the node comes back."""

from __future__ import annotations

import pytest

from tests.core.playing import Documents, Play, apply, node, pod

HEAD = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "gc"}, "spec": {}}


def node_goes(at: float) -> dict[str, object]:
    return {"at": at, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}


def cluster() -> Documents:
    return [HEAD, node("n1"), node("n2"), pod("a", on="n1"), pod("b", on="n2")]


@pytest.mark.parametrize("at", [0, 7, 19, 20, 33])
def test_a_pod_goes_40_to_80_seconds_after_its_node(at: float) -> None:
    play = Play(cluster(), [node_goes(at)])
    last = play.until_quiet()

    assert 40 <= play.gone_at("a") - at <= 80
    assert play.exists(last, "b")


def test_the_pod_has_failed_and_says_why_before_it_goes() -> None:
    play = Play(cluster(), [node_goes(0)])
    play.until_quiet()
    removed = play.frames(kind="removed", pod="a")[0]

    assert ("controller", "podgc.removed") == (removed["actor"], removed["message"]["id"])
    assert {"pod": "a", "node": "n1"} == removed["message"]["args"]


def test_a_node_that_comes_back_in_time_keeps_its_pods() -> None:
    play = Play(cluster(), [node_goes(0), apply(30, node("n1"))])

    assert play.exists(play.until_quiet(), "a")


def test_pods_of_a_node_that_never_was_there_stay() -> None:
    play = Play([HEAD, node("n2"), pod("a", on="n1")], [apply(100, pod("c"))])

    assert play.exists(play.until_quiet(), "a")


def test_a_cluster_without_orphans_is_quiet_at_once() -> None:
    play = Play([HEAD, node("n1"), node("n2")], [node_goes(0)])
    play.until_quiet()

    assert ["input-delete"] == [frame["kind"] for frame in play.frames()]
