"""The profile of a recorded case."""

from __future__ import annotations

from scheduler_core.parity.case_config import profile_config
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    DEFAULT_RESOURCES,
    NodeResourcesBalancedAllocationArgs,
)


def test_a_case_without_config_has_the_default_arguments_and_scores_every_node() -> None:
    made = profile_config({})

    assert 100 == made.percentage_of_nodes_to_score
    assert NodeResourcesBalancedAllocationArgs(DEFAULT_RESOURCES) in made.args
    assert InterPodAffinityArgs(1, False) in made.args
    assert (frozenset(), ()) == (made.disabled_plugins, made.weights)


def test_the_arguments_of_all_plugins_are_one_map() -> None:
    made = profile_config(
        {
            "balancedAllocationResources": [{"name": "cpu", "weight": 1}],
            "hardPodAffinityWeight": 50,
            "disabledPlugins": ["ImageLocality"],
            "pluginWeights": {"NodeAffinity": 7, "TaintToleration": None},
        }
    )

    assert NodeResourcesBalancedAllocationArgs(("cpu",)) in made.args
    assert InterPodAffinityArgs(50, False) in made.args
    assert frozenset(["ImageLocality"]) == made.disabled_plugins
    assert (("NodeAffinity", 7),) == made.weights
