"""Who goes with its owner, who stays, and who waits for whom."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.deployment.deployment import DeploymentController
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.objects.manifest import Json, Manifest, with_value
from tests.builders import pod, workload
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import apply, cluster, names
from tests.core.kubectl_writes import apply as kubectl_apply


def running(replicas: int = 2) -> Cluster:
    play = cluster(ReplicaSetController(), DeploymentController(), GarbageCollector())
    apply(play, workload("Deployment", "web", replicas))
    play.play(10)
    return play


def delete(play: Cluster, kind: str, name: str, propagation: str | None) -> None:
    options = DeleteOptions(propagation=propagation)
    stored(play.do(lambda api, now: api.delete(kind, f"default/{name}", options, now)))


def test_in_the_background_the_owner_goes_first() -> None:
    play = running()

    delete(play, "Deployment", "web", None)

    assert {} == dict(play.api.workloads("Deployment"))
    play.play()
    assert ({}, {}) == (dict(play.api.workloads("ReplicaSet")), dict(play.api.pods))


def test_in_the_foreground_the_owner_goes_last() -> None:
    play = running()

    delete(play, "Deployment", "web", "Foreground")
    play.play()

    gone = [
        (message.act.kind, dict(message.act.message.args).get("kind"))
        for message in play.act_log
        if message.act.who == "garbage-collector"
    ]
    assert [
        ("delete", "ReplicaSet"),
        ("delete", "Pod"),
        ("delete", "Pod"),
        ("removed", "ReplicaSet"),
        ("removed", "Deployment"),
    ] == gone
    assert ({}, {}) == (dict(play.api.workloads("Deployment")), dict(play.api.pods))


def test_orphans_stay_without_their_owner() -> None:
    play = running()
    (replica_set,) = play.api.workloads("ReplicaSet").values()

    delete(play, "Deployment", "web", "Orphan")
    play.play()

    assert {} == dict(play.api.workloads("Deployment"))
    assert [()] == [one.meta.owner_references for one in play.api.workloads("ReplicaSet").values()]
    assert 2 == len(play.api.pods)
    assert replica_set.key in play.api.workloads("ReplicaSet")


def owned(name: str, owners: list[tuple[str, str, str]]) -> Manifest:
    references: list[Json] = [
        {"apiVersion": "apps/v1", "kind": kind, "name": owner, "uid": uid} for kind, owner, uid in owners
    ]
    return with_value(pod(name), ("metadata", "ownerReferences"), references)


def test_a_dependent_with_another_owner_only_loses_the_reference() -> None:
    play = cluster(GarbageCollector())
    uids = []
    for name in ("a", "b"):
        result = play.do(lambda api, now, name=name: kubectl_apply(api, workload("ReplicaSet", name, 0), now))
        uids.append(result.object.meta.uid)  # type: ignore[union-attr]
    owners = [("ReplicaSet", name, uid) for name, uid in zip("ab", uids, strict=True)]
    play.do(lambda api, now: api.create("Pod", owned("p", owners), now))

    delete(play, "ReplicaSet", "a", None)
    play.play()

    assert [["b"]] == [
        [reference.name for reference in one.meta.owner_references] for one in play.api.pods.values()
    ]


def test_a_namesake_with_another_uid_is_not_the_owner() -> None:
    play = cluster(GarbageCollector())
    first = play.do(lambda api, now: kubectl_apply(api, workload("ReplicaSet", "a", 0), now))
    owner = ("ReplicaSet", "a", first.object.meta.uid)  # type: ignore[union-attr]
    play.do(lambda api, now: api.create("Pod", owned("p", [owner]), now))

    delete(play, "ReplicaSet", "a", None)
    apply(play, workload("ReplicaSet", "a", 0))
    play.play()

    assert [] == names(play)


def test_who_names_an_owner_that_is_gone_already_goes_as_well() -> None:
    play = cluster(GarbageCollector())
    first = play.do(lambda api, now: kubectl_apply(api, workload("ReplicaSet", "a", 0), now))
    owner = ("ReplicaSet", "a", first.object.meta.uid)  # type: ignore[union-attr]
    delete(play, "ReplicaSet", "a", None)
    play.play()

    play.do(lambda api, now: api.create("Pod", owned("p", [owner]), now))
    play.play()

    assert [] == names(play)


def test_an_owner_that_never_was_there_is_no_reason() -> None:
    play = cluster(GarbageCollector())
    play.do(lambda api, now: api.create("Pod", owned("p", [("ReplicaSet", "x", "uid-x")]), now))

    play.play()

    assert ["p"] == names(play)
