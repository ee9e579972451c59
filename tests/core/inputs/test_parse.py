"""What a person may do, read from JSON; what is wrong is named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Refused
from scheduler_core.inputs.kubectl_inputs import Apply, Delete, Scale
from scheduler_core.inputs.parse import INPUT_KINDS, TimedInput, parse_input, parse_timed_input
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.problem import Problem
from tests.builders import api_object, node, pod
from tests.core.inputs.valid import FAULTS, INPUTS, POD
from tests.core.play import Play, header


@pytest.mark.parametrize("value", INPUTS, ids=[value["kind"] for value in INPUTS])
def test_an_input_goes_in_and_out_unchanged(value: dict[str, Any]) -> None:
    parsed = parse_input(value)

    assert not isinstance(parsed, Problem)
    assert value == parsed.to_json()


def test_every_kind_is_tried_here() -> None:
    assert set(INPUT_KINDS) == {value["kind"] for value in (*INPUTS, *FAULTS)}


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
            {
                "kind": "apply",
                "documents": [{"kind": "Pod", "metadata": {"annotations": {"podium/exits-after": "soon"}}}],
            },
            "input.documents[0].metadata.annotations[podium/exits-after]",
            "value.not_a_behaviour",
        ),
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

    assert isinstance(problem, Problem)
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
    parsed = parse_timed_input({"at": 1.25, **INPUTS[7]}, "spec.inputs[0]")

    assert TimedInput(1250, Scale(ObjectRef("Deployment", "default", "web"), 3)) == parsed
    assert 1.25 == parsed.to_json()["at"]


@pytest.mark.parametrize("at", [-1, "5", True, float("inf"), None])
def test_a_time_that_is_none_is_refused(at: Any) -> None:
    problem = parse_timed_input({"at": at, "kind": "cordon", "node": "n1"}, "spec.inputs[3]")

    assert isinstance(problem, Problem)
    assert ("spec.inputs[3].at", "input.not_a_time") == (problem.path, problem.code)


def refused(value: dict[str, Any]) -> str:
    play = Play([header(), node("n1"), pod("x", on="n1")])
    result = play.give(0, value)
    assert isinstance(result, Refused), result
    return result.text


X = {"kind": "Pod", "namespace": "default", "name": "x"}


def test_what_kubectl_and_the_api_server_never_do_is_refused_in_their_words() -> None:
    both = "error: --force and --grace-period greater than 0 cannot be specified together"
    assert both == refused({"kind": "delete", "object": X, "gracePeriodSeconds": 5, "force": True})
    assert 'namespaces "kube-system" is forbidden: this namespace may not be deleted' == refused(
        {"kind": "delete", "object": {"kind": "Namespace", "name": "kube-system"}}
    )
    assert refused(
        {"kind": "delete", "object": {"kind": "PriorityClass", "name": "system-node-critical"}}
    ).endswith('"system-node-critical" is forbidden: this is a system priority class and cannot be deleted')
    taint = {"kind": "taint", "node": "n1", "key": "a b", "value": "", "effect": "NoExecute"}
    assert refused(taint).startswith(
        'Node "n1" is invalid: spec.taints[0].key: Invalid value: "a b": name part must consist of '
    )


def test_a_negative_grace_is_told_as_the_one_second_that_it_is() -> None:
    play = Play([header(), node("n1"), pod("x", on="n1")])
    frame = play.give(0, {"kind": "delete", "object": X, "gracePeriodSeconds": -7})

    assert not isinstance(frame, Refused)
    assert 1 == frame["message"]["args"]["seconds"]
    assert 1 == play.manifest(1, "x")["metadata"]["deletionGracePeriodSeconds"]


def test_a_refused_eviction_says_which_budget_and_why() -> None:
    budget = api_object(
        "PodDisruptionBudget", "b", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}}
    )
    play = Play([header(), node("n1"), pod("x", on="n1", labels={"app": "web"}), budget])
    result = play.give(play.until_quiet(), {"kind": "evict", "pod": "default/x"})

    assert isinstance(result, Refused)
    assert (
        "Cannot evict pod as it would violate the pod's disruption budget. "
        "The disruption budget b needs 1 healthy pods and has 1 currently"
    ) == result.text


def test_an_unknown_field_is_no_default() -> None:
    problem = parse_input({"kind": "delete", "object": X, "gracePeriod": 5})

    assert isinstance(problem, Problem)
    assert ("input.gracePeriod", "input.unknown_field") == (problem.path, problem.code)
