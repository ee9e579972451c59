"""The small cluster of the cards."""

from playground.explain import example
from playground.explain.services import scores


def test_every_plugin_that_scores_tells_the_nodes_apart_without_claims_for_devices() -> None:
    made = example.decision()
    assert () == scores(made, "DynamicResources")
    same = [
        plugin
        for plugin in made["scorePlugins"]
        if plugin != "DynamicResources" and len({score.weighted for score in scores(made, plugin)}) == 1
    ]

    assert (example.POD, 8, []) == (made["pod"], len(made["scorePlugins"]), same)
