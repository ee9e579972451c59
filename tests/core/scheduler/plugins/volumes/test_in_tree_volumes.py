"""Volumes of former in-tree plugins: which CSI driver attaches them, and when two of them are one."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.storage import CSINode
from scheduler_core.scheduler.plugins.volumes.in_tree_volumes import driver_of, inline_volumes, volume_id
from tests.core.scheduler.plugins.storage import limits, volume

EBS, GCE = "ebs.csi.aws.com", "pd.csi.storage.gke.io"


def csi_node(migrated: str = "") -> CSINode:
    made = dict(limits("n1").manifest)
    annotations = {"storage.alpha.kubernetes.io/migrated-plugins": migrated}
    return CSINode.parse({**made, "metadata": {"name": "n1", "annotations": annotations}})


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ({"awsElasticBlockStore": {"volumeID": "vol-1"}}, (EBS, "vol-1")),
        ({"awsElasticBlockStore": {"volumeID": "aws://us-1a/vol-1"}}, (EBS, "vol-1")),
        ({"gcePersistentDisk": {"pdName": "d"}}, (GCE, "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d")),
        ({"azureDisk": {"diskName": "d", "diskURI": "/uri"}}, ("disk.csi.azure.com", "/uri")),
        ({"cinder": {"volumeID": "c"}}, ("cinder.csi.openstack.org", "c")),
    ],
)
def test_an_inline_volume_is_known_by_the_handle_that_its_driver_would_use(
    source: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert [expected] == list(inline_volumes(({"name": "v", **source},), csi_node()))


def test_volumes_that_no_driver_attaches_are_passed_over() -> None:
    volumes = ({"name": "a", "emptyDir": {}}, {"name": "b", "vsphereVolume": {"volumePath": "d"}})

    assert [] == list(inline_volumes(volumes, csi_node()))


def test_portworx_counts_only_where_the_csi_node_says_that_it_has_been_migrated() -> None:
    volumes = ({"name": "v", "portworxVolume": {"volumeID": "p"}},)

    assert [] == list(inline_volumes(volumes, csi_node()))
    assert [("pxd.portworx.com", "p")] == list(
        inline_volumes(volumes, csi_node("kubernetes.io/cinder,kubernetes.io/portworx-volume"))
    )


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("us-central1-a", "projects/UNSPECIFIED/zones/us-central1-a/disks/d"),
        ("us-central1-a__us-central1-b", "projects/UNSPECIFIED/regions/us-central1/disks/d"),
    ],
)
def test_a_gce_disk_of_a_volume_is_known_by_its_zone_and_a_regional_one_by_its_region(
    zone: str, expected: str
) -> None:
    disk = volume("pv", gcePersistentDisk={"pdName": "d"}, labels={"topology.kubernetes.io/zone": zone})

    assert (GCE, expected) == volume_id(disk, csi_node())


def test_a_csi_volume_without_a_handle_is_not_counted() -> None:
    assert ("csi.example", "h") == volume_id(
        volume("pv", csi={"driver": "csi.example", "volumeHandle": "h"}), csi_node()
    )
    assert volume_id(volume("pv", csi={"driver": "csi.example"}), csi_node()) is None


@pytest.mark.parametrize(
    ("provisioner", "driver"),
    [
        ("csi.example", "csi.example"),
        ("kubernetes.io/aws-ebs", EBS),
        ("kubernetes.io/azure-file", ""),
        ("kubernetes.io/vsphere-volume", ""),
        ("kubernetes.io/portworx-volume", ""),
    ],
)
def test_the_driver_that_provisions_for_a_class(provisioner: str, driver: str) -> None:
    assert driver == driver_of(provisioner, csi_node())
