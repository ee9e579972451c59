"""Profiles: the plugins, their order, weights and arguments.

Source: pkg/scheduler/profile/profile.go, framework/runtime/framework.go NewFramework (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.configuration.extension_points import PluginSet, expand
from scheduler_core.scheduler.configuration.locality import Locality
from scheduler_core.scheduler.configuration.registry import plugins_of
from scheduler_core.scheduler.framework.events import Registration, effective_registrations
from scheduler_core.scheduler.framework.interface import (
    BindPlugin,
    EnqueueExtensions,
    ExplainPassingPlugin,
    ExplainPlugin,
    FilterAllPlugin,
    FilterPlugin,
    NormalizeScorePlugin,
    PermitPlugin,
    Plugin,
    PluginArgs,
    PostFilterPlugin,
    PreBindPlugin,
    PreEnqueuePlugin,
    PreFilterExtensions,
    PreFilterPlugin,
    PreScorePlugin,
    QueueSortPlugin,
    ReservePlugin,
    ScoreAllPlugin,
    ScorePlugin,
    ScoresAlikePlugin,
    TracePlugin,
    takes_part,
)
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins

DEFAULT_SCHEDULER_NAME = "default-scheduler"
Args = TypeVar("Args", bound=PluginArgs)


@dataclass(frozen=True, slots=True)
class ProfileConfig:
    """What a KubeSchedulerConfiguration can change, with the defaults of v1.34.

    `args` holds the arguments of default plugins, at most one for each; `own_args` those of other plugins.
    `plugin_sets` says what is enabled and disabled, by extension point. `disabled_plugins` are off at every
    point; `weights` override the weights that follow from `plugin_sets`. A plugin in both is on at `score`
    alone, as one that a configuration disables at multiPoint and enables there. A
    `percentage_of_nodes_to_score` of 0 is adaptive. `release` says which default plugins there are and how
    they behave: each is made for it.
    """

    scheduler_name: str = DEFAULT_SCHEDULER_NAME
    args: tuple[PluginArgs, ...] = ()
    disabled_plugins: frozenset[str] = frozenset()
    weights: tuple[tuple[str, int], ...] = ()
    percentage_of_nodes_to_score: int = 0
    plugin_sets: tuple[tuple[str, PluginSet], ...] = ()
    own_args: tuple[tuple[str, Manifest], ...] = ()
    release: Release = BASELINE

    def args_of(self, kind: type[Args]) -> Args | None:
        """The arguments of this type; None when the plugin has its default ones."""
        return next((args for args in self.args if isinstance(args, kind)), None)


@dataclass(frozen=True, slots=True)
class Profile:
    """The plugins of each extension point, in order.

    The tables by name hold the plugins with optional methods; they are made once, because checking a protocol
    is slow.
    """

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
    unprepared: str
    """The error of a scorer whose PreScore is disabled although it needs it; "" without one."""
    reserve: tuple[ReservePlugin, ...]
    permit: tuple[PermitPlugin, ...]
    pre_bind: tuple[PreBindPlugin, ...]
    bind: tuple[BindPlugin, ...]
    registrations: dict[str, tuple[Registration, ...]]
    percentage_of_nodes_to_score: int
    locality: Locality
    reads_whole_pods: bool
    """Whether answers are kept of a plugin of one's own, which may read more of a pod than its signature."""
    normalizers: dict[str, NormalizeScorePlugin]
    filter_all: dict[str, FilterAllPlugin]
    score_all: dict[str, ScoreAllPlugin]
    scores_alike: dict[str, ScoresAlikePlugin]
    explainers: dict[str, ExplainPlugin]
    explaining_passing: frozenset[str]
    release: Release
    tracers: tuple[TracePlugin, ...]


T = TypeVar("T")
P = TypeVar("P", bound=Plugin)


