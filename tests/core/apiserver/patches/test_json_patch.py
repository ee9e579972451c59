"""JSON Patch."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.patches.json_patch import PatchError, json_patched

DOCUMENT: dict[str, Any] = {"a": {"b": [1, 2]}, "x/y": 1}


@pytest.mark.parametrize(
    ("operation", "made"),
    [
        ({"op": "add", "path": "/a/c", "value": 3}, {"a": {"b": [1, 2], "c": 3}, "x/y": 1}),
        ({"op": "add", "path": "/a/b/0", "value": 0}, {"a": {"b": [0, 1, 2]}, "x/y": 1}),
        ({"op": "add", "path": "/a/b/-", "value": 3}, {"a": {"b": [1, 2, 3]}, "x/y": 1}),
        ({"op": "replace", "path": "/a/b/1", "value": 9}, {"a": {"b": [1, 9]}, "x/y": 1}),
        ({"op": "remove", "path": "/x~1y"}, {"a": {"b": [1, 2]}}),
        ({"op": "move", "from": "/a/b/0", "path": "/z"}, {"a": {"b": [2]}, "x/y": 1, "z": 1}),
        ({"op": "copy", "from": "/x~1y", "path": "/a/b"}, {"a": {"b": 1}, "x/y": 1}),
        ({"op": "test", "path": "/a/b", "value": [1, 2]}, DOCUMENT),
        ({"op": "replace", "path": "", "value": {}}, {}),
        ({"op": "replace", "path": "/q", "value": 1}, {**DOCUMENT, "q": 1}),  # as json-patch v4
        ({"op": "copy", "from": "/q", "path": "/z"}, {**DOCUMENT, "z": None}),  # as json-patch v4
        ({"op": "test", "path": "/q", "value": None}, DOCUMENT),
    ],
)
def test_an_operation_makes_another_document(operation: dict[str, Any], made: Any) -> None:
    assert made == json_patched(DOCUMENT, [operation])


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (
            {"op": "replace", "path": "/q/r", "value": 1},
            "replace operation does not apply: doc is missing path: /q/r: missing value",
        ),
        (
            {"op": "remove", "path": "/a/b/7"},
            "remove operation does not apply: doc is missing path: /a/b/7: missing value",
        ),
        (
            {"op": "add", "path": "/a/b/7", "value": 1},
            "add operation does not apply: doc is missing path: /a/b/7: missing value",
        ),
        ({"op": "test", "path": "/x~1y", "value": 2}, "testing value /x~1y failed"),
        ({"op": "test", "path": "/x~1y", "value": True}, "testing value /x~1y failed"),  # as json-patch v4.12
        ({"op": "jump", "path": "/a"}, "Unexpected kind: jump"),
        ({"op": "move", "from": "/a", "path": "/a/b"}, "move operation does not apply: /a/b is inside of /a"),
    ],
)
def test_what_does_not_fit_the_document_says_so(operation: dict[str, Any], words: str) -> None:
    with pytest.raises(PatchError) as caught:
        json_patched(DOCUMENT, [operation])

    assert (words, True) == (str(caught.value), caught.value.applies)


@pytest.mark.parametrize("step", ["01", "+1", "-1", "0" * 5000 + "1"])
def test_an_index_is_what_the_library_reads_as_a_number(step: str) -> None:
    replaced = json_patched(DOCUMENT, [{"op": "replace", "path": f"/a/b/{step}", "value": 9}])
    removed = json_patched(DOCUMENT, [{"op": "remove", "path": f"/a/b/{step}"}])

    assert ([1, 9], [1]) == (replaced["a"]["b"], removed["a"]["b"])


def test_a_negative_index_of_an_added_entry_counts_the_new_place_too() -> None:
    added = json_patched(DOCUMENT, [{"op": "add", "path": "/a/b/-1", "value": 3}])

    assert [1, 2, 3] == added["a"]["b"]


@pytest.mark.parametrize("step", ["2", "-3", "1.0", " 1", "1_0", "٢", ""])
def test_another_step_names_no_entry_of_a_list(step: str) -> None:
    with pytest.raises(PatchError):
        json_patched(DOCUMENT, [{"op": "replace", "path": f"/a/b/{step}", "value": 9}])


@pytest.mark.parametrize("patch", [{}, ["x"], [{}] * 10_001])
def test_what_is_no_patch_is_refused(patch: Any) -> None:
    with pytest.raises(PatchError):
        json_patched(DOCUMENT, patch)


def test_a_copy_that_doubles_ends_at_the_limit_of_the_api_server() -> None:
    doubling = [{"op": "copy", "from": "/a", "path": "/a/-"}] * 40

    with pytest.raises(PatchError, match="the accumulated size increase of copy is") as refused:
        json_patched({"a": ["x"]}, doubling)

    assert refused.value.too_large
