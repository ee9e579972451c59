"""VolumeBinding: bound volumes must be reachable, others must be had where the pod goes."""

from dataclasses import replace

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.storage import CSIDriver, CSINode
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.plugin_args import read_args
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.interface import PluginArgs
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import decided, skips_filter
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
from tests.core.scheduler.plugins.volumes.two_zones import (
    CONFLICT,
    NOTHING,
    PLUGIN,
    STATIC,
    A,
    B,
    before,
    refusals,
    work_of,
)


def test_a_pod_without_claims_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), A)


def test_a_bound_volume_must_be_reachable() -> None:
    assert {"b": (CONFLICT,)} == refusals(using("p", "data"), claim("data", "pv"), volume("pv", zone="z1"))


def test_a_volume_without_affinity_is_reachable_everywhere() -> None:
    assert {} == refusals(using("p", "data"), claim("data", "pv"), volume("pv"))


def test_an_unbound_claim_of_a_class_that_binds_at_once_stops_the_attempt() -> None:
    assert (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    ) == before(using("p", "data"), claim("data"), storage_class(waits=False))


def test_a_claim_on_its_way_out_stops_the_attempt() -> None:
    leaving = claim("data", metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})

    words = 'persistentvolumeclaim "data" is being deleted'
    assert before(using("p", "data"), leaving, storage_class()) == (PLUGIN, (words,))


def test_a_generic_ephemeral_volume_waits_for_its_claim() -> None:
    waiting = pod("p", volumes=[{"name": "scratch", "ephemeral": {"volumeClaimTemplate": {}}}])

    words = 'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-scratch"'
    assert before(waiting) == (PLUGIN, (words,))


def test_without_a_provisioner_a_volume_must_be_there() -> None:
    assert {"b": (NOTHING,)} == refusals(using("p", "data"), claim("data"), STATIC, volume("pv", zone="z1"))


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
    assert {"a": (NOTHING,), "b": (NOTHING,)} == refusals(
        using("p", "data"), claim("data"), STATIC, unsuitable
    )


def test_two_claims_need_two_volumes() -> None:
    waiting, claims = using("p", "one", "two"), (claim("one"), claim("two"))

    assert {"a", "b"} == set(refusals(waiting, *claims, STATIC, volume("pv1")))
    assert {} == refusals(waiting, *claims, STATIC, volume("pv1"), volume("pv2"))


def test_a_provisioner_makes_a_volume_where_its_topology_allows() -> None:
    terms = [{"matchLabelExpressions": [{"key": "topology.kubernetes.io/zone", "values": ["z2"]}]}]

    assert {} == refusals(using("p", "data"), claim("data"), storage_class())
    assert {"a": (NOTHING,)} == refusals(
        using("p", "data"), claim("data"), storage_class(allowedTopologies=terms)
    )


def test_a_claim_that_was_promised_to_a_node_stays_there() -> None:
    promised = claim("data", metadata={"annotations": {"volume.kubernetes.io/selected-node": "b"}})

    assert {"a": (NOTHING,)} == refusals(using("p", "data"), promised, storage_class())


DRIVER = CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {"storageCapacity": True}})
FULL = {"b": ("node(s) did not have enough free storage",)}


def test_a_driver_that_tells_its_capacity_must_have_enough() -> None:
    there = capacity("c1", "10Gi"), capacity("c2", "500Mi", zone="z2")

    assert FULL == refusals(using("p", "data"), claim("data"), storage_class(), DRIVER, *there)


def test_the_largest_volume_it_can_make_goes_before_the_capacity() -> None:
    there = capacity("c1", "500Mi", largest="2Gi"), capacity("c2", "10Gi", zone="z2", largest="500Mi")

    assert FULL == refusals(using("p", "data"), claim("data"), storage_class(), DRIVER, *there)


def test_a_driver_that_tells_nothing_of_a_zone_has_nothing_there() -> None:
    assert FULL == refusals(
        using("p", "data"), claim("data"), storage_class(), DRIVER, capacity("c1", "10Gi")
    )


def test_without_word_from_the_driver_capacity_is_not_looked_at() -> None:
    there = capacity("c1", "1Mi"), capacity("c2", "1Mi", zone="z2")

    assert {} == refusals(using("p", "data"), claim("data"), storage_class(), *there)


# --- more that stops the attempt, and in what words -----------------------------------------------


def test_of_two_claims_the_missing_one_is_named() -> None:
    plugin, reasons = before(using("p", "data", "gone"), claim("data", "pv"), volume("pv"))

    assert ("VolumeRestrictions", ('persistentvolumeclaim "gone" not found',)) == (plugin, reasons)


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

    assert (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    ) == before(using("p", "data"), named, volume("pv"), storage_class())


def test_a_claim_without_a_class_binds_at_once() -> None:
    assert (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    ) == before(using("p", "data"), claim("data", cls=""))


def test_an_ephemeral_claim_must_be_the_pod_s_own() -> None:
    mine, foreign = own_claim("p", "scratch"), own_claim("p", "scratch", of="uid-somebody")

    assert {} == refusals(scratching("p", "scratch"), mine, storage_class())
    words = "PVC default/p-scratch was not created for pod default/p (pod is not owner)"
    assert before(scratching("p", "scratch"), foreign, storage_class()) == (PLUGIN, (words,))
    assert before(scratching("p", "scratch"), claim("p-scratch"), storage_class()) == (PLUGIN, (words,))


def test_a_bound_and_an_unbound_claim_are_both_told_of() -> None:
    claims = claim("near", "pv"), claim("none")
    result = refusals(using("p", "near", "none"), *claims, STATIC, volume("pv", zone="z1", phase="Bound"))

    assert {"a": (NOTHING,), "b": (CONFLICT, NOTHING)} == result


