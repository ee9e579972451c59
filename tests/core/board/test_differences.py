"""Changes in short: only what differs of views that were there before."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.differences import shortened
from scheduler_core.board.frames import changes_between

BEFORE: dict[Any, Any] = {
    ("pod", "a"): {"name": "a", "node": None, "labels": {"x": "1"}},
    ("pressure", "n1"): {
        "node": "n1",
        "ranking": [{"pod": "a", "rank": 1}, {"pod": "b", "rank": 2}, {"pod": "c", "rank": 3}],
    },
}


def short(after: dict[Any, Any]) -> list[Any]:
    return list(shortened(changes_between(BEFORE, after), BEFORE))


def test_of_a_view_that_was_there_only_the_fields_that_differ_are_told() -> None:
    moved = {"name": "a", "node": "n1", "labels": {"x": "1"}}

    assert [{"op": "set", "kind": "pod", "key": "a", "view": {"node": "n1"}}] == short({("pod", "a"): moved})


def test_a_new_view_is_told_as_a_whole_and_one_that_is_gone_is_deleted() -> None:
    assert [
        {"op": "del", "kind": "pod", "key": "a"},
        {"op": "put", "kind": "pod", "key": "z", "view": {"name": "z"}},
    ] == short({("pod", "a"): None, ("pod", "z"): {"name": "z"}})


def test_a_view_that_lost_a_field_is_told_as_a_whole() -> None:
    assert ["put"] == [change["op"] for change in short({("pod", "a"): {"name": "a"}})]


def test_rows_of_a_ranking_refer_to_those_before() -> None:
    ranking = [{"pod": "b", "rank": 1}, {"pod": "c", "rank": 3}, {"pod": "d", "rank": 4}]
    [change] = short({("pressure", "n1"): {"node": "n1", "ranking": ranking}})

    assert {"ranking": [{"was": 1, "rank": 1}, 2, {"pod": "d", "rank": 4}]} == change["view"]


def test_a_row_with_other_fields_than_before_is_told_as_a_whole() -> None:
    ranking = [{"pod": "b", "rank": 2, "why": None}]
    [change] = short({("pressure", "n1"): {"node": "n1", "ranking": ranking}})

    assert ranking == change["view"]["ranking"]
