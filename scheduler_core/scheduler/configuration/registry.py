"""The default plugins: one table with their order, extension points, weights and arguments.

Source: pkg/scheduler/framework/plugins/registry.go, pkg/scheduler/apis/config/v1/default_plugins.go
getDefaultPlugins (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from scheduler_core.scheduler.framework.interface import Plugin, PluginArgs
from scheduler_core.scheduler.plugins.default_binder import DefaultBinder
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import (
    DefaultPreemption,
    DefaultPreemptionArgs,
)
from scheduler_core.scheduler.plugins.dynamic_resources.dynamic_resources import DynamicResources
from scheduler_core.scheduler.plugins.image_locality import ImageLocality
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinity, InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_affinity import NodeAffinity, NodeAffinityArgs
from scheduler_core.scheduler.plugins.node_name import NodeName
from scheduler_core.scheduler.plugins.node_ports import NodePorts
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocation,
    NodeResourcesBalancedAllocationArgs,
)
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFit, NodeResourcesFitArgs
from scheduler_core.scheduler.plugins.node_unschedulable import NodeUnschedulable
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import PodTopologySpread
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.plugins.scheduling_gates import SchedulingGates
from scheduler_core.scheduler.plugins.taint_toleration import TaintToleration
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import NodeVolumeLimits
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBinding
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import VolumeRestrictions
from scheduler_core.scheduler.plugins.volumes.volume_zone import VolumeZone

Make: TypeAlias = Callable[[PluginArgs | None], Plugin]


@dataclass(frozen=True, slots=True)
class DefaultPlugin:
    """One row of the table. `make` takes the plugin's arguments, None for the default ones. `points` are the
    extension points that the plugin implements upstream, as a configuration spells them. `weight` is that of
    its score; 0 for plugins without one. `fields` are the fields of objects (their last names) without which
    it changes nothing; a plugin without them works for every pod."""

    make: Make
    points: frozenset[str]
    weight: int = 0
    fields: tuple[str, ...] = ()


Args = TypeVar("Args")


def _plain(plugin: Callable[[], Plugin]) -> Make:
    return lambda args: plugin()


def _with(kind: type[Args], plugin: Callable[[Args | None], Plugin]) -> Make:
    return lambda args: plugin(args if isinstance(args, kind) else None)


_SORT = frozenset(("queueSort",))
_ENQUEUE = frozenset(("preEnqueue",))
_FILTER = frozenset(("filter",))
_FILTERING = frozenset(("preFilter", "filter"))
_SCORE = frozenset(("score",))
_SCORING = frozenset(("preScore", "score"))
_BINDING = frozenset(("reserve", "preBind"))
_POST_FILTER = frozenset(("postFilter",))

DEFAULT_PLUGINS: Mapping[str, DefaultPlugin] = MappingProxyType(
    {
        "SchedulingGates": DefaultPlugin(_plain(SchedulingGates), _ENQUEUE, fields=("schedulingGates",)),
        "PrioritySort": DefaultPlugin(_plain(PrioritySort), _SORT, fields=("priority", "priorityClassName")),
        "NodeUnschedulable": DefaultPlugin(_plain(NodeUnschedulable), _FILTER, fields=("unschedulable",)),
        "NodeName": DefaultPlugin(_plain(NodeName), _FILTER),
        "TaintToleration": DefaultPlugin(
            _plain(TaintToleration), _FILTER | _SCORING, 3, fields=("taints", "tolerations")
        ),
        "NodeAffinity": DefaultPlugin(
            _with(NodeAffinityArgs, NodeAffinity),
            _FILTERING | _SCORING,
            2,
            fields=("nodeAffinity", "nodeSelector"),
        ),
        "NodePorts": DefaultPlugin(_plain(NodePorts), _FILTERING, fields=("hostPort",)),
        "NodeResourcesFit": DefaultPlugin(
            _with(NodeResourcesFitArgs, NodeResourcesFit), _FILTERING | _SCORING, 1
        ),
        "VolumeRestrictions": DefaultPlugin(_plain(VolumeRestrictions), _FILTERING),
        "NodeVolumeLimits": DefaultPlugin(_plain(NodeVolumeLimits), _FILTERING),
        "VolumeBinding": DefaultPlugin(
            _plain(VolumeBinding),
            _FILTERING | _SCORING | _BINDING,
            1,
            fields=("persistentVolumeClaim", "volumeClaimTemplates"),
        ),
        "VolumeZone": DefaultPlugin(_plain(VolumeZone), _FILTERING),
        "PodTopologySpread": DefaultPlugin(
            _with(PodTopologySpreadArgs, PodTopologySpread),
            _FILTERING | _SCORING,
            2,
            fields=("topologySpreadConstraints",),
        ),
        "InterPodAffinity": DefaultPlugin(
            _with(InterPodAffinityArgs, InterPodAffinity),
            _FILTERING | _SCORING,
            2,
            fields=("podAffinity", "podAntiAffinity"),
        ),
        "DynamicResources": DefaultPlugin(
            _plain(DynamicResources),
            _FILTERING | _ENQUEUE | _POST_FILTER | _BINDING,
            fields=("resourceClaims",),
        ),
        "DefaultPreemption": DefaultPlugin(
            _with(DefaultPreemptionArgs, DefaultPreemption), _ENQUEUE | _POST_FILTER
        ),
        "NodeResourcesBalancedAllocation": DefaultPlugin(
            _with(NodeResourcesBalancedAllocationArgs, NodeResourcesBalancedAllocation), _SCORING, 1
        ),
        "ImageLocality": DefaultPlugin(_plain(ImageLocality), _SCORE, 1),
        "DefaultBinder": DefaultPlugin(_plain(DefaultBinder), frozenset(("bind",))),
    }
)
"""The plugins by name, in the order in which they run."""

DEFAULT_POINTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {name: plugin.points for name, plugin in DEFAULT_PLUGINS.items()}
)
DEFAULT_WEIGHTS: Mapping[str, int] = MappingProxyType(
    {name: plugin.weight for name, plugin in DEFAULT_PLUGINS.items() if plugin.weight}
)
