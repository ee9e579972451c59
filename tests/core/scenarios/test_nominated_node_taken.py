"""A14: a reservation counts only against pods of equal or lower priority."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.playing import (
    NO_VICTIMS,
    Play,
    apply,
    delete,
    fs,
    gallery,
    named,
    priority_class,
    tail,
    without,
)

SLUG = "nominated-node-taken"
FULL = fs(1, "1 Insufficient cpu.")
NOBODY = FULL + tail(1, f"1 {NO_VICTIMS}")


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_at_0_p_is_nominated(play: Play) -> None:
    seq = play.until(4)

    assert ("n1", FULL) == (play.nominated(seq, "p"), play.text(seq, "p"))


def test_at_5_h_is_nominated_too_and_p_keeps_its_nomination(play: Play) -> None:
    seq = play.until(20)

    assert ("n1", "n1") == (play.nominated(seq, "h"), play.nominated(seq, "p"))
    preempted = play.events(seq, "low", "Preempted")
    assert [1] == [event["count"] for event in preempted]


def test_at_30_h_gets_the_node_and_p_loses_its_nomination_only_now(play: Play) -> None:
    last = play.until_quiet()

    assert play.bound_at("h") == pytest.approx(30, abs=3)
    assert ("n1", "", "") == (play.node(last, "h"), play.node(last, "p"), play.nominated(last, "p"))
    assert NOBODY == play.text(last, "p")


def variant() -> Play:
    documents = without(gallery(SLUG), "low")
    named(documents, "n1")["status"]["capacity"]["cpu"] = "4"
    named(documents, "h")["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "4"
    documents += [pod("low1", "2", on="n1", since=1), pod("low2", "2", on="n1", since=2)]
    return Play(documents)


def test_variant_with_one_more_victim_p_loses_its_nomination_at_once() -> None:
    play = variant()
    play.until_quiet()
    at_0, at_5 = play.until(4), play.until(20)

    assert "n1" == play.nominated(at_0, "p")
    assert ["default/low2"] == [
        victim["pod"] for victim in play.decisions("p")[0]["preemption"]["candidates"][0]["victims"]
    ]
    assert "deletionTimestamp" in play.manifest(at_5, "low1")["metadata"]
    assert ("", "n1") == (play.nominated(at_5, "p"), play.nominated(at_5, "h"))
    assert FULL + tail(1, "1 Insufficient cpu") == play.text(at_5, "p")
    assert play.bound_at("h") == pytest.approx(35, abs=3)


def solved(play: Play) -> bool:
    """The lesson's check @60: P has n1; H asks for 2cpu, came while low was terminating, and waits."""
    seq = play.until(60)
    nodes: list[Any] = play.recording.snapshot(seq)["nodes"]  # type: ignore[assignment]
    if [("n1", 2000)] != [(view["name"], view["cpu"]) for view in nodes] or not play.exists(seq, "h"):
        return False
    h = play.manifest(seq, "h")["spec"]
    created = play.first(
        lambda frame: frame["kind"] == "input-apply" and "default/h" in frame["focus"]["pods"]
    )
    low = play.questions.manifest(created["seq"], "Pod", "default/low")
    return (
        "n1" == play.node(seq, "p")
        and "" == play.node(seq, "h")
        and {"cpu": "2"} == h["containers"][0]["resources"]["requests"]
        and "nodeSelector" not in h
        and "affinity" not in h
        and low is not None
        and "deletionTimestamp" in low["metadata"]  # type: ignore[operator]
    )


def p_and_h(p: str, h: str, *classes: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        *(apply(0, each) for each in classes),
        apply(0, pod("p", "2", priority=p)),
        apply(5, pod("h", "2", priority=h)),
    ]


@pytest.mark.parametrize(
    "inputs",
    [
        p_and_h("p100", "p100"),
        p_and_h("p100", "p50", priority_class(50)),
        p_and_h("p200", "p200"),
        p_and_h("p300", "p200", priority_class(300)),
    ],
    ids=["h equal", "h lower", "p 200", "p 300"],
)
def test_the_lesson_is_solved_by(inputs: list[dict[str, Any]]) -> None:
    assert solved(Play(gallery(SLUG), inputs))


def test_the_lesson_is_not_solved_by_h_that_never_preempts() -> None:
    never = priority_class(200, preemptionPolicy="Never") | {"metadata": {"name": "never"}}

    play = Play(gallery(SLUG), p_and_h("p100", "never", never))

    assert not solved(play)
    assert "n1" == play.node(play.until(60), "h")


def test_the_lesson_is_not_solved_by_recreating_p_after_h() -> None:
    again = [delete(7, "p"), apply(8, pod("p", "2", priority="p100"))]

    assert not solved(Play(gallery(SLUG), [*p_and_h("p100", "p200"), *again]))


def test_the_lesson_is_not_solved_by_a_bigger_node() -> None:
    inputs = [*p_and_h("p100", "p200"), apply(8, node("n1", "4"))]

    assert not solved(Play(gallery(SLUG), inputs))
