"""A scheduler configuration in another release of Kubernetes, as far as that release decides otherwise."""

from __future__ import annotations

from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.default_preemption import default_preemption
from scheduler_core.scheduler.plugins.dynamic_resources import dynamic_resources
from scheduler_core.scheduler.plugins.pod_topology_spread import pod_topology_spread
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import (
    PodTopologySpreadArgs,
    SpreadRules,
)


def in_release(configuration: Configuration, release: Release) -> Configuration:
    """The configuration with plugins off whose feature the release has not, and with the release's own rules
    of PodTopologySpread."""
    if release == BASELINE:
        return configuration
    profiles = tuple(_profile(profile, release) for profile in configuration.profiles)
    return replace(configuration, profiles=profiles)


def _profile(profile: ProfileConfig, release: Release) -> ProfileConfig:
    off = {
        default_preemption.NAME: release.priorities,
        pod_topology_spread.NAME: release.spread_constraints,
        dynamic_resources.NAME: release.device_claims,
    }
    missing = {name for name, supported in off.items() if not supported}
    spread = profile.args_of(PodTopologySpreadArgs) or PodTopologySpreadArgs()
    if spread.defaulting_type == "System" and not release.spread_defaults:
        spread = replace(spread, defaulting_type="List", default_constraints=())
    rules = SpreadRules(
        release.spread_counts_excluded_nodes, release.spread_truncates_scores, release.spread_needs_a_domain
    )
    return replace(
        profile,
        disabled_plugins=profile.disabled_plugins | missing,
        weights=tuple((name, weight) for name, weight in profile.weights if name not in missing),
        args=(
            *(args for args in profile.args if not isinstance(args, PodTopologySpreadArgs)),
            replace(spread, rules=rules),
        ),
    )
