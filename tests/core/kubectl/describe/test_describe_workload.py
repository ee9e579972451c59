"""`kubectl describe` of Deployments, sets, DaemonSets and Jobs."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubectl.describe.pod_parts import describe_pod_template
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from tests.builders import node, workload
from tests.core.play import Play, header

CLAIM = {
    "metadata": {"name": "data"},
    "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
}


def described(document: dict[str, Any], *inputs: Any, until: float = 60) -> str:
    play = Play([header(*inputs), node("n1"), document])
    answer = play.recording.ask(
        "describe", play.until(until), kind=document["kind"], key=f"default/{document['metadata']['name']}"
    )
    assert answer is not None
    return answer


def test_a_deployment_names_its_strategy_its_conditions_and_its_replica_sets() -> None:
    first = workload("Deployment", "web", 2)
    newer = workload("Deployment", "web", 2, image="app:2")
    description = described(first, {"at": 20, "kind": "apply", "documents": [newer]})
    lines = description.splitlines()

    assert [
        "Selector:               app=web",
        "Replicas:               2 desired | 2 updated | 2 total | 2 available | 0 unavailable",
        "StrategyType:           RollingUpdate",
        "MinReadySeconds:        0",
        "RollingUpdateStrategy:  25% max unavailable, 25% max surge",
        "Pod Template:",
        "  Labels:  app=web",
        "  Containers:",
        "   app:",
        "    Image:         app:2",
    ] == lines[5:15]
    assert "  Available      True    MinimumReplicasAvailable" in lines
    assert "  Progressing    True    NewReplicaSetAvailable" in lines
    old, new = (next(line for line in lines if line.startswith(word)) for word in ("Old", "New"))
    assert old.startswith("OldReplicaSets:  web-")
    assert old.endswith(" (0/0 replicas created)")
    assert new.endswith(" (2/2 replicas created)")


def test_a_deployment_that_recreates_has_no_rolling_strategy() -> None:
    description = described(workload("Deployment", "web", 1, strategy={"type": "Recreate"}))

    assert "StrategyType:       Recreate" in description
    assert "RollingUpdateStrategy" not in description


def test_a_daemon_set_counts_nodes_and_has_no_replicas() -> None:
    document = workload(
        "DaemonSet", "agent", None, pod_spec={"nodeSelector": {"kubernetes.io/hostname": "n1"}}
    )
    lines = described(document).splitlines()

    assert [
        "Name:           agent",
        "Namespace:      default",
        "Selector:       app=agent",
        "Node-Selector:  kubernetes.io/hostname=n1",
        "Labels:         <none>",
        "Annotations:    <none>",
        "Desired Number of Nodes Scheduled: 1",
        "Current Number of Nodes Scheduled: 1",
        "Number of Nodes Scheduled with Up-to-date Pods: 1",
        "Number of Nodes Scheduled with Available Pods: 1",
        "Number of Nodes Misscheduled: 0",
        "Pods Status:  1 Running / 0 Waiting / 0 Succeeded / 0 Failed",
        "Pod Template:",
    ] == lines[:13]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ["Completions:        1", "Completion Mode:    NonIndexed", "Suspend:            false"]),
        (
            {"suspend": True},
            ["Suspend:         true", "Pods Statuses:   0 Active (0 Ready) / 0 Succeeded / 0 Failed"],
        ),
        (
            {"completionMode": "Indexed", "completions": 3, "parallelism": 2},
            ["Parallelism:        2", "Completions:        3", "Completed Indexes:  <none>"],
        ),
        ({"activeDeadlineSeconds": 600}, ["Active Deadline Seconds:  600s"]),
    ],
)
def test_a_job_has_no_replicas_but_completions_and_pods_statuses(
    fields: dict[str, Any], expected: list[str]
) -> None:
    description = described(
        workload("Job", "sum", None, pod_spec={"restartPolicy": "Never"}, **fields), until=20
    )

    assert "Replicas" not in description
    missing = [line for line in expected if " ".join(line.split()) not in " ".join(description.split())]
    assert [] == missing


def test_a_stateful_set_names_its_partition_and_its_claims() -> None:
    lines = described(workload("StatefulSet", "db", 1, volumeClaimTemplates=[CLAIM])).splitlines()

    assert "Update Strategy:    RollingUpdate" in lines
    assert "  Partition:        0" in lines
    assert [
        "  Name:          data",
        "  StorageClass:  ",
        "  Labels:        <none>",
        "  Annotations:   <none>",
        "  Capacity:      1Gi",
        "  Access Modes:  [ReadWriteOnce]",
    ] == lines[lines.index("Volume Claims:") + 1 :][:6]


@pytest.mark.parametrize("kind", ["ReplicaSet", "ReplicationController"])
def test_a_set_counts_its_pods_by_phase(kind: str) -> None:
    lines = described(workload(kind, "old", 2)).splitlines()

    assert ["2 current / 2 desired"] == [
        line.partition(":")[2].strip() for line in lines if line.startswith("Replicas:")
    ]
    assert any(line.endswith("2 Running / 0 Waiting / 0 Succeeded / 0 Failed") for line in lines)


def test_a_pod_template_with_everything() -> None:
    out = Tabbed()
    describe_pod_template(
        out,
        {
            "metadata": {"labels": {"app": "web"}, "annotations": {"a": "b"}},
            "spec": {
                "serviceAccountName": "robot",
                "priorityClassName": "high",
                "initContainers": [{"name": "first", "image": "i:1"}],
                "containers": [{"name": "app", "image": "a:1", "ports": [{"containerPort": 80}]}],
                "volumes": [{"name": "data", "emptyDir": {}}],
                "nodeSelector": {"disk": "ssd"},
                "tolerations": [{"key": "k", "operator": "Exists"}],
            },
        },
    )

    assert [
        "Pod Template:",
        "  Labels:           app=web",
        "  Annotations:      a: b",
        "  Service Account:  robot",
        "  Init Containers:",
        "   first:",
        "    Image:        i:1",
        "    Port:         <none>",
        "    Host Port:    <none>",
        "    Environment:  <none>",
        "    Mounts:       <none>",
        "  Containers:",
        "   app:",
        "    Image:        a:1",
        "    Port:         80/TCP",
        "    Host Port:    0/TCP",
        "    Environment:  <none>",
        "    Mounts:       <none>",
        "  Volumes:",
        "   data:",
        "    Type:               EmptyDir",
        "  Priority Class Name:  high",
        "  Node-Selectors:       disk=ssd",
        "  Tolerations:          k op=Exists",
    ] == out.text().splitlines()
