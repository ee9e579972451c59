"""What an older release makes of a scheduler configuration."""

from __future__ import annotations

from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import Profile, ProfileConfig, build_profile
from scheduler_core.scheduler.configuration.releases import in_release


def built(version: str, config: ProfileConfig | None = None) -> Profile:
    configuration = Configuration(profiles=(config or ProfileConfig(),))
    return build_profile(in_release(configuration, release(version)).profiles[0])


def test_before_1_34_no_plugin_allocates_devices() -> None:
    assert ["DefaultPreemption"] == [plugin.name for plugin in built("1.33").post_filter]
    assert "DynamicResources" not in built("1.33").filter_names


def test_before_1_11_nothing_preempts() -> None:
    assert () == built("1.10").post_filter
    assert "DefaultPreemption" in [plugin.name for plugin in built("1.11").post_filter]


def test_before_1_18_nothing_spreads_by_constraints() -> None:
    assert "PodTopologySpread" not in built("1.17").filter_names
    assert "PodTopologySpread" not in [plugin.name for plugin in built("1.17").score]
    assert "PodTopologySpread" in built("1.18").filter_names


def test_a_weight_does_not_bring_a_missing_plugin_back() -> None:
    config = ProfileConfig(weights=(("PodTopologySpread", 5), ("NodeAffinity", 7)))

    assert "PodTopologySpread" not in [plugin.name for plugin in built("1.17", config).score]
    assert 7 == built("1.17", config).weights["NodeAffinity"]
