"""JSON Merge Patch."""

from __future__ import annotations

from scheduler_core.apiserver.patches.merge_patch import merge_patched


def test_maps_are_merged_null_removes_and_lists_are_replaced() -> None:
    document = {"a": {"b": 1, "c": 2}, "list": [1, 2]}
    patch = {"a": {"b": None, "d": 4}, "list": [3], "new": {"x": None, "y": 1}}

    assert {"a": {"c": 2, "d": 4}, "list": [3], "new": {"y": 1}} == merge_patched(document, patch)
