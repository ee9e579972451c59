"""Disks of a zone stay in their zone, also in a dump without CSINodes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.volumes.driver_topology import segment_of
from tests.builders import api_object, node, workload
from tests.core.play import Play

ZONE = "topology.kubernetes.io/zone"


def nodes(label: str) -> list[dict[str, Any]]:
    return [node(f"n-{zone}", zone=f"west-{zone}", labels={label: f"west-{zone}"}) for zone in "ab"]


def storage_class(driver: str) -> dict[str, Any]:
    return api_object("StorageClass", "fast", provisioner=driver, volumeBindingMode="WaitForFirstConsumer")


def claim(**annotations: str) -> dict[str, Any]:
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": "fast",
        "resources": {"requests": {"storage": "1Gi"}},
    }
    return api_object("PersistentVolumeClaim", "data", metadata={"annotations": annotations}, spec=spec)


def with_claims() -> dict[str, Any]:
    template = {"metadata": {"name": "data"}, "spec": claim()["spec"]}
    return workload("StatefulSet", "db", 1, serviceName="db", volumeClaimTemplates=[template])


@pytest.mark.parametrize(
    ("driver", "label"),
    [
        ("ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone"),
        ("ebs.csi.aws.com", ZONE),
        ("pd.csi.storage.gke.io", "topology.gke.io/zone"),
        ("disk.csi.azure.com", "topology.disk.csi.azure.com/zone"),
        ("kubernetes.io/aws-ebs", ZONE),
        ("csi.example.org", "topology.csi.example.org/zone"),
    ],
)
def test_a_pod_does_not_leave_the_zone_of_its_disk(driver: str, label: str) -> None:
    play = Play([*nodes(label), storage_class(driver), with_claims()])
    first = play.recording.world(play.until(20)).api.pods["default/db-0"].node_name
    seq = play.until(20)
    play.give(seq, {"kind": "cordon", "node": first})
    target = {"kind": "Pod", "namespace": "default", "name": "db-0"}
    play.give(seq + 1, {"kind": "delete", "object": target, "force": True})
    pod = play.recording.world(play.until(60)).api.pods["default/db-0"]
    condition = pod.status.condition("PodScheduled")

    assert condition is not None
    assert ("", True) == (pod.node_name, "didn't match PersistentVolume's node affinity" in condition.message)


def test_a_driver_without_zones_is_reached_from_everywhere() -> None:
    assert {} == segment_of("efs.csi.aws.com", {ZONE: "west-a"})


def test_a_selected_node_that_does_not_exist_is_given_up() -> None:
    stale = claim(**{"volume.kubernetes.io/selected-node": "gone"})
    pod = api_object(
        "Pod",
        "p",
        spec={
            "containers": [{"name": "c", "image": "c:1"}],
            "volumes": [{"name": "d", "persistentVolumeClaim": {"claimName": "data"}}],
        },
    )
    play = Play([*nodes(ZONE), storage_class("ebs.csi.aws.com"), stale, pod])
    api = play.recording.world(play.until(30)).api
    stored = api.objects("PersistentVolumeClaim")["default/data"]

    assert api.pods["default/p"].ready
    assert api.pods["default/p"].node_name == stored.meta.annotations["volume.kubernetes.io/selected-node"]
