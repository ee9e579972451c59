"""Profiles: which plugins take part, in which order, with which weights and arguments.

Source: pkg/scheduler/apis/config/v1/default_plugins.go, cycle order as in framework/runtime (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from scheduler_core.objects.affinity import NodeAffinity as NodeAffinityStanza
from scheduler_core.objects.manifest import Manifest
from scheduler_core.scheduler.configuration.extension_points import DEFAULT_WEIGHTS, PluginSet, expand
from scheduler_core.scheduler.framework.events import Registration, effective_registrations
from scheduler_core.scheduler.framework.interface import (
    BulkScorePlugin,
    CheckerPlugin,
    EnqueueExtensions,
    ExplainPlugin,
    FilterPlugin,
    NormalizeScorePlugin,
    Plugin,
    PreEnqueuePlugin,
    PreFilterExtensions,
    PreFilterPlugin,
    PreScorePlugin,
    QueueSortPlugin,
    ReservePlugin,
    ScorePlugin,
)
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import (
    DefaultPreemption,
    DefaultPreemptionArgs,
)
from scheduler_core.scheduler.plugins.dynamic_resources import DynamicResources
from scheduler_core.scheduler.plugins.image_locality import ImageLocality
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinity, InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_affinity import NodeAffinity
from scheduler_core.scheduler.plugins.node_name import NodeName
from scheduler_core.scheduler.plugins.node_ports import NodePorts
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    DEFAULT_RESOURCES as BALANCED_RESOURCES,
)
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocation,
)
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFit, NodeResourcesFitArgs
from scheduler_core.scheduler.plugins.node_unschedulable import NodeUnschedulable
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import PodTopologySpread
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.plugins.scheduling_gates import SchedulingGates
from scheduler_core.scheduler.plugins.taint_toleration import TaintToleration
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import NodeVolumeLimits
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBinding
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import VolumeRestrictions
from scheduler_core.scheduler.plugins.volumes.volume_zone import VolumeZone

DEFAULT_SCHEDULER_NAME = "default-scheduler"


@dataclass(frozen=True, slots=True)
class ProfileConfig:
    """What a KubeSchedulerConfiguration can change, with the defaults of v1.34.

    `plugin_sets`: what is enabled and disabled, by extension point. `disabled_plugins` are off at every
    point whatever it says; `weights` replace those that come out of it. `own_args`: arguments of plugins
    that are no default ones. `percentage_of_nodes_to_score` 0 is adaptive.
    """

    scheduler_name: str = DEFAULT_SCHEDULER_NAME
    spread: PodTopologySpreadArgs = field(default_factory=PodTopologySpreadArgs)
    fit: NodeResourcesFitArgs = field(default_factory=NodeResourcesFitArgs)
    balanced_resources: tuple[str, ...] = BALANCED_RESOURCES
    inter_pod_affinity: InterPodAffinityArgs = field(default_factory=InterPodAffinityArgs)
    added_affinity: NodeAffinityStanza | None = None
    preemption: DefaultPreemptionArgs = field(default_factory=DefaultPreemptionArgs)
    disabled_plugins: frozenset[str] = frozenset()
    weights: tuple[tuple[str, int], ...] = ()
    percentage_of_nodes_to_score: int = 0
    plugin_sets: tuple[tuple[str, PluginSet], ...] = ()
    own_args: tuple[tuple[str, Manifest], ...] = ()


PostFilterPlugin: TypeAlias = DynamicResources | DefaultPreemption


@dataclass(frozen=True, slots=True)
class Profile:
    """The plugins of each extension point, in order."""

    scheduler_name: str
    queue_sort: QueueSortPlugin
    pre_enqueue: tuple[PreEnqueuePlugin, ...]
    pre_filter: tuple[PreFilterPlugin, ...]
    extensions: tuple[PreFilterExtensions, ...]
    filter: tuple[FilterPlugin, ...]
    filter_names: tuple[str, ...]
    post_filter: tuple[PostFilterPlugin, ...]
    pre_score: tuple[PreScorePlugin, ...]
    score: tuple[ScorePlugin, ...]
    weights: dict[str, int]
    reserve: tuple[ReservePlugin, ...]
    binds_volumes: bool
    registrations: dict[str, tuple[Registration, ...]]
    percentage_of_nodes_to_score: int
    # Who also has these methods, by name: asked once here, because asking a protocol is slow.
    normalizers: dict[str, NormalizeScorePlugin]
    bulk_scorers: dict[str, BulkScorePlugin]
    checkers: dict[str, CheckerPlugin]
    explainers: dict[str, ExplainPlugin]


def all_plugins(config: ProfileConfig) -> tuple[Plugin, ...]:
    """The default plugins in their order (getDefaultPlugins), made with the profile's arguments."""
    return (
        SchedulingGates(),
        PrioritySort(),
        NodeUnschedulable(),
        NodeName(),
        TaintToleration(),
        NodeAffinity(config.added_affinity),
        NodePorts(),
        NodeResourcesFit(config.fit),
        VolumeRestrictions(),
        NodeVolumeLimits(),
        VolumeBinding(),
        VolumeZone(),
        PodTopologySpread(config.spread),
        InterPodAffinity(config.inter_pod_affinity),
        DynamicResources(),
        DefaultPreemption(config.preemption),
        NodeResourcesBalancedAllocation(config.balanced_resources),
        ImageLocality(),
    )


