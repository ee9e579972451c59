"""A deleted volume stays Terminating while it is bound."""

from __future__ import annotations

from scheduler_core.objects.volumes.protection import PV_PROTECTION
from tests.core.controllers.volume.builders import CLAIM, VOLUME, delete, storage, there, using


def test_a_bound_volume_stays_until_its_claim_is_gone() -> None:
    cluster = storage(using("p"))
    delete(cluster, VOLUME, "pv")
    cluster.play(10)
    assert (True, True) == there(cluster)
    assert [0.1] == cluster.at("protection.volume_used")

    delete(cluster, CLAIM, "default/c")
    cluster.play(20)
    assert (False, False) == there(cluster)
    assert [10.1] == cluster.at("volume.released")
    assert [] == cluster.at("volume.deleted")
    assert [10.2] == cluster.at("protection.volume_unused")


def test_a_volume_that_lost_its_finalizer_gets_it_back() -> None:
    cluster = storage()
    cluster.do(lambda api, now: api.remove_finalizer(VOLUME, "pv", PV_PROTECTION))
    cluster.play(10)
    stored = cluster.api.get(VOLUME, "pv")

    assert [0.1] == cluster.at("protection.volume_added")
    assert stored is not None
    assert (PV_PROTECTION,) == stored.meta.finalizers


def test_a_copy_goes_on_as_the_original_does() -> None:
    cluster = storage(using("p", "n1"))
    delete(cluster, VOLUME, "pv")
    cluster.play(10)
    twin = cluster.actors[1].copy()

    assert cluster.actors[1].fingerprint() == twin.fingerprint()