def test_of_volumes_that_suit_the_smallest_is_taken_and_a_reserved_one_before_all() -> None:
    reserved = volume("mine", size="9Gi", claimRef={"namespace": "default", "name": "one"})
    snapshot = with_storage(A, claim("one"), claim("two"), STATIC, volume("big", size="5Gi"), reserved)
    snapshot.volumes["small"] = volume("small", size="2Gi")

    work = work_of(snapshot, using("p", "one", "two"), "a")

    assert work is not None
    assert {"default/one": "mine", "default/two": "small"} == dict(work.bindings)


def test_a_volume_reserved_for_the_claim_elsewhere_is_not_replaced_by_another() -> None:
    reserved = volume("mine", zone="z2", claimRef={"namespace": "default", "name": "data"})

    assert {"a": (NOTHING,)} == refusals(using("p", "data"), claim("data"), STATIC, reserved, volume("free"))


def test_a_volume_with_other_labels_than_selected_is_none() -> None:
    choosy = claim("data", selector={"matchLabels": {"tier": "gold"}})
    silver, gold = volume("s", labels={"tier": "silver"}), volume("g", zone="z1", labels={"tier": "gold"})

    assert {"b": (NOTHING,)} == refusals(using("p", "data"), choosy, STATIC, silver, gold)


# --- migrated disks -------------------------------------------------------------------------------

EBS_ZONE = "topology.ebs.csi.aws.com/zone"
EBS = {"awsElasticBlockStore": {"volumeID": "vol-1"}}


def migrating(name: str, *plugins: str) -> CSINode:
    annotations = {"storage.alpha.kubernetes.io/migrated-plugins": ",".join(plugins)}
    return CSINode.parse({"metadata": {"name": name, "annotations": annotations}, "spec": {"drivers": []}})


def test_a_migrated_disk_asks_for_the_label_of_its_driver() -> None:
    disk = volume("pv", zone="z1", **EBS)
    bound = using("p", "data"), claim("data", "pv"), disk

    assert {"b": (CONFLICT,)} == refusals(*bound)
    assert {"a": (CONFLICT,), "b": (CONFLICT,)} == refusals(*bound, migrating("a", "kubernetes.io/aws-ebs"))
    assert {"b": (CONFLICT,)} == refusals(*bound, migrating("a", "kubernetes.io/gce-pd"))


def test_a_disk_whose_id_cannot_be_translated_ends_the_attempt_in_an_error() -> None:
    disk = volume("pv", awsElasticBlockStore={"volumeID": "aws://z1/disk-1"})
    stored = claim("data", "pv"), disk, migrating("a", "kubernetes.io/aws-ebs")
    decision = decided(with_storage(A, B, *stored), using("p", "data"))

    words = (
        "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://z1/disk-1)"
    )
    assert decision.fit_error == f'running "VolumeBinding" filter plugin: could not translate pv: {words}'
    assert "error" == decision.result


def scored(
    version: str,
    *things: Stored | PodInfo,
    waiting: PodInfo | None = None,
    args: tuple[PluginArgs, ...] = (),
) -> dict[str, int]:
    nodes = node("a", zone="z1"), node("b", zone="z2")
    snapshot = with_storage(*nodes, storage_class(), *things)
    decision = decided(snapshot, waiting or using("p", "c"), replace(in_version(version), args=args))
    return {name: row["VolumeBinding"].raw for name, row in decision.scores.items() if "VolumeBinding" in row}


def test_since_1_37_the_node_with_the_most_capacity_left_scores_best() -> None:
    things = (DRIVER, claim("c", size="10Gi"), capacity("x", "40Gi"), capacity("y", "100Gi", zone="z2"))

    assert {} == scored("1.36", *things)
    assert {"a": 75, "b": 90} == scored("1.37", *things)


def test_a_shape_in_the_arguments_gives_the_scores_and_needs_the_gate() -> None:
    things = (DRIVER, claim("c", size="10Gi"), capacity("x", "40Gi"), capacity("y", "100Gi", zone="z2"))
    points = [{"utilization": 0, "score": 0}, {"utilization": 50, "score": 10}]
    problems: list[Problem] = []
    read = read_args("VolumeBinding", {"shape": points}, "args", problems, release("1.37"))
    assert read is not None

    assert {"a": 50, "b": 20} == scored("1.37", *things, args=(read,))
    assert [] == problems
    read_args("VolumeBinding", {"shape": points[::-1]}, "args", problems, release("1.37"))
    read_args("VolumeBinding", {"shape": points}, "args", problems, release("1.36"))
    assert ["args.shape[1].utilization", "args.shape"] == [problem.path for problem in problems]


def test_the_claims_of_a_class_share_its_capacity() -> None:
    things = (DRIVER, claim("c", size="10Gi"), claim("d", size="20Gi"), capacity("x", "100Gi"))

    assert {"a": 70} == scored("1.37", *things, waiting=using("p", "c", "d"))


def test_of_static_volumes_the_used_share_counts() -> None:
    things = (
        claim("c", size="10Gi"),
        volume("v", size="40Gi", zone="z1"),
        volume("w", size="10Gi", zone="z2"),
    )

    assert {"a": 75, "b": 0} == scored("1.37", *things)


def test_a_pod_with_nothing_to_place_gets_nothing() -> None:
    assert {"a": 0, "b": 0} == scored("1.37", claim("c", "v"), volume("v"))
    assert {"a": 0, "b": 0} == scored("1.37", waiting=pod("p"))
