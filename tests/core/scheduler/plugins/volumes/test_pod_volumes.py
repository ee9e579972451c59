"""A pod's volumes as the volume plugins read them."""

from __future__ import annotations

from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    ClaimUse,
    claim_uses,
    created_for,
    inline_csi_drivers,
    migrated_drivers,
    source_of,
    uses_claim,
)
from tests.core.scheduler.builders import pod
from tests.core.scheduler.plugins.storage import claim, own_claim, scratching, using

BOTH = pod(
    "p",
    volumes=[
        {"name": "data", "persistentVolumeClaim": {"claimName": "mine"}},
        {"name": "config", "configMap": {"name": "c"}},
        {"name": "scratch", "ephemeral": {"volumeClaimTemplate": {}}},
    ],
)


def test_the_claim_of_an_ephemeral_volume_has_the_name_of_pod_and_volume() -> None:
    assert [ClaimUse("mine", False), ClaimUse("p-scratch", True)] == list(claim_uses(BOTH))


def test_ephemeral_volumes_can_be_left_out() -> None:
    assert [ClaimUse("mine", False)] == list(claim_uses(BOTH, ephemeral=False))


def test_a_claim_is_used_in_the_pod_s_own_namespace_alone() -> None:
    assert uses_claim(using("p", "mine"), "default", "mine")
    assert not uses_claim(using("p", "mine"), "other", "mine")
    assert not uses_claim(using("p", "mine"), "default", "p")


def test_the_claim_of_an_ephemeral_volume_counts_unless_it_is_left_out() -> None:
    assert uses_claim(scratching("p", "v"), "default", "p-v")
    assert not uses_claim(scratching("p", "v"), "default", "p-v", ephemeral=False)


def test_a_claim_was_made_for_the_pod_whose_uid_its_controller_names() -> None:
    assert created_for(own_claim("p", "v"), scratching("p", "v"))
    assert not created_for(own_claim("p", "v", of="uid-of-an-earlier-p"), scratching("p", "v"))
    assert not created_for(claim("p-v"), scratching("p", "v"))


def test_drivers_of_inline_volumes_are_named_by_their_kind() -> None:
    made = pod(
        "p",
        volumes=[
            {"name": "a", "csi": {"driver": "csi.example"}},
            {"name": "b", "azureFile": {"shareName": "s"}},
            {"name": "c", "persistentVolumeClaim": {"claimName": "c"}},
        ],
    )

    assert ["csi.example"] == list(inline_csi_drivers(made))
    assert ["file.csi.azure.com"] == list(migrated_drivers(made))


def test_the_source_of_a_volume_is_none_when_it_is_of_another_kind() -> None:
    assert {"pdName": "d"} == source_of(
        {"name": "v", "gcePersistentDisk": {"pdName": "d"}}, "gcePersistentDisk"
    )
    assert source_of({"name": "v", "emptyDir": {}}, "gcePersistentDisk") is None
