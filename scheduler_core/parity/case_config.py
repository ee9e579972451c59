"""`config` of a recorded case: deviations from the default profile (parity FORMAT, the case)."""

from __future__ import annotations

from scheduler_core.objects.affinity import NodeAffinity
from scheduler_core.objects.manifest import Json, find, flag, integer, items, mapping, strings, text
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.scheduler.configuration.plugin_args import read_strategy
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import DEFAULT_RESOURCES
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs


def profile_config(value: Json) -> ProfileConfig:
    config = mapping(value)
    balanced = tuple(text(find(entry, "name")) for entry in items(config.get("balancedAllocationResources")))
    weight = integer(config.get("hardPodAffinityWeight"))
    return ProfileConfig(
        spread=_spread(config.get("defaultingType"), config.get("defaultConstraints")),
        fit=NodeResourcesFitArgs(
            read_strategy(config.get("scoringStrategy")),
            frozenset(strings(config.get("ignoredResources"))),
            frozenset(strings(config.get("ignoredResourceGroups"))),
        ),
        balanced_resources=balanced or DEFAULT_RESOURCES,
        inter_pod_affinity=InterPodAffinityArgs(
            1 if weight is None else weight, flag(config.get("ignorePreferredTermsOfExistingPods"))
        ),
        added_affinity=NodeAffinity.parse(config.get("addedAffinity")),
        disabled_plugins=frozenset(strings(config.get("disabledPlugins"))),
        weights=tuple(
            (name, number)
            for name, entry in mapping(config.get("pluginWeights")).items()
            if (number := integer(entry)) is not None
        ),
        percentage_of_nodes_to_score=100,
    )


def _spread(defaulting: Json, constraints: Json) -> PodTopologySpreadArgs:
    listed = tuple(TopologySpreadConstraint.parse(entry) for entry in items(constraints))
    return PodTopologySpreadArgs("List" if defaulting == "List" else "System", listed)
