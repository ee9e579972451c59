"""The arguments of default plugins as their values; what is missing has the default."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.configuration.plugin_args import (
    SHAPE_FACTOR,
    read_args,
    read_spread,
    read_strategy,
)
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_fit import (
    DEFAULT_RESOURCES,
    LEAST_ALLOCATED,
    NodeResourcesFitArgs,
)


def read(plugin: str, **args: Any) -> Any:
    problems: list[Problem] = []
    result = read_args(plugin, args, "args", problems)
    assert [] == problems
    return result


@pytest.mark.parametrize(
    ("plugin", "args", "expected"),
    [
        ("DefaultPreemption", {}, DefaultPreemptionArgs(10, 100)),
        ("DefaultPreemption", {"minCandidateNodesPercentage": 0}, DefaultPreemptionArgs(0, 100)),
        ("InterPodAffinity", {}, InterPodAffinityArgs(1, False)),
        ("InterPodAffinity", {"hardPodAffinityWeight": 0}, InterPodAffinityArgs(0, False)),
        ("NodeResourcesBalancedAllocation", {}, None),
    ],
)
def test_a_missing_argument_has_its_default_and_zero_is_not_missing(
    plugin: str, args: dict[str, Any], expected: object
) -> None:
    assert expected == read(plugin, **args)


def test_the_least_allocated_strategy_is_the_default_with_cpu_and_memory() -> None:
    strategy = read_strategy({})

    assert (LEAST_ALLOCATED, DEFAULT_RESOURCES) == (strategy.type, strategy.resources)


def test_a_resource_without_a_weight_weighs_one() -> None:
    [resource] = read_strategy({"resources": [{"name": "cpu"}]}).resources

    assert ("cpu", 1) == (resource.name, resource.weight)


def test_the_scores_of_a_shape_are_stretched_from_ten_to_a_hundred() -> None:
    points = [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
    shape = read_strategy({"requestedToCapacityRatio": {"shape": points}}).shape

    assert [(0, 0), (100, 10 * SHAPE_FACTOR)] == [(point.utilization, point.score) for point in shape]


def test_ignored_resources_and_groups_are_sets() -> None:
    args = read("NodeResourcesFit", ignoredResources=["a.com/x"], ignoredResourceGroups=["b.com"])

    assert isinstance(args, NodeResourcesFitArgs)
    assert (frozenset(["a.com/x"]), frozenset(["b.com"])) == (
        args.ignored_resources,
        args.ignored_resource_groups,
    )


def test_constraints_of_one_s_own_replace_the_built_in_ones() -> None:
    rack = {"maxSkew": 2, "topologyKey": "rack", "whenUnsatisfiable": "ScheduleAnyway"}

    assert ["rack"] == [
        entry.topology_key
        for entry in read_spread({"defaultingType": "List", "defaultConstraints": [rack]}).defaults
    ]
    assert 2 == len(read_spread({}).defaults)


def test_a_plugin_with_a_problem_has_no_arguments() -> None:
    problems: list[Problem] = []

    assert read_args("InterPodAffinity", {"hardPodAffinityWeight": 101}, "args", problems) is None
    assert ["args.hardPodAffinityWeight"] == [problem.path for problem in problems]
