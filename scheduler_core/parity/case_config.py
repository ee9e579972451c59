"""`config` of a recorded case: deviations from the default profile (parity FORMAT, the case)."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.scheduler.configuration.plugin_args import (
    read_fit,
    read_inter_pod_affinity,
    read_node_affinity,
    read_spread,
)
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    DEFAULT_RESOURCES,
    NodeResourcesBalancedAllocationArgs,
)


def profile_config(value: Json) -> ProfileConfig:
    """The profile of a case. The arguments of all plugins are one map, under their names in
    `pluginConfig`.
    """
    config = mapping(value)
    balanced = tuple(text(find(entry, "name")) for entry in items(config.get("balancedAllocationResources")))
    return ProfileConfig(
        args=(
            read_spread(config),
            read_fit(config),
            NodeResourcesBalancedAllocationArgs(balanced or DEFAULT_RESOURCES),
            read_inter_pod_affinity(config),
            read_node_affinity(config),
        ),
        disabled_plugins=frozenset(strings(config.get("disabledPlugins"))),
        weights=tuple(
            (name, number)
            for name, entry in mapping(config.get("pluginWeights")).items()
            if (number := integer(entry)) is not None
        ),
        percentage_of_nodes_to_score=100,
    )
