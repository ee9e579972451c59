"""What is said about a node that a volume plugin refused: which claim, which volume, which limit."""

from __future__ import annotations

from typing import Any

from scheduler_core.advice.obstacles import obstacles
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.storage import claim, limits, storage_class, using, volume, with_storage

ZONE = "topology.kubernetes.io/zone"


def details(waiting: PodInfo, *things: Any) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Plugin → its details about n1, as (id, arguments)."""
    result = obstacles(with_storage(*things), waiting, build_profile(), "n1")
    return {item.plugin: [(detail.id, dict(detail.args)) for detail in item.details] for item in result}


def test_a_disk_that_another_pod_writes_to_is_named_by_that_pod() -> None:
    disk = [{"name": "v", "gcePersistentDisk": {"pdName": "d"}}]
    there = pod("writer", on="n1", volumes=disk)

    assert [("obstacle.disk", {"pods": ("default/writer",)})] == (
        details(pod("p", volumes=disk), node("n1"), there)["VolumeRestrictions"]
    )


def test_a_claim_for_one_pod_names_its_user_on_whatever_node() -> None:
    mine = claim("mine", "pv", accessModes=["ReadWriteOncePod"])
    things = node("n1"), node("n2"), mine, volume("pv"), using("user", "mine", on="n2")

    assert [("obstacle.claim_in_use", {"claim": "mine", "pods": ("default/user",)})] == (
        details(using("p", "mine"), *things)["VolumeRestrictions"]
    )


def test_a_bound_volume_that_the_node_does_not_reach_is_named_with_its_claim() -> None:
    things = node("n1", zone="z1"), claim("mine", "pv"), volume("pv", zone="z2")

    assert [("obstacle.volume_elsewhere", {"volume": "pv", "claim": "mine"})] == (
        details(using("p", "mine"), *things)["VolumeBinding"]
    )


def test_a_claim_for_which_no_volume_is_found_is_named() -> None:
    things = node("n1"), claim("mine"), storage_class(provisioner="kubernetes.io/no-provisioner")

    assert [("obstacle.claim_unbound", {"claim": "mine"})] == (
        details(using("p", "mine"), *things)["VolumeBinding"]
    )


def test_the_zone_of_a_volume_is_named_with_its_label() -> None:
    there = volume("pv", labels={ZONE: "z2"})

    assert [("obstacle.volume_zone", {"volume": "pv", "key": ZONE, "zones": ("z2",)})] == (
        details(using("p", "mine"), node("n1", zone="z1"), claim("mine", "pv"), there)["VolumeZone"]
    )


def test_a_limit_is_said_with_what_is_attached_and_what_is_wanted() -> None:
    csi = {"driver": "csi.example", "volumeHandle": "a"}
    things = [
        node("n1"),
        limits("n1", csi_example=1),
        claim("mine", "pv"),
        volume("pv", csi=csi),
        claim("other", "pv-other"),
        volume("pv-other", csi={**csi, "volumeHandle": "b"}),
        using("user", "other", on="n1"),
    ]

    assert [("obstacle.volume_limit", {"driver": "csi.example", "attached": 1, "needed": 1, "limit": 1})] == (
        details(using("p", "mine"), *things)["NodeVolumeLimits"]
    )
