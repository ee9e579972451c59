"""The table of default plugins."""

from __future__ import annotations

from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.own_plugins.guarded_plugin import POINT_OF_METHOD

POINTS_OF = {**POINT_OF_METHOD, "permit": "permit"}
"""Plugins of one's own have no Permit."""


def test_every_plugin_has_the_methods_of_its_points_and_its_own_name() -> None:
    for name, row in DEFAULT_PLUGINS.items():
        plugin = row.make(None)
        points = {point for method, point in POINTS_OF.items() if hasattr(plugin, method)}

        assert name == plugin.name
        assert row.points == points
    assert 21 == len(DEFAULT_PLUGINS)


def test_the_default_profile_scores_with_upstream_s_weights() -> None:
    profile = build_profile()

    assert [
        ("TaintToleration", 3),
        ("NodeAffinity", 2),
        ("NodeResourcesFit", 1),
        ("VolumeBinding", 1),
        ("PodTopologySpread", 2),
        ("InterPodAffinity", 2),
        ("NodeResourcesBalancedAllocation", 1),
        ("ImageLocality", 1),
    ] == [(plugin.name, profile.weights[plugin.name]) for plugin in profile.score]
