"""What differs between two manifests, as paths that a person can read."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.history.fields import differences


def told(was: Any, now: Any) -> list[tuple[str, str, Any, Any]]:
    return [(each.path, each.op, each.was, each.now) for each in differences(was, now)]


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
    assert expected == told(was, now)


def test_entries_of_a_list_are_matched_by_what_names_them() -> None:
    was = [{"type": "Ready", "status": "False"}, {"type": "PodScheduled", "status": "True"}]
    now = [{"type": "PodScheduled", "status": "True"}, {"type": "Ready", "status": "True"}]

    assert [("c[Ready].status", "change", "False", "True")] == told({"c": was}, {"c": now})


def test_what_changes_with_every_write_is_left_out() -> None:
    was, now = ({"metadata": {"resourceVersion": version}} for version in ("1", "2"))

    assert [] == told(was, now)
