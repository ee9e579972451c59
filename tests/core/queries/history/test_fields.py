"""What differs between two manifests, as paths that a person can read."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.history.fields import differences


def changes(was: Any, now: Any) -> list[tuple[str, str, Any, Any]]:
    return [
        (difference.path, difference.op, difference.was, difference.now)
        for difference in differences(was, now)
    ]


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 1}}, []),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [("a.b", "change", 1, 2)]),
        ({"a": 1}, {"b": 2}, [("a", "remove", 1, None), ("b", "add", None, 2)]),
        (
            {"labels": {"a.b/c": "x"}},
            {"labels": {"a.b/c": "y"}},
            [("labels['a.b/c']", "change", "x", "y")],
        ),
        ({"l": [1, 2]}, {"l": [1, 3, 4]}, [("l[1]", "change", 2, 3), ("l[2]", "add", None, 4)]),
        ({"a": [1]}, {"a": {"b": 1}}, [("a", "change", [1], {"b": 1})]),
    ],
)
def test_each_field_that_differs_is_named_once(was: Any, now: Any, expected: Any) -> None:
    assert expected == changes(was, now)


def test_entries_of_a_list_are_matched_by_what_names_them() -> None:
    was = [{"type": "Ready", "status": "False"}, {"type": "PodScheduled", "status": "True"}]
    now = [{"type": "PodScheduled", "status": "True"}, {"type": "Ready", "status": "True"}]

    assert [("c[Ready].status", "change", "False", "True")] == changes({"c": was}, {"c": now})


def test_what_changes_with_every_write_is_left_out() -> None:
    was, now = ({"metadata": {"resourceVersion": version}} for version in ("1", "2"))

    assert [] == changes(was, now)
