"""ReplicaSets and ReplicationControllers: counting, events, refusals and the status at the end of a look."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.namespace import NamespaceController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.controllers.replicaset.replicationcontroller import ReplicationManager
from scheduler_core.objects.manifest import Json, find, with_value
from tests.builders import workload
from tests.core.cluster import Cluster, load, stored
from tests.core.controllers.builders import apply, cluster, events, finish, kubelet_of, names, status
from tests.core.kubectl_writes import apply as kubectl_apply
from tests.core.kubectl_writes import label

KINDS = ["ReplicaSet", "ReplicationController"]


def playing(kind: str = "ReplicaSet", replicas: int = 2, **spec: Json) -> Cluster:
    play = cluster(ReplicaSetController(), ReplicationManager())
    apply(play, workload(kind, "web", replicas, **spec))
    play.play(10)
    return play


@pytest.mark.parametrize("kind", KINDS)
def test_a_deletion_mark_is_enough_for_a_replacement(kind: str) -> None:
    play = playing(kind)
    gone = names(play)[0]
    kubelet_of(play).deaf.add(gone)
    play.delete(gone)
    play.play(20)

    assert 3 == len(names(play))
    assert (2, 2) == status(play, kind, "web", "replicas", "readyReplicas")
    created = [message for reason, message, _ in events(play, kind, "web") if reason == "SuccessfulCreate"]
    assert created == [f"Created pod: {name}" for name in names(play)]


def test_the_status_shows_the_loss_for_a_moment() -> None:
    play = playing(replicas=1)
    play.delete(names(play)[0])
    shown = []
    while play.play(play.now_ms / 1000 + 0.1):
        shown.append(status(play, "ReplicaSet", "web", "replicas")[0])
        if play.now_ms > 11_000:
            break

    assert 0 == shown[0]
    assert 1 == shown[1]
    assert 2 not in shown


@pytest.mark.parametrize("phase", ["Failed", "Succeeded"])
def test_a_finished_pod_is_replaced_and_its_remains_stay(phase: str) -> None:
    play = playing(replicas=1)
    name = names(play)[0]
    finish(play, name, phase)
    play.play()

    assert 2 == len(names(play))
    assert name in names(play)
    assert (1,) == status(play, "ReplicaSet", "web", "replicas")


def test_the_remains_of_a_pod_are_not_released_when_their_labels_change() -> None:
    play = playing(replicas=1)
    name = names(play)[0]
    finish(play, name, "Failed")
    play.play()

    play.do(lambda api, now: label(api, "Pod", f"default/{name}", {"app": "debug"}))
    play.play()

    owner = play.api.pods[f"default/{name}"].meta.controller
    assert owner is not None
    assert "web" == owner.name


def test_available_are_those_ready_for_long_enough() -> None:
    play = playing(replicas=1, minReadySeconds=30)
    assert (1, 0) == status(play, "ReplicaSet", "web", "readyReplicas", "availableReplicas")

    play.play()
    assert (1,) == status(play, "ReplicaSet", "web", "availableReplicas")
    assert 31 == play.act_log[-1].t


def test_a_refusal_is_told_once_and_not_once_a_pod() -> None:
    play = cluster(ReplicaSetController())
    manifest = workload("ReplicaSet", "web", 50)
    apply(play, with_value(manifest, ("spec", "template", "spec", "priorityClassName"), "gold"))
    play.play()

    ((reason, words, count),) = events(play, "ReplicaSet", "web")
    assert ("FailedCreate", 1) == (reason, count)
    assert words.startswith("Error creating: pods ")
    condition = find(play.api.workloads("ReplicaSet")["default/web"].status_manifest, "conditions", 0)
    assert ("ReplicaFailure", "True", "FailedCreate") == tuple(
        find(condition, field) for field in ("type", "status", "reason")
    )


def test_no_more_than_five_hundred_at_one_look() -> None:
    play = cluster(ReplicaSetController())
    play.actors = [actor for actor in play.actors if actor.name == "replicaset-controller"]
    apply(play, workload("ReplicaSet", "web", 510))
    play.play(0.15)
    assert 500 == len(names(play))

    play.play()
    assert 510 == len(names(play))


def test_in_a_terminating_namespace_no_pod_is_created_and_no_error_told() -> None:
    play = cluster(ReplicaSetController(), NamespaceController())
    stored(
        play.do(
            lambda api, now: kubectl_apply(
                api, with_value(workload("ReplicaSet", "web", 1), ("metadata", "namespace"), "ns"), now
            )
        )
    )
    play.play(10)
    play.do(lambda api, now: api.delete("Namespace", "ns", DeleteOptions(), now))
    play.play()

    assert "ns" not in play.api.namespaces
    assert [] == names(play)
    assert [] == [event for event in play.api.events() if event.reason == "FailedCreate"]


@pytest.mark.parametrize("owned", [True, False])
def test_pods_that_share_a_node_go_first_only_if_the_set_has_an_owner(owned: bool) -> None:
    manifest = workload("ReplicaSet", "web", 2)
    uid = "7d0f1c7e-3f0b-4b0e-9a52-7a1a0c9be0ff"
    owner = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": uid, "controller": True}
    if owned:
        manifest = with_value(manifest, ("metadata", "ownerReferences"), [owner])
    play = cluster(ReplicaSetController())
    labels = find(manifest, "spec", "template", "metadata", "labels")
    for name, node, since in (("pair", "n1", "22:00"), ("pair-2", "n1", "22:00"), ("young", "n2", "23:59")):
        ready = {"type": "Ready", "status": "True", "lastTransitionTime": f"2029-12-31T{since}:00Z"}
        pod: Json = {
            "metadata": {"name": name, "labels": labels, "creationTimestamp": "2029-12-31T22:00:00Z"},
            "spec": {"nodeName": node, "containers": [{"name": "c", "image": "app:1"}]},
            "status": {"phase": "Running", "conditions": [ready]},
        }
        stored(load(play.api, "Pod", pod))  # type: ignore[arg-type]
    apply(play, manifest)
    play.play(10)

    gone = {"pair", "pair-2", "young"} - set(names(play))
    assert 1 == len(gone)
    assert owned is (gone < {"pair", "pair-2"})
