"""The latest decision about each pod: newest last, bounded in number and in size."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scheduler_core.engine.latest_decisions import KeptDecision, LatestDecisions
from scheduler_core.inputs.limits import DECISIONS_IN_A_SNAPSHOT
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True)
class Made:
    """A decision about a pod."""

    pod: str

    def to_json(self) -> dict[str, Json]:
        return {"pod": self.pod, "nodes": {}}

    def outline(self) -> dict[str, Json]:
        return {**self.brief(), "verdicts": [["n", None, 1]]}

    def brief(self) -> dict[str, Json]:
        return {"pod": self.pod, "cycle": 1, "result": "bound", "node": "n", "spreads": False}


def remembered(*pods: str) -> LatestDecisions:
    decisions = LatestDecisions()
    for seq, pod in enumerate(pods, 1):
        decisions.remember(pod, KeptDecision(seq, Made(pod)), set(pods))
    return decisions


def names(decisions: LatestDecisions) -> list[str]:
    return [pod for pod, _ in decisions.shown()]


def test_another_decision_about_a_pod_replaces_the_one_before_and_is_the_newest() -> None:
    assert ["b", "a"] == names(remembered("a", "b", "a"))


def test_decisions_about_pods_that_are_gone_are_forgotten() -> None:
    decisions = remembered("a", "b")
    decisions.remember("c", KeptDecision(3, Made("c")), {"b", "c"})

    assert ["b", "c"] == names(decisions)


def test_the_oldest_are_forgotten_when_there_are_too_many() -> None:
    pods = [f"p{number}" for number in range(DECISIONS_IN_A_SNAPSHOT + 3)]

    assert pods[3:] == names(remembered(*pods))


def test_a_snapshot_has_verdicts_on_nodes_of_the_newest_decision_only() -> None:
    decisions = remembered("a", "b")
    last = decisions.last()

    assert last is not None
    assert ("b", [["n", None, 1]]) == (last["pod"], last["verdicts"])
    messages = [json.loads(text) for _, text in decisions.shown()]
    assert [("a", "bound"), ("b", "bound")] == [(item["pod"], item["result"]) for item in messages]
    assert all("verdicts" not in item for item in messages)


def test_the_newest_decision_is_kept_when_its_pod_is_gone() -> None:
    decisions = LatestDecisions()
    decisions.remember("a", KeptDecision(7, Made("a")), set())
    result = decisions.made_at(7)

    assert [] == names(decisions)
    assert result is not None
    assert {"pod": "a", "nodes": {}} == result.view()


def test_a_decision_is_found_by_the_step_it_led_to() -> None:
    decisions = remembered("a", "b", "a")
    results = [decisions.made_at(seq) for seq in (1, 2, 3)]

    assert [None, "b", "a"] == [item and item.view()["pod"] for item in results]


def test_after_a_step_only_later_decisions_are_told() -> None:
    decisions = remembered("a", "b", "c")

    assert ["b", "c"] == [item["pod"] for item in decisions.made_since(1)]
    assert ([], None) == (decisions.made_since(3), decisions.last(3))
    assert decisions.last(2) is not None


def test_a_copy_shows_the_same_and_keeps_the_whole_of_the_newest_decision_alone() -> None:
    decisions = remembered("a", "b")
    before, last, briefly = decisions.shown(), decisions.last(), decisions.made_since(0)
    twin = decisions.copy().copy()
    older, newest = twin.made_at(1), twin.made_at(2)

    assert (before, last, briefly) == (twin.shown(), twin.last(), twin.made_since(0))
    assert older is None
    assert newest is not None
    assert (None, {"pod": "b", "nodes": {}}) == (newest.value, newest.view())


def test_the_original_of_a_copy_keeps_the_whole_of_each_decision() -> None:
    decisions = remembered("a", "b")
    decisions.copy()
    older = decisions.made_at(1)

    assert older is not None
    assert {"pod": "a", "nodes": {}} == older.view()
