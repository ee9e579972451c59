"""What a learner reads beside a check that does not hold."""

from __future__ import annotations

from typing import Any

import pytest

import scheduler_core as core
from playground.lessons.check_words import plain
from playground.texts.messages import say

NODE: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1"},
    "status": {"capacity": {"cpu": "1", "memory": "8Gi", "pods": "110"}},
}
POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "a"},
    "spec": {"containers": [{"name": "app", "image": "example/app:1"}]},
}


def sentence(*conditions: dict[str, Any]) -> str:
    """What is said of conditions, joined by all, that do not hold for the waiting pod `a`."""
    sources = [core.SourceDocument(place, document) for place, document in enumerate((NODE, POD))]
    scenario = core.parse_scenario(sources, version=core.NEW_RUNS).scenario
    assert scenario is not None
    condition = core.parse_condition({"all": list(conditions)}, "holds")
    assert not isinstance(condition, core.Problem)
    (verdict,) = core.judge_all(core.Run(scenario), [condition], 0)
    assert not verdict.holds
    return say(plain(verdict.message.to_json()))


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ([{"pod": {"name": "a", "node": "n1"}}], "a waits"),
        ([{"pod": {"name": "a", "bound": True}}, {"step": {"kind": "bind", "pod": "a"}}], "a waits"),
        ([{"pod": {"name": "a", "priority": 20}}], "a: priority is 0"),
        ([{"pod": {"name": "b", "node": "n1"}}], "b does not exist"),
        ([{"not": {"pod": {"name": "a", "pending": True}}}], "a waits"),
        ([{"step": {"kind": "bind", "pod": "a"}}], "no step of kind bind, default/a has happened"),
    ],
)
def test_a_check_says_what_is_there_and_not_what_was_expected(
    conditions: list[dict[str, Any]], words: str
) -> None:
    assert words == sentence(*conditions)
