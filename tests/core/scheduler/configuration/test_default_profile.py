"""The default profile as a manifest says what is so without one."""

from __future__ import annotations

from scheduler_core.objects.manifest import find
from scheduler_core.scheduler.configuration.configuration import parse_configuration
from scheduler_core.scheduler.configuration.default_profile import (
    default_plugins,
    default_profile,
    profile_fields,
)
from scheduler_core.scheduler.configuration.extension_points import expand


def test_it_comes_to_the_plugins_and_weights_of_no_configuration() -> None:
    parsed = parse_configuration(default_profile())
    (profile,) = parsed.configuration.profiles

    assert ((), expand({})) == (parsed.problems, expand(dict(profile.plugin_sets)))


def test_scorers_have_their_weight_and_an_editor_knows_the_fields() -> None:
    weights = {plugin["name"]: plugin.get("weight") for plugin in default_plugins()}

    assert (3, None) == (weights["TaintToleration"], weights["NodeName"])
    assert {"name": {}, "weight": {}} == find(profile_fields(), "profiles", "plugins", "score", "enabled")
