"""What is planned for the claims of a pod on the chosen node: a volume that is there, or a new one."""

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.plugins.volumes.volume_binder import VolumeWork, broken
from tests.core.scheduler.plugins.storage import (
    Stored,
    claim,
    storage_class,
    using,
    volume,
    with_storage,
)
from tests.core.scheduler.plugins.volumes.two_zones import (
    NOTHING,
    PLUGIN,
    STATIC,
    A,
    B,
    before,
    refusals,
    work_of,
)


def planned(waiting: PodInfo, node_name: str, *stored: Stored) -> tuple[dict[str, str], tuple[str, ...]]:
    """(claim → volume, claims to be provisioned)."""
    work = work_of(with_storage(A, B, *stored), waiting, node_name)
    assert work is not None
    bindings = {key.partition("/")[2]: name for key, name in work.bindings}
    return bindings, tuple(key.partition("/")[2] for key in work.provisions)


def test_the_smaller_claim_chooses_first_and_takes_the_smallest_that_does() -> None:
    claims = claim("large", size="5Gi"), claim("small")
    volumes = volume("pv5", size="5Gi"), volume("pv1")

    assert (
        {"small": "pv1", "large": "pv5"},
        (),
    ) == planned(using("p", "large", "small"), "a", *claims, *volumes, STATIC)


def test_a_volume_is_given_once() -> None:
    claims = claim("one"), claim("two")

    assert {"b": (NOTHING,)} == refusals(
        using("p", "one", "two"), *claims, STATIC, volume("pv1"), volume("pv2", zone="z1")
    )


def test_what_no_volume_suits_is_provisioned_beside_what_one_does() -> None:
    claims = claim("small"), claim("large", size="9Gi")

    assert (
        {"small": "pv1"},
        ("large",),
    ) == planned(using("p", "small", "large"), "a", *claims, volume("pv1"), storage_class())


def test_each_node_has_its_own_volume() -> None:
    stored = claim("data"), volume("pv-a", zone="z1"), volume("pv-b", zone="z2"), STATIC

    assert {"data": "pv-a"} == planned(using("p", "data"), "a", *stored)[0]
    assert {"data": "pv-b"} == planned(using("p", "data"), "b", *stored)[0]


def test_a_bound_claim_needs_nothing_and_the_open_one_beside_it_does() -> None:
    stored = claim("old", "pv-old"), volume("pv-old", phase="Bound"), claim("new"), storage_class()

    assert ({}, ("new",)) == planned(using("p", "old", "new"), "a", *stored)
    assert work_of(with_storage(A, *stored), using("p", "old"), "a") is None


def test_a_bound_claim_of_a_class_that_binds_at_once_is_no_obstacle() -> None:
    assert {} == refusals(using("p", "data"), claim("data", "pv"), volume("pv"), storage_class(waits=False))


def test_beside_an_open_claim_that_binds_at_once_one_that_waits_does_not_help() -> None:
    soon = storage_class("soon", waits=False)

    assert (
        PLUGIN,
        ("pod has unbound immediate PersistentVolumeClaims",),
    ) == before(using("p", "one", "two"), claim("one"), claim("two", cls="soon"), storage_class(), soon)


def test_a_class_without_a_provisioner_s_name_provisions_nothing() -> None:
    assert {"a", "b"} == set(refusals(using("p", "data"), claim("data"), storage_class(provisioner="")))


def test_a_promised_claim_is_provisioned_though_a_volume_would_suit() -> None:
    promised = claim("data", metadata={"annotations": {"volume.kubernetes.io/selected-node": "a"}})

    assert ({}, ("data",)) == planned(using("p", "data"), "a", promised, volume("pv"), storage_class())


def test_a_plan_breaks_with_its_node_its_volume_or_its_claim() -> None:
    def broken_without(place: str, *stored: Stored) -> str:
        work = work_of(with_storage(A, B, claim("c"), volume("pv1", zone="z1"), STATIC), using("p", "c"), "a")
        assert work is not None
        return broken(work, with_storage(*([B] if place == "node" else [A, B]), *stored))

    here, there = volume("pv1", zone="z1"), claim("c")
    binding = "failed to check binding: could not find v1."
    assert "" == broken_without("nothing", here, there, STATIC)
    assert 'failed to get node "a": node "a" not found' == broken_without("node", here, there)
    assert f'{binding}PersistentVolume "pv1"' == broken_without("volume", there)
    assert f'{binding}PersistentVolumeClaim "default/c"' == broken_without("claim", here)


def test_a_claim_that_the_provisioner_gives_back_breaks_the_plan() -> None:
    fast = storage_class()
    work = work_of(with_storage(A, B, claim("c"), fast), using("p", "c"), "a")
    assert work is not None
    selected = {"volume.kubernetes.io/selected-node": "a"}

    assert "" == broken(work, with_storage(A, B, claim("c", metadata={"annotations": selected}), fast))
    assert 'provisioning failed for PVC "c"' == broken(work, with_storage(A, B, claim("c"), fast))


def test_a_bound_volume_that_the_node_no_longer_reaches_breaks_the_plan() -> None:
    bound = claim("c", volume="pv1"), volume("pv1", zone="z2")
    work = VolumeWork("a", (("default/c", "pv1"),), ())

    assert 'pv "pv1" node affinity doesn\'t match node "a": no matching NodeSelectorTerms' == broken(
        work, with_storage(A, B, *bound)
    )
