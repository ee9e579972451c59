"""Which volumes are attached before they are used, and what they are called then."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import CSIDriver, PersistentVolume
from scheduler_core.objects.volumes.attachable import (
    allows_many_nodes,
    attacher,
    claim_keys,
    unique_volume_name,
)
from tests import builders
from tests.core import builders as core_builders

CSI = {"csi": {"driver": "csi.example.com", "volumeHandle": "h1"}}


def volume(annotations: dict[str, str] | None = None, **spec: Any) -> PersistentVolume:
    manifest = core_builders.volume("pv", **spec)
    manifest["metadata"]["annotations"] = annotations or {}
    return PersistentVolume.parse(manifest)


@pytest.mark.parametrize(
    ("spec", "driver", "name"),
    [
        (CSI, "csi.example.com", "kubernetes.io/csi/csi.example.com^h1"),
        (
            {"awsElasticBlockStore": {"volumeID": "vol-1"}},
            "ebs.csi.aws.com",
            "kubernetes.io/csi/ebs.csi.aws.com^vol-1",
        ),
        ({"nfs": {"server": "s", "path": "/"}}, "", "kubernetes.io/nfs/pv"),
    ],
)
def test_a_disk_is_attached_by_its_driver_and_a_network_file_system_not_at_all(
    spec: dict[str, Any], driver: str, name: str
) -> None:
    assert (driver, name) == (attacher(volume(**spec), {}), unique_volume_name(volume(**spec)))


def test_a_driver_may_say_that_nothing_is_to_be_attached() -> None:
    lazy = CSIDriver.parse({"metadata": {"name": "csi.example.com"}, "spec": {"attachRequired": False}})

    assert "" == attacher(volume(**CSI), {"csi.example.com": lazy})


def test_an_annotation_makes_a_network_file_system_attachable() -> None:
    assert "kubernetes.io/nfs" == attacher(volume({"podium/attach": "required"}, nfs={"server": "s"}), {})


def test_only_shared_access_modes_allow_several_nodes() -> None:
    assert [False, True, True] == [
        allows_many_nodes(volume(accessModes=modes))
        for modes in (["ReadWriteOnce"], ["ReadWriteOnce", "ReadOnlyMany"], [])
    ]


def test_a_generic_ephemeral_volume_has_a_claim_of_its_own() -> None:
    volumes = [
        {"name": "data", "persistentVolumeClaim": {"claimName": "c"}},
        {"name": "scratch", "ephemeral": {"volumeClaimTemplate": {}}},
        {"name": "tmp", "emptyDir": {}},
    ]

    assert ["default/c", "default/p-scratch"] == list(
        claim_keys(Pod.parse(builders.pod("p", volumes=volumes)))
    )
