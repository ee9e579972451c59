"""Revisions that differed only in what is not kept stay revisions of their own."""

from __future__ import annotations

from typing import Any

from scheduler_core import Run, SourceDocument, parse_scenario
from tests.builders import api_object, node

LABELS = {"app": "web"}


def template(value: str, **labels: str) -> dict[str, Any]:
    container = {"name": "c", "image": "i", "env": [{"name": "A", "value": value}], "args": [value]}
    return {"metadata": {"labels": {**LABELS, **labels}}, "spec": {"containers": [container]}}


def replica_set(name: str, revision: int, value: str, replicas: int) -> dict[str, Any]:
    labels = {**LABELS, "pod-template-hash": name}
    return api_object(
        "ReplicaSet",
        f"web-{name}",
        metadata={
            "uid": f"u-{name}",
            "labels": labels,
            "creationTimestamp": f"2029-01-0{revision}T00:00:00Z",
            "annotations": {"deployment.kubernetes.io/revision": str(revision)},
            "ownerReferences": [
                {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "u", "controller": True}
            ],
        },
        spec={
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": template(value, **{"pod-template-hash": name}),
        },
    )


def test_a_deployment_stays_at_the_revision_that_it_had() -> None:
    deployment = api_object(
        "Deployment",
        "web",
        metadata={"uid": "u", "annotations": {"deployment.kubernetes.io/revision": "2"}},
        spec={"replicas": 1, "selector": {"matchLabels": LABELS}, "template": template("new")},
    )
    documents = [node("n1"), deployment, replica_set("aa", 1, "old", 0), replica_set("bb", 2, "new", 1)]
    parsed = parse_scenario([SourceDocument(place, item) for place, item in enumerate(documents)])
    assert parsed.scenario is not None
    recording = Run(parsed.scenario)

    last: Any = recording.snapshot(recording.advance(0, "quiet", limit=100))

    sets = {
        workload["key"]: workload["replicas"]
        for workload in last["workloads"]
        if workload["kind"] == "ReplicaSet"
    }
    assert {"default/web-aa": 0, "default/web-bb": 1} == sets
