"""Faults and the other things a person may do, from JSON and back."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, SourceDocument, parse_input, parse_scenario
from scheduler_core.inputs.parse import INPUT_KINDS
from tests.core.inputs.valid import DEPLOYMENT, FAULTS
from tests.core.play import header


@pytest.mark.parametrize("value", FAULTS, ids=lambda value: value["kind"])
def test_an_input_is_written_as_it_was_read(value: dict[str, Any]) -> None:
    parsed = parse_input(value)

    assert not isinstance(parsed, Problem)
    assert parsed.to_json() == value


def test_each_kind_of_fault_is_among_the_kinds() -> None:
    assert {value["kind"] for value in FAULTS} <= set(INPUT_KINDS)


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ({"kind": "cut"}, "input.between", "input.not_two_endpoints"),
        ({"kind": "cut", "between": ["node/n1"]}, "input.between", "input.not_two_endpoints"),
        ({"kind": "cut", "between": ["node/", "store"]}, "input.between[0]", "input.unknown_endpoint"),
        ({"kind": "cut", "between": ["node/n1", "moon"]}, "input.between[1]", "input.unknown_endpoint"),
        ({"kind": "cut", "between": ["node/n1", "node/n1"]}, "input.between", "input.no_way"),
        ({"kind": "cut", "between": ["scheduler", "store"]}, "input.between", "input.no_way"),
        (
            {"kind": "cut", "between": ["node/n1", "storage"], "direction": "up"},
            "input.direction",
            "input.unknown_choice",
        ),
        ({"kind": "delay", "between": ["node/n1", "api-server"]}, "input.seconds", "input.not_seconds"),
        (
            {"kind": "delay", "between": ["node/n1", "api-server"], "seconds": -1},
            "input.seconds",
            "input.out_of_range",
        ),
        ({"kind": "crash"}, "input.component", "input.not_a_name"),
        ({"kind": "power", "node": "n1"}, "input.on", "input.not_a_flag"),
        ({"kind": "clock", "node": "n1", "seconds": 10**9}, "input.seconds", "input.out_of_range"),
        ({"kind": "fence", "node": "n1", "by": "hand"}, "input.by", "input.unknown_choice"),
        ({"kind": "usage", "memory": "1Gi"}, "input.pod", "input.node_or_pod"),
        ({"kind": "usage", "node": "n1", "pod": "a", "memory": "1"}, "input.pod", "input.node_or_pod"),
        (
            {"kind": "usage", "node": "n1", "container": "a", "memory": "1"},
            "input.container",
            "input.container_of_node",
        ),
        ({"kind": "usage", "node": "n1"}, "input.memory", "input.nothing_given"),
        ({"kind": "usage", "node": "n1", "memory": "much"}, "input.memory", "input.not_a_quantity"),
        ({"kind": "usage", "node": "n1", "memory": "-1Gi"}, "input.memory", "input.not_a_quantity"),
        ({"kind": "usage", "node": "n1", "memry": "1Gi"}, "input.memry", "input.unknown_field"),
        ({"kind": "behave", "pod": "x"}, "input.exitsAfterSigterm", "input.nothing_given"),
        ({"kind": "behave", "pod": "x", "liveness": 1}, "input.liveness", "input.not_a_flag"),
        ({"kind": "behave", "pod": "x", "startsAfter": None}, "input.startsAfter", "input.not_seconds"),
        ({"kind": "behave", "pod": "x", "crash": 300}, "input.crash", "input.out_of_range"),
        ({"kind": "evict", "pod": "a/b/c"}, "input.pod", "input.not_a_name"),
        ({"kind": "drain", "node": "n1", "timeout": -1}, "input.timeout", "input.out_of_range"),
        (
            {"kind": "delete", "object": DEPLOYMENT, "propagation": "Sideways"},
            "input.propagation",
            "input.unknown_choice",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_path(value: Any, path: str, code: str) -> None:
    problem = parse_input(value)

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)


def test_a_pod_without_a_namespace_is_in_default() -> None:
    parsed = parse_input({"kind": "evict", "pod": "x"})

    assert not isinstance(parsed, Problem)
    assert "default/x" == parsed.to_json()["pod"]


CONFIGURATION = {"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration"}


def parsed(*documents: Any) -> Any:
    return parse_scenario([SourceDocument(index, item) for index, item in enumerate(documents)])


def test_a_scenario_names_the_version_of_its_kubelets_and_configures_some() -> None:
    some = {"nodes": ["n1"], "configuration": {"maxPods": 3, "clusterDNS": ["10.0.0.10"]}}

    scenario = parsed(header(version="1.23", kubelets=[some]), {**CONFIGURATION, "maxPods": 9}).scenario

    assert "1.23" == scenario.version
    assert {"maxPods": 3} == scenario.kubelet_configuration_of("n1")
    assert {"maxPods": 9} == scenario.kubelet_configuration_of("n2")
    assert scenario == type(scenario).from_canonical(scenario.canonical())


def test_a_scenario_that_says_nothing_of_kubelets_is_written_as_ever() -> None:
    assert not {"version", "kubelets", "kubeletConfiguration"} & parsed(header()).scenario.canonical().keys()


@pytest.mark.parametrize(
    ("documents", "path", "code"),
    [
        ([header(version="1.7")], "spec.version", "scenario.unknown_version"),
        ([header(kubelets=[{"configuration": {}}])], "spec.kubelets[0].nodes", "scenario.no_nodes"),
        ([header(kubelets=[{"nodes": [1]}])], "spec.kubelets[0].nodes[0]", "scenario.not_a_text"),
        ([CONFIGURATION, CONFIGURATION], "", "kubelet_config.second"),
    ],
)
def test_what_is_wrong_with_kubelets_is_a_problem(documents: list[Any], path: str, code: str) -> None:
    problems = parsed(*documents).problems

    assert [(path, code)] == [(problem.path, problem.code) for problem in problems]


def test_addresses_and_credentials_of_a_kubelet_are_not_kept() -> None:
    given = parsed({**CONFIGURATION, "staticPodURLHeader": {"Authorization": ["hush"]}, "maxPods": 3})

    assert "hush" not in repr(given.scenario)
    assert ["kept", "kept.fields_not_read"] == [entry.code for entry in given.report]
