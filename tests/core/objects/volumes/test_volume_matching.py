"""Which volume suits a claim."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.objects.volumes.volume_matching import matching_volume
from tests.core import builders as core_builders

ZONE = "topology.kubernetes.io/zone"


def volume(name: str, storage: str = "1Gi", **more: Any) -> PersistentVolume:
    return PersistentVolume.parse(
        {**core_builders.volume(name, storage, **more), "status": {"phase": "Available"}}
    )


def matched(*volumes: PersistentVolume, labels: dict[str, str] | None = None, **spec: Any) -> str | None:
    claim = PersistentVolumeClaim.parse(core_builders.claim("c", **spec))
    result = matching_volume({one.meta.name: one for one in volumes}, claim, labels)
    return None if result is None else result.meta.name


def test_the_smallest_that_is_large_enough_is_chosen() -> None:
    assert "fits" == matched(
        volume("small", "1Gi"), volume("large", "9Gi"), volume("fits", "5Gi"), storage="4Gi"
    )


def test_class_mode_and_access_must_agree() -> None:
    assert matched(volume("v"), storageClassName="fast") is None
    assert matched(volume("v"), volumeMode="Block") is None
    assert matched(volume("v"), accessModes=["ReadWriteMany"]) is None
    assert "v" == matched(
        volume("v", accessModes=["ReadWriteOnce", "ReadWriteMany"]), accessModes=["ReadWriteMany"]
    )


def test_a_volume_that_is_reserved_for_the_claim_goes_before_smaller_ones() -> None:
    mine = {"namespace": "default", "name": "c"}

    assert "mine" == matched(volume("free", "1Gi"), volume("mine", "9Gi", claimRef=mine))
    assert matched(volume("taken", claimRef={"namespace": "default", "name": "other"})) is None


def test_a_volume_that_the_node_does_not_reach_does_not_suit() -> None:
    in_a = volume("v", zone="a")

    assert [None, "v", "v"] == [
        matched(in_a, labels={ZONE: "b"}),
        matched(in_a, labels={ZONE: "a"}),
        matched(in_a),
    ]
