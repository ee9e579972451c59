"""A change of a pod in the template of its workload, and the kubectl line of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core.advice.pod_changes import LowerRequest, Tolerate
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import find
from scheduler_core.queries.advising.command_lines import lines_of
from scheduler_core.queries.advising.families import family_of
from scheduler_core.queries.advising.templates import template_inputs
from tests.builders import Manifest, api_object, node, pod
from tests.core.play import scenario_from

LOWER = LowerRequest("cpu", 3000, 3000)
LABELS = {"app": "w"}
TEMPLATE = {"metadata": {"labels": LABELS}, "spec": {**pod("x", "6")["spec"]}}
JOB: dict[str, Any] = {"template": {"spec": {**pod("x", "6")["spec"], "restartPolicy": "Never"}}}


def workload(kind: str) -> Manifest:
    spec = {"selector": {"matchLabels": LABELS}, "template": TEMPLATE}
    match kind:
        case "Job":
            spec = JOB
        case "StatefulSet":
            spec["serviceName"] = "w"
        case "CronJob":
            spec = {"schedule": "* * * * *", "jobTemplate": {"spec": JOB}}
    return api_object(kind, "w", spec=spec)


def pending(*documents: Manifest) -> World:
    """The world with the first pod that has no node."""
    world = World(scenario_from([node("n1"), *documents]))
    while not any(not other.node_name for other in world.api.pods.values()):
        assert world.step() is not None
    return world


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [
        ("Deployment", ["apply Deployment"]),
        ("DaemonSet", ["apply DaemonSet"]),
        ("StatefulSet", ["apply StatefulSet", "delete Pod"]),
        ("ReplicaSet", ["apply ReplicaSet", "delete Pod"]),
        ("Job", ["delete Job", "apply Job"]),
        ("CronJob", ["apply CronJob", "delete Job", "apply Job"]),
    ],
)
def test_the_template_of_a_workload_is_changed_and_pods_it_keeps_are_deleted(
    kind: str, inputs: list[str]
) -> None:
    world = pending(workload(kind))
    (waiting,) = world.api.pods.values()

    made = template_inputs(world.api, waiting, [LOWER])

    assert made is not None
    assert f"{kind} w" == family_of(world.api, waiting)
    assert inputs == [
        f"{find(value, 'kind')} {find(value, 'object', 'kind') or value['documents'][0]['kind']}"  # type: ignore[index,call-overload]
        for value in made
    ]


def test_without_the_deployment_of_its_replica_set_a_pod_has_no_template_to_change() -> None:
    owner = {"kind": "Deployment", "name": "web", "controller": True}
    replicas = {"kind": "ReplicaSet", "name": "w", "controller": True}
    held = workload("ReplicaSet")
    held["metadata"]["ownerReferences"] = [owner]
    orphan = pod("w-1", "6", metadata={"ownerReferences": [replicas]})
    api = World(scenario_from([node("n1"), held, orphan])).api
    waiting = api.pods["default/w-1"]

    assert "Deployment web" == family_of(api, waiting)
    assert template_inputs(api, waiting, [LOWER]) is None


def test_what_is_not_in_the_template_is_not_changed_there() -> None:
    world = pending(workload("Deployment"))
    (waiting,) = world.api.pods.values()

    assert template_inputs(world.api, waiting, [LowerRequest("memory", 1, 1)]) is None


def test_a_job_is_created_again_with_the_changed_field_by_one_line() -> None:
    world = pending(workload("Job"))
    (waiting,) = world.api.pods.values()
    made = template_inputs(world.api, waiting, [Tolerate("a", "", "NoSchedule")])
    assert made is not None
    (step,) = lines_of(world.api, made)
    patch, _, rest = str(step["line"]).partition("' --dry-run=client -o yaml | ")
    command, _, operations = patch.partition(" -p '")
    paths = {operation["path"]: operation for operation in json.loads(operations)}

    assert ("kubectl patch job w --type=json", "kubectl replace --force -f -") == (command, rest)
    assert {"op": "remove", "path": "/spec/selector"} == paths["/spec/selector"]
    assert [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}] == paths[
        "/spec/template/spec/tolerations"
    ]["value"]
