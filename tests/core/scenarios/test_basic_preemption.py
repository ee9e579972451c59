"""A08: no node passes, a victim is chosen, the node is nominated, the pod waits and is bound."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.playing import Play, apply, delete, fs, gallery, named, priority_class

SLUG = "basic-preemption"
P = {"name": "p", "cpu": "1", "priority": "p100"}


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_p_fails_without_a_tail_and_is_nominated(play: Play) -> None:
    seq = play.until(2)

    assert fs(1, "1 Insufficient cpu.") == play.text(seq, "p")
    assert [fs(1, "1 Insufficient cpu.")] == [
        event["message"] for event in play.events(seq, "p", "FailedScheduling")
    ]
    assert ("", "n1") == (play.node(seq, "p"), play.nominated(seq, "p"))


def test_low2_the_younger_is_the_victim(play: Play) -> None:
    seq = play.until(2)
    uid = play.manifest(seq, "p")["metadata"]["uid"]
    target = play.condition(seq, "low2", "DisruptionTarget")

    assert target is not None
    assert ("True", "PreemptionByScheduler") == (target["status"], target["reason"])
    assert "default-scheduler: preempting to accommodate a higher priority pod" == target["message"]
    assert [f"Preempted by pod {uid} on node n1"] == [
        event["message"] for event in play.events(seq, "low2", "Preempted")
    ]
    assert "2030-01-01T00:00:30Z" == play.manifest(seq, "low2")["metadata"]["deletionTimestamp"]


def test_low1_is_never_touched(play: Play) -> None:
    last = play.until_quiet()

    assert "deletionTimestamp" not in play.manifest(last, "low1")["metadata"]
    assert [] == play.events(last, "low1", "Preempted")
    candidate = play.decision("p", 0)["preemption"]["candidates"][0]
    assert ["default/low2"] == [victim["pod"] for victim in candidate["victims"]]


def test_when_low2_is_gone_p_is_bound_and_its_nomination_stays_visible(play: Play) -> None:
    last = play.until_quiet()

    assert play.gone_at("low2") == pytest.approx(30, abs=3)
    assert play.bound_at("p") == pytest.approx(30, abs=3)
    assert ["Successfully assigned default/p to n1"] == [
        event["message"] for event in play.events(last, "p", "Scheduled")
    ]
    assert ("n1", "n1") == (play.node(last, "p"), play.nominated(last, "p"))


def solved(play: Play) -> bool:
    """The lesson's check @60: P runs on n1, low2 is the very pod of the start and stays."""
    before = play.manifest(0, "low2")["metadata"]["uid"]
    seq = play.until(60)
    if not (play.exists(seq, "p") and play.exists(seq, "low2")):
        return False
    low2, p = play.manifest(seq, "low2"), play.manifest(seq, "p")
    return (
        before == low2["metadata"]["uid"]
        and "deletionTimestamp" not in low2["metadata"]
        and "n1" == low2["spec"]["nodeName"]
        and "n1" == play.node(seq, "p")
        and 100 == p["spec"]["priority"]
        and {"cpu": "1"} == p["spec"]["containers"][0]["resources"]["requests"]
    )


def p(**changes: Any) -> dict[str, Any]:
    return pod(**{**P, **changes})


def budget(selector: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "keep"},
        "spec": {"minAvailable": 1, "selector": selector},
    }


def test_the_lesson_is_solved_by_a_bigger_node() -> None:
    documents = gallery(SLUG)
    named(documents, "n1")["status"]["capacity"]["cpu"] = "3"

    assert solved(Play(documents))


@pytest.mark.parametrize("grace", [{"force": True}, {}])
def test_the_lesson_is_solved_by_deleting_low1_first(grace: dict[str, Any]) -> None:
    created = 1 if grace else 34

    assert solved(Play(gallery(SLUG), [delete(0, "low1", **grace), apply(created, p())]))


def test_the_lesson_is_solved_by_recreating_low1_which_is_then_the_younger() -> None:
    inputs = [delete(0, "low1", force=True), apply(1, pod("low1", "1")), apply(8, p())]

    assert solved(Play(gallery(SLUG), inputs))


def test_the_lesson_is_solved_by_a_budget_for_low2() -> None:
    documents = gallery(SLUG)
    named(documents, "low2")["metadata"]["labels"] = {"keep": "me"}
    documents.append(budget({"matchLabels": {"keep": "me"}}))

    assert solved(Play(documents))


def test_the_lesson_is_not_solved_while_low1_is_still_ending() -> None:
    play = Play(gallery(SLUG), [delete(0, "low1"), apply(2, p())])

    assert not solved(play)


def test_the_lesson_is_not_solved_by_a_budget_with_an_empty_selector() -> None:
    documents = gallery(SLUG)
    named(documents, "low2")["metadata"]["labels"] = {"keep": "me"}
    documents.append(budget({}))

    assert not solved(Play(documents))


def test_the_lesson_is_not_solved_by_a_higher_class_or_by_never() -> None:
    higher = [apply(0, priority_class(1000)), apply(0, p(priority="p1000"))]
    never = [
        apply(0, priority_class(100, preemptionPolicy="Never") | {"metadata": {"name": "never"}}),
        apply(0, p(priority="never")),
    ]

    assert not solved(Play(gallery(SLUG), higher))
    assert not solved(Play(gallery(SLUG), never))
