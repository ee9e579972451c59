"""VolumeRestrictions: disks that cannot be used twice on a node, and claims for one pod alone."""

from typing import Any

import pytest

from scheduler_core.scheduler.framework import Code
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import decided, refusals, skips_filter
from tests.core.scheduler.plugins.storage import claim, using, volume, with_storage

PLUGIN = "VolumeRestrictions"
DISK = ("Unschedulable", "node(s) had no available disk")

GCE = {"gcePersistentDisk": {"pdName": "foo"}}
AWS = {"awsElasticBlockStore": {"volumeID": "foo"}}
RBD = {"rbd": {"monitors": ["a", "b"], "pool": "foo", "image": "bar"}}
ISCSI = {"iscsi": {"targetPortal": "127.0.0.1:3260", "iqn": "iqn.2016-12.server:storage", "lun": 0}}


def with_disk(name: str, source: dict[str, Any], *, on: str = "", read_only: bool = False) -> Any:
    (kind, fields), *_ = source.items()
    disk = {**fields, "readOnly": True} if read_only else fields
    return pod(name, on=on, volumes=[{"name": "v", kind: disk}])


def changed(source: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {kind: {**inner, **fields} for kind, inner in source.items()}


def test_a_pod_without_volumes_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), node("n1"))


@pytest.mark.parametrize("source", [GCE, AWS, RBD, ISCSI])
def test_a_disk_is_used_once_on_a_node(source: dict[str, Any]) -> None:
    found = refusals(
        PLUGIN, with_disk("p", source), node("n1"), node("n2"), with_disk("old", source, on="n1")
    )

    assert found == {"n1": DISK}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (GCE, changed(GCE, pdName="bar")),
        (AWS, changed(AWS, volumeID="bar")),
        (RBD, changed(RBD, image="other")),
        (RBD, changed(RBD, pool="other")),
        (RBD, changed(RBD, monitors=["c", "d"])),
        (ISCSI, changed(ISCSI, iqn="iqn.2016-12.server:other")),
    ],
)
def test_another_disk_does_not_clash(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert refusals(PLUGIN, with_disk("p", mine), node("n1"), with_disk("old", theirs, on="n1")) == {}


@pytest.mark.parametrize(("source", "shared"), [(GCE, True), (RBD, True), (ISCSI, True), (AWS, False)])
def test_two_readers_share_all_disks_but_those_of_aws(source: dict[str, Any], shared: bool) -> None:
    old = with_disk("old", source, on="n1", read_only=True)
    found = refusals(PLUGIN, with_disk("p", source, read_only=True), node("n1"), old)

    assert found == ({} if shared else {"n1": DISK})


def test_a_claim_for_one_pod_alone_is_refused_on_every_node_while_it_is_used() -> None:
    alone = claim("data", "pv1", accessModes=["ReadWriteOncePod"])
    snapshot = with_storage(node("n1"), node("n2"), alone, volume("pv1"), using("old", "data", on="n1"))

    decision = decided(snapshot, using("p", "data"))

    words = (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use "
        "by another pod"
    )
    refused = {
        name: verdict.status for name, verdict in decision.nodes.items() if verdict.status.plugin == PLUGIN
    }
    assert set(refused) == {"n1", "n2"}
    assert {(status.code, status.message) for status in refused.values()} == {(Code.UNSCHEDULABLE, words)}


def test_a_claim_that_is_missing_ends_the_attempt_before_any_node() -> None:
    decision = decided(with_storage(node("n1")), using("p", "gone"))

    assert decision.prefilter.plugin == PLUGIN
    assert decision.prefilter.reasons == ('persistentvolumeclaim "gone" not found',)
