"""A ReadWriteOncePod volume is mounted for one pod of a node at a time."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.volume.attachments import attach_running
from scheduler_core.kubelet import NodeActor
from scheduler_core.kubelet.volume_manager.mounts import Mount
from scheduler_core.kubelet.volume_manager.read_write_once_pod import failed_mount, next_attempt_ms, refused
from scheduler_core.objects.manifest import Manifest, find, with_value
from tests.builders import pod
from tests.core.cluster import Cluster, load, new_server
from tests.core.kubelet.nodes import OneNode, exits, node_manifest

DISK = Mount("data", "default/data", "pv-1", "csi^disk-1", attaches=True, single_pod=True)
IN_USE = (
    'MountVolume.SetUp failed for volume "pv-1" : volume uses the ReadWriteOncePod access mode and is already '
    "in use by another pod"
)
CLAIM = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}


def two_pods(mode: str) -> OneNode:
    """Pods a and b on n1 with the same claim; a runs, and b was bound past the scheduler."""
    spec: Manifest = {
        "capacity": {"storage": "1Gi"},
        "accessModes": [mode],
        "csi": {"driver": "disks.example.com", "volumeHandle": "disk-1"},
        "claimRef": {"namespace": "default", "name": "data"},
    }
    claim: Manifest = {
        "metadata": {
            "name": "data",
            "namespace": "default",
            "annotations": {"pv.kubernetes.io/bind-completed": "yes"},
        },
        "spec": {
            "volumeName": "pv-1",
            "accessModes": [mode],
            "resources": {"requests": {"storage": "1Gi"}},
        },
        "status": {"phase": "Bound"},
    }
    play = OneNode.__new__(OneNode)
    Cluster.__init__(play, new_server(), [NodeActor("n1", [exits(2)], attaches=True)])
    play.do(lambda api, now: api.create("Node", node_manifest(), now))
    volume: Manifest = {"metadata": {"name": "pv-1"}, "spec": spec, "status": {"phase": "Bound"}}
    play.do(lambda api, now: load(api, "PersistentVolume", volume, now))
    play.do(lambda api, now: load(api, "PersistentVolumeClaim", claim, now))
    running = with_value(pod("a", nodeName="n1", volumes=[CLAIM]), ("status", "phase"), "Running")
    play.do(lambda api, now: load(api, "Pod", running, now))
    attach_running(play.api)
    play.host.write_volumes(play.api)
    play.do(lambda api, now: api.create("Pod", pod("b", nodeName="n1", volumes=[CLAIM]), now))
    return play


def starts(play: OneNode) -> list[tuple[float, str]]:
    return [(at, message) for at, kind, message in play.acts() if kind == "start"]


def test_the_second_pod_stays_container_creating_with_the_event_of_kubernetes() -> None:
    play = two_pods("ReadWriteOncePod")
    play.play(200)
    result = play.api.pods["default/b"].manifest
    events = play.api.events_about("Pod", "default/b")

    assert [(0.0, "kubelet.volume_taken")] == starts(play)
    assert "ContainerCreating" == find(result["status"]["containerStatuses"][0], "state", "waiting", "reason")  # type: ignore[index,call-overload]
    assert [("Warning", "FailedMount", IN_USE)] == [(e.type, e.reason, e.message) for e in events]


def test_when_the_first_pod_is_gone_the_second_starts_with_its_next_attempt() -> None:
    play = two_pods("ReadWriteOncePod")
    play.play(10)
    play.delete("a")

    play.play(20)

    gone = next(at for at, kind in play.kinds() if kind == "removed")
    assert 12 <= gone <= 13
    assert (15.5, "kubelet.starts") == starts(play)[-1]


def test_nothing_is_due_while_the_volume_is_taken() -> None:
    play = two_pods("ReadWriteOncePod")
    play.play(200)

    assert play.host.next_ms(play.now_ms) is None


def test_with_read_write_once_both_pods_of_the_node_have_the_volume() -> None:
    play = two_pods("ReadWriteOnce")
    play.play(10)

    assert [(0.0, "kubelet.starts")] == starts(play)


def test_a_mount_is_refused_for_a_volume_of_another_pod_only() -> None:
    other = Mount("data", "default/else", "pv-2", "csi^disk-2", attaches=True, single_pod=True)

    assert DISK == refused([other, DISK], [DISK])
    assert refused([DISK], [other]) is None
    assert IN_USE == failed_mount(DISK)


@pytest.mark.parametrize(
    ("now", "at"), [(0, 0), (1, 500), (501, 1_500), (63_500, 63_500), (63_501, 127_500), (300_000, 371_500)]
)
def test_attempts_wait_twice_as_long_each_time_up_to_122_seconds(now: int, at: int) -> None:
    assert at == next_attempt_ms(0, now)
