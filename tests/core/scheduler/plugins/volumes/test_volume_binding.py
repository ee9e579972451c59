"""VolumeBinding: bound volumes must be reachable, others must be had where the pod goes."""

import pytest

from scheduler_core.objects.storage import CSIDriver, CSINode
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.plugins.volumes.volume_binder import VolumeWork
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBinding
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import decided, skips_filter, wakes
from tests.core.scheduler.plugins.storage import (
    Stored,
    capacity,
    claim,
    own_claim,
    scratching,
    storage_class,
    using,
    volume,
    with_storage,
)

PLUGIN = "VolumeBinding"
A, B = node("a", zone="z1"), node("b", zone="z2")
CONFLICT = "node(s) didn't match PersistentVolume's node affinity"
NOTHING = "node(s) didn't find available persistent volumes to bind"


def found(waiting: PodInfo, *stored: Stored) -> dict[str, tuple[str, ...]]:
    """Node → reasons of this plugin."""
    decision = decided(with_storage(A, B, *stored), waiting)
    assert not decision.prefilter.rejected, decision.prefilter
    return {
        name: verdict.status.reasons
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == PLUGIN
    }


def before(waiting: PodInfo, *stored: Stored) -> tuple[str, tuple[str, ...]]:
    """Plugin and reasons of the refusal before any node."""
    status = decided(with_storage(A, B, *stored), waiting).prefilter
    return status.plugin, status.reasons


def work_of(snapshot: Snapshot, waiting: PodInfo, node_name: str) -> VolumeWork | None:
    """What Reserve keeps for PreBind."""
    reserved = VolumeBinding().reserve(snapshot, waiting, node_name).reserved
    assert reserved is None or isinstance(reserved, VolumeWork)
    return reserved


def test_a_pod_without_claims_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), A)


def test_a_bound_volume_must_be_reachable() -> None:
    assert found(using("p", "data"), claim("data", "pv"), volume("pv", zone="z1")) == {"b": (CONFLICT,)}


def test_a_volume_without_affinity_is_reachable_everywhere() -> None:
    assert found(using("p", "data"), claim("data", "pv"), volume("pv")) == {}


def test_an_unbound_claim_of_a_class_that_binds_at_once_stops_the_attempt() -> None:
    assert before(using("p", "data"), claim("data"), storage_class(waits=False)) == (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    )


def test_a_claim_on_its_way_out_stops_the_attempt() -> None:
    leaving = claim("data", metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})

    words = 'persistentvolumeclaim "data" is being deleted'
    assert before(using("p", "data"), leaving, storage_class()) == (PLUGIN, (words,))


def test_a_generic_ephemeral_volume_waits_for_its_claim() -> None:
    waiting = pod("p", volumes=[{"name": "scratch", "ephemeral": {"volumeClaimTemplate": {}}}])

    words = 'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-scratch"'
    assert before(waiting) == (PLUGIN, (words,))


STATIC = storage_class(provisioner="kubernetes.io/no-provisioner")


def test_without_a_provisioner_a_volume_must_be_there() -> None:
    assert found(using("p", "data"), claim("data"), STATIC, volume("pv", zone="z1")) == {"b": (NOTHING,)}


@pytest.mark.parametrize(
    "unsuitable",
    [
        pytest.param(volume("pv", size="500Mi"), id="too small"),
        pytest.param(volume("pv", cls="slow"), id="another class"),
        pytest.param(volume("pv", accessModes=["ReadOnlyMany"]), id="another access mode"),
        pytest.param(volume("pv", volumeMode="Block"), id="another mode"),
        pytest.param(volume("pv", phase="Released"), id="not available"),
        pytest.param(volume("pv", claimRef={"namespace": "default", "name": "other"}), id="reserved"),
    ],
)
def test_a_volume_that_does_not_suit_is_none(unsuitable: Stored) -> None:
    assert found(using("p", "data"), claim("data"), STATIC, unsuitable) == {"a": (NOTHING,), "b": (NOTHING,)}


