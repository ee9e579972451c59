"""The stops of the walk through a decision, with the rails and the sums that are shown at them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.decision_walk import decision_walk
from scheduler_core.scheduler.cycle.decision_view import decision_view
from tests.core.play import Play, gallery
from tests.core.scheduler.builders import cluster, judged, node, pod

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
        item["state"] for item in rails["PreScore"]
    ]


def test_a_pod_that_fits_nowhere_ends_in_post_filter() -> None:
    stops, _ = walked(judged(SNAPSHOT, pod("p", "9")))

    assert ["PreFilter", "Filter", "Filter", "Filter", "PostFilter"] == [stop["point"] for stop in stops]


def test_preemption_takes_lower_pods_off_puts_them_back_one_by_one_and_strikes_candidates_out() -> None:
    snapshot = cluster(
        node("n1", "2"),
        node("n2", "2"),
        pod("a", "1", on="n1", priority=2),
        pod("b", "1", on="n1", priority=1),
        pod("c", "2", on="n2", priority=5),
    )
    view = decision_view(judged(snapshot, pod("p", "1", priority=10)))
    stops: Any = [stop for stop in decision_walk(view)["stops"] if stop["point"] == "PostFilter"]  # type: ignore[union-attr, index, call-overload]
    preemption: Any = view["preemption"]
    tries = {candidate["node"]: candidate["tries"] for candidate in preemption["candidates"]}

    assert {
        "n1": [["default/a", True, False], ["default/b", False, False]],
        "n2": [["default/c", False, False]],
    } == tries
    assert [
        {"point": "PostFilter", "act": "remove"},
        {"point": "PostFilter", "act": "reprieve", "tries": 1},
        {"point": "PostFilter", "act": "reprieve", "tries": 2},
        {"point": "PostFilter", "act": "criterion", "id": "pdb", "left": 2},
        {"point": "PostFilter", "act": "criterion", "id": "highest", "left": 1},
        {"point": "PostFilter", "act": "choice", "node": "n1"},
    ] == stops


def test_two_hundred_victims_are_walked_through_in_a_few_stops() -> None:
    lower = [pod(f"low{n:03}", "10m", on="n1") for n in range(200)]
    stops, _ = walked(judged(cluster(node("n1", "2", pods=300), *lower), pod("p", "2", priority=10)))

    assert [25, 50, 75, 100, 125, 150, 175, 200] == [
        stop["tries"] for stop in stops if stop.get("act") == "reprieve"
    ]


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
    messages: list[Any] = [play.recording.ask("decision", frame["seq"]) for frame in made]

    assert made
    assert [frame["decision"] for frame in made] == [
        {name: value for name, value in item.items() if name not in ("stops", "rails")} for item in messages
    ]
    assert [decision_walk(frame["decision"]) for frame in made] == [
        {"stops": item["stops"], "rails": item["rails"]} for item in messages
    ]


def test_a_step_without_a_decision_has_no_answer() -> None:
    play = Play(gallery("gap-and-reservation"))
    play.until_quiet()
    other = next(frame["seq"] for frame in play.frames() if frame["kind"] != "schedule")

    assert play.recording.ask("decision", other) is None