def build_profile(config: ProfileConfig | None = None, own: OwnPlugins = NO_OWN_PLUGINS) -> Profile:
    """The profile with the plugins that `config` enables; `own` are plugins besides the default ones."""
    config = config or ProfileConfig()
    scoring = {("score", name) for name, _ in config.weights}
    own_points = {name: plugin.points for name, plugin in own.items()}
    expansion = expand(dict(config.plugin_sets), own_points, config.release)
    points = {
        point: tuple(
            name for name in names if name not in config.disabled_plugins or (point, name) in scoring
        )
        for point, names in expansion.points.items()
    }
    by_name = _instances(config, own)
    taking_part = {name for names in points.values() for name in names}
    plugins = tuple(plugin for name, plugin in by_name.items() if name in taking_part)

    def at(point: str, protocol: type[T]) -> tuple[T, ...]:
        return tuple(plugin for name in points[point] if takes_part(plugin := by_name[name], protocol))

    def among(protocol: type[T]) -> tuple[T, ...]:
        return tuple(plugin for plugin in plugins if takes_part(plugin, protocol))

    def named(protocol: type[P]) -> dict[str, P]:
        return {plugin.name: plugin for plugin in plugins if takes_part(plugin, protocol)}

    pre_filter: tuple[PreFilterPlugin, ...] = at("preFilter", PreFilterPlugin)
    filters: tuple[FilterPlugin, ...] = at("filter", FilterPlugin)
    pre_score: tuple[PreScorePlugin, ...] = at("preScore", PreScorePlugin)
    score: tuple[ScorePlugin, ...] = at("score", ScorePlugin)
    prepared = {plugin.name for plugin in pre_score}
    return Profile(
        scheduler_name=config.scheduler_name,
        queue_sort=at("queueSort", QueueSortPlugin)[0],
        pre_enqueue=at("preEnqueue", PreEnqueuePlugin),
        pre_filter=pre_filter,
        extensions=tuple(plugin for plugin in pre_filter if takes_part(plugin, PreFilterExtensions)),
        filter=filters,
        filter_names=tuple(plugin.name for plugin in filters),
        post_filter=at("postFilter", PostFilterPlugin),
        pre_score=pre_score,
        score=score,
        weights={
            **{name: plugin.weight for name, plugin in plugins_of(config.release).items() if plugin.weight},
            **expansion.weights,
            **dict(config.weights),
        },
        unprepared=next(
            (
                f'plugin "{plugin.name}" failed with: {error}'
                for plugin in score
                if plugin.name not in prepared and (error := getattr(plugin, "unprepared", ""))
            ),
            "",
        ),
        reserve=at("reserve", ReservePlugin),
        permit=at("permit", PermitPlugin),
        pre_bind=at("preBind", PreBindPlugin),
        bind=at("bind", BindPlugin),
        registrations={
            plugin.name: effective_registrations(tuple(plugin.events_to_register()))
            for plugin in among(EnqueueExtensions)
        },
        percentage_of_nodes_to_score=config.percentage_of_nodes_to_score,
        locality=Locality(pre_filter, filters, pre_score, score),
        reads_whole_pods=any(plugin.reads.cacheable for plugin in filters if plugin.name in own)
        or any(plugin.reads.cacheable for plugin in score if plugin.name in own),
        normalizers=named(NormalizeScorePlugin),
        filter_all=named(FilterAllPlugin),
        score_all=named(ScoreAllPlugin),
        scores_alike=named(ScoresAlikePlugin),
        explainers=named(ExplainPlugin),
        explaining_passing=frozenset(
            plugin.name for plugin in among(ExplainPassingPlugin) if plugin.explains_passing
        ),
        release=config.release,
        tracers=among(TracePlugin),
    )


def _instances(config: ProfileConfig, own: OwnPlugins) -> dict[str, Plugin]:
    """All plugins by name, with the arguments of the profile."""
    args_of = {args.plugin: args for args in config.args}
    own_args = dict(config.own_args)
    release = config.release
    defaults = plugins_of(release).items()
    instances = {name: plugin.make(args_of.get(name), release) for name, plugin in defaults}
    instances.update((name, plugin.make(own_args.get(name, {}))) for name, plugin in own.items())
    return instances
