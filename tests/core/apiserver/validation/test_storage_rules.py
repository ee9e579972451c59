"""What the API server refuses in a storage object, and what an update keeps."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.storage_rules import kept_by_server
from scheduler_core.apiserver.validation.validation import check_of
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

CLAIM: dict[str, Any] = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
VOLUME: dict[str, Any] = {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}}


def wrong(kind: str, spec: Json = None, **fields: Json) -> list[tuple[str, str]]:
    """Path and code of each problem."""
    problems: list[Problem] = []
    given = {} if spec is None else {"spec": spec}
    check_of(kind)({"metadata": {"name": "x"}, **given, **fields}, "", problems)
    return [(each.path, each.code) for each in problems]


@pytest.mark.parametrize(
    ("kind", "spec"),
    [("PersistentVolumeClaim", CLAIM), ("PersistentVolume", VOLUME), ("CSINode", {"drivers": []})],
)
def test_a_sound_object_has_no_problem(kind: str, spec: Json) -> None:
    assert [] == wrong(kind, spec)


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        pytest.param({"accessModes": []}, "spec.accessModes", "required", id="no access mode"),
        pytest.param(
            {"accessModes": ["ReadWriteOncePod", "ReadWriteOnce"]},
            "spec.accessModes",
            "forbidden",
            id="one pod alone and more",
        ),
        pytest.param({"resources": {}}, "spec.resources.storage", "required", id="no amount"),
    ],
)
def test_what_is_wrong_with_a_claim(change: dict[str, Any], path: str, code: str) -> None:
    assert [(path, code)] == wrong("PersistentVolumeClaim", {**CLAIM, **change})


def test_a_volume_needs_a_capacity() -> None:
    assert [("spec.capacity", "required")] == wrong("PersistentVolume", {**VOLUME, "capacity": {}})


def test_an_access_mode_that_is_none_is_named_with_its_place() -> None:
    ((path, _),) = wrong("PersistentVolume", {**VOLUME, "accessModes": ["ReadWriteOnce", "Sometimes"]})

    assert "spec.accessModes[1]" == path


def test_a_class_needs_a_provisioner_and_does_not_recycle() -> None:
    assert ["provisioner", "reclaimPolicy"] == sorted(
        path for path, _ in wrong("StorageClass", reclaimPolicy="Recycle")
    )


def test_apply_keeps_what_binding_wrote() -> None:
    bound = {"spec": {**CLAIM, "volumeName": "v1", "storageClassName": "fast"}}

    assert bound["spec"] == kept_by_server("PersistentVolumeClaim", bound, {"spec": CLAIM})


def test_a_claim_may_ask_for_more_and_for_nothing_else() -> None:
    more = {**CLAIM, "resources": {"requests": {"storage": "2Gi"}}}
    other = {**CLAIM, "accessModes": ["ReadOnlyMany"]}

    assert more == kept_by_server("PersistentVolumeClaim", {"spec": CLAIM}, {"spec": more})
    refused = kept_by_server("PersistentVolumeClaim", {"spec": CLAIM}, {"spec": other})
    assert isinstance(refused, Problem)
    assert ("spec", "forbidden") == (refused.path, refused.code)


def test_the_spec_of_a_volume_may_change() -> None:
    other = {**VOLUME, "accessModes": ["ReadOnlyMany"]}

    assert other == kept_by_server("PersistentVolume", {"spec": VOLUME}, {"spec": other})
