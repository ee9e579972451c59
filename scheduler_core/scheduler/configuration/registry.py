"""The default plugins: one table with their order, extension points, weights and arguments.

Source: pkg/scheduler/framework/plugins/registry.go, pkg/scheduler/apis/config/v1/default_plugins.go
getDefaultPlugins (v1.34, v1.36). The table has the plugins of all releases; `plugins_of` gives those of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Protocol, TypeVar

from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.framework.interface import Plugin, PluginArgs
from scheduler_core.scheduler.plugins.default_binder import DefaultBinder
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import (
    DefaultPreemption,
    DefaultPreemptionArgs,
)
from scheduler_core.scheduler.plugins.dynamic_resources.dynamic_resources import (
    DynamicResources,
    DynamicResourcesArgs,
)
from scheduler_core.scheduler.plugins.gang_scheduling import GangScheduling
from scheduler_core.scheduler.plugins.image_locality import ImageLocality
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinity, InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_affinity import NodeAffinity, NodeAffinityArgs
from scheduler_core.scheduler.plugins.node_declared_features import NodeDeclaredFeatures
from scheduler_core.scheduler.plugins.node_name import NodeName
from scheduler_core.scheduler.plugins.node_ports import NodePorts
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocationArgs,
    node_resources_balanced_allocation,
)
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs, node_resources_fit
from scheduler_core.scheduler.plugins.node_unschedulable import NodeUnschedulable
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import PodTopologySpread
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from scheduler_core.scheduler.plugins.scheduling_gates import SchedulingGates
from scheduler_core.scheduler.plugins.taint_toleration import TaintToleration
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import NodeVolumeLimits
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBinding, VolumeBindingArgs
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import VolumeRestrictions
from scheduler_core.scheduler.plugins.volumes.volume_zone import VolumeZone


class Make(Protocol):
    """Makes a plugin with its arguments (None for the default ones), as it behaves in a release."""

    def __call__(self, args: PluginArgs | None, release: Release = BASELINE) -> Plugin: ...


@dataclass(frozen=True, slots=True)
class DefaultPlugin:
    """One row of the table. `points` are the extension points that the plugin implements upstream, as a
    configuration spells them. `weight` is that of its score; 0 for plugins without one. `fields` are the
    fields of objects (their last names) without which it changes nothing; a plugin without them works for
    every pod. `needs` is the field of `Release` without which the plugin does not exist, `score_needs` that
    without which it does not score; "" where every release has it."""

    make: Make
    points: frozenset[str]
    weight: int = 0
    fields: tuple[str, ...] = ()
    needs: str = ""
    score_needs: str = ""

    def in_release(self, release: Release) -> DefaultPlugin:
        """The row without the score that the release does not have."""
        if not self.score_needs or getattr(release, self.score_needs):
            return self
        return replace(self, points=self.points - {"score"}, weight=0)


Args = TypeVar("Args")


def _plain(plugin: Callable[[], Plugin]) -> Make:
    return lambda args, release=BASELINE: plugin()


def _of_release(plugin: Callable[[Release], Plugin]) -> Make:
    return lambda args, release=BASELINE: plugin(release)


def _with(kind: type[Args], plugin: Callable[[Args | None], Plugin]) -> Make:
    return lambda args, release=BASELINE: plugin(args if isinstance(args, kind) else None)


def _with_of_release(kind: type[Args], plugin: Callable[[Args | None, Release], Plugin]) -> Make:
    return lambda args, release=BASELINE: plugin(args if isinstance(args, kind) else None, release)


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
            _of_release(TaintToleration), _FILTER | _SCORING, 3, fields=("taints", "tolerations")
        ),
        "NodeAffinity": DefaultPlugin(
            _with(NodeAffinityArgs, NodeAffinity),
            _FILTERING | _SCORING,
            2,
            fields=("nodeAffinity", "nodeSelector"),
        ),
        "NodePorts": DefaultPlugin(_plain(NodePorts), _FILTERING, fields=("hostPort",)),
        "NodeResourcesFit": DefaultPlugin(
            _with_of_release(NodeResourcesFitArgs, node_resources_fit), _FILTERING | _SCORING, 1
        ),
        "VolumeRestrictions": DefaultPlugin(_plain(VolumeRestrictions), _FILTERING),
        "NodeVolumeLimits": DefaultPlugin(_of_release(NodeVolumeLimits), _FILTERING),
        "VolumeBinding": DefaultPlugin(
            _with_of_release(VolumeBindingArgs, VolumeBinding),
            _FILTERING | _SCORING | _BINDING,
            1,
            fields=("persistentVolumeClaim", "volumeClaimTemplates"),
        ),
        "VolumeZone": DefaultPlugin(_plain(VolumeZone), _FILTERING),
        "PodTopologySpread": DefaultPlugin(
            _with_of_release(PodTopologySpreadArgs, PodTopologySpread),
            _FILTERING | _SCORING,
            2,
            fields=("topologySpreadConstraints",),
            needs="spread_constraints",
        ),
        "InterPodAffinity": DefaultPlugin(
            _with_of_release(InterPodAffinityArgs, InterPodAffinity),
            _FILTERING | _SCORING,
            2,
            fields=("podAffinity", "podAntiAffinity"),
        ),
        "DynamicResources": DefaultPlugin(
            _with_of_release(DynamicResourcesArgs, DynamicResources),
            _FILTERING | _ENQUEUE | _POST_FILTER | _SCORE | _BINDING,
            2,
            fields=("resourceClaims", "extendedResourceName"),
            needs="device_claims",
            score_needs="scores_device_alternatives",
        ),
        "DefaultPreemption": DefaultPlugin(
            _with_of_release(DefaultPreemptionArgs, DefaultPreemption),
            _ENQUEUE | _POST_FILTER,
            needs="priorities",
        ),
        "NodeResourcesBalancedAllocation": DefaultPlugin(
            _with_of_release(NodeResourcesBalancedAllocationArgs, node_resources_balanced_allocation),
            _SCORING,
            1,
        ),
        "ImageLocality": DefaultPlugin(_of_release(ImageLocality), _SCORE, 1),
        "DefaultBinder": DefaultPlugin(_plain(DefaultBinder), frozenset(("bind",))),
        "NodeDeclaredFeatures": DefaultPlugin(
            _plain(NodeDeclaredFeatures),
            _FILTERING,
            fields=("declaredFeatures", "restartPolicyRules"),
            needs="declared_features",
        ),
        "GangScheduling": DefaultPlugin(
            _of_release(GangScheduling),
            _ENQUEUE | frozenset(("permit",)),
            fields=("schedulingGroup", "workloadRef"),
            needs="gangs",
        ),
    }
)
"""The plugins by name, in the order in which they run."""


@cache
def plugins_of(release: Release) -> Mapping[str, DefaultPlugin]:
    """The plugins of a release by name, in the order in which they run."""
    return MappingProxyType(
        {
            name: plugin.in_release(release)
            for name, plugin in DEFAULT_PLUGINS.items()
            if not plugin.needs or getattr(release, plugin.needs)
        }
    )
