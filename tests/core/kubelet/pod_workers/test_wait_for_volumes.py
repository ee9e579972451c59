"""Pods wait for their volumes."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.volume.attachments import attach_running
from scheduler_core.kubelet import Connection, NodeActor
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.volumes.attachable import volumes_attached, volumes_in_use
from tests.builders import pod
from tests.core.cluster import Cluster, load, new_server
from tests.core.kubelet.nodes import OneNode, node_manifest

NAME = "kubernetes.io/csi/disks.example.com^disk-1"
CLAIM = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}


def volume(source: Manifest) -> Manifest:
    return {
        "metadata": {"name": "pv-1"},
        "spec": {
            "capacity": {"storage": "1Gi"},
            "accessModes": ["ReadWriteOnce"],
            "claimRef": {"namespace": "default", "name": "data"},
            **source,
        },
        "status": {"phase": "Bound"},
    }


CSI = volume({"csi": {"driver": "disks.example.com", "volumeHandle": "disk-1"}})
NFS = volume({"nfs": {"server": "s", "path": "/"}})
BOUND: Manifest = {
    "metadata": {
        "name": "data",
        "namespace": "default",
        "annotations": {"pv.kubernetes.io/bind-completed": "yes"},
    },
    "spec": {
        "volumeName": "pv-1",
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}},
    },
    "status": {"phase": "Bound"},
}


class Disks(OneNode):
    """A node to which somebody attaches volumes."""

    def __init__(self, source: Manifest = CSI, version: str = "1.34") -> None:
        Cluster.__init__(self, new_server(), [NodeActor("n1", release=release(version), attaches=True)])
        self.do(lambda api, now: api.create("Node", node_manifest(), now))
        self.do(lambda api, now: load(api, "PersistentVolume", source, now))
        self.do(lambda api, now: load(api, "PersistentVolumeClaim", BOUND, now))

    def bind(self) -> Disks:
        self.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", volumes=[CLAIM]), now))
        return self

    def attach(self) -> None:
        attached: list[Json] = [{"name": NAME, "devicePath": ""}]
        status = {**self.api.nodes["n1"].manifest["status"], "volumesAttached": attached}  # type: ignore[dict-item]
        self.do(lambda api, now: api.update_status("Node", "n1", status))

    def in_use(self) -> tuple[str, ...]:
        return volumes_in_use(self.api.nodes["n1"])


def test_a_pod_starts_when_its_volume_is_attached() -> None:
    play = Disks().bind()
    play.play(20)
    assert [(0.0, "start", "kubelet.waits_for_volumes")] == play.acts()
    assert (NAME,) == play.in_use()

    play.attach()
    play.play()

    assert [(20.0, "start", "kubelet.starts"), (21.0, "ready", "kubelet.ready")] == play.acts()[1:]


def test_a_volume_is_in_use_until_its_processes_are_dead() -> None:
    play = Disks().bind()
    play.attach()
    play.play(10)

    play.delete("a", force=True)
    play.play(11)
    assert (NAME,) == play.in_use()

    play.play()
    assert (13.0, "removed") == play.kinds()[-1]
    assert () == play.in_use()


MOUNT_TIMEOUT = (
    "Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[data], "
    "failed to process volumes=[]: timed out waiting for the condition"
)


@pytest.mark.parametrize(("version", "message"), [("1.27", [MOUNT_TIMEOUT]), ("1.28", []), ("1.34", [])])
def test_after_two_minutes_the_wait_is_an_event_up_to_v1_27_only(version: str, message: list[str]) -> None:
    play = Disks(version=version).bind()

    play.play()

    assert (123.0, "update", "kubelet.failed_mount") == play.acts()[-1]
    events = [event for event in play.api.events_about("Pod", "default/a") if event.reason == "FailedMount"]
    assert message == [event.message for event in events]
    assert play.host.next_ms(play.now_ms) is None


def test_a_pod_whose_claim_is_being_deleted_is_not_started() -> None:
    play = Disks()
    play.do(lambda api, now: api.delete("PersistentVolumeClaim", "default/data", DeleteOptions(), now))
    play.bind()
    play.attach()
    play.play(60)

    assert [(0.0, "start", "kubelet.waits_for_volumes")] == play.acts()


def test_a_pod_deleted_while_it_waits_is_removed_at_once() -> None:
    play = Disks().bind()
    play.play(5)

    play.delete("a")
    play.play()

    assert (5.0, "removed") == play.kinds()[-1]
    assert () == play.in_use()


def test_a_network_file_system_needs_no_attaching_but_a_way_to_it() -> None:
    play = Disks(NFS)
    play.link(Connection(storage=False))
    play.bind()
    play.play(10)
    assert [(0.0, "start", "kubelet.waits_for_volumes")] == play.acts()

    play.heal()
    play.play()

    assert [(10.0, "start"), (11.0, "ready")] == play.kinds()[1:]
    assert () == play.in_use()


def test_what_runs_at_the_start_has_its_volumes_attached_and_in_use() -> None:
    play = Disks()
    running = {**pod("a", nodeName="n1", volumes=[CLAIM]), "status": {"phase": "Running"}}
    play.do(lambda api, now: load(api, "Pod", running, now))

    attach_running(play.api)
    play.host.write_volumes(play.api)
    play.settle()

    node = play.api.nodes["n1"]
    assert ((NAME,), (NAME,)) == (volumes_attached(node), volumes_in_use(node))
    assert [] == play.play()
    play.delete("a")
    play.play()
    assert () == play.in_use()


def test_a_kubelet_that_was_silent_says_later_that_a_volume_is_free() -> None:
    play = Disks().bind()
    play.attach()
    play.play(10)
    play.link(Connection(speaks=False))
    play.delete("a", grace_period_seconds=5)
    play.play(100)
    assert (NAME,) == play.in_use()

    play.heal()
    play.play()

    assert ({}, ()) == (play.api.pods, play.in_use())


def test_a_new_kubelet_knows_what_is_mounted() -> None:
    play = Disks().bind()
    play.attach()
    play.play(10)

    play.crash()
    play.start()
    play.play(20)

    assert (NAME,) == play.in_use()


def test_a_machine_that_lost_its_power_uses_its_volumes_again() -> None:
    play = Disks().bind()
    play.attach()
    play.play(10)

    play.power(False)
    play.at(20)
    play.power(True)
    play.play(30)

    assert (NAME,) == play.in_use()
    assert ["pv-1"] == [mount.volume for worker in play.host._workers() for mount in worker.mounts or ()]
