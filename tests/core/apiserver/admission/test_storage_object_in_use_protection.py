"""Claims and volumes get their finalizers when they are created or loaded."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.admission.storage_object_in_use_protection import protected
from scheduler_core.objects.manifest import Json
from tests.core.cluster import new_server, stored
from tests.core.controllers.volume.builders import claim, volume


@pytest.mark.parametrize("verb", ["create", "load"])
def test_every_new_claim_and_volume_is_protected(verb: str) -> None:
    api = new_server()
    made = []
    for kind, manifest in (("PersistentVolume", volume()), ("PersistentVolumeClaim", claim())):
        made.append(stored(getattr(api, verb)(kind, manifest, 0))["metadata"]["finalizers"])  # type: ignore[index, call-overload]

    assert [["kubernetes.io/pv-protection"], ["kubernetes.io/pvc-protection"]] == made


def test_other_finalizers_stay_and_none_comes_twice() -> None:
    mine: Json = ["example.com/mine"]
    once = protected("PersistentVolume", {"metadata": {"name": "pv", "finalizers": mine}})

    assert {"name": "pv", "finalizers": ["example.com/mine", "kubernetes.io/pv-protection"]} == once[
        "metadata"
    ]
    assert once == protected("PersistentVolume", once)


def test_an_object_that_is_being_deleted_gets_none() -> None:
    going = {"metadata": {"name": "pv", "deletionTimestamp": "2030-01-01T00:00:00Z"}}

    assert going == protected("PersistentVolume", going)


def test_other_kinds_get_none() -> None:
    assert {"metadata": {"name": "p"}} == protected("Pod", {"metadata": {"name": "p"}})
