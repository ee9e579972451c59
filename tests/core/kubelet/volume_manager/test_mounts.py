"""Which volumes of a pod can be mounted, and which ones are in use."""

from __future__ import annotations

from scheduler_core.kubelet.volume_manager.mounts import (
    Mount,
    has_claims,
    in_use,
    not_mountable,
    write_in_use,
)
from scheduler_core.objects.manifest import mapping
from tests.core.cluster import new_server
from tests.core.kubelet.nodes import node_manifest
from tests.core.kubelet.runtimes import make_pod

DISK = Mount("data", "default/data", "pv-1", "csi^disk-1", attaches=True)
SHARE = Mount("share", "default/share", "pv-2", "nfs^share", attaches=False)


def test_only_volumes_that_are_attached_are_listed_as_in_use() -> None:
    assert ("csi^disk-1",) == in_use([DISK, SHARE, DISK])


def test_a_volume_is_mounted_once_the_node_lists_it_as_attached() -> None:
    api = new_server()
    api.create("Node", node_manifest(), 0)

    assert (DISK,) == not_mountable([DISK, SHARE], api, "n1", reaches_storage=True)
    api.update_status("Node", "n1", {"volumesAttached": [{"name": "csi^disk-1", "devicePath": ""}]})
    assert () == not_mountable([DISK, SHARE], api, "n1", reaches_storage=True)


def test_without_its_storage_a_machine_mounts_nothing() -> None:
    assert (SHARE,) == not_mountable([SHARE], new_server(), "n1", reaches_storage=False)


def test_volumes_in_use_are_written_where_there_is_a_node() -> None:
    api = new_server()
    api.create("Node", node_manifest(), 0)

    assert [True, False] == [write_in_use(("csi^disk-1",), api, node) for node in ("n1", "n2")]
    assert ["csi^disk-1"] == mapping(api.nodes["n1"].manifest["status"])["volumesInUse"]


def test_a_pod_without_claims_has_nothing_to_wait_for() -> None:
    claim = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}

    assert (False, True) == (has_claims(make_pod()), has_claims(make_pod(volumes=[claim])))
