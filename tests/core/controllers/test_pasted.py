"""Workloads pasted from a real cluster with their pods: nothing is made twice, nothing is thrown away."""

from __future__ import annotations

import pytest

from scheduler_core.controllers import all_controllers
from scheduler_core.objects.manifest import Json, Manifest
from tests.builders import api_object, workload
from tests.core.cluster import load, server_with_node, stored
from tests.core.controllers.builders import Cluster, QuickKubelet


def pasted_pod(name: str, owner: Manifest, labels: Json, **metadata: Json) -> Manifest:
    reference = {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": owner["metadata"]["name"],  # type: ignore[index,call-overload]
        "uid": owner["metadata"]["uid"],  # type: ignore[index,call-overload]
        "controller": True,
        "blockOwnerDeletion": True,
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "labels": labels, "ownerReferences": [reference], **metadata},
        "spec": {"nodeName": "n1", "containers": [{"name": "c", "image": "app:1"}]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
    }


def with_uid(manifest: Manifest, **status: Json) -> Manifest:
    metadata = {**manifest["metadata"], "uid": "3c1f5d02-5c1d-4a7e-9d0b-0d6c8f1e0a22"}  # type: ignore[dict-item]
    return {**manifest, "metadata": metadata, "status": status}


DAEMONS = with_uid(workload("DaemonSet", "log", None))
SET = with_uid(
    workload("StatefulSet", "db", 1), currentRevision="db-6c4f9d", updateRevision="db-6c4f9d", replicas=1
)
CONTROLLER = with_uid(workload("ReplicationController", "rc", 1))
JOB = with_uid(
    api_object(
        "Job",
        "sum",
        spec={
            "selector": {"matchLabels": {"job": "x"}},
            "template": {
                "metadata": {"labels": {"job": "x"}},
                "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "app:1"}]},
            },
        },
    ),
    active=1,
    startTime="2029-12-31T23:00:00Z",
)


@pytest.mark.parametrize(
    ("owner", "pod"),
    [
        (DAEMONS, pasted_pod("log-x2x4z", DAEMONS, {"app": "log", "controller-revision-hash": "74d5c"})),
        (SET, pasted_pod("db-0", SET, {"app": "db", "controller-revision-hash": "db-6c4f9d"})),
        (CONTROLLER, pasted_pod("rc-k2v4x", CONTROLLER, {"app": "rc"})),
        (JOB, pasted_pod("sum-8w7bc", JOB, {"job": "x"}, finalizers=["batch.kubernetes.io/job-tracking"])),
    ],
    ids=lambda value: str(value["kind"]),
)
def test_a_pasted_workload_keeps_its_pasted_pods(owner: Manifest, pod: Manifest) -> None:
    play = Cluster(server_with_node("n1"), [QuickKubelet(), *all_controllers()])
    for manifest in (owner, pod):
        stored(play.do(lambda api, now, manifest=manifest: load(api, str(manifest["kind"]), manifest, now)))
    before = list(play.api.pods)

    play.play(100)

    assert before == list(play.api.pods)
    assert not any(one.terminating for one in play.api.pods.values())
    assert [] == [message.act.kind for message in play.act_log if message.act.kind in ("create", "delete")]
