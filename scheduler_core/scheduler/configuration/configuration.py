"""KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1): the document that says how to schedule.

Source: pkg/scheduler/apis/config/validation/validation.go, apis/config/v1/defaults.go, framework/runtime
NewFramework (v1.34). Everything that would keep kube-scheduler from starting is found here, before any
cycle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from scheduler_core.apiserver.validation.checks import (
    flag_check,
    list_of,
    mapping_check,
    text_check,
)
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.configuration.extension_points import (
    MULTI_POINT,
    POINTS,
    UNKNOWN_PLUGIN,
    Expansion,
    PluginEntry,
    PluginSet,
    expand,
)
from scheduler_core.scheduler.configuration.plugin_args import read_args
from scheduler_core.scheduler.configuration.plugin_args_validation import invalid, strict, within
from scheduler_core.scheduler.configuration.profile import DEFAULT_SCHEDULER_NAME, ProfileConfig
from scheduler_core.scheduler.configuration.registry import plugins_of
from scheduler_core.scheduler.framework.interface import PluginArgs
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins

KIND = "KubeSchedulerConfiguration"
GROUP = "kubescheduler.config.k8s.io"
API_VERSION = f"{GROUP}/v1"
INITIAL_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 1, 10
MAX_WEIGHT = 100_000
"""The largest weight of a plugin's score. kube-scheduler itself refuses only an overflow of the sum."""
MAX_PROFILES = 50
REMOVED_PLUGINS = ("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits")
NOT_READ = (
    "parallelism",
    "leaderElection",
    "clientConnection",
    "enableProfiling",
    "enableContentionProfiling",
    "extenders",
    "delayCacheUntilActive",
)
"""Fields without effect here: there is one process that decides one pod after the other, and no extenders."""
READ = (
    "apiVersion",
    "kind",
    "profiles",
    "percentageOfNodesToScore",
    "podInitialBackoffSeconds",
    "podMaxBackoffSeconds",
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """Profiles in the order of the document. All share one queue, sorted by the QueueSort of the first."""

    profiles: tuple[ProfileConfig, ...] = (ProfileConfig(),)
    initial_backoff_ms: int = INITIAL_BACKOFF_SECONDS * 1000
    max_backoff_ms: int = MAX_BACKOFF_SECONDS * 1000


DEFAULT_CONFIGURATION = Configuration()


@dataclass(frozen=True, slots=True)
class ParsedConfiguration:
    """`configuration` is the default one exactly when there are `problems`. `not_read` are the given fields
    among `NOT_READ`, and the paths of arguments for plugins that do not exist, which upstream ignores."""

    configuration: Configuration
    problems: tuple[Problem, ...] = ()
    not_read: tuple[str, ...] = ()


def is_configuration(document: Json) -> bool:
    """Whether a document is a KubeSchedulerConfiguration (of any version)."""
    return find(document, "kind") == KIND


def parse_configuration(
    document: Json, own: OwnPlugins = NO_OWN_PLUGINS, release: Release = BASELINE
) -> ParsedConfiguration:
    """The configuration and all its problems, by path."""
    reader = _Reader(own, release)
    configuration = reader.read(mapping(document))
    unread = (*(name for name in NOT_READ if name in mapping(document)), *reader.not_read)
    if reader.problems:
        return ParsedConfiguration(DEFAULT_CONFIGURATION, tuple(reader.problems), unread)
    return ParsedConfiguration(configuration, (), unread)


_PERCENTAGE = within(0, 100, "not in valid range [0-100]")
_ENTRIES = list_of(strict({"name": text_check, "weight": lambda value, path, problems: None}))
_PLUGIN_SET = strict({"enabled": _ENTRIES, "disabled": _ENTRIES})
_DOCUMENT = strict(
    {
        "apiVersion": text_check,
        "kind": text_check,
        "metadata": mapping_check,
        "profiles": list_of(
            strict(
                {
                    "schedulerName": text_check,
                    "percentageOfNodesToScore": _PERCENTAGE,
                    "plugins": strict(dict.fromkeys((MULTI_POINT, *POINTS), _PLUGIN_SET)),
                    "pluginConfig": list_of(strict({"name": text_check, "args": mapping_check})),
                }
            )
        ),
        "percentageOfNodesToScore": _PERCENTAGE,
        "podInitialBackoffSeconds": within(1, None, "must be greater than 0"),
        "podMaxBackoffSeconds": within(-(2**31), None, ""),
        "parallelism": within(1, None, "should be an integer value greater than zero"),
        "leaderElection": mapping_check,
        "clientConnection": mapping_check,
        "enableProfiling": flag_check,
        "enableContentionProfiling": flag_check,
        "delayCacheUntilActive": flag_check,
        "extenders": list_of(mapping_check),
    }
)
# A plugin reads at one point what it wrote at another; without the other point every attempt would end in an
# error. The plugins of `_READS_NOTHING` compute it themselves.
_READS_FROM = MappingProxyType({"filter": "preFilter", "reserve": "preFilter", "score": "preScore"})
_READS_NOTHING = MappingProxyType(
    {
        "filter": frozenset(("NodeAffinity", "NodeVolumeLimits", "VolumeZone", "DynamicResources")),
        "reserve": frozenset(("DynamicResources",)),
        "score": frozenset(
            ("NodeAffinity", "NodeResourcesFit", "NodeResourcesBalancedAllocation", "VolumeBinding")
        ),
    }
)


class _Reader:
    def __init__(self, own: OwnPlugins, release: Release) -> None:
        self.own = own
        self.release = release
        self.defaults = plugins_of(release)
        self.problems: list[Problem] = []
        self.not_read: list[str] = []

    def wrong(self, path: str, code: str, **args: Json) -> None:
        self.problems.append(Problem(path, code, args))

    def refused(self, path: str, words: str) -> None:
        self.wrong(path, "config.refused", text=words)

    def refuse_all(self, problems: Iterable[Problem]) -> None:
        self.problems += [replace(problem, code="config.refused") for problem in problems]

    def read(self, document: Manifest) -> Configuration:
        version = text(document.get("apiVersion"))
        if version != API_VERSION:
            shown = f'"{version}"' if version else '""'
            words = f'no kind "{KIND}" is registered for version {shown}; write "{API_VERSION}"'
            self.refused("apiVersion", words)
            return DEFAULT_CONFIGURATION
        problems: list[Problem] = []
        _DOCUMENT(document, "", problems)
        self.refuse_all(problems)
        if problems:
            return DEFAULT_CONFIGURATION
        initial = self.seconds(document, "podInitialBackoffSeconds", INITIAL_BACKOFF_SECONDS)
        longest = self.seconds(document, "podMaxBackoffSeconds", MAX_BACKOFF_SECONDS)
        if longest < initial:
            words = f"Invalid value: {longest}: must be greater than or equal to PodInitialBackoffSeconds"
            self.refused("podMaxBackoffSeconds", words)
        return Configuration(self.profiles(document), initial * 1000, longest * 1000)

    def seconds(self, document: Manifest, name: str, default: int) -> int:
        number = integer(document.get(name))
        return default if number is None else number

    def profiles(self, document: Manifest) -> tuple[ProfileConfig, ...]:
        entries = items(document.get("profiles")) or ({},)
        if len(entries) > MAX_PROFILES:
            self.wrong("profiles", "scenario.too_many", limit=MAX_PROFILES, got=len(entries))
            return ()
        percentage = integer(document.get("percentageOfNodesToScore")) or 0
        profiles: list[ProfileConfig] = []
        names: list[str] = []
        for index, entry in enumerate(entries):
            path = f"profiles[{index}]"
            default = DEFAULT_SCHEDULER_NAME if len(entries) == 1 else ""
            name = text(find(entry, "schedulerName")) or default
            if not name:
                self.refused(f"{path}.schedulerName", "Required value")
            elif name in names:
                words = f"Duplicate value: profiles[{names.index(name)}].schedulerName"
                self.refused(f"{path}.schedulerName", words)
            names.append(name)
            profiles.append(self.profile(mapping(entry), path, name, percentage))
        self.same_queue_sort(entries)
        return tuple(profiles)

    def same_queue_sort(self, entries: object) -> None:
        """Checks that all profiles have the same QueueSort, because they share one queue."""
        listed = entries if isinstance(entries, (list, tuple)) else ()
        first = _plugin_set(find(listed[0], "plugins", "queueSort")) if listed else PluginSet()
        if len(first.enabled) > 1:
            words = f"Invalid value: {len(first.enabled)}: only one queue sort plugin can be enabled"
            self.refused("profiles[0].plugins.queueSort.Enabled", words)
        for index, entry in enumerate(listed[1:], 1):
            queue_sort = find(entry, "plugins", "queueSort")
            if _plugin_set(queue_sort) != first:
                names = ", ".join(plugin.name for plugin in _plugin_set(queue_sort).enabled)
                words = f'Invalid value: "{names}": must be the same for all profiles'
                self.refused(f"profiles[{index}].plugins.queueSort", words)

    def profile(self, entry: Manifest, path: str, name: str, percentage: int) -> ProfileConfig:
        sets = {
            point: _plugin_set(plugin_set)
            for point, plugin_set in mapping(entry.get("plugins")).items()
            if plugin_set is not None
        }
        self.weights(entry, path)
        expansion = expand(sets, {plugin: own.points for plugin, own in self.own.items()}, self.release)
        self.points(expansion, path, name)
        own_share = integer(entry.get("percentageOfNodesToScore"))
        args, own_args = self.plugin_config(entry, path)
        return ProfileConfig(
            scheduler_name=name,
            args=tuple(args),
            plugin_sets=tuple(sorted(sets.items())),
            own_args=tuple(sorted(own_args.items())),
            percentage_of_nodes_to_score=percentage if own_share is None else own_share,
            release=self.release,
        )

    def weights(self, entry: Manifest, path: str) -> None:
        """Refuses a given weight of 0, which upstream would silently treat as 1."""
        for point, plugin_set in mapping(entry.get("plugins")).items():
            for index, plugin_entry in enumerate(items(find(plugin_set, "enabled"))):
                place = f"{path}.plugins.{point}.enabled[{index}]"
                plugin = text(find(plugin_entry, "name"))
                if plugin in REMOVED_PLUGINS:
                    words = (
                        f'Invalid value: "{plugin}": was invalid in version "v1" '
                        f'(KubeSchedulerConfiguration is version "{API_VERSION}")'
                    )
                    self.refused(place, words)
                weight = find(plugin_entry, "weight")
                number = integer(weight)
                if weight is not None and (number is None or not 1 <= number <= MAX_WEIGHT):
                    got = str(weight)[:40]
                    self.wrong(f"{place}.weight", "config.weight", got=got, low=1, high=MAX_WEIGHT)

    def points(self, expansion: Expansion, path: str, name: str) -> None:
        for problem in expansion.problems:
            place = f"{path}.{problem.path}"
            if problem.args.get("plugin") in REMOVED_PLUGINS:
                continue
            if problem.code == UNKNOWN_PLUGIN:
                self.wrong(place, UNKNOWN_PLUGIN, text=problem.text, own=sorted(self.own) or "-")
            else:
                self.refused(place, problem.text)
        sorters, binders = expansion.points["queueSort"], expansion.points["bind"]
        if len(sorters) != 1:
            words = (
                f'only one queue sort plugin required for profile with scheduler name "{name}", but got '
                f"{len(sorters)}"
            )
            self.refused(f"{path}.plugins.queueSort", words)
        if not binders:
            words = f'at least one bind plugin is needed for profile with scheduler name "{name}"'
            self.refused(f"{path}.plugins.bind", words)
        for point, source in _READS_FROM.items():
            for plugin in expansion.points[point]:
                default = self.defaults.get(plugin)
                missing = (
                    default is not None
                    and source in default.points
                    and plugin not in expansion.points[source]
                )
                if missing and plugin not in _READS_NOTHING[point]:
                    place = f"{path}.plugins.{source}"
                    self.wrong(place, "config.needs_point", plugin=plugin, point=point, source=source)

    def plugin_config(self, entry: Manifest, path: str) -> tuple[list[PluginArgs], dict[str, Manifest]]:
        plugin_args: list[PluginArgs] = []
        own_args: dict[str, Manifest] = {}
        names: list[str] = []
        for index, config in enumerate(items(entry.get("pluginConfig"))):
            place = f"{path}.pluginConfig[{index}]"
            name, args = text(find(config, "name")), mapping(find(config, "args"))
            if name in names:
                self.refused(place, f'Duplicate value: "{name}"')
            elif name in REMOVED_PLUGINS:
                self.refuse_all([invalid(place, name, 'was invalid in version "v1"')])
            elif name in self.own:
                own_args[name] = args
                try:
                    self.own[name].make(args)
                except PluginFailedError as error:
                    self.refused(place, str(error))
            elif name not in self.defaults:
                self.not_read.append(place)
            else:
                problems: list[Problem] = []
                read = read_args(name, args, f"{place}.args", problems, self.release)
                if read is not None:
                    plugin_args.append(read)
                self.refuse_all(problems)
            names.append(name)
        return plugin_args, own_args


def _plugin_set(plugin_set: Json) -> PluginSet:
    return PluginSet(
        tuple(
            PluginEntry(text(find(entry, "name")), integer(find(entry, "weight")))
            for entry in items(find(plugin_set, "enabled"))
        ),
        tuple(text(find(entry, "name")) for entry in items(find(plugin_set, "disabled"))),
    )
