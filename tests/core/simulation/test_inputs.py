"""What a person may do, read from JSON; what is wrong is named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.simulation.inputs import (
    INPUT_KINDS,
    Apply,
    Delete,
    InputProblem,
    ObjectRef,
    Scale,
    TimedInput,
    parse_input,
    parse_timed_input,
)
from tests.core.simulation.test_fault_inputs import VALID as FAULTS

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}
VALID: list[dict[str, Any]] = [
    {"kind": "apply", "documents": [POD]},
    {
        "kind": "delete",
        "object": {"kind": "Pod", "namespace": "default", "name": "p"},
        "gracePeriodSeconds": 5,
        "force": False,
    },
    {"kind": "cordon", "node": "n1"},
    {"kind": "uncordon", "node": "n1"},
    {"kind": "taint", "node": "n1", "key": "k", "value": "", "effect": "NoSchedule"},
    {"kind": "untaint", "node": "n1", "key": "k", "effect": None},
    {
        "kind": "label",
        "object": {"kind": "Node", "namespace": "", "name": "n1"},
        "labels": {"zone": "a", "old": None},
    },
    {
        "kind": "scale",
        "object": {"kind": "Deployment", "namespace": "default", "name": "web"},
        "replicas": 3,
    },
    {"kind": "scheduler", "running": True},
]


@pytest.mark.parametrize("value", VALID, ids=[value["kind"] for value in VALID])
def test_an_input_goes_in_and_out_unchanged(value: dict[str, Any]) -> None:
    parsed = parse_input(value)

    assert not isinstance(parsed, InputProblem)
    assert value == parsed.to_json()


def test_every_kind_is_tried_here() -> None:
    assert set(INPUT_KINDS) == {value["kind"] for value in (*VALID, *FAULTS)}


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ([], "input", "input.not_a_map"),
        ({}, "input.kind", "input.unknown_kind"),
        ({"kind": ["x"]}, "input.kind", "input.unknown_kind"),
        ({"kind": "explode"}, "input.kind", "input.unknown_kind"),
        ({"kind": "apply"}, "input.documents", "input.no_documents"),
        ({"kind": "apply", "documents": []}, "input.documents", "input.no_documents"),
        ({"kind": "apply", "documents": [3]}, "input.documents[0]", "input.not_a_map"),
        (
            {"kind": "apply", "documents": [{"kind": "List", "items": [POD, 3]}]},
            "input.documents[0].items[1]",
            "input.not_a_map",
        ),
        ({"kind": "cordon"}, "input.node", "input.not_a_name"),
        ({"kind": "cordon", "node": 7}, "input.node", "input.not_a_name"),
        ({"kind": "cordon", "node": "n" * 300}, "input.node", "input.too_long"),
        ({"kind": "delete"}, "input.object", "input.not_a_map"),
        ({"kind": "delete", "object": {"kind": "Pod"}}, "input.object.name", "input.not_a_name"),
        (
            {"kind": "delete", "object": {"kind": "Pod", "name": "p"}, "gracePeriodSeconds": 1.5},
            "input.gracePeriodSeconds",
            "input.not_a_whole_number",
        ),
        (
            {"kind": "delete", "object": {"kind": "Pod", "name": "p"}, "force": "yes"},
            "input.force",
            "input.not_a_flag",
        ),
        (
            {"kind": "scale", "object": {"kind": "Deployment", "name": "web"}, "replicas": -1},
            "input.replicas",
            "input.out_of_range",
        ),
        (
            {"kind": "taint", "node": "n1", "key": "k", "effect": "NoWay"},
            "input.effect",
            "input.unknown_effect",
        ),
        (
            {"kind": "label", "object": {"kind": "Pod", "name": "p"}, "labels": {"a": 1}},
            "input.labels.a",
            "input.not_a_text",
        ),
        ({"kind": "scheduler", "running": 1}, "input.running", "input.not_a_flag"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(value: Any, path: str, code: str) -> None:
    problem = parse_input(value)

    assert isinstance(problem, InputProblem)
    assert (path, code) == (problem.path, problem.code)


def test_a_namespace_that_is_not_named_is_default_and_nodes_have_none() -> None:
    pod = parse_input({"kind": "delete", "object": {"kind": "Pod", "name": "p"}})
    node = parse_input({"kind": "delete", "object": {"kind": "Node", "name": "n1"}})

    assert Delete(ObjectRef("Pod", "default", "p")) == pod
    assert Delete(ObjectRef("Node", "", "n1")) == node


def test_lists_become_their_items_and_secrets_stay_outside() -> None:
    env = {"name": "TOKEN", "value": "hush"}
    secret_pod = {**POD, "spec": {"containers": [{"name": "app", "image": "x", "env": [env]}]}}

    parsed = parse_input({"kind": "apply", "documents": [{"kind": "List", "items": [POD, secret_pod]}]})

    assert isinstance(parsed, Apply)
    assert 2 == len(parsed.documents)
    assert "hush" not in repr(parsed)


def test_timed_inputs_have_milliseconds() -> None:
    parsed = parse_timed_input({"at": 1.25, **VALID[7]}, "spec.inputs[0]")

    assert TimedInput(1250, Scale(ObjectRef("Deployment", "default", "web"), 3)) == parsed
    assert parsed.to_json()["at"] == 1.25


@pytest.mark.parametrize("at", [-1, "5", True, float("inf"), None])
def test_a_time_that_is_none_is_refused(at: Any) -> None:
    problem = parse_timed_input({"at": at, "kind": "cordon", "node": "n1"}, "spec.inputs[3]")

    assert isinstance(problem, InputProblem)
    assert ("spec.inputs[3].at", "input.not_a_time") == (problem.path, problem.code)
