"""Strategic merge patch: lists by their keys, and directives."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.patches.json_patch import PatchError
from scheduler_core.apiserver.patches.strategic import strategic_patched

POD: dict[str, Any] = {
    "metadata": {"finalizers": ["a", "b"]},
    "spec": {
        "containers": [{"name": "x", "image": "1"}, {"name": "y", "image": "1"}],
        "tolerations": [{"key": "k"}],
    },
}


def patched(**spec: Any) -> Any:
    return strategic_patched(POD, {"spec": spec})["spec"]


def test_entries_of_a_list_are_found_by_their_key() -> None:
    made = patched(containers=[{"name": "y", "image": "2"}, {"name": "z"}])["containers"]

    assert [{"name": "x", "image": "1"}, {"name": "y", "image": "2"}, {"name": "z"}] == made


def test_a_list_without_a_key_is_replaced() -> None:
    assert [{"key": "other"}] == patched(tolerations=[{"key": "other"}])["tolerations"]
    assert "tolerations" not in patched(tolerations=None)


def test_a_directive_deletes_an_entry_or_replaces_the_list() -> None:
    assert ["y"] == [
        container["name"]
        for container in patched(containers=[{"$patch": "delete", "name": "x"}])["containers"]
    ]
    assert [{"name": "z"}] == patched(containers=[{"$patch": "replace"}, {"name": "z"}])["containers"]


def test_a_directive_replaces_a_map() -> None:
    assert {"nodeName": "n"} == strategic_patched(POD, {"spec": {"$patch": "replace", "nodeName": "n"}})[
        "spec"
    ]


def test_keys_that_are_not_retained_go() -> None:
    document = {"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}}
    patch = {"strategy": {"$retainKeys": ["type"], "type": "Recreate"}}

    assert {"strategy": {"type": "Recreate"}} == strategic_patched(document, patch)


def test_the_order_of_the_patch_is_that_of_the_list() -> None:
    order = {"$setElementOrder/containers": [{"name": "y"}, {"name": "x"}]}

    assert ["y", "x"] == [container["name"] for container in patched(**order)["containers"]]


def test_sets_of_texts_grow_and_lose() -> None:
    grown = strategic_patched(POD, {"metadata": {"finalizers": ["c", "a"]}})
    shrunk = strategic_patched(POD, {"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"]}})

    assert ["c", "a", "b"] == grown["metadata"]["finalizers"]
    assert ["b"] == shrunk["metadata"]["finalizers"]


@pytest.mark.parametrize("patch", [[], {"spec": {"containers": [{"image": "2"}]}}, {"$patch": "jump"}])
def test_what_is_no_strategic_patch_is_refused(patch: Any) -> None:
    with pytest.raises(PatchError):
        strategic_patched(POD, patch)