T = TypeVar("T")


def build_profile(config: ProfileConfig | None = None, own: OwnPlugins = NO_OWN_PLUGINS) -> Profile:
    """The plugins that `config` enables; `own`: the plugins there are beside the default ones."""
    config = config or ProfileConfig()
    expansion = expand(dict(config.plugin_sets), {name: plugin.points for name, plugin in own.items()})
    points = {
        point: tuple(name for name in names if name not in config.disabled_plugins)
        for point, names in expansion.points.items()
    }
    taking_part = {name for names in points.values() for name in names}
    own_args = dict(config.own_args)
    by_name: dict[str, Plugin] = {plugin.name: plugin for plugin in all_plugins(config)}
    by_name.update((name, plugin.make(own_args.get(name, {}))) for name, plugin in own.items())
    plugins = tuple(plugin for name, plugin in by_name.items() if name in taking_part)

    def at(point: str, protocol: type[T]) -> tuple[T, ...]:
        found = (by_name[name] for name in points[point] if name in by_name)
        return tuple(plugin for plugin in found if isinstance(plugin, protocol))

    pre_filter: tuple[PreFilterPlugin, ...] = at("preFilter", PreFilterPlugin)  # type: ignore[type-abstract]
    filters: tuple[FilterPlugin, ...] = at("filter", FilterPlugin)  # type: ignore[type-abstract]
    return Profile(
        scheduler_name=config.scheduler_name,
        queue_sort=PrioritySort(),
        pre_enqueue=at("preEnqueue", PreEnqueuePlugin),  # type: ignore[type-abstract]
        pre_filter=pre_filter,
        extensions=tuple(plugin for plugin in pre_filter if isinstance(plugin, PreFilterExtensions)),
        filter=filters,
        filter_names=tuple(plugin.name for plugin in filters),
        post_filter=tuple(
            plugin
            for name in points["postFilter"]
            if isinstance(plugin := by_name[name], (DynamicResources, DefaultPreemption))
        ),
        pre_score=at("preScore", PreScorePlugin),  # type: ignore[type-abstract]
        score=at("score", ScorePlugin),  # type: ignore[type-abstract]
        weights={**DEFAULT_WEIGHTS, **expansion.weights, **dict(config.weights)},
        reserve=at("reserve", ReservePlugin),  # type: ignore[type-abstract]
        binds_volumes="VolumeBinding" in points["preBind"],
        registrations={
            plugin.name: effective_registrations(tuple(plugin.events_to_register()))
            for plugin in plugins
            if isinstance(plugin, EnqueueExtensions)
        },
        percentage_of_nodes_to_score=config.percentage_of_nodes_to_score,
        normalizers={plugin.name: plugin for plugin in plugins if isinstance(plugin, NormalizeScorePlugin)},
        bulk_scorers={plugin.name: plugin for plugin in plugins if isinstance(plugin, BulkScorePlugin)},
        checkers={plugin.name: plugin for plugin in plugins if isinstance(plugin, CheckerPlugin)},
        explainers={plugin.name: plugin for plugin in plugins if isinstance(plugin, ExplainPlugin)},
    )
