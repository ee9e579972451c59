"""What every object has."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.meta import ObjectMeta, time_of


def meta(namespaced: bool = True, **fields: Any) -> ObjectMeta:
    return ObjectMeta.parse({"name": "a", **fields}, namespaced=namespaced)


def test_a_key_names_the_namespace_where_the_kind_has_one() -> None:
    assert ["default/a", "team/a", "a"] == [
        meta().key,
        meta(namespace="team").key,
        meta(namespaced=False, namespace="team").key,
    ]


def test_the_controller_is_the_owner_that_is_marked_so() -> None:
    owners = [
        {"kind": "Node", "name": "n", "uid": "1"},
        {"kind": "Job", "name": "j", "uid": "2", "controller": True},
    ]
    result = meta(ownerReferences=owners).controller

    assert result is not None
    assert ("Job", "j", "2") == (result.kind, result.name, result.uid)
    assert meta(ownerReferences=owners[:1]).controller is None


def test_times_are_read_where_they_are_texts() -> None:
    result = meta(creationTimestamp="2030-01-01T00:00:00Z", deletionTimestamp=None)

    assert (1_893_456_000_000, None) == (result.creation_at, result.deletion_at)
    assert 1_893_456_000_000 == time_of(
        {"status": {"startTime": "2030-01-01T00:00:00Z"}}, "status", "startTime"
    )
