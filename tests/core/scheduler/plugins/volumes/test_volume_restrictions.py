"""VolumeRestrictions: disks that cannot be used twice on a node, and claims for one pod alone."""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.framework.status import Code
from tests.core.scheduler.builders import judged, node, pod
from tests.core.scheduler.plugins.plugin_answers import decided, refusals, skips_filter, wakes
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
    result = refusals(
        PLUGIN, with_disk("p", source), node("n1"), node("n2"), with_disk("old", source, on="n1")
    )

    assert {"n1": DISK} == result


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
    assert {} == refusals(PLUGIN, with_disk("p", mine), node("n1"), with_disk("old", theirs, on="n1"))


@pytest.mark.parametrize(("source", "shared"), [(GCE, True), (RBD, True), (ISCSI, True), (AWS, False)])
def test_two_readers_share_all_disks_but_those_of_aws(source: dict[str, Any], shared: bool) -> None:
    old = with_disk("old", source, on="n1", read_only=True)
    result = refusals(PLUGIN, with_disk("p", source, read_only=True), node("n1"), old)

    assert result == ({} if shared else {"n1": DISK})


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
    assert {"n1", "n2"} == set(refused)
    assert {(status.code, status.message) for status in refused.values()} == {(Code.UNSCHEDULABLE, words)}


def test_a_claim_that_is_missing_ends_the_attempt_before_any_node() -> None:
    decision = decided(with_storage(node("n1")), using("p", "gone"))

    assert PLUGIN == decision.prefilter.plugin
    assert ('persistentvolumeclaim "gone" not found',) == decision.prefilter.reasons


def test_one_writer_is_enough_for_a_clash() -> None:
    reader = with_disk("old", GCE, on="n1", read_only=True)

    assert {"n1": DISK} == refusals(PLUGIN, with_disk("p", GCE), node("n1"), reader)


def test_monitors_clash_where_they_share_one_and_no_pool_is_the_pool_rbd() -> None:
    bare = {"rbd": {"monitors": ["b", "c"], "image": "bar"}}
    named = with_disk("old", changed(bare, pool="rbd", monitors=["a", "b"]), on="n1")

    assert {"n1": DISK} == refusals(PLUGIN, with_disk("p", bare), node("n1"), named)


def test_the_portal_of_a_target_does_not_matter() -> None:
    elsewhere = with_disk("old", changed(ISCSI, targetPortal="10.0.0.1:3260", lun=1), on="n1")

    assert {"n1": DISK} == refusals(PLUGIN, with_disk("p", ISCSI), node("n1"), elsewhere)


ALONE = {"accessModes": ["ReadWriteOncePod"]}


def test_a_read_write_once_pod_claim_that_no_pod_uses_skips_the_filter() -> None:
    shared = claim("shared", "pv2", accessModes=["ReadWriteMany"])
    there = [claim("data", "pv1", **ALONE), shared, volume("pv1"), volume("pv2")]
    snapshot = with_storage(node("n1"), *there, using("old", "shared", on="n1"))

    assert PLUGIN in decided(snapshot, using("p", "data")).filter_skipped


def test_the_user_of_the_claim_can_be_preempted_for_it() -> None:
    there = [claim("data", "pv1", **ALONE), volume("pv1")]
    snapshot = with_storage(node("n1"), node("n2"), *there, using("old", "data", on="n1"))

    decision = judged(snapshot, using("p", "data", priority=100))

    assert ("nominated", "n1") == (decision.result, decision.node)


def test_with_two_claims_in_use_both_users_must_go() -> None:
    there = [claim("one", "pv1", **ALONE), claim("two", "pv2", **ALONE), volume("pv1"), volume("pv2")]
    users = using("a", "one", on="n1"), using("b", "two", on="n2")
    snapshot = with_storage(node("n1"), node("n2"), *there, *users)

    assert "unschedulable" == judged(snapshot, using("p", "one", "two", priority=100)).result


# --- what wakes a pod -----------------------------------------------------------------------------


@pytest.mark.parametrize("source", [GCE, AWS, RBD, ISCSI])
def test_the_end_of_a_pod_with_the_same_disk_wakes(source: dict[str, Any]) -> None:
    other = {"gcePersistentDisk": {"pdName": "bar"}} if source is not GCE else AWS

    def woken(gone: PodInfo) -> bool:
        return wakes(PLUGIN, with_disk("p", source), Resource.POD, Action.DELETE, gone, None)

    assert woken(with_disk("x", source, on="n1"))
    assert not woken(with_disk("x", other, on="n1"))


@pytest.mark.parametrize(
    ("gone", "worth_it"),
    [
        pytest.param(using("x", "data", on="n1"), True, id="the same claim"),
        pytest.param(using("x", "other", on="n1"), False, id="another claim"),
        pytest.param(using("x", "data", on="n1", namespace="ns1"), False, id="of another namespace"),
    ],
)
def test_the_end_of_a_pod_with_the_same_claim_wakes(gone: PodInfo, worth_it: bool) -> None:
    assert wakes(PLUGIN, using("p", "data"), Resource.POD, Action.DELETE, gone, None) is worth_it


@pytest.mark.parametrize(
    ("waiting", "worth_it"),
    [
        pytest.param(using("p", "more", "data"), True, id="its own"),
        pytest.param(using("p", "more"), False, id="another"),
        pytest.param(using("p", "data", namespace="ns1"), False, id="of another namespace"),
    ],
)
def test_a_new_claim_wakes_whoever_waits_for_it(waiting: PodInfo, worth_it: bool) -> None:
    event = Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, claim("data")

    assert wakes(PLUGIN, waiting, *event) is worth_it
