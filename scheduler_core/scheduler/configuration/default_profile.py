"""The default profile of the scheduler as a manifest, for whoever changes a weight or a plugin."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.configuration.profile import DEFAULT_SCHEDULER_NAME
from scheduler_core.scheduler.configuration.registry import plugins_of

_PLUGIN: Mapping[str, Json] = {"name": {}, "weight": {}}
_SET: Mapping[str, Json] = {"enabled": _PLUGIN, "disabled": {"name": {}}}
_POINTS: tuple[str, ...] = (
    "multiPoint",
    "preEnqueue",
    "preFilter",
    "filter",
    "postFilter",
    "preScore",
    "score",
    "reserve",
    "bind",
)


def default_plugins(release: Release = BASELINE) -> list[dict[str, Json]]:
    """The default plugins in their order: `{name, weight}`, without a weight for those that do not score."""
    return [
        {"name": name, **({"weight": plugin.weight} if plugin.weight else {})}
        for name, plugin in plugins_of(release).items()
    ]


def default_profile(release: Release = BASELINE) -> Manifest:
    """A KubeSchedulerConfiguration that changes nothing: all default plugins with their weights."""
    profile: Json = {
        "schedulerName": DEFAULT_SCHEDULER_NAME,
        "plugins": {"multiPoint": {"enabled": list[Json](default_plugins(release))}},
    }
    return {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [profile],
    }


def profile_fields() -> Mapping[str, Json]:
    """The fields of a KubeSchedulerConfiguration for who writes one, as a tree."""
    profile: Json = {
        "schedulerName": {},
        "percentageOfNodesToScore": {},
        "plugins": dict.fromkeys(_POINTS, _SET),
        "pluginConfig": {"name": {}, "args": {}},
    }
    return {"apiVersion": {}, "kind": {}, "percentageOfNodesToScore": {}, "profiles": profile}
