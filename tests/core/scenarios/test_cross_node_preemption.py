"""A19: evicting on one node never counts for another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import NOT_HELPFUL, Play, apply, fs, gallery, named, priority_class, tail

SLUG = "cross-node-preemption"
BOTH = fs(2, "1 node(s) didn't match pod anti-affinity rules, 1 node(s) were unschedulable.")


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_no_pod_is_preempted_and_the_text_says_why(play: Play) -> None:
    seq = play.until(9)

    why = f"1 {NOT_HELPFUL}, 1 node(s) didn't match pod anti-affinity rules"
    assert (BOTH + tail(2, why), "") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert [True, True] == [play.untouched(seq, name) for name in ("q", "low")]


def test_when_q_is_gone_p_takes_n(play: Play) -> None:
    last = play.until_quiet()

    assert play.gone_at("q") == pytest.approx(40, abs=3)
    assert play.bound_at("p") == pytest.approx(40, abs=3)
    assert "n" == play.node(last, "p")
    assert play.untouched(last, "low")


def uncordoned() -> Play:
    documents = gallery(SLUG)
    del named(documents, "m")["spec"]
    documents[0]["spec"]["inputs"] = documents[0]["spec"]["inputs"][:1]
    return Play(documents)


def test_uncordoned_m_is_a_candidate_itself_and_q_is_evicted() -> None:
    play = uncordoned()
    last = play.until_quiet()
    seq = play.until(10)

    assert fs(2, "2 node(s) didn't match pod anti-affinity rules.") == play.text(seq, "p")
    assert "m" == play.nominated(seq, "p")
    assert play.terminating(seq, "q")
    assert play.bound_at("p") == pytest.approx(30, abs=3)
    assert ("m", True) == (play.node(last, "p"), play.untouched(last, "low"))


# The lesson: P must run on n and q survive.


def solved(play: Play) -> bool:
    seq = play.until(60)
    terms = play.manifest(seq, "p")["spec"]["affinity"]["podAntiAffinity"]
    selectors = [term["labelSelector"] for term in terms["requiredDuringSchedulingIgnoredDuringExecution"]]
    return (
        "n" == play.node(seq, "p")
        and play.untouched(seq, "q")
        and "m" == play.node(seq, "q")
        and {"matchLabels": {"app": "q"}} in selectors
        and 100 == play.manifest(seq, "p")["spec"]["priority"]
    )


def p_alone(documents: list[dict[str, Any]], *before: dict[str, Any]) -> Play:
    return Play(documents, [*before, documents[0]["spec"]["inputs"][0]])


def relabelled(kind: str, name: str, **labels: str) -> dict[str, Any]:
    target = {"kind": kind, "name": name}
    return {"at": 0, "kind": "label", "object": target, "labels": labels}


def test_the_lesson_is_solved_by_the_hostname_as_topology_key() -> None:
    documents = gallery(SLUG)
    anti = named(documents, "p")["spec"]["affinity"]["podAntiAffinity"]
    anti["requiredDuringSchedulingIgnoredDuringExecution"][0]["topologyKey"] = "kubernetes.io/hostname"

    assert solved(p_alone(documents))


def test_the_lesson_is_solved_by_another_zone_or_another_label() -> None:
    moved = {"at": 0, "kind": "label", "object": {"kind": "Node", "name": "n"}}
    moved["labels"] = {"topology.kubernetes.io/zone": "z2"}

    assert solved(p_alone(gallery(SLUG), moved))
    assert solved(p_alone(gallery(SLUG), relabelled("Pod", "q", app="other")))


def test_the_lesson_is_not_solved_by_uncordoning_m() -> None:
    assert not solved(p_alone(gallery(SLUG), {"at": 0, "kind": "uncordon", "node": "m"}))


def test_the_lesson_is_not_solved_by_a_higher_p() -> None:
    documents = gallery(SLUG)
    named(documents, "p")["spec"]["priorityClassName"] = "p1000000000"
    play = p_alone(documents, apply(0, priority_class(1000000000)))

    assert not solved(play)
    assert "" == play.node(play.until(60), "p")
