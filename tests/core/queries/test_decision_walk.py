"""The stops of the walk through a decision, with the rails and the sums that are shown at them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.decision_walk import decision_walk
from scheduler_core.scheduler.cycle.decision_view import decision_view
from tests.core.playing import Play, gallery
from tests.core.scheduler.making import cluster, judged, node, pod

SNAPSHOT = cluster(node("n1", "1"), node("n2"), node("n3"))


def walked(decision: Any) -> tuple[list[Any], dict[str, Any]]:
    walk: Any = decision_walk(decision_view(decision))
    return walk["stops"], walk["rails"]


def names(stops: list[Any]) -> list[str]:
    """The points of the stops; those of Score that have a plugin count as one."""
    return list(dict.fromkeys(stop["point"] for stop in stops))


def test_a_bound_pod_passes_filter_score_and_reserve() -> None:
    stops, rails = walked(judged(SNAPSHOT, pod("p", "2")))

    assert ["PreFilter", "Filter", "PreScore", "Score", "Reserve"] == names(stops)
    assert ["PreFilter", "Filter", "PreScore", "Score", "Reserve"] == list(rails)
    assert ["done", "done", "skipped", "on", "todo", "todo", "todo"] == [
        each["state"] for each in rails["PreScore"]
    ]


def test_a_pod_that_fits_nowhere_ends_in_post_filter() -> None:
    stops, _ = walked(judged(SNAPSHOT, pod("p", "9")))

    assert ["PreFilter", "Filter", "Filter", "Filter", "PostFilter"] == [stop["point"] for stop in stops]


def test_filter_stops_once_a_node_and_names_the_plugin_that_decides() -> None:
    decision = judged(SNAPSHOT, pod("p", "2"))
    stops = [stop for stop in walked(decision)[0] if stop["point"] == "Filter"]
    plugins = decision.filter_plugins

    assert [(name, k, 3) for k, name in enumerate(decision.order, 1)] == [
        (stop["node"], stop["k"], stop["of"]) for stop in stops
    ]
    fit = {"plugin": "NodeResourcesFit", "n": plugins.index("NodeResourcesFit") + 1, "of": len(plugins)}
    last = {"plugin": plugins[-1], "n": len(plugins), "of": len(plugins)}
    assert {"n1": fit, "n2": last, "n3": last} == {stop["node"]: stop["speaker"] for stop in stops}


def test_the_sums_grow_plugin_by_plugin_to_the_totals() -> None:
    decision = judged(SNAPSHOT, pod("p", "2"))
    stops = [stop for stop in walked(decision)[0] if stop["point"] == "Score"]
    plugins = [stop["plugin"] for stop in stops[:-1]]
    sums = {"n2": 0, "n3": 0}

    assert decision_view(decision)["scorePlugins"] == plugins
    for stop in stops[:-1]:
        sums = {name: sums[name] + decision.scores[name][stop["plugin"]].weighted for name in sums}
        assert (decision.weights[stop["plugin"]], sums) == (stop["weight"], stop["sums"])
    assert {"point": "Score", "choice": True, "sums": dict(decision.totals)} == stops[-1]
    assert len(plugins) > 3


def test_a_single_feasible_node_is_reserved_without_scores() -> None:
    stops, _ = walked(judged(SNAPSHOT, pod("p", "2", nodeSelector={"kubernetes.io/hostname": "n2"})))

    assert ["PreFilter", "Filter", "Reserve"] == names(stops)


def test_without_nodes_there_is_only_the_first_stop() -> None:
    stops, _ = walked(judged(cluster(), pod("p", "1")))

    assert [{"point": "PreFilter"}] == stops


@pytest.mark.parametrize("slug", ["gap-and-reservation", "one-constraint-zone", "basic-preemption"])
def test_the_question_about_a_step_has_the_whole_decision_with_its_walk(slug: str) -> None:
    play = Play(gallery(slug))
    play.until_quiet()
    made = play.frames(kind="schedule")
    told: list[Any] = [play.recording.ask("decision", frame["seq"]) for frame in made]

    assert made
    assert [frame["decision"] for frame in made] == [
        {name: value for name, value in each.items() if name not in ("stops", "rails")} for each in told
    ]
    assert [decision_walk(frame["decision"]) for frame in made] == [
        {"stops": each["stops"], "rails": each["rails"]} for each in told
    ]


def test_a_step_without_a_decision_has_no_answer() -> None:
    play = Play(gallery("gap-and-reservation"))
    play.until_quiet()
    other = next(frame["seq"] for frame in play.frames() if frame["kind"] != "schedule")

    assert play.recording.ask("decision", other) is None
