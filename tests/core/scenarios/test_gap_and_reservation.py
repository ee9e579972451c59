"""A12: between eviction and binding lies the victims' grace; the node is kept, others are scheduled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.inputs.conditions.judging import judged
from tests.core.playing import NO_VICTIMS, TAIL, Play, apply, delete, fs, gallery, named, priority_class, tail

SLUG = "gap-and-reservation"
EXISTS = {"pod": {"name": "p", "exists": True}}
BOUND = {"pod": {"name": "p", "bound": True}}
FULL = fs(2, "2 Insufficient cpu.")
NOBODY = FULL + tail(2, f"2 {NO_VICTIMS}")
WAITING = f"{FULL}{TAIL}not eligible due to a terminating pod on the nominated node."


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_at_0_p_is_nominated_and_both_low_pods_are_asked_to_leave(play: Play) -> None:
    seq = play.until(1.9)

    assert FULL == play.text(seq, "p")
    assert ("", "n1") == (play.node(seq, "p"), play.nominated(seq, "p"))
    for name in ("low1", "low2"):
        view = play.view(seq, name)
        assert view is not None
        assert ("Terminating", "SIGTERM") == (view["state"], view["term"]["signal"])
        assert "2030-01-01T00:00:30Z" == play.manifest(seq, name)["metadata"]["deletionTimestamp"]


def test_at_2_small_goes_to_n2(play: Play) -> None:
    assert "n2" == play.node(play.until(3.9), "small")
    assert play.bound_at("small") == pytest.approx(2, abs=2)


def test_at_4_small2_finds_no_room_because_n1_is_kept_for_p(play: Play) -> None:
    seq = play.until(8)

    assert ("", NOBODY) == (play.node(seq, "small2"), play.text(seq, "small2"))
    refused = play.decisions("small2")[0]["nodes"]
    assert "Unschedulable" == refused["n1"]["code"] == refused["n2"]["code"]


def test_at_10_low1_is_gone_and_p_is_tried_again_in_vain(play: Play) -> None:
    seq = play.until(15)

    assert play.gone_at("low1") == pytest.approx(10, abs=3)
    assert ("", "n1", WAITING) == (play.node(seq, "p"), play.nominated(seq, "p"), play.text(seq, "p"))
    assert "unschedulable" == play.decisions("p")[1]["result"]


def test_at_10_small2_may_not_take_the_freed_cpu(play: Play) -> None:
    seq = play.until(28)

    assert ("", NOBODY) == (play.node(seq, "small2"), play.text(seq, "small2"))
    retried = play.decisions("small2")[1]["nodes"]["n1"]
    assert ("Unschedulable", ["default/p"]) == (retried["code"], retried["nominatedCounted"])


def test_at_30_low2_is_killed_and_p_is_bound(play: Play) -> None:
    last = play.until_quiet()

    assert [30] == [frame["t"] for frame in play.frames(kind="sigkill", pod="low2")]
    assert [] == play.frames(kind="sigkill", pod="low1")
    assert play.bound_at("p") == pytest.approx(30, abs=3)
    assert ["n1", "n2", ""] == [play.node(last, name) for name in ("p", "small", "small2")]
    assert NOBODY == play.text(last, "small2")


def test_the_grace_gantt_shows_the_gap(play: Play) -> None:
    last = play.until_quiet()
    spans: list[Any] = play.recording.snapshot(last)["spans"]  # type: ignore[assignment]
    bars = {(span["pod"], span["kind"]): span for span in spans}

    nominated = bars["default/p", "nominated"]
    assert ("n1", pytest.approx(0, abs=1), pytest.approx(30, abs=3)) == (
        nominated["node"],
        nominated["from"],
        nominated["to"],
    )
    assert 30 == bars["default/low2", "SIGTERM"]["deadline"]
    assert bars["default/low1", "SIGTERM"]["to"] == pytest.approx(10, abs=3)


SOLVED: Any = [
    {"within": {"seconds": 10, "of": EXISTS, "then": {"pod": {"name": "p", "node": "n1"}}}},
    {
        "when": {
            "first": BOUND,
            "that": [{"processes": {"of": name, "count": 0}} for name in ("low1", "low2")],
        }
    },
    {"pod": {"name": "low1", "removedByProof": True}},
    {"pod": {"name": "low2", "removedByProof": True}},
    {"pod": {"name": "p", "priority": 100, "requests": {"cpu": "2"}}},
    {"node": {"name": "n1", "allocatable": {"cpu": "2"}}},
]
"""The lesson's check."""


PARTS_OF_FORCE = (
    "processes of low1: 1; expected 0",
    "low1 was removed at 0 s by script; expected that its kubelet removes it",
)


def verdict(play: Play) -> tuple[bool, str]:
    return judged(play, play.until_quiet(), SOLVED)


def solved(play: Play) -> bool:
    return verdict(play)[0]


P = pod("p", "2", priority="p100")


def test_the_lesson_is_solved_by_a_short_grace() -> None:
    documents = gallery(SLUG)
    for name in ("low1", "low2"):
        named(documents, name)["spec"]["terminationGracePeriodSeconds"] = 5

    assert solved(Play(documents))


def test_the_lesson_is_solved_by_processes_that_obey() -> None:
    documents = gallery(SLUG)
    rule = {"pods": ["low1", "low2"], "exitsAfterSigterm": 2}
    documents[0]["spec"]["applications"] = [rule]

    assert solved(Play(documents))


def test_the_lesson_is_solved_by_deleting_both_with_5_just_before() -> None:
    inputs = [delete(0, name, gracePeriodSeconds=5) for name in ("low1", "low2")]

    assert solved(Play(gallery(SLUG), [*inputs, apply(0, P)]))


def test_the_lesson_is_not_solved_by_force() -> None:
    inputs = [delete(0, name, force=True) for name in ("low1", "low2")]
    play = Play(gallery(SLUG), [*inputs, apply(0, P)])

    assert not solved(play)
    assert PARTS_OF_FORCE == tuple(part for part in PARTS_OF_FORCE if part in verdict(play)[1])
    assert play.bound_at("p") < 2


def test_the_lesson_is_not_solved_by_the_untouched_run() -> None:
    assert (False, "it took 31 s; expected at most 10 s") == verdict(Play(gallery(SLUG)))


def test_the_lesson_is_not_solved_by_a_higher_class() -> None:
    inputs = [apply(0, priority_class(1000000)), apply(0, pod("p", "2", priority="p1000000"))]

    play = Play(gallery(SLUG), inputs)

    assert not solved(play)
    assert play.bound_at("p") == pytest.approx(30, abs=3)


def test_the_lesson_is_not_solved_by_a_second_delete_with_5() -> None:
    inputs = [apply(0, P), *(delete(2, name, gracePeriodSeconds=5) for name in ("low1", "low2"))]

    play = Play(gallery(SLUG), inputs)

    assert not solved(play)
    assert play.bound_at("p") == pytest.approx(30, abs=3)
