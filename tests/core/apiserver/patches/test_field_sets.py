"""Sets of fields: what they say of a document, and what they are among each other."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.patches.field_sets import (
    FieldSet,
    changed_of_objects,
    common,
    fields_of,
    minus,
    paths,
    union,
    without_fields,
)

A: FieldSet = {"f:a": {}, "f:list": {'k:{"name":"x"}': {".": {}, "f:name": {}, "f:image": {}}}}
B: FieldSet = {"f:list": {'k:{"name":"x"}': {"f:image": {}}}}


def test_what_the_server_writes_belongs_to_nobody() -> None:
    document = {"kind": "Pod", "metadata": {"name": "a", "uid": "1", "labels": {"x": "y"}}}

    assert {"f:metadata": {"f:labels": {"f:x": {}}}} == fields_of(document)


def test_a_set_of_texts_is_owned_text_by_text() -> None:
    assert {"f:metadata": {"f:finalizers": {'v:"a/b"': {}}}} == fields_of(
        {"metadata": {"finalizers": ["a/b"]}}
    )


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [".a"]),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, [".a.b", ".a.c"]),
        ({"args": ["a"]}, {"args": ["b"]}, [".args"]),
        ({"selector": {"a": "b"}}, {"selector": {"a": "c"}}, [".selector"]),
        ({"env": [{"name": "a"}]}, {"env": []}, ['.env[name="a"]', '.env[name="a"].name']),
        ({"finalizers": ["a"]}, {"finalizers": ["b"]}, ['.finalizers[="a"]', '.finalizers[="b"]']),
        (
            {"ports": [{"port": 1}]},
            {"ports": [{"port": 1, "name": "x"}]},
            ['.ports[port=1,protocol="TCP"].name'],
        ),
        ({"a": [1]}, {"a": {"b": 1}}, [".a"]),
    ],
)
def test_changes_are_named_by_their_paths(old: object, new: object, changed: list[str]) -> None:
    assert changed == list(paths(changed_of_objects(old, new)))  # type: ignore[arg-type]


def test_sets_are_joined_cut_and_taken_from_each_other() -> None:
    assert A == union(A, B)
    assert B == common(A, B)
    assert [".a", '.list[name="x"]', '.list[name="x"].name'] == list(paths(minus(A, B)))
    assert {} == minus(A, A)


def test_an_entry_stays_as_long_as_something_of_it_is_managed() -> None:
    document = {"a": 1, "list": [{"name": "x", "image": "i"}], "other": 2}
    gone = {"f:a": {}, "f:env": A["f:list"]}
    env = {"a": 1, "env": [{"name": "x", "image": "i"}]}

    assert {"list": [{"name": "x", "image": "i"}], "other": 2} == without_fields(document, {"f:a": {}}, {})
    assert {} == without_fields(env, gone, {})
    assert {"env": [{"image": "i"}]} == without_fields(env, gone, {"f:env": B["f:list"]})
