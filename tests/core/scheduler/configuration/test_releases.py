"""What an older release makes of a scheduler configuration."""

from __future__ import annotations

from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import Profile, ProfileConfig, build_profile
from scheduler_core.scheduler.configuration.releases import in_release
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import (
    PodTopologySpreadArgs,
    SpreadRules,
)


def in_version(version: str, config: ProfileConfig | None = None) -> ProfileConfig:
    configuration = Configuration(profiles=(config or ProfileConfig(),))
    return in_release(configuration, release(version)).profiles[0]


def built(version: str) -> Profile:
    return build_profile(in_version(version))


def test_the_newest_release_changes_nothing() -> None:
    assert ProfileConfig() == in_version("1.34")


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

    assert (("NodeAffinity", 7),) == in_version("1.17", config).weights


def test_before_1_20_there_are_no_built_in_default_constraints() -> None:
    args = in_version("1.19").args_of(PodTopologySpreadArgs)
    assert args is not None
    assert () == args.defaults

    later = in_version("1.20").args_of(PodTopologySpreadArgs)
    assert later is not None
    assert 2 == len(later.defaults)


def test_the_rules_of_spreading_are_those_of_the_release() -> None:
    rules = [in_version(version).args_of(PodTopologySpreadArgs) for version in ("1.20", "1.23", "1.24")]

    expected = [SpreadRules(True, True, True), SpreadRules(True, True, False), SpreadRules()]
    assert expected == [args.rules for args in rules if args is not None]
