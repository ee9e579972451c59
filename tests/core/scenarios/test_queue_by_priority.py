"""A01: who is tried first? Priority, then age; who fails does not block the others."""

from __future__ import annotations

import pytest

from tests.builders import pod
from tests.core.playing import NO_VICTIMS, Play, apply, delete, fs, gallery, named, priority_class, tail

REFUSED = fs(1, "1 Insufficient cpu.") + tail(1, f"1 {NO_VICTIMS}")
START = {"kind": "scheduler", "running": True}


@pytest.fixture(scope="module")
def play() -> Play:
    return Play(gallery("queue-by-priority"))


def test_they_are_tried_in_the_order_b_c_a(play: Play) -> None:
    play.until_quiet()

    tried = [frame["decision"]["pod"] for frame in play.frames(kind="schedule")]
    assert ["default/b", "default/c", "default/a"] == tried


def test_b_gets_the_node_and_the_others_hear_why_not(play: Play) -> None:
    last = play.until_quiet()

    assert "n1" == play.node(last, "b")
    assert ["", ""] == [play.node(last, "a"), play.node(last, "c")]
    assert [REFUSED, REFUSED] == [play.text(last, "a"), play.text(last, "c")]
    assert [REFUSED] == [event["message"] for event in play.events(last, "a", "FailedScheduling")]
    assert ["Successfully assigned default/b to n1"] == [
        event["message"] for event in play.events(last, "b", "Scheduled")
    ]


def test_before_the_scheduler_runs_no_pod_is_tried(play: Play) -> None:
    views = [play.view(0, name) for name in "abc"]

    for view in views:
        assert view is not None
        assert (None, 0, "waits.no_scheduler") == (view["lane"], view["attempts"], view["why"]["id"])
    assert {"running": False} == play.recording.snapshot(0)["scheduler"]


def solved(play: Play) -> bool:
    """The lesson's check: a runs, b and c wait, nobody asks for less and n1 has not grown."""
    last = play.until_quiet()
    if not (play.exists(last, "b") and play.exists(last, "c")):
        return False
    requests = [play.manifest(last, name)["spec"]["containers"][0]["resources"]["requests"] for name in "abc"]
    allocatable = play.recording.snapshot(last)["nodes"][0]["cpu"]  # type: ignore[index,call-overload]
    return (
        ["n1", "", ""] == [play.node(last, name) for name in "abc"]
        and [{"cpu": "1"}] * 3 == requests
        and 1000 == allocatable
    )


def recreated(name: str, value: int) -> list[dict[str, object]]:
    return [
        apply(0, priority_class(value)),
        delete(0, name),
        apply(0, pod(name, "1", priority=f"p{value}")),
    ]


@pytest.mark.parametrize(
    "inputs",
    [
        recreated("a", 11),
        recreated("a", 1000),
        [
            delete(0, "b"),
            delete(0, "c"),
            apply(0, pod("b", "1")),
            apply(0, pod("c", "1")),
        ],
    ],
    ids=["a with 11", "a with 1000", "b and c with 0"],
)
def test_the_lesson_is_solved_by(inputs: list[dict[str, object]]) -> None:
    assert solved(Play(gallery("queue-by-priority"), [*inputs, {"at": 1, **START}]))


def test_the_lesson_is_not_solved_by_a_with_7() -> None:
    assert not solved(Play(gallery("queue-by-priority"), [*recreated("a", 7), {"at": 1, **START}]))


def test_the_lesson_is_not_solved_by_a_bigger_node_or_a_missing_pod() -> None:
    bigger = gallery("queue-by-priority")
    named(bigger, "n1")["status"]["capacity"]["cpu"] = "3"

    assert not solved(Play(bigger))
    assert not solved(Play(gallery("queue-by-priority"), [delete(0, "b"), {"at": 1, **START}]))
