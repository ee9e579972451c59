"""StatefulSets: order, identity, claims, partitions, and what stands in their way."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.statefulset.statefulset import StatefulSetController
from scheduler_core.controllers.volume.pvc_protection import PvcProtectionController
from scheduler_core.objects.manifest import Json, find, with_value
from scheduler_core.objects.releases.releases import release
from tests.builders import pod, workload
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import (
    apply,
    cluster,
    events,
    finish,
    kubelet_of,
    names,
    status,
)
from tests.core.kubectl_writes import roll_back, scale

CLAIM: Json = {
    "metadata": {"name": "data", "labels": {"tier": "disk"}},
    "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
}


def playing(replicas: int = 3, until_s: float = 30, **spec: Json) -> Cluster:
    play = cluster(StatefulSetController(), GarbageCollector(), PvcProtectionController())
    apply(play, workload("StatefulSet", "db", replicas, **spec))
    play.play(until_s)
    return play


def acts_of(play: Cluster, kind: str) -> list[tuple[float, str]]:
    return [
        (one.t, one.act.focus_pods[0].partition("/")[2])
        for one in play.act_log
        if one.act.kind == kind and one.act.who == "statefulset-controller" and one.act.focus_pods
    ]


def images(play: Cluster) -> dict[str, str]:
    return {one.name: one.spec.containers[0].image for one in play.api.pods.values()}


def test_pods_come_one_after_the_other_each_waiting_for_the_one_before() -> None:
    play = playing(3)

    assert [(0.1, "db-0"), (1.2, "db-1"), (2.3, "db-2")] == acts_of(play, "create")


def test_in_parallel_they_come_at_once() -> None:
    play = playing(3, podManagementPolicy="Parallel")

    assert [(0.1, "db-0"), (0.1, "db-1"), (0.1, "db-2")] == acts_of(play, "create")


def test_ordinals_may_start_elsewhere() -> None:
    assert ["db-5", "db-6"] == names(playing(2, ordinals={"start": 5}))


def test_ready_for_a_while_is_asked_for_where_it_is_said() -> None:
    play = playing(2, minReadySeconds=10)

    # Ready at 1.1 s, which is written as the whole second.
    assert [(0.1, "db-0"), (11.0, "db-1")] == acts_of(play, "create")


def test_a_terminating_pod_in_the_way_stops_everything() -> None:
    play = playing(3)
    kubelet_of(play).deaf.add("db-0")
    play.delete("db-0")
    play.do(lambda api, now: scale(api, "StatefulSet", "default/db", 1))
    play.act_log.clear()

    play.play()
    assert ([], []) == (acts_of(play, "create"), acts_of(play, "delete"))

    kubelet_of(play).deaf.clear()
    play.delete("db-0", grace_period_seconds=0)
    play.play()
    assert ["db-2", "db-1"] == [name for _, name in acts_of(play, "delete")]
    assert ["db-0"] == names(play)


def test_a_failed_pod_is_deleted_and_comes_back_under_its_name() -> None:
    play = playing(2)
    before = play.api.pods["default/db-1"].uid
    finish(play, "db-1", "Failed", reason="Evicted")
    play.play()

    assert before != play.api.pods["default/db-1"].uid
    messages = [message for _, message, _ in events(play, "StatefulSet", "db")]
    assert "delete Pod db-1 in StatefulSet db successful" in messages


def test_a_broken_template_blocks_even_its_own_repair() -> None:
    play = playing(1)
    kubelet_of(play).deaf.add("db-0")
    apply(play, workload("StatefulSet", "db", 1, "broken:1"))
    play.play(60)
    play.delete("db-0", grace_period_seconds=0)
    play.play(70)
    assert {"db-0": "broken:1"} == images(play)

    apply(play, workload("StatefulSet", "db", 1, "app:1"))
    play.play(100)
    assert {"db-0": "broken:1"} == images(play)

    kubelet_of(play).deaf.clear()
    play.delete("db-0", grace_period_seconds=0)
    play.play()
    assert {"db-0": "app:1"} == images(play)


def test_an_update_goes_down_to_the_partition_and_lower_pods_keep_their_revision() -> None:
    strategy: Json = {"type": "RollingUpdate", "rollingUpdate": {"partition": 1}}
    play = playing(3)
    apply(play, workload("StatefulSet", "db", 3, "app:2", updateStrategy=strategy))
    play.play(60)

    assert {"db-0": "app:1", "db-1": "app:2", "db-2": "app:2"} == images(play)
    assert ["db-2", "db-1"] == [name for _, name in acts_of(play, "delete")]
    assert (1, 2) == status(play, "StatefulSet", "db", "currentReplicas", "updatedReplicas")

    play.delete("db-0")
    play.play(80)
    assert "app:1" == images(play)["db-0"]

    apply(play, workload("StatefulSet", "db", 3, "app:2"))
    play.play()
    assert {"app:2"} == set(images(play).values())
    current, update = status(play, "StatefulSet", "db", "currentRevision", "updateRevision")
    assert current == update


def test_with_the_gate_on_as_many_pods_are_updated_together_as_may_be_unavailable() -> None:
    strategy: Json = {"type": "RollingUpdate", "rollingUpdate": {"partition": 1, "maxUnavailable": "60%"}}
    play = cluster(StatefulSetController(release("1.35.0")), GarbageCollector())
    play.api.options = replace(play.api.options, release=release("1.35.3"))
    apply(play, workload("StatefulSet", "db", 4, updateStrategy=strategy))
    play.play(30)
    apply(play, workload("StatefulSet", "db", 4, "app:2", updateStrategy=strategy))
    play.play(60)

    together = [one for one in play.act_log if one.act.message.id == "statefulset.deleted_pods"]
    assert [("default/db-3", "default/db-2")] == [one.act.focus_pods for one in together]
    assert ["db-3", "db-1"] == [name for _, name in acts_of(play, "delete")]
    assert {"db-0": "app:1", "db-1": "app:2", "db-2": "app:2", "db-3": "app:2"} == images(play)


def test_on_delete_only_deleted_pods_are_updated() -> None:
    play = playing(2, updateStrategy={"type": "OnDelete"})
    apply(play, workload("StatefulSet", "db", 2, "app:2", updateStrategy={"type": "OnDelete"}))
    play.play(40)
    assert {"app:1"} == set(images(play).values())

    play.delete("db-1")
    play.play()
    assert {"db-0": "app:1", "db-1": "app:2"} == images(play)


def test_claims_are_made_before_their_pod_and_mounted_in_it() -> None:
    play = playing(1, volumeClaimTemplates=[CLAIM])

    assert [
        ("SuccessfulCreate", "create Claim data-db-0 Pod db-0 in StatefulSet db success", 1),
        ("SuccessfulCreate", "create Pod db-0 in StatefulSet db successful", 1),
    ] == events(play, "StatefulSet", "db")
    claim = play.api.objects("PersistentVolumeClaim")["default/data-db-0"]
    assert {"tier": "disk", "app": "db"} == claim.meta.labels
    volume = find(play.api.pods["default/db-0"].manifest, "spec", "volumes", 0)
    assert {"name": "data", "persistentVolumeClaim": {"claimName": "data-db-0"}} == volume


def test_claims_stay_when_the_set_shrinks_or_goes() -> None:
    play = playing(2, volumeClaimTemplates=[CLAIM])
    play.do(lambda api, now: scale(api, "StatefulSet", "default/db", 1))
    play.play(60)
    play.do(lambda api, now: api.delete("StatefulSet", "default/db", DeleteOptions(), now))
    play.play()

    assert [] == names(play)
    assert ["default/data-db-0", "default/data-db-1"] == list(play.api.objects("PersistentVolumeClaim"))


def test_claims_go_with_the_pod_or_the_set_where_the_policy_says_so() -> None:
    policy: Json = {"whenScaled": "Delete", "whenDeleted": "Delete"}
    spec: dict[str, Json] = {
        "volumeClaimTemplates": [CLAIM],
        "persistentVolumeClaimRetentionPolicy": policy,
    }
    play = playing(2, **spec)
    play.do(lambda api, now: scale(api, "StatefulSet", "default/db", 1))
    play.play(60)
    assert ["default/data-db-0"] == list(play.api.objects("PersistentVolumeClaim"))

    play.do(lambda api, now: api.delete("StatefulSet", "default/db", DeleteOptions(), now))
    play.play()
    assert [] == list(play.api.objects("PersistentVolumeClaim"))


def test_a_pod_is_not_created_again_while_its_claim_is_being_deleted() -> None:
    play = playing(1, volumeClaimTemplates=[CLAIM])
    first = play.api.objects("PersistentVolumeClaim")["default/data-db-0"].meta.uid
    play.do(lambda api, now: api.delete("PersistentVolumeClaim", "default/data-db-0", DeleteOptions(), now))
    play.play(40)
    assert ["db-0"] == names(play)

    play.delete("db-0")
    play.play(60)
    words = "create Pod db-0 in StatefulSet db failed error: pvc data-db-0 is being deleted"
    assert ("FailedCreate", words, 1) in events(play, "StatefulSet", "db")
    assert ["db-0"] == names(play)
    assert first != play.api.objects("PersistentVolumeClaim")["default/data-db-0"].meta.uid


def test_a_name_that_another_pod_has_is_waited_for() -> None:
    play = cluster(StatefulSetController())
    play.do(lambda api, now: api.create("Pod", pod("db-0"), now))
    apply(play, workload("StatefulSet", "db", 1))
    play.play(20)
    assert [] == acts_of(play, "create")

    play.delete("db-0")
    play.play()
    assert ["db-0"] == [name for _, name in acts_of(play, "create")]


def test_a_matching_orphan_of_the_right_name_is_adopted() -> None:
    play = cluster(StatefulSetController())
    orphan = with_value(pod("db-0"), ("metadata", "labels"), {"app": "db"})
    play.do(lambda api, now: api.create("Pod", orphan, now))
    apply(play, workload("StatefulSet", "db", 1))
    play.play()

    assert ["db-0"] == names(play, lambda one: one.meta.controller is not None)


def test_a_set_that_is_deleted_makes_nothing_more() -> None:
    play = playing(2)
    options = DeleteOptions(propagation="Foreground")
    stored(play.do(lambda api, now: api.delete("StatefulSet", "default/db", options, now)))
    play.act_log.clear()
    play.play()

    assert [] == acts_of(play, "create")
    assert [] == names(play)


def test_the_template_before_comes_back_by_its_revision() -> None:
    play = playing(1)
    apply(play, workload("StatefulSet", "db", 1, "app:2"))
    play.play(60)
    stored(play.do(lambda api, now: roll_back(api, "StatefulSet", "default/db", 0)))
    play.play()

    assert {"db-0": "app:1"} == images(play)
    assert [2, 3] == sorted(
        find(one.manifest, "revision")
        for one in play.api.objects("ControllerRevision").values()  # type: ignore[type-var]
    )
