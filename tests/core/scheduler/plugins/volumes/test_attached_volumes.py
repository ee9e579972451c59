"""Which volumes count against the limits of a node's drivers: those of its pods, and attachments without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scheduler_core.objects import Pod
from scheduler_core.objects.storage import (
    CSINode,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.scheduler.plugins.volumes.attached_volumes import attached_volumes, count_of
from tests.builders import pod
from tests.core.builders import claim, storage_class, volume

DRIVER = "csi.example.com"
CSI_NODE = CSINode.parse({"metadata": {"name": "n1"}, "spec": {"drivers": []}})


@dataclass(frozen=True, slots=True)
class Objects:
    claims: dict[str, PersistentVolumeClaim] = field(default_factory=dict)
    volumes: dict[str, PersistentVolume] = field(default_factory=dict)
    storage_classes: dict[str, StorageClass] = field(default_factory=dict)
    volume_attachments: dict[str, VolumeAttachment] = field(default_factory=dict)


def stored(node: str = "n1", attacher: str = DRIVER) -> Objects:
    """A claim with a volume, one without, a class of the driver, and an attachment of another volume."""
    manifests: dict[str, Any] = {
        "data": claim("data", volumeName="pv-data"),
        "waits": claim("waits", storageClassName="fast"),
    }
    attachment = {
        "metadata": {"name": "va"},
        "spec": {
            "attacher": attacher,
            "nodeName": node,
            "source": {"persistentVolumeName": "pv-left"},
        },
    }
    volumes = {
        name: volume(name, csi={"driver": DRIVER, "volumeHandle": f"h-{name}"})  # type: ignore[arg-type]
        for name in ("pv-data", "pv-left")
    }
    return Objects(
        {f"default/{name}": PersistentVolumeClaim.parse(item) for name, item in manifests.items()},
        {name: PersistentVolume.parse(item) for name, item in volumes.items()},
        {"fast": StorageClass.parse(storage_class("fast", DRIVER))},
        {"va": VolumeAttachment.parse(attachment)},
    )


def using(*claims: str, inline: dict[str, Any] | None = None) -> Pod:
    volumes: list[dict[str, Any]] = [
        {"name": item, "persistentVolumeClaim": {"claimName": item}} for item in claims
    ]
    return Pod.parse(pod("p", volumes=[*volumes, *([inline] if inline else [])]))


def test_volumes_of_pods_claims_without_a_volume_and_attachments_count_each_once() -> None:
    result = attached_volumes(stored(), [using("data", "waits", "none"), using("data")], CSI_NODE)

    expected = {(DRIVER, "h-pv-data"), (DRIVER, "default/waits"), (DRIVER, "h-pv-left")}
    assert expected == result
    assert (3, 0) == (count_of(result, DRIVER), count_of(result, "other"))


def test_an_attachment_to_another_node_or_without_an_attacher_does_not_count() -> None:
    assert set() == attached_volumes(stored(node="n2"), [], CSI_NODE)
    assert set() == attached_volumes(stored(attacher=""), [], CSI_NODE)


def test_an_inline_volume_counts_for_the_driver_that_attaches_it_now() -> None:
    inline = {"name": "d", "awsElasticBlockStore": {"volumeID": "vol-1"}}

    assert {("ebs.csi.aws.com", "vol-1")} == attached_volumes(Objects(), [using(inline=inline)], CSI_NODE)
