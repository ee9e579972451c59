"""A change after which every pod fares as before: what the decisions saw otherwise, or why nothing depends on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scheduler_core.engine.recording import Recording
from scheduler_core.messages import say
from scheduler_core.objects.manifest import mapping
from scheduler_core.queries.comparison.compare import Comparison, compare, explained
from scheduler_core.queries.comparison.course import course_of
from scheduler_core.queries.comparison.edits import edits_between
from scheduler_core.queries.comparison.play_out import play_out
from scheduler_core.queries.comparison.settled import with_settled_budgets
from scheduler_core.queries.comparison.unchanged import Played
from scheduler_core.simulation.scenario.scenario import Scenario
from tests.builders import api_object, node, pod
from tests.core.play import scenario_from

Manifests = list[dict[str, Any]]
BUDGET: dict[str, Any] = api_object(
    "PodDisruptionBudget",
    "b",
    spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}},
    status={"currentHealthy": 1, "desiredHealthy": 1, "disruptionsAllowed": 0, "expectedPods": 1},
)
LABELS = {"app": "web"}


def played(scenario: Scenario) -> Played:
    recording = Recording(scenario)
    upto = play_out(recording, 300)
    return Played(scenario, recording, upto, course_of(recording, upto))


def comparison_of(then: Scenario, now: Scenario) -> Comparison:
    was, is_ = played(then), played(now)
    return explained(compare(was.course, is_.course), was, is_)


def sentence(then: Manifests, now: Manifests, **header: Any) -> str:
    comparison = comparison_of(scenario_from(then), replace(scenario_from(now), **header))
    return say(mapping(comparison.says.to_json()))


def cluster(max_skew: int = 1) -> Manifests:
    """n1 has two pods of the app and n2 one; p may differ by `max_skew`. n2 has the more room."""
    there = [pod(f"w{n}", "100m", on=on, labels=LABELS) for n, on in enumerate(("n1", "n1", "n2"))]
    spread = {
        "maxSkew": max_skew,
        "topologyKey": "kubernetes.io/hostname",
        "whenUnsatisfiable": "DoNotSchedule",
    }
    spread["labelSelector"] = {"matchLabels": LABELS}
    constraints = {"topologySpreadConstraints": [spread]}
    return [node("n1", "2"), node("n2", "8"), *there, pod("p", "100m", labels=LABELS, **constraints)]


def test_a_node_that_passes_only_now_and_scores_less_is_named() -> None:
    comparison = comparison_of(scenario_from(cluster()), scenario_from(cluster(2)))

    assert "p still goes to n2: now n1 can take it too" in say(mapping(comparison.says.to_json()))
    pair = comparison.changed[0]
    assert ("p", ("n1",)) == (pair.pod.name, pair.nodes[:1])
    assert "2 > 1" in (pair.facts[0].then or "")


def test_a_pod_of_which_a_decision_speaks_in_other_words_stands_behind_those_that_go_otherwise() -> None:
    tainted = node("t", taints=[{"key": "gpu", "effect": "NoSchedule"}])
    settled = pod("settled", nodeSelector={"kubernetes.io/hostname": "a"})
    cluster = [tainted, node("a", "4"), node("b", "2"), pod("moved", "1"), settled]
    then, now = scenario_from(cluster), scenario_from([*cluster[:2], node("b", "8"), *cluster[3:]])
    comparison = comparison_of(replace(then, version="1.34"), replace(now, version="1.36"))

    assert ["moved", "settled"] == [pair.pod.name for pair in comparison.changed]
    assert "moved is bound to b" in say(mapping(comparison.says.to_json()))
    assert (
        "settled still goes to a; of t the scheduler says untolerated taint(s) instead of untolerated taint {gpu: }."
        == (say(mapping(comparison.changed[1].facts[0].says.to_json())))
    )


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (
            [node("n1", "2"), pod("a", "1", on="n1", terminationGracePeriodSeconds=5)],
            "Pod a is never asked to end",
        ),
        (
            [node("n1", "2"), pod("a", "1", on="n1", tolerations=[{"operator": "Exists"}])],
            "n1 never has a NoExecute",
        ),
        (
            [node("n1", "2"), pod("a", "500m", on="n1")],
            "a is on n1 from the start, so no decision reads spec.",
        ),
        ([node("n1", "2", labels={"x": "y"}), pod("a", "1", on="n1")], "metadata.labels.x of Node n1 is y"),
    ],
)
def test_the_sentence_says_why_the_run_does_not_depend_on_the_field(now: Manifests, expected: str) -> None:
    assert expected in sentence([node("n1", "2"), pod("a", "1", on="n1")], now)


def test_releases_are_told_apart_by_what_this_run_does_not_use() -> None:
    then = [node("n1", "2"), pod("a", "1")]

    assert "between Kubernetes 1.34 and 1.23 (preStop + " in sentence(then, then, version="1.23")
    assert "no choice of this run is made at random" in sentence(then, then, seed=4)


def test_a_budget_that_nobody_asks_is_told() -> None:
    run = [node("n1", "2"), pod("a", "1", on="n1", labels=LABELS), BUDGET]
    less = {**BUDGET, "spec": {**BUDGET["spec"], "minAvailable": 0}}
    alone = {**BUDGET, "spec": {**BUDGET["spec"], "selector": {"matchLabels": {"app": "db"}}}}

    assert "no pod of PodDisruptionBudget b is evicted" in sentence(run, [*run[:2], less])
    assert "the selector of PodDisruptionBudget b matches no pod" in sentence(run, [*run[:2], alone])


def test_a_default_that_is_written_down_is_no_change() -> None:
    then = scenario_from([node("n1", "2"), pod("a", "1")])
    now = scenario_from([node("n1", "2"), pod("a", "1", terminationGracePeriodSeconds=30)])

    assert [] == list(edits_between(then, now))


def test_a_budget_with_another_spec_begins_with_the_status_of_that_spec() -> None:
    run = [node("n1", "2"), pod("a", "1", on="n1", labels=LABELS)]
    less = {**BUDGET, "spec": {**BUDGET["spec"], "minAvailable": 0}}
    settled = with_settled_budgets(scenario_from([*run, BUDGET]), scenario_from([*run, less]))
    kept = with_settled_budgets(scenario_from([*run, BUDGET]), scenario_from([*run, BUDGET]))

    status = [mapping(item.manifest.get("status")) for item in settled.objects if item.kind == BUDGET["kind"]]
    assert [1, scenario_from([*run, BUDGET]).digest] == [status[0]["disruptionsAllowed"], kept.digest]