def test_two_claims_need_two_volumes() -> None:
    waiting, claims = using("p", "one", "two"), (claim("one"), claim("two"))

    assert set(found(waiting, *claims, STATIC, volume("pv1"))) == {"a", "b"}
    assert found(waiting, *claims, STATIC, volume("pv1"), volume("pv2")) == {}


def test_a_provisioner_makes_a_volume_where_its_topology_allows() -> None:
    terms = [{"matchLabelExpressions": [{"key": "topology.kubernetes.io/zone", "values": ["z2"]}]}]

    assert found(using("p", "data"), claim("data"), storage_class()) == {}
    assert found(using("p", "data"), claim("data"), storage_class(allowedTopologies=terms)) == {
        "a": (NOTHING,)
    }


def test_a_claim_that_was_promised_to_a_node_stays_there() -> None:
    promised = claim("data", metadata={"annotations": {"volume.kubernetes.io/selected-node": "b"}})

    assert found(using("p", "data"), promised, storage_class()) == {"a": (NOTHING,)}


DRIVER = CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {"storageCapacity": True}})
FULL = {"b": ("node(s) did not have enough free storage",)}


def test_a_driver_that_tells_its_capacity_must_have_enough() -> None:
    there = capacity("c1", "10Gi"), capacity("c2", "500Mi", zone="z2")

    assert found(using("p", "data"), claim("data"), storage_class(), DRIVER, *there) == FULL


def test_the_largest_volume_it_can_make_goes_before_the_capacity() -> None:
    there = capacity("c1", "500Mi", largest="2Gi"), capacity("c2", "10Gi", zone="z2", largest="500Mi")

    assert found(using("p", "data"), claim("data"), storage_class(), DRIVER, *there) == FULL


def test_a_driver_that_tells_nothing_of_a_zone_has_nothing_there() -> None:
    assert found(using("p", "data"), claim("data"), storage_class(), DRIVER, capacity("c1", "10Gi")) == FULL


def test_without_word_from_the_driver_capacity_is_not_looked_at() -> None:
    there = capacity("c1", "1Mi"), capacity("c2", "1Mi", zone="z2")

    assert found(using("p", "data"), claim("data"), storage_class(), *there) == {}


# --- more that stops the attempt, and in what words -----------------------------------------------


def test_of_two_claims_the_missing_one_is_named() -> None:
    plugin, reasons = before(using("p", "data", "gone"), claim("data", "pv"), volume("pv"))

    assert (plugin, reasons) == ("VolumeRestrictions", ('persistentvolumeclaim "gone" not found',))


def test_a_claim_whose_volume_is_lost_stops_the_attempt() -> None:
    lost = claim("data", "pv")
    lost = type(lost).parse({**lost.manifest, "status": {"phase": "Lost"}})

    words = 'persistentvolumeclaim "data" bound to non-existent persistentvolume "pv"'
    assert before(using("p", "data"), lost) == (PLUGIN, (words,))


def test_a_bound_claim_whose_volume_is_not_there_is_refused_by_the_nodes() -> None:
    """VolumeZone stops such a pod before; without it the nodes do."""
    config = ProfileConfig(disabled_plugins=frozenset(("VolumeZone",)))
    decision = decided(with_storage(A, claim("data", "pv")), using("p", "data"), config)

    words = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"
    assert decision.nodes["a"].status.reasons == (words,)


def test_a_claim_that_names_a_volume_waits_for_the_controller() -> None:
    named = claim("data", volumeName="pv")

    assert before(using("p", "data"), named, volume("pv"), storage_class()) == (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    )


def test_a_claim_without_a_class_binds_at_once() -> None:
    assert before(using("p", "data"), claim("data", cls="")) == (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    )


