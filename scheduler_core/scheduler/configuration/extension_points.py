"""The plugins of each extension point, computed from what a profile enables and disables.

Source: pkg/scheduler/apis/config/v1/default_plugins.go mergePlugins, framework/runtime/framework.go
NewFramework, expandMultiPointPlugins, getScoreWeights (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.configuration.registry import DefaultPlugin, plugins_of

MULTI_POINT = "multiPoint"
EVERY_PLUGIN = "*"
INTERFACES: Mapping[str, str] = MappingProxyType(
    {
        "preEnqueue": "PreEnqueuePlugin",
        "queueSort": "QueueSortPlugin",
        "preFilter": "PreFilterPlugin",
        "filter": "FilterPlugin",
        "postFilter": "PostFilterPlugin",
        "preScore": "PreScorePlugin",
        "score": "ScorePlugin",
        "reserve": "ReservePlugin",
        "permit": "PermitPlugin",
        "preBind": "PreBindPlugin",
        "bind": "BindPlugin",
        "postBind": "PostBindPlugin",
    }
)
"""Extension points as a profile's `plugins` spells them → the name of the interface in messages."""
POINTS = tuple(INTERFACES)


@dataclass(frozen=True, slots=True)
class PluginEntry:
    """An enabled plugin; `weight` is None where the configuration gives none."""

    name: str
    weight: int | None = None


@dataclass(frozen=True, slots=True)
class PluginSet:
    """What a profile enables and disables at one extension point (or `multiPoint`)."""

    enabled: tuple[PluginEntry, ...] = ()
    disabled: tuple[str, ...] = ()

    @property
    def replaces_all(self) -> bool:
        return EVERY_PLUGIN in self.disabled


NO_PLUGINS = PluginSet()


@dataclass(frozen=True, slots=True)
class Expansion:
    """Plugin names by extension point, in the order in which they run, and the weight of each scorer."""

    points: Mapping[str, tuple[str, ...]]
    weights: Mapping[str, int]
    problems: tuple[Problem, ...] = field(default=())


def expand(
    sets: Mapping[str, PluginSet],
    own: Mapping[str, frozenset[str]] = MappingProxyType({}),
    release: Release = BASELINE,
) -> Expansion:
    """The plugins of a profile with these `sets`; `own` maps plugins other than the default ones of the
    release to their points."""
    defaults = plugins_of(release)
    points_of = {**own, **{name: plugin.points for name, plugin in defaults.items()}}
    problems: list[Problem] = []
    multi = _merged(sets.get(MULTI_POINT, NO_PLUGINS), defaults)
    for index, entry in enumerate(sets.get(MULTI_POINT, NO_PLUGINS).enabled):
        if entry.name not in points_of:
            place = f"plugins.{MULTI_POINT}.enabled[{index}].name"
            problems.append(
                Problem.of(place, UNKNOWN_PLUGIN, f'plugin "{entry.name}" does not exist', plugin=entry.name)
            )
    points: dict[str, tuple[str, ...]] = {}
    for point in POINTS:
        custom = sets.get(point, NO_PLUGINS)
        problems += _wrong_entries(point, custom, points_of)
        points[point] = tuple(
            name for name in _ordered(point, custom, multi, points_of, problems) if name in points_of
        )
    return Expansion(points, _weights(sets, multi), tuple(problems))


UNKNOWN_PLUGIN = "config.unknown_plugin"


def _refused(path: str, words: str) -> Problem:
    return Problem.of(path, "config.refused", words)


def _merged(custom: PluginSet, defaults: Mapping[str, DefaultPlugin]) -> list[PluginEntry]:
    """multiPoint: the defaults without the disabled ones; entries with the name of a default replace it in
    place."""
    custom_by_name = {entry.name: entry for entry in custom.enabled}
    merged: list[PluginEntry] = []
    if not custom.replaces_all:
        for name, plugin in defaults.items():
            if name not in custom.disabled:
                default = PluginEntry(name, plugin.weight or None)
                merged.append(custom_by_name.pop(name, default))
    names = {entry.name for entry in merged}
    return [*merged, *(entry for entry in custom.enabled if entry.name not in names)]


def _wrong_entries(point: str, custom: PluginSet, points_of: Mapping[str, frozenset[str]]) -> list[Problem]:
    problems: list[Problem] = []
    interface, names = INTERFACES[point], set[str]()
    for index, entry in enumerate(custom.enabled):
        place = f"plugins.{point}.enabled[{index}].name"
        if entry.name not in points_of:
            text = f'{interface} "{entry.name}" does not exist'
            problems.append(Problem.of(place, UNKNOWN_PLUGIN, text, plugin=entry.name))
        elif point not in points_of[entry.name]:
            problems.append(_refused(place, f'plugin "{entry.name}" does not extend {interface} plugin'))
        elif entry.name in names:
            problems.append(_refused(place, f'plugin "{entry.name}" already registered as "{interface}"'))
        names.add(entry.name)
    return problems


def _ordered(
    point: str,
    custom: PluginSet,
    multi: Sequence[PluginEntry],
    points_of: Mapping[str, frozenset[str]],
    problems: list[Problem],
) -> list[str]:
    """Explicit entries that are also in multiPoint, then the rest of multiPoint, then the other explicit
    entries."""
    explicit = [entry.name for entry in custom.enabled]
    if custom.replaces_all:
        return explicit
    through: list[str] = []
    overriding: set[str] = set()
    for entry in multi:
        name = entry.name
        if point not in points_of.get(name, ()) or name in custom.disabled:
            continue
        if name in explicit:
            overriding.add(name)
        elif name in through:
            text = f'plugin "{name}" already registered as "{INTERFACES[point]}"'
            problems.append(_refused(f"plugins.{MULTI_POINT}.enabled", text))
        else:
            through.append(name)
    return [
        *(name for name in explicit if name in overriding),
        *through,
        *(name for name in explicit if name not in overriding),
    ]


def _weights(sets: Mapping[str, PluginSet], multi: Sequence[PluginEntry]) -> dict[str, int]:
    """The weights of scorers: an entry of `score` overrides one of `multiPoint`; a missing weight is 1."""
    weights: dict[str, int] = {}
    for entry in (*sets.get("score", NO_PLUGINS).enabled, *multi):
        weights.setdefault(entry.name, entry.weight or 1)
    return weights
