"""Frames: the changes between two pictures."""

from __future__ import annotations

from scheduler_core.actor import Act, Toss, message
from scheduler_core.board.frames import changes_between, make_frame


def test_only_views_that_differ_are_changes() -> None:
    before = {("pod", "a"): {"x": 1}, ("pod", "b"): {"x": 1}}

    assert [{"op": "put", "kind": "pod", "key": "b", "view": {"x": 2}}] == changes_between(
        before, {("pod", "a"): {"x": 1}, ("pod", "b"): {"x": 2}}
    )


def test_a_view_that_is_gone_is_deleted_once_and_one_that_never_was_is_not() -> None:
    assert [{"op": "del", "kind": "pod", "key": "a"}] == changes_between(
        {("pod", "a"): {}}, {("pod", "a"): None, ("pod", "b"): None}
    )


def test_changes_come_in_the_order_of_the_kinds_so_that_nodes_are_there_before_their_pods() -> None:
    changes = changes_between({}, {("timer", "t"): {}, ("pod", "p"): {}, ("node", "n"): {}})

    assert ["node", "pod", "timer"] == [change["kind"] for change in changes]


def test_views_that_follow_from_others_are_listed_by_key_whenever_they_appeared() -> None:
    changes = changes_between(
        {}, {("tally", "b"): {}, ("tally", "a"): {}, ("pod", "q"): {}, ("pod", "p"): {}}
    )

    assert ["q", "p", "a", "b"] == [change["key"] for change in changes]


def test_a_frame_says_who_acted_and_when_in_seconds_and_what_was_tossed() -> None:
    act = Act(
        "scheduler",
        "kube-scheduler",
        "schedule",
        message("m", pod="p"),
        ("default/p",),
        tosses=(Toss("host", ("a", "b"), "b"),),
    )
    frame = make_frame(7, 2_500, act, [])

    assert (7, 2.5, "kube-scheduler", "schedule") == (frame["seq"], frame["t"], frame["who"], frame["kind"])
    assert [{"what": "host", "among": ["a", "b"], "chose": "b"}] == frame["tosses"]
    assert {"pods": ["default/p"], "nodes": []} == frame["focus"]


def test_decision_and_hints_stand_only_in_frames_that_have_them() -> None:
    frame = make_frame(1, 0, Act("you", "you", "input", message("m")), [])

    assert frame.keys().isdisjoint({"decision", "hints"})
