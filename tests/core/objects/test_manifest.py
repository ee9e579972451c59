"""Readers of manifests."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import (
    Json,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    texts,
    with_value,
    without,
)


@pytest.mark.parametrize(
    ("value", "expected"), [(3, 3), (3.0, 3), (3.5, None), (True, None), ("3", None), (None, None)]
)
def test_an_integer_may_be_written_with_a_point_but_a_bool_is_none(value: Json, expected: int | None) -> None:
    assert expected == integer(value)


@pytest.mark.parametrize("value", [1, "true", None, False])
def test_only_a_json_true_is_a_flag(value: Json) -> None:
    assert flag(True)
    assert not flag(value)


def test_values_of_another_type_are_read_as_empty() -> None:
    assert {} == mapping([1])
    assert () == items("abc")
    assert ("a",) == strings(["a", 1, None])


def test_a_null_label_is_empty_and_a_number_is_left_out() -> None:
    assert {"a": "x", "b": ""} == texts({"a": "x", "b": None, "c": 3})


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("spec", "containers", 0, "name"), "app"),
        (("spec", "containers", 1, "name"), None),
        (("spec", "containers", -1, "name"), None),
        (("spec", "containers", "name"), None),
        (("status", "phase"), None),
    ],
)
def test_a_missing_step_of_a_path_finds_nothing(path: tuple[str | int, ...], expected: str | None) -> None:
    assert expected == find({"spec": {"containers": [{"name": "app"}]}}, *path)


def test_a_change_copies_its_path_and_shares_the_rest() -> None:
    before = {"metadata": {"labels": {"a": "1"}}, "spec": {"x": 1}}
    after = with_value(before, ("metadata", "labels", "b"), "2")

    assert {"metadata": {"labels": {"a": "1", "b": "2"}}, "spec": {"x": 1}} == after
    assert {"metadata": {"labels": {"a": "1"}}, "spec": {"x": 1}} == before
    assert after["spec"] is before["spec"]


def test_a_path_that_is_missing_is_made_by_a_value_and_ignored_by_a_removal() -> None:
    assert {"a": {"b": 1}} == with_value({}, ("a", "b"), 1)
    assert {"a": {}} == without({"a": {"b": 1}}, ("a", "b"))
    assert {"c": 1} == without({"c": 1}, ("a", "b"))