def test_an_ephemeral_claim_must_be_the_pod_s_own() -> None:
    mine, foreign = own_claim("p", "scratch"), own_claim("p", "scratch", of="uid-somebody")

    assert found(scratching("p", "scratch"), mine, storage_class()) == {}
    words = "PVC default/p-scratch was not created for pod default/p (pod is not owner)"
    assert before(scratching("p", "scratch"), foreign, storage_class()) == (PLUGIN, (words,))
    assert before(scratching("p", "scratch"), claim("p-scratch"), storage_class()) == (PLUGIN, (words,))


def test_a_bound_and_an_unbound_claim_are_both_told_of() -> None:
    claims = claim("near", "pv"), claim("none")
    told = found(using("p", "near", "none"), *claims, STATIC, volume("pv", zone="z1", phase="Bound"))

    assert told == {"a": (NOTHING,), "b": (CONFLICT, NOTHING)}


def test_of_volumes_that_suit_the_smallest_is_taken_and_a_reserved_one_before_all() -> None:
    reserved = volume("mine", size="9Gi", claimRef={"namespace": "default", "name": "one"})
    snapshot = with_storage(A, claim("one"), claim("two"), STATIC, volume("big", size="5Gi"), reserved)
    snapshot.volumes["small"] = volume("small", size="2Gi")

    work = work_of(snapshot, using("p", "one", "two"), "a")

    assert work is not None
    assert dict(work.bindings) == {"default/one": "mine", "default/two": "small"}


def test_a_volume_reserved_for_the_claim_elsewhere_is_not_replaced_by_another() -> None:
    reserved = volume("mine", zone="z2", claimRef={"namespace": "default", "name": "data"})

    assert found(using("p", "data"), claim("data"), STATIC, reserved, volume("free")) == {"a": (NOTHING,)}


def test_a_volume_with_other_labels_than_selected_is_none() -> None:
    choosy = claim("data", selector={"matchLabels": {"tier": "gold"}})
    silver, gold = volume("s", labels={"tier": "silver"}), volume("g", zone="z1", labels={"tier": "gold"})

    assert found(using("p", "data"), choosy, STATIC, silver, gold) == {"b": (NOTHING,)}


# --- what wakes a pod -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waiting", "changed", "worth_it"),
    [
        pytest.param(using("p", "data", "more"), claim("more"), True, id="its own claim"),
        pytest.param(using("p", "data"), claim("other"), False, id="another claim"),
        pytest.param(
            using("p", "data"), claim("data", metadata={"namespace": "ns1"}), False, id="of another namespace"
        ),
        pytest.param(pod("p"), claim("data"), False, id="a pod without claims"),
        pytest.param(scratching("p", "a", "b"), own_claim("p", "b"), True, id="its ephemeral claim"),
        pytest.param(scratching("p", "a"), own_claim("p", "z"), False, id="no ephemeral volume of its"),
    ],
)
def test_a_claim_wakes_the_pod_that_uses_it(waiting: PodInfo, changed: Stored, worth_it: bool) -> None:
    assert wakes(PLUGIN, waiting, Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, changed) is worth_it


def test_every_volume_that_comes_or_changes_wakes() -> None:
    assert wakes(PLUGIN, using("p", "data"), Resource.PERSISTENT_VOLUME, Action.ADD, None, volume("pv"))


