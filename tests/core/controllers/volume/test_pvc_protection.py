"""A deleted claim stays Terminating while a pod uses it."""

from __future__ import annotations

from scheduler_core.objects.volumes.attachable import volumes_attached
from scheduler_core.objects.volumes.protection import PVC_PROTECTION
from tests.core.controllers.volume.builders import CLAIM, delete, storage, there, using


def test_a_claim_in_use_stays_until_its_pod_is_gone_and_its_disk_stays_attached() -> None:
    cluster = storage(using("p", "n1"))
    delete(cluster, CLAIM, "default/c")
    cluster.play(100)
    stored = cluster.api.get(CLAIM, "default/c")

    assert stored is not None
    assert (True, (PVC_PROTECTION,)) == (stored.meta.deletion_at is not None, stored.meta.finalizers)
    assert ["protection.claim_used"] == [one.act.message.id for one in cluster.act_log]
    assert 1 == len(volumes_attached(cluster.node("n1")))


def test_with_the_pod_go_first_the_claim_then_the_attachment_then_the_volume() -> None:
    cluster = storage(using("p", "n1"))
    delete(cluster, CLAIM, "default/c")
    cluster.play(100)
    cluster.delete("p", force=True)
    cluster.play(200)
    assert (False, True) == there(cluster)
    assert 1 == len(volumes_attached(cluster.node("n1")))

    # The kubelet has unmounted the volume.
    status = {**cluster.node("n1").manifest["status"], "volumesInUse": []}  # type: ignore[dict-item]
    cluster.do(lambda api, now: api.update_status("Node", "n1", status))
    cluster.play(300)
    assert (False, False) == there(cluster)
    assert [
        "protection.claim_unused",
        "volume.released",
        "attach.detached",
        "volume.deleted",
        "protection.volume_unused",
    ] == [one.act.message.id for one in cluster.act_log[1:]]


def test_a_claim_that_only_a_pending_pod_names_goes_at_once() -> None:
    cluster = storage(using("p"))
    delete(cluster, CLAIM, "default/c")
    cluster.play(10)

    assert [0.1] == cluster.at("protection.claim_unused")
    assert cluster.api.get(CLAIM, "default/c") is None


def test_a_finished_pod_keeps_its_claim_until_the_pod_is_deleted() -> None:
    done = using("p", "n1")
    done["status"] = {"phase": "Succeeded"}
    cluster = storage(done)
    delete(cluster, CLAIM, "default/c")
    cluster.play(10)
    assert (True, True) == there(cluster)

    cluster.delete("p")
    cluster.play(20)
    assert [10.1] == cluster.at("protection.claim_unused")


def test_a_claim_that_lost_its_finalizer_gets_it_back() -> None:
    cluster = storage()
    cluster.do(lambda api, now: api.remove_finalizer(CLAIM, "default/c", PVC_PROTECTION))
    cluster.play(10)
    stored = cluster.api.get(CLAIM, "default/c")

    assert [0.1] == cluster.at("protection.claim_added")
    assert stored is not None
    assert (PVC_PROTECTION,) == stored.meta.finalizers


def test_a_copy_goes_on_as_the_original_does() -> None:
    cluster = storage(using("p", "n1"))
    delete(cluster, CLAIM, "default/c")
    cluster.play(10)
    twin = cluster.actors[0].copy()

    assert cluster.actors[0].fingerprint() == twin.fingerprint()
