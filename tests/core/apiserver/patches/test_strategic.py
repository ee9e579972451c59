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


def test_a_map_that_is_deleted_stays_empty_where_there_is_one() -> None:
    volume = {"name": "v", "emptyDir": {"medium": "Memory"}}
    patch = {"volumes": [{"name": "v", "emptyDir": {"$patch": "delete"}, "hostPath": {"$patch": "delete"}}]}

    assert {"volumes": [{"name": "v", "emptyDir": {}}]} == strategic_patched({"volumes": [volume]}, patch)
    assert {} == strategic_patched(POD, {"$patch": "delete"})


def test_a_null_stays_in_a_new_entry_of_a_list_that_is_merged() -> None:
    entry = {"name": "z", "resources": {"limits": {"cpu": None, "memory": "1Mi"}}}

    assert entry == patched(containers=[entry])["containers"][0]


def test_a_null_goes_where_the_patch_sets_what_was_not_there() -> None:
    patch = {"nodeSelector": {"a": None, "b": "1"}, "initContainers": [{"name": "i", "image": None}]}
    made = patched(**patch)

    assert ({"b": "1"}, [{"name": "i"}]) == (made["nodeSelector"], made["initContainers"])


def test_entries_with_a_directive_go_where_there_was_no_list() -> None:
    assert [{"name": "i"}] == patched(
        initContainers=[{"name": "i"}, {"name": "x", "$patch": "delete"}, {"$patch": "replace"}]
    )["initContainers"]


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


def test_an_order_places_the_entries_that_it_does_not_name_where_they_stood() -> None:
    order = {"$setElementOrder/containers": [{"name": "z"}, {"name": "y"}], "containers": [{"name": "z"}]}

    assert ["z", "x", "y"] == [container["name"] for container in patched(**order)["containers"]]


@pytest.mark.parametrize(
    ("patch", "code", "words"),
    [
        ([], None, "json: cannot unmarshal array into Go value of type map[string]interface {}"),
        (
            {"spec": {"containers": [{"image": "2", "tty": True}]}},
            500,
            "map: map[image:2 tty:true] does not contain declared merge key: name",
        ),
        ({"$patch": "jump"}, 500, "unknown patch type: jump in map: map[$patch:jump]"),
        ({"spec": {"$patch": "merge"}}, 500, "unknown patch type: merge in map: map[$patch:merge]"),
        (
            {"spec": {"containers": [{"$patch": "merge", "name": "x"}]}},
            500,
            "merging lists cannot yet be specified in the patch",
        ),
        ({"spec": {"$retainKeys": ["a"], "b": 1}}, 400, "invalid patch format of retainKeys"),
    ],
)
def test_what_is_no_strategic_patch_is_refused(patch: Any, code: int | None, words: str) -> None:
    with pytest.raises(PatchError) as refused:
        strategic_patched(POD, patch)

    assert (words, code) == (str(refused.value), refused.value.code)
