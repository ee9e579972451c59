"""A16: fewest violated budgets come first, but a budget does not stop preemption."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.playing import Play, apply, delete, gallery, priority_class, without

SLUG = "pdb-best-effort"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_two_candidates_and_the_budget_decides_before_priority(play: Play) -> None:
    preemption = play.decision("p", 0)["preemption"]
    candidates = {
        candidate["node"]: ([victim["pod"] for victim in candidate["victims"]], candidate["violations"])
        for candidate in preemption["candidates"]
    }

    assert {"n1": (["default/a"], 1), "n2": (["default/c"], 0)} == candidates
    assert "n2" == preemption["chosen"]
    decisive = preemption["criteria"][0]
    assert ("pdb", {"n1": 1, "n2": 0}, ["n2"]) == (decisive["id"], decisive["values"], decisive["left"])


def test_c_of_priority_50_is_evicted_and_p_takes_n2(play: Play) -> None:
    last = play.until_quiet()

    assert not play.exists(last, "c")
    assert "deletionTimestamp" not in play.manifest(last, "a")["metadata"]
    assert "n2" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(30, abs=3)


def test_without_n2_a_is_evicted_although_its_budget_is_0() -> None:
    play = Play(without(gallery(SLUG), "n2", "c"))
    last = play.until_quiet()

    assert not play.exists(last, "a")
    assert "n1" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(30, abs=3)
    candidate = play.decision("p", 0)["preemption"]["candidates"][0]
    assert ("n1", 1) == (candidate["node"], candidate["violations"])


def solved(play: Play) -> bool:
    """The lesson's check @60: P of priority 100 runs, c is the very pod of the start and stays on n2."""
    before = play.manifest(0, "c")["metadata"]["uid"]
    seq = play.until(60)
    if not play.exists(seq, "c"):
        return False
    c, p = play.manifest(seq, "c"), play.manifest(seq, "p")
    return (
        before == c["metadata"]["uid"]
        and "deletionTimestamp" not in c["metadata"]
        and "n2" == c["spec"]["nodeName"]
        and play.node(seq, "p") in ("n1", "n2")
        and 100 == p["spec"]["priority"]
    )


def budget(name: str, app: str, minimum: int) -> dict[str, Any]:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name},
        "spec": {"minAvailable": minimum, "selector": {"matchLabels": {"app": app}}},
        "status": {"disruptionsAllowed": 1 - minimum},
    }


def test_the_lesson_is_solved_by_deleting_the_budget() -> None:
    assert solved(Play(without(gallery(SLUG), "bx")))


def test_the_lesson_is_solved_by_min_available_0() -> None:
    assert solved(Play([*without(gallery(SLUG), "bx"), budget("bx", "x", 0)]))


def test_the_lesson_is_solved_by_a_second_budget() -> None:
    assert solved(Play([*gallery(SLUG), budget("bc", "c", 1)]))


def test_the_lesson_is_not_solved_by_a_higher_p_or_a_lower_a() -> None:
    higher = [apply(0, priority_class(1000000)), apply(0, pod("p", "2", priority="p1000000"))]
    lower = [
        apply(0, priority_class(-10)),
        delete(0, "a", force=True),
        apply(
            0,
            pod(
                "a",
                "2",
                priority="minus10",
                labels={"app": "x"},
                nodeSelector={"kubernetes.io/hostname": "n1"},
            ),
        ),
        apply(8, pod("p", "2", priority="p100")),
    ]

    assert not solved(Play(gallery(SLUG), higher))
    assert not solved(Play(gallery(SLUG), lower))
