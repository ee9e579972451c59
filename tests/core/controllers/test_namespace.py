"""A namespace that is deleted: the second of each look, its conditions, and what holds it."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.namespace import NamespaceController
from scheduler_core.objects.manifest import Json, Manifest, find, items, with_value
from tests.builders import pod, workload
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import cluster, kubelet_of
from tests.core.kubectl_writes import apply


def inside(manifest: Manifest) -> Manifest:
    return with_value(manifest, ("metadata", "namespace"), "ns")


def playing(*manifests: Manifest, deaf: str = "", at_s: float = 60) -> Cluster:
    play = cluster(NamespaceController())
    kubelet_of(play).deaf.add(deaf)
    for manifest in manifests:
        stored(play.do(lambda api, now, manifest=manifest: apply(api, inside(manifest), now)))
    play.play(at_s)
    stored(play.do(lambda api, now: api.delete("Namespace", "ns", DeleteOptions(), now)))
    return play


def condition(play: Cluster, kind: str) -> tuple[Json, Json, Json]:
    conditions = items(find(play.api.namespaces["ns"].manifest, "status", "conditions"))
    result = next(entry for entry in conditions if find(entry, "type") == kind)
    return find(result, "status"), find(result, "reason"), find(result, "message")


def test_pods_are_asked_to_go_after_five_seconds_and_the_rest_when_they_are_gone() -> None:
    play = playing(pod("p"), workload("ReplicaSet", "web", 0))

    play.play(66)
    deleted = [
        (message.t, dict(message.act.message.args)["kind"])
        for message in play.act_log
        if message.act.kind == "delete"
    ]
    assert [(65.0, "Pod")] == deleted
    play.play()

    times = [
        (message.t, message.act.message.id)
        for message in play.act_log
        if message.act.who == "namespace-controller"
    ]
    # The write of the conditions brings the next look after 5 s; all is gone then, but for the second kind.
    assert [
        (65.0, "namespace.deleted"),
        (65.0, "namespace.status"),
        (70.0, "namespace.deleted"),
        (70.0, "namespace.finished"),
    ] == times
    assert "ns" not in play.api.namespaces


def test_an_empty_namespace_goes_after_five_seconds() -> None:
    play = cluster(NamespaceController())
    stored(play.do(lambda api, now: api.create("Namespace", {"metadata": {"name": "ns"}}, now)))
    stored(play.do(lambda api, now: api.delete("Namespace", "ns", DeleteOptions(), now)))

    play.play()

    assert [5.0] == [message.t for message in play.act_log]
    assert "ns" not in play.api.namespaces


def test_a_pod_that_does_not_go_holds_the_namespace_with_kubernetes_words() -> None:
    play = playing(pod("p"), deaf="p")

    play.play(300)

    assert play.api.pods["ns/p"].terminating
    assert (
        "True",
        "SomeResourcesRemain",
        "Some resources are remaining: pods. has 1 resource instances",
    ) == condition(play, "NamespaceContentRemaining")
    assert (
        "True",
        "ContentDeletionFailed",
        "Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: ns for "
        "gvr: /v1, Resource=pods",
    ) == condition(play, "NamespaceDeletionContentFailure")
    assert ("False", "ResourcesDiscovered", "All resources successfully discovered") == condition(
        play, "NamespaceDeletionDiscoveryFailure"
    )
    # While nothing changes nobody is due.
    assert {None} == {actor.next_ms(play.now_ms) for actor in play.actors}


def test_the_namespace_follows_its_last_pod_within_a_minute() -> None:
    play = playing(pod("p"), deaf="p")
    play.play(300)

    play.do(lambda api, now: api.delete("Pod", "ns/p", DeleteOptions(force=True), now))
    play.play()

    assert "ns" not in play.api.namespaces
    assert 300 <= play.act_log[-1].t <= 360


def test_finalizers_are_told_and_waited_for() -> None:
    held = with_value(workload("ReplicaSet", "web", 0), ("metadata", "finalizers"), ["example.com/backup"])
    play = playing(held)

    play.play(200)

    assert (
        "True",
        "SomeFinalizersRemain",
        "Some content in the namespace has finalizers remaining: example.com/backup in 1 resource instances",
    ) == condition(play, "NamespaceFinalizersRemaining")
    assert "False" == condition(play, "NamespaceDeletionContentFailure")[0]

    play.do(lambda api, now: api.remove_finalizer("ReplicaSet", "ns/web", "example.com/backup"))
    play.play()
    assert "ns" not in play.api.namespaces
    assert 200 <= play.act_log[-1].t <= 208