def test_a_new_class_wakes_and_a_changed_one_where_its_topology_did() -> None:
    terms = [{"matchLabelExpressions": [{"key": "topology.kubernetes.io/zone", "values": ["z2"]}]}]
    narrow, wide = storage_class(allowedTopologies=terms), storage_class()

    def woken(old: Stored | None, new: Stored) -> bool:
        action = Action.ADD if old is None else Action.UPDATE
        return wakes(PLUGIN, using("p", "data"), Resource.STORAGE_CLASS, action, old, new)

    assert woken(None, wide)
    assert woken(narrow, wide)
    assert not woken(wide, storage_class(reclaimPolicy="Retain"))


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, capacity("c"), True, id="new"),
        pytest.param(capacity("c"), capacity("c", "1Gi"), True, id="told for the first time"),
        pytest.param(capacity("c"), capacity("c", largest="1Gi"), True, id="the largest volume told"),
        pytest.param(capacity("c", "1Gi"), capacity("c", "2Gi"), True, id="more"),
        pytest.param(
            capacity("c", "9Gi", largest="1Gi"), capacity("c", "9Gi"), True, id="no longer a largest volume"
        ),
        pytest.param(
            capacity("c", "9Gi", largest="1Gi"), capacity("c", "9Gi", largest="2Gi"), True, id="larger"
        ),
        pytest.param(capacity("c", "1Gi"), capacity("c", "1Gi"), False, id="as much"),
        pytest.param(capacity("c", "9Gi", largest="5Gi"), capacity("c", "5Gi"), False, id="as large"),
        pytest.param(capacity("c", "2Gi"), capacity("c", "1Gi"), False, id="less"),
        pytest.param(
            capacity("c", "9Gi", largest="2Gi"), capacity("c", "9Gi", largest="1Gi"), False, id="smaller"
        ),
    ],
)
def test_more_room_at_the_driver_wakes(old: Stored | None, new: Stored, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE

    assert wakes(PLUGIN, using("p", "data"), Resource.CSI_STORAGE_CAPACITY, action, old, new) is worth_it


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [(None, "", True), ("one", "one,two", True), ("one", "two", True), ("one", "one", False)],
)
def test_a_node_whose_drivers_took_over_another_plugin_wakes(
    old: str | None, new: str, worth_it: bool
) -> None:
    def told(plugins: str) -> CSINode:
        annotations = {"storage.alpha.kubernetes.io/migrated-plugins": plugins}
        return CSINode.parse({"metadata": {"name": "a", "annotations": annotations}})

    action, before_it = (Action.ADD, None) if old is None else (Action.UPDATE, told(old))
    assert wakes(PLUGIN, using("p", "data"), Resource.CSI_NODE, action, before_it, told(new)) is worth_it


@pytest.mark.parametrize(
    ("driver", "was", "becomes", "worth_it"),
    [
        pytest.param("csi.example", True, False, True, id="no longer asked for its capacity"),
        pytest.param("csi.example", True, True, False, id="asked as before"),
        pytest.param("csi.example", False, True, False, id="asked from now on"),
        pytest.param("csi.other", True, False, False, id="a driver it does not use"),
    ],
)
def test_a_driver_that_stops_counting_wakes_those_with_an_inline_volume_of_its(
    driver: str, was: bool, becomes: bool, worth_it: bool
) -> None:
    def counting(flag: bool) -> CSIDriver:
        return CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {"storageCapacity": flag}})

    waiting = pod("p", volumes=[{"name": "v", "csi": {"driver": driver}}])
    event = Resource.CSI_DRIVER, Action.UPDATE, counting(was), counting(becomes)
    assert wakes(PLUGIN, waiting, *event) is worth_it


# --- what is planned for the chosen node ------------------------------------------------------------


def planned(waiting: PodInfo, node_name: str, *stored: Stored) -> tuple[dict[str, str], tuple[str, ...]]:
    """(claim → volume, claims to be provisioned)."""
    work = work_of(with_storage(A, B, *stored), waiting, node_name)
    assert work is not None
    bindings = {key.partition("/")[2]: name for key, name in work.bindings}
    return bindings, tuple(key.partition("/")[2] for key in work.provisions)


def test_the_smaller_claim_chooses_first_and_takes_the_smallest_that_does() -> None:
    claims = claim("large", size="5Gi"), claim("small")
    volumes = volume("pv5", size="5Gi"), volume("pv1")

    assert planned(using("p", "large", "small"), "a", *claims, *volumes, STATIC) == (
        {"small": "pv1", "large": "pv5"},
        (),
    )


