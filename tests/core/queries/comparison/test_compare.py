"""Two runs beside each other: which pods fare otherwise, and the sentence that says what changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scheduler_core.engine.recording import Recording
from scheduler_core.messages import say
from scheduler_core.objects.manifest import mapping
from scheduler_core.queries.comparison.compare import Comparison, compare
from scheduler_core.queries.comparison.course import course_of
from scheduler_core.queries.comparison.play_out import play_out
from tests.builders import api_object, node, pod, workload
from tests.core.play import scenario_from

Manifests = list[Mapping[str, Any]]
CLASS = api_object("PriorityClass", "high", value=100)


def compared(then: Manifests, now: Manifests, focus: str = "", most: int = 300) -> Comparison:
    courses = []
    for manifests in (then, now):
        recording = Recording(scenario_from(manifests))
        courses.append(course_of(recording, play_out(recording, most)))
    return compare(*courses, focus)


def summary(comparison: Comparison) -> tuple[str, list[str]]:
    """The sentence, and the names of the pods that fare otherwise."""
    return say(mapping(comparison.says.to_json())), [pair.pod.name for pair in comparison.changed]


def preempted(grace: int = 30, value: int = 100) -> Manifests:
    """A node that is full of `low`, and `p` that takes its place."""
    low = pod("low", "1", on="n1", terminationGracePeriodSeconds=grace)
    return [{**CLASS, "value": value}, node("n1", "1"), low, pod("p", "1", priority="high")]


@pytest.mark.parametrize(
    ("now", "sentence", "names"),
    [
        (preempted(), "Nothing changes: the run goes the same way.", []),
        (preempted(5), "p is bound at 0:06 instead of 0:31.", ["p", "low"]),
        (preempted(value=0), "p stays pending; before, it was bound to n1 at 0:31.", ["p", "low"]),
        ([*preempted(), node("n2", "1")], "p is bound to n2 instead of n1.", ["p", "low"]),
        ([*preempted(), pod("more", "0")], "more exists only now.", ["more"]),
        (preempted()[:-1], "p does not exist any more.", ["low", "p"]),
    ],
)
def test_the_sentence_tells_the_most_telling_change(now: Manifests, sentence: str, names: list[str]) -> None:
    message, changed = summary(compared(preempted(), now))

    assert set(names) == set(changed)
    assert sentence == message or names[0] == "low"


def test_the_pod_that_the_scenario_is_about_comes_first() -> None:
    comparison = compared(preempted(), preempted(5), focus="default/low")

    assert ("low is killed at 0:05 instead of 0:30.", ["low", "p"]) == summary(comparison)


@pytest.mark.parametrize(
    ("then", "now", "sentence"),
    [
        (preempted(value=0), preempted(), "low is preempted by p at 0:31; before, it kept running."),
        (preempted(), preempted(value=0), "low keeps running; before, it ended at 0:31."),
    ],
)
def test_a_victim_is_told_with_the_pod_that_took_its_place(
    then: Manifests, now: Manifests, sentence: str
) -> None:
    assert sentence == summary(compared(then, now, focus="default/low"))[0]


def test_why_a_pod_waits_is_a_difference_of_its_own() -> None:
    small, cordoned = [node("n1", "1"), pod("p", "2")], [node("n1", "4", unschedulable=True), pod("p", "2")]
    (change,) = compared(small, cordoned).changed
    (fact,) = change.facts

    assert ("1 Insufficient cpu", "1 node(s) were unschedulable") == (fact.then, fact.now)


def test_pods_with_generated_names_are_matched_within_their_workload() -> None:
    nodes = [node("n1", "4"), node("n2", "4")]
    small, large = (
        workload(
            "Deployment", "web", 3, pod_spec={"containers": [{"name": "app", "image": "a:1", **request}]}
        )
        for request in ({}, {"resources": {"requests": {"cpu": "3"}}})
    )
    comparison = compared([*nodes, small], [*nodes, large])
    pairs = {(pair.then is None, pair.now is None) for pair in comparison.changed}

    assert {(False, False)} == pairs
    assert comparison.changed[0].facts[0].now is None


def test_many_pods_that_move_are_counted() -> None:
    pods = [pod(f"p{n}", "1") for n in range(4)]
    comparison = compared([node("n1", "4"), *pods], [node("n2", "4"), *pods])

    assert "Pods that go to other nodes: 4." == summary(comparison)[0]


def test_runs_that_do_not_end_are_compared_up_to_the_second_that_both_reached() -> None:
    comparison = compared(preempted(), preempted(5), most=9)

    assert (False, 0.0 <= comparison.upto_s < 31) == (comparison.whole, True)
    assert all(
        stretch["to"] is None or stretch["to"] <= comparison.upto_s
        for pair in comparison.to_json()["changed"]  # type: ignore[union-attr]
        for side in ("was", "now")
        if pair[side]  # type: ignore[index, call-overload]
        for stretch in pair[side]["stretches"]  # type: ignore[index, call-overload]
    )
