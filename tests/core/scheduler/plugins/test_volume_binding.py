"""VolumeBinding: bound volumes must be reachable, others must be had where the pod goes."""

import pytest

from scheduler_core.objects.storage import CSIDriver, CSIStorageCapacity
from scheduler_core.scheduler.pod_info import PodInfo
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import decided, skips_filter
from tests.core.scheduler.plugins.storage import Stored, claim, storage_class, using, volume, with_storage

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


def test_a_driver_that_tells_its_capacity_must_have_enough() -> None:
    driver = CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {"storageCapacity": True}})

    def capacity(name: str, zone: str, size: str) -> CSIStorageCapacity:
        return CSIStorageCapacity.parse(
            {
                "metadata": {"name": name, "namespace": "default"},
                "storageClassName": "fast",
                "capacity": size,
                "nodeTopology": {"matchLabels": {"topology.kubernetes.io/zone": zone}},
            }
        )

    there = capacity("c1", "z1", "10Gi"), capacity("c2", "z2", "500Mi")
    assert found(using("p", "data"), claim("data"), storage_class(), driver, *there) == {
        "b": ("node(s) did not have enough free storage",)
    }