def test_a_volume_is_given_once() -> None:
    claims = claim("one"), claim("two")

    assert found(using("p", "one", "two"), *claims, STATIC, volume("pv1"), volume("pv2", zone="z1")) == {
        "b": (NOTHING,)
    }


def test_what_no_volume_suits_is_provisioned_beside_what_one_does() -> None:
    claims = claim("small"), claim("large", size="9Gi")

    assert planned(using("p", "small", "large"), "a", *claims, volume("pv1"), storage_class()) == (
        {"small": "pv1"},
        ("large",),
    )


def test_each_node_has_its_own_volume() -> None:
    stored = claim("data"), volume("pv-a", zone="z1"), volume("pv-b", zone="z2"), STATIC

    assert planned(using("p", "data"), "a", *stored)[0] == {"data": "pv-a"}
    assert planned(using("p", "data"), "b", *stored)[0] == {"data": "pv-b"}


def test_a_bound_claim_needs_nothing_and_the_open_one_beside_it_does() -> None:
    stored = claim("old", "pv-old"), volume("pv-old", phase="Bound"), claim("new"), storage_class()

    assert planned(using("p", "old", "new"), "a", *stored) == ({}, ("new",))
    assert work_of(with_storage(A, *stored), using("p", "old"), "a") is None


def test_a_bound_claim_of_a_class_that_binds_at_once_is_no_obstacle() -> None:
    assert found(using("p", "data"), claim("data", "pv"), volume("pv"), storage_class(waits=False)) == {}


def test_beside_an_open_claim_that_binds_at_once_one_that_waits_does_not_help() -> None:
    soon = storage_class("soon", waits=False)

    assert before(
        using("p", "one", "two"), claim("one"), claim("two", cls="soon"), storage_class(), soon
    ) == (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    )


def test_a_class_without_a_provisioner_s_name_provisions_nothing() -> None:
    assert set(found(using("p", "data"), claim("data"), storage_class(provisioner=""))) == {"a", "b"}


def test_a_promised_claim_is_provisioned_though_a_volume_would_suit() -> None:
    promised = claim("data", metadata={"annotations": {"volume.kubernetes.io/selected-node": "a"}})

    assert planned(using("p", "data"), "a", promised, volume("pv"), storage_class()) == ({}, ("data",))


# --- migrated disks -------------------------------------------------------------------------------

EBS_ZONE = "topology.ebs.csi.aws.com/zone"
EBS = {"awsElasticBlockStore": {"volumeID": "vol-1"}}


def migrating(name: str, *plugins: str) -> CSINode:
    annotations = {"storage.alpha.kubernetes.io/migrated-plugins": ",".join(plugins)}
    return CSINode.parse({"metadata": {"name": name, "annotations": annotations}, "spec": {"drivers": []}})


def test_a_migrated_disk_asks_for_the_label_of_its_driver() -> None:
    disk = volume("pv", zone="z1", **EBS)
    bound = using("p", "data"), claim("data", "pv"), disk

    assert found(*bound) == {"b": (CONFLICT,)}
    assert found(*bound, migrating("a", "kubernetes.io/aws-ebs")) == {"a": (CONFLICT,), "b": (CONFLICT,)}
    assert found(*bound, migrating("a", "kubernetes.io/gce-pd")) == {"b": (CONFLICT,)}


def test_a_disk_whose_id_cannot_be_translated_ends_the_attempt_in_an_error() -> None:
    disk = volume("pv", awsElasticBlockStore={"volumeID": "aws://z1/disk-1"})
    stored = claim("data", "pv"), disk, migrating("a", "kubernetes.io/aws-ebs")
    decision = decided(with_storage(A, B, *stored), using("p", "data"))

    words = (
        "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://z1/disk-1)"
    )
    assert decision.fit_error == f'running "VolumeBinding" filter plugin: could not translate pv: {words}'
    assert decision.result == "error"
