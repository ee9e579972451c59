"""Profiles: which plugins stand at each extension point, and with which weights and arguments."""

from __future__ import annotations

from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs


def test_filters_stand_in_the_order_of_the_default_plugins() -> None:
    names = build_profile(ProfileConfig()).filter_names

    assert ("NodeUnschedulable", "NodeName", "TaintToleration") == names[:3]
    assert (
        names.index("NodeResourcesFit") < names.index("PodTopologySpread") < names.index("InterPodAffinity")
    )


def test_a_disabled_plugin_stands_at_no_point() -> None:
    profile = build_profile(ProfileConfig(disabled_plugins=frozenset({"PodTopologySpread"})))

    assert "PodTopologySpread" not in profile.filter_names
    assert "PodTopologySpread" not in {plugin.name for plugin in profile.pre_filter}
    assert "NodeResourcesFit" in profile.filter_names


def test_arguments_are_found_by_their_type() -> None:
    fit = NodeResourcesFitArgs()
    config = ProfileConfig(args=(fit,))

    assert fit is config.args_of(NodeResourcesFitArgs)
    assert config.args_of(InterPodAffinityArgs) is None
