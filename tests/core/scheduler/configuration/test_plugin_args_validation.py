"""What kube-scheduler refuses in the arguments of a plugin. The texts are held in test_configuration.py."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.configuration.plugin_args_validation import CHECKS
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS


def paths(plugin: str, **args: Any) -> list[str]:
    problems: list[Problem] = []
    CHECKS[plugin](args, "args", problems)
    return [problem.path for problem in problems]


def test_only_default_plugins_have_a_check() -> None:
    assert CHECKS.keys() <= DEFAULT_PLUGINS.keys()


@pytest.mark.parametrize("plugin", sorted(CHECKS))
def test_no_argument_has_to_be_given_and_an_unknown_one_is_refused(plugin: str) -> None:
    assert [] == paths(plugin)
    assert ["args.nonsense"] == paths(plugin, nonsense=1)


@pytest.mark.parametrize("weight", [0, 100])
def test_the_ends_of_a_range_belong_to_it(weight: int) -> None:
    assert [] == paths("InterPodAffinity", hardPodAffinityWeight=weight)


@pytest.mark.parametrize(
    ("points", "wrong"),
    [
        ([(0, 0), (50, 5), (100, 10)], []),
        ([], ["shape"]),
        ([(0, 0), (101, 5)], ["shape[1].utilization"]),
        ([(0, 11)], ["shape[0].score"]),
        ([(50, 0), (50, 5)], ["shape[1].utilization"]),
    ],
)
def test_a_shape_rises_in_utilization_and_stays_within_its_ranges(
    points: list[tuple[int, int]], wrong: list[str]
) -> None:
    shape = [{"utilization": utilization, "score": score} for utilization, score in points]
    strategy = {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": {"shape": shape}}

    assert [f"args.scoringStrategy.requestedToCapacityRatio.{item}" for item in wrong] == (
        paths("NodeResourcesFit", scoringStrategy=strategy)
    )


def test_a_shape_beside_another_strategy_is_refused() -> None:
    strategy = {"type": "LeastAllocated", "requestedToCapacityRatio": {}}

    assert ["args.scoringStrategy.requestedToCapacityRatio"] == paths(
        "NodeResourcesFit", scoringStrategy=strategy
    )


def constraint(**more: Any) -> dict[str, Any]:
    return {"maxSkew": 1, "topologyKey": "rack", "whenUnsatisfiable": "ScheduleAnyway", **more}


@pytest.mark.parametrize(
    ("constraints", "wrong"),
    [
        ([constraint()], []),
        ([constraint(maxSkew=0)], ["args.defaultConstraints[0].maxSkew"]),
        ([constraint(topologyKey="")], ["args.defaultConstraints[0].topologyKey"]),
        ([constraint(labelSelector={})], ["args.defaultConstraints[0].labelSelector"]),
        ([constraint(), constraint(maxSkew=2)], ["args.defaultConstraints[1]"]),
        ([constraint(), constraint(whenUnsatisfiable="DoNotSchedule")], []),
    ],
)
def test_default_constraints_have_a_skew_and_a_key_no_selector_and_stand_once(
    constraints: list[dict[str, Any]], wrong: list[str]
) -> None:
    assert wrong == paths("PodTopologySpread", defaultingType="List", defaultConstraints=constraints)


def test_default_constraints_need_the_defaulting_type_list() -> None:
    assert ["args.defaultingType"] == paths("PodTopologySpread", defaultConstraints=[constraint()])
