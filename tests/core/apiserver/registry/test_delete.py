"""DELETE beyond grace: preconditions, finalizers, propagation, namespaces."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Refused, Result
from scheduler_core.objects.manifest import Json, Manifest, find, with_value
from tests.builders import pod
from tests.core.cluster import new_server, stored


def text_of(result: Result) -> str:
    assert isinstance(result, Refused)
    return f"{result.code} {result.reason}: {result.text}"


def replica_set(name: str = "web", kind: str = "ReplicaSet", **metadata: Json) -> Manifest:
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": name, **metadata},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "c", "image": "i"}]},
            },
        },
    }


def with_object(kind: str, manifest: Manifest) -> ApiServer:
    api = new_server()
    stored(api.create(kind, manifest, 0))
    api.drain_watch_events()
    return api


@pytest.mark.parametrize("namespaced", ["Pod", "ReplicaSet"])
def test_a_precondition_that_does_not_hold_is_a_conflict_and_changes_nothing(namespaced: str) -> None:
    manifest = pod("web", nodeName="n1") if namespaced == "Pod" else replica_set()
    api = with_object(namespaced, manifest)
    meta = api.objects(namespaced)["default/web"].meta
    qualified = {"Pod": "Pod", "ReplicaSet": "ReplicaSet.apps"}[namespaced]

    other = api.delete(namespaced, "default/web", DeleteOptions(precondition_uid="other"), 0)
    stale = api.delete(namespaced, "default/web", DeleteOptions(precondition_resource_version="0"), 0)

    assert (
        f'409 Conflict: Operation cannot be fulfilled on {qualified} "web": the UID in the precondition '
        f"(other) does not match the UID in record ({meta.uid}). The object might have been deleted and then "
        "recreated"
    ) == text_of(other)
    assert (
        f'409 Conflict: Operation cannot be fulfilled on {qualified} "web": the ResourceVersion in the '
        f"precondition (0) does not match the ResourceVersion in record ({meta.resource_version}). The object "
        "might have been modified"
    ) == text_of(stale)
    assert [] == api.drain_watch_events()


def test_an_object_with_finalizers_is_marked_and_goes_with_the_last_of_them_in_one_write() -> None:
    api = with_object("ReplicaSet", replica_set(finalizers=["a/b", "c/d"]))

    api.delete("ReplicaSet", "default/web", DeleteOptions(), 3_000)

    meta = api.objects("ReplicaSet")["default/web"].meta
    assert (0, 2) == (meta.deletion_grace_period_seconds, meta.generation)
    api.remove_finalizer("ReplicaSet", "default/web", "a/b")
    api.drain_watch_events()
    result = api.remove_finalizer("ReplicaSet", "default/web", "c/d")
    assert isinstance(result, Ok)
    assert result.removed
    assert ["DELETED"] == [event.type for event in api.drain_watch_events()]


@pytest.mark.parametrize(
    ("propagation", "finalizers"),
    [("Foreground", ("foregroundDeletion",)), ("Orphan", ("orphan",)), ("Background", None), (None, None)],
)
def test_what_becomes_of_the_dependents_is_noted_in_a_finalizer(
    propagation: str | None, finalizers: tuple[str, ...] | None
) -> None:
    api = with_object("ReplicaSet", replica_set())

    api.delete("ReplicaSet", "default/web", DeleteOptions(propagation=propagation), 0)

    left = api.objects("ReplicaSet").get("default/web")
    assert finalizers == (left.meta.finalizers if left else None)


def test_replication_controllers_and_jobs_orphan_their_pods_unless_told_otherwise() -> None:
    controller = {**replica_set("web", "ReplicationController"), "apiVersion": "v1"}
    api = with_object("ReplicationController", with_value(controller, ("spec", "selector"), {"app": "web"}))

    api.delete("ReplicationController", "default/web", DeleteOptions(), 0)

    assert ("orphan",) == api.objects("ReplicationController")["default/web"].meta.finalizers


def test_a_pod_deleted_in_the_foreground_keeps_its_grace_and_then_its_finalizer() -> None:
    api = with_object("Pod", pod("p", nodeName="n1"))

    api.delete("Pod", "default/p", DeleteOptions(propagation="Foreground"), 0)
    assert 30 == api.pods["default/p"].meta.deletion_grace_period_seconds
    api.delete("Pod", "default/p", DeleteOptions(grace_period_seconds=0), 2_000)

    assert ("foregroundDeletion",) == api.pods["default/p"].meta.finalizers
    api.remove_finalizer("Pod", "default/p", "foregroundDeletion")
    assert {} == api.pods


def test_a_namespace_is_only_marked_and_takes_nothing_new() -> None:
    api = with_object("Pod", with_value(pod("p"), ("metadata", "namespace"), "ns"))

    api.delete("Namespace", "ns", DeleteOptions(), 1_000)

    namespace = api.namespaces["ns"]
    assert namespace.terminating
    assert ("Terminating", ["kubernetes"]) == (
        find(namespace.manifest, "status", "phase"),
        find(namespace.manifest, "spec", "finalizers"),
    )
    refused = api.create("Pod", with_value(pod("q"), ("metadata", "namespace"), "ns"), 2_000)
    assert (
        '403 Forbidden: pods "q" is forbidden: unable to create new content in namespace ns because it is '
        "being terminated"
    ) == text_of(refused)
    again = api.delete("Namespace", "ns", DeleteOptions(), 3_000)
    assert isinstance(again, Ok)
    assert not again.changed


@pytest.mark.parametrize("name", ["default", "kube-system", "kube-public"])
def test_some_namespaces_may_not_be_deleted(name: str) -> None:
    api = with_object("Namespace", {"metadata": {"name": name}})

    assert f'403 Forbidden: namespaces "{name}" is forbidden: this namespace may not be deleted' == text_of(
        api.delete("Namespace", name, DeleteOptions(), 0)
    )


def test_a_created_pod_tells_its_qos_class() -> None:
    api = new_server()
    sized = {"name": "app", "resources": {"limits": {"cpu": "1", "memory": "1Gi"}}}

    classes = [
        find(stored(api.create("Pod", manifest, 0)), "status", "qosClass")
        for manifest in (
            pod("a"),
            pod("b", containers=[sized]),
            pod("c", containers=[{**sized, "name": "x"}, {"name": "y"}]),
        )
    ]

    assert ["BestEffort", "Guaranteed", "Burstable"] == classes
