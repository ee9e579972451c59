"""A18: the test for victims removes all lower pods of a node, also the one P wants to be near."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.playing import NO_VICTIMS, Documents, Play, apply, fs, gallery, named, priority_class, tail

SLUG = "affinity-to-victim"
FULL = fs(1, "1 Insufficient cpu.")


def with_q_of_100(*inputs: dict[str, Any]) -> Documents:
    documents = gallery(SLUG)
    named(documents, "q")["spec"]["priorityClassName"] = "p100"
    documents[0]["spec"]["inputs"] += inputs
    return documents


def test_without_q_no_pod_meets_the_affinity() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert FULL + tail(1, "1 node(s) didn't match pod affinity rules") == play.text(last, "p")
    assert play.untouched(last, "q")


def test_a_q_of_the_same_priority_is_no_victim() -> None:
    play = Play(with_q_of_100())
    last = play.until_quiet()

    assert FULL + tail(1, f"1 {NO_VICTIMS}") == play.text(last, "p")
    assert play.untouched(last, "q")


def test_when_n1_grows_p_is_placed_at_once_without_preemption() -> None:
    play = Play(with_q_of_100(apply(10, node("n1", "3"))))
    last = play.until_quiet()

    assert "n1" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(10, abs=2)
    assert play.untouched(last, "q")


def test_another_node_with_a_higher_db_pod_helps() -> None:
    grown = node("n2", "3")
    documents = [*gallery(SLUG), grown, priority_class(200)]
    documents.append(pod("db2", "1", on="n2", since=2, priority="p200", labels={"app": "db"}))
    documents.append(pod("low", "2", on="n2", since=3))
    play = Play(documents)
    last = play.until_quiet()
    seq = play.until(10)

    assert (fs(2, "2 Insufficient cpu."), "n2") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert play.terminating(seq, "low")
    assert [True, True] == [play.untouched(last, name) for name in ("q", "db2")]
    assert "n2" == play.node(last, "p")


def test_it_also_helps_where_a_terminating_pod_and_db2_overfill_the_node_as_on_the_page() -> None:
    # The page's n2 has 2 cpu and both pods: 3 cpu on paper, as a node that was made smaller may have.
    documents = [*gallery(SLUG), node("n2", "2"), priority_class(200)]
    documents.append(pod("db2", "1", on="n2", since=2, priority="p200", labels={"app": "db"}))
    documents.append(pod("low", "2", on="n2", since=3))
    play = Play(documents)
    last = play.until_quiet()
    seq = play.until(10)

    assert (fs(2, "2 Insufficient cpu."), "n2") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert not play.exists(last, "low")
    assert ("n2", True) == (play.node(last, "p"), play.untouched(last, "q"))
