"""The values that the API server writes into storage objects."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.defaults.storage_defaults import (
    first_phase,
    storage_defaults,
    with_default_class,
)
from scheduler_core.objects.manifest import Manifest, find
from scheduler_core.objects.storage import StorageClass

CLAIM: Manifest = {"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}}
BETA = "volume.beta.kubernetes.io/storage-class"
DEFAULT = {"storageclass.kubernetes.io/is-default-class": "true"}


def storage_class(name: str, created: str = "", **annotations: str) -> StorageClass:
    metadata = {
        "name": name,
        "annotations": annotations,
        **({"creationTimestamp": created} if created else {}),
    }
    return StorageClass.parse({"metadata": metadata, "provisioner": "disk.example"})


def classes(*made: StorageClass) -> dict[str, StorageClass]:
    return {item.meta.name: item for item in made}


def test_a_class_deletes_its_volumes_and_binds_at_once() -> None:
    made = storage_defaults("StorageClass", {"metadata": {"name": "fast"}, "reclaimPolicy": None})

    assert ("Delete", "Immediate") == (made["reclaimPolicy"], made["volumeBindingMode"])


def test_a_volume_is_a_file_system_that_is_retained() -> None:
    made = storage_defaults("PersistentVolume", {"spec": {"capacity": {"storage": "1Gi"}}})

    assert {
        "capacity": {"storage": "1Gi"},
        "volumeMode": "Filesystem",
        "persistentVolumeReclaimPolicy": "Retain",
    } == made["spec"]


def test_what_a_claim_says_itself_stays() -> None:
    made = storage_defaults("PersistentVolumeClaim", {"spec": {"volumeMode": "Block"}})

    assert {"volumeMode": "Block"} == made["spec"]


@pytest.mark.parametrize(
    ("kind", "spec", "given", "phase"),
    [
        pytest.param("PersistentVolume", {}, True, "Available", id="a volume of the start state"),
        pytest.param("PersistentVolume", {}, False, "Pending", id="a volume that is created now"),
        pytest.param(
            "PersistentVolume", {"claimRef": {"name": "c"}}, True, "Pending", id="a reserved volume"
        ),
        pytest.param("PersistentVolumeClaim", {}, True, "Pending", id="a claim"),
    ],
)
def test_the_first_phase_of_an_object(kind: str, spec: Manifest, given: bool, phase: str) -> None:
    assert phase == first_phase(kind, {"spec": spec}, given=given)


def test_of_several_default_classes_a_claim_gets_the_newest_then_the_first_by_name() -> None:
    old = storage_class("a-old", "2029-01-01T00:00:00Z", **DEFAULT)
    new = storage_class("z-new", "2029-06-01T00:00:00Z", **DEFAULT)
    twin = storage_class("y-new", "2029-06-01T00:00:00Z", **DEFAULT)

    chosen = with_default_class(CLAIM, classes(old, new, twin, storage_class("b", "2029-09-01T00:00:00Z")))

    assert "y-new" == find(chosen, "spec", "storageClassName")


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param({**CLAIM, "spec": {"storageClassName": "slow"}}, id="a class by name"),
        pytest.param({**CLAIM, "spec": {"storageClassName": ""}}, id="no class at all"),
        pytest.param(
            {**CLAIM, "metadata": {"name": "d", "annotations": {BETA: "slow"}}}, id="the old annotation"
        ),
    ],
)
def test_a_claim_that_names_a_class_keeps_it(claim: Manifest) -> None:
    assert claim is with_default_class(claim, classes(storage_class("fast", **DEFAULT)))


def test_without_a_default_class_a_claim_gets_none() -> None:
    assert CLAIM is with_default_class(CLAIM, classes(storage_class("fast")))
