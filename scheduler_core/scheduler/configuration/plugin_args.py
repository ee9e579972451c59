"""The arguments of the default plugins in `pluginConfig`, read into their values.

Source: pkg/scheduler/apis/config/v1/defaults.go (v1.34): what is missing has the default. What is refused
stands in plugin_args_validation.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scheduler_core.apiserver.validation.checks import step
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, strings, text
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.scalars.durations import parse_duration
from scheduler_core.objects.selection.affinity import NodeAffinity
from scheduler_core.scheduler.configuration.plugin_args_validation import (
    CHECKS,
    WITH_BINDING_TIMEOUT,
    WITH_SHAPE,
)
from scheduler_core.scheduler.framework.interface import PluginArgs
from scheduler_core.scheduler.framework.scores import ShapePoint
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.plugins.dynamic_resources.dynamic_resources import DynamicResourcesArgs
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_affinity import NodeAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocationArgs,
)
from scheduler_core.scheduler.plugins.node_resources_fit import (
    DEFAULT_RESOURCES,
    LEAST_ALLOCATED,
    NodeResourcesFitArgs,
    ResourceSpec,
    ScoringStrategy,
)
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBindingArgs

# The shape's scores range from 0 to 10, the plugin's from 0 to 100.
SHAPE_FACTOR = 10


def read_args(
    plugin: str, args: Manifest, path: str, problems: list[Problem], release: Release = BASELINE
) -> PluginArgs | None:
    """The arguments of a default plugin; None for the default ones. Problems are added to `problems`."""
    check = CHECKS.get(plugin)
    if plugin == DynamicResourcesArgs.plugin and release.device_binding_conditions:
        check = WITH_BINDING_TIMEOUT
    elif plugin == VolumeBindingArgs.plugin and release.storage_capacity_scoring:
        check = WITH_SHAPE
    if check is None:
        if args.keys() - {"apiVersion", "kind"}:
            problems.append(Problem.of(path, "no_args", f"plugin {plugin} takes no args"))
        return None
    kind, got = f"{plugin}Args", args.get("kind", f"{plugin}Args")
    if got != kind:
        group = "kubescheduler.config.k8s.io"
        detail = f"args for plugin {plugin} were not of type {kind}.{group}, got {text(got)[:80]}.{group}"
        problems.append(Problem.of(step(path, "kind"), "type", detail))
        return None
    before = len(problems)
    check(args, path, problems)
    return _READERS[plugin](args) if len(problems) == before and plugin in _READERS else None


def read_strategy(value: Json) -> ScoringStrategy:
    """`scoringStrategy`; missing fields have upstream's defaults."""
    resources = tuple(
        ResourceSpec(text(find(entry, "name")), integer(find(entry, "weight")) or 1)
        for entry in items(find(value, "resources"))
    )
    shape = _read_shape(find(value, "requestedToCapacityRatio", "shape"))
    return ScoringStrategy(
        text(find(value, "type")) or LEAST_ALLOCATED, resources or DEFAULT_RESOURCES, shape
    )


def _read_shape(value: Json) -> tuple[ShapePoint, ...]:
    return tuple(
        ShapePoint(
            integer(find(point, "utilization")) or 0, (integer(find(point, "score")) or 0) * SHAPE_FACTOR
        )
        for point in items(value)
    )


def read_fit(args: Manifest) -> NodeResourcesFitArgs:
    return NodeResourcesFitArgs(
        read_strategy(args.get("scoringStrategy")),
        frozenset(strings(args.get("ignoredResources"))),
        frozenset(strings(args.get("ignoredResourceGroups"))),
    )


def _read_balanced(args: Manifest) -> NodeResourcesBalancedAllocationArgs | None:
    names = tuple(text(find(entry, "name")) for entry in items(args.get("resources")))
    return NodeResourcesBalancedAllocationArgs(names) if names else None


def read_inter_pod_affinity(args: Manifest) -> InterPodAffinityArgs:
    weight = integer(args.get("hardPodAffinityWeight"))
    return InterPodAffinityArgs(
        1 if weight is None else weight, flag(args.get("ignorePreferredTermsOfExistingPods"))
    )


def read_spread(args: Manifest) -> PodTopologySpreadArgs:
    listed = tuple(TopologySpreadConstraint.parse(entry) for entry in items(args.get("defaultConstraints")))
    return PodTopologySpreadArgs("List" if args.get("defaultingType") == "List" else "System", listed)


def read_node_affinity(args: Manifest) -> NodeAffinityArgs:
    return NodeAffinityArgs(NodeAffinity.parse(args.get("addedAffinity")))


def _read_preemption(args: Manifest) -> DefaultPreemptionArgs:
    share = integer(args.get("minCandidateNodesPercentage"))
    least = integer(args.get("minCandidateNodesAbsolute"))
    return DefaultPreemptionArgs(10 if share is None else share, 100 if least is None else least)


def read_dynamic_resources(args: Manifest) -> DynamicResourcesArgs | None:
    """The timeout of binding conditions; that of the filter is not simulated."""
    timeout = args.get("bindingTimeout")
    return DynamicResourcesArgs(parse_duration(timeout)) if isinstance(timeout, str) else None


def _read_volume_binding(args: Manifest) -> VolumeBindingArgs | None:
    """The shape of the score; the timeout of bindings is not simulated. An empty shape is the default one."""
    shape = _read_shape(args.get("shape"))
    return VolumeBindingArgs(shape) if shape else None


_READERS: Mapping[str, Callable[[Manifest], PluginArgs | None]] = MappingProxyType(
    {
        "NodeResourcesFit": read_fit,
        "NodeResourcesBalancedAllocation": _read_balanced,
        "InterPodAffinity": read_inter_pod_affinity,
        "NodeAffinity": read_node_affinity,
        "PodTopologySpread": read_spread,
        "DefaultPreemption": _read_preemption,
        "DynamicResources": read_dynamic_resources,
        "VolumeBinding": _read_volume_binding,
    }
)
