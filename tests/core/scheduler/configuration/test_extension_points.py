"""Which plugins run at each extension point, and what is refused."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.releases import BASELINE
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet, expand
from scheduler_core.scheduler.configuration.registry import plugins_of

OWN = {"Likes": frozenset(("score",))}


def enabled(*names: str, disabled: tuple[str, ...] = ()) -> PluginSet:
    return PluginSet(tuple(PluginEntry(name) for name in names), disabled)


def test_without_a_configuration_every_default_plugin_runs_at_all_its_points() -> None:
    made = expand({})

    assert () == made.problems
    assert ("PrioritySort",) == made.points["queueSort"]
    assert {name for name, plugin in plugins_of(BASELINE).items() if "filter" in plugin.points} == set(
        made.points["filter"]
    )
    weights = {name: plugin.weight for name, plugin in plugins_of(BASELINE).items() if plugin.weight}
    assert made.weights.items() >= weights.items()


def test_a_plugin_disabled_at_a_point_still_runs_at_the_others() -> None:
    made = expand({"score": enabled(disabled=("NodeAffinity",))})

    assert "NodeAffinity" not in made.points["score"]
    assert "NodeAffinity" in made.points["filter"]


def test_an_entry_at_a_point_that_is_also_in_multi_point_goes_first() -> None:
    made = expand({"filter": enabled("VolumeZone")})

    assert "VolumeZone" == made.points["filter"][0]
    assert 1 == made.points["filter"].count("VolumeZone")


def test_an_entry_that_is_not_in_multi_point_goes_last() -> None:
    made = expand({"score": enabled("Likes")}, OWN)

    assert "Likes" == made.points["score"][-1]


def test_a_star_leaves_only_what_is_enabled() -> None:
    assert ("NodeName",) == expand({"filter": enabled("NodeName", disabled=("*",))}).points["filter"]
    assert ("NodeName",) == expand({"multiPoint": enabled("NodeName", disabled=("*",))}).points["filter"]


def test_an_entry_of_multi_point_takes_the_place_of_the_default_and_its_own_weight() -> None:
    made = expand({"multiPoint": PluginSet((PluginEntry("TaintToleration", 7),))})

    assert expand({}).points == made.points
    assert 7 == made.weights["TaintToleration"]


def test_a_weight_at_score_goes_before_one_at_multi_point() -> None:
    sets = {
        "score": PluginSet((PluginEntry("NodeAffinity", 5),)),
        "multiPoint": PluginSet((PluginEntry("NodeAffinity", 7),)),
    }

    assert 5 == expand(sets).weights["NodeAffinity"]


def test_a_plugin_without_a_weight_weighs_one() -> None:
    assert 1 == expand({"multiPoint": enabled("Likes")}, OWN).weights["Likes"]


@pytest.mark.parametrize(
    ("point", "names", "path", "text"),
    [
        ("filter", ("Nope",), "plugins.filter.enabled[0].name", 'FilterPlugin "Nope" does not exist'),
        ("multiPoint", ("Nope",), "plugins.multiPoint.enabled[0].name", 'plugin "Nope" does not exist'),
        (
            "filter",
            ("ImageLocality",),
            "plugins.filter.enabled[0].name",
            'plugin "ImageLocality" does not extend FilterPlugin plugin',
        ),
        (
            "filter",
            ("NodeName", "NodeName"),
            "plugins.filter.enabled[1].name",
            'plugin "NodeName" already registered as "FilterPlugin"',
        ),
    ],
)
def test_what_kube_scheduler_refuses(point: str, names: tuple[str, ...], path: str, text: str) -> None:
    problems = expand({point: enabled(*names)}).problems

    assert [(path, text)] == [(problem.path, problem.args["text"]) for problem in problems]
