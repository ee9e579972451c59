"""Then and now of a run with patches."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.chip import Chip, read_chips
from scheduler_core.queries.scalpel.patches import patched, patches
from scheduler_core.run import Run
from tests.builders import node, pod, workload
from tests.core.play import scenario_from

CPU = "spec.containers[0].resources.requests.cpu"
DOCUMENTS = [
    node("n1", "4"),
    node("n2", "2"),
    pod("a", "1"),
    pod("p", "30"),
    workload("Deployment", "web", 2),
]


@pytest.fixture
def run() -> Run:
    return Run(scenario_from(DOCUMENTS))


def chip(kind: str, key: str, path: str, value: Any, at: int | None, **more: Any) -> dict[str, Any]:
    return {"at": at, "kind": kind, "key": key, "path": path, "to": value, **more}


def answer(run: Run, *chips: dict[str, Any], **args: Any) -> dict[str, Any]:
    head = run.advance(0, "quiet", limit=200)
    reply = run.ask("patches", head, chips=list(chips), **args)
    assert isinstance(reply, dict)
    return reply


def test_a_smaller_request_binds_the_pod_and_one_sentence_says_so(run: Run) -> None:
    reply = answer(run, chip("Pod", "default/p", CPU, "1", None), focus="default/p")

    assert "changed.bound_now" == reply["comparison"]["says"]["id"]
    assert "default/p" == reply["comparison"]["changed"][0]["key"]
    assert ["scheduler.fits_nowhere", "scheduler.chosen"] == [
        reply["first"][side]["id"] for side in ("then", "now")
    ]


def test_a_chip_that_is_off_changes_nothing(run: Run) -> None:
    reply = answer(run, chip("Pod", "default/p", CPU, "1", None, off=True))

    assert (None, "off") == (reply["comparison"], reply["chips"][0]["state"])


def test_a_patch_without_effect_is_explained(run: Run) -> None:
    reply = answer(run, chip("Pod", "default/a", "metadata.labels.tier", "front", None), focus="default/p")

    assert [] == reply["comparison"]["changed"]
    assert "changed.no_effect" == reply["comparison"]["says"]["id"]


def test_the_run_is_compared_from_the_step_of_the_patch(run: Run) -> None:
    head = run.advance(0, "quiet", limit=200)
    reply = answer(run, chip("Deployment", "default/web", "spec.replicas", 3, head))

    assert (float(run.time(head)), 0) == (reply["from"], reply["steps"]["then"])
    assert "changed.came" == reply["comparison"]["says"]["id"]


def test_the_link_of_an_answer_brings_the_same_answer(run: Run) -> None:
    reply = answer(run, chip("Pod", "default/p", CPU, "1", None))
    chips = read_chips(reply["link"])
    assert not isinstance(chips, Problem)

    assert reply == answer(run, *(kept.to_json() for kept in chips))


def test_an_unreadable_list_of_chips_is_a_problem(run: Run) -> None:
    problem = patches(run, 0, [{"kind": "Pod"}])
    assert isinstance(problem, Problem)

    assert "chips[0].key" == problem.path


def test_a_patch_that_is_refused_only_when_it_is_given_is_marked(run: Run) -> None:
    head = run.advance(0, "quiet", limit=200)
    key = next(key for key in run.world(head).api.pods if key.startswith("default/web-"))
    reply = answer(
        run,
        chip("Deployment", "default/web", "spec.replicas", 0, 10),
        chip("Pod", key, "metadata.labels.tier", "x", head),
    )

    assert ["patch", "refused"] == [row["state"] for row in reply["chips"]]


def test_few_steps_are_played_where_few_are_asked_for(run: Run) -> None:
    reply = answer(run, chip("Pod", "default/p", CPU, "1", None), most=5)

    assert ({"then": 5, "now": 5}, False) == (reply["steps"], reply["comparison"]["whole"])


def test_the_changed_run_is_a_run_of_its_own(run: Run) -> None:
    head = run.advance(0, "quiet", limit=200)
    mine = patched(run, [Chip(None, "Pod", "default/p", CPU, "30", "1")], head)
    same = patched(run, [Chip(None, "Pod", "default/p", CPU, "30", "1", off=True)], head)
    end = mine.advance(0, "quiet", limit=200)

    assert ("n2", True) == (mine.world(end).api.pods["default/p"].node_name, run is same)
    assert "" == run.world(head).api.pods["default/p"].node_name


def test_the_fields_that_can_be_turned_are_listed_with_their_types(run: Run) -> None:
    reply = run.ask("handles", 0, kind="Pod", key="default/p")
    assert isinstance(reply, dict)
    rows = {row["path"]: (row["value"], row["type"]) for row in reply["fields"]}  # type: ignore[union-attr, index, call-overload]

    assert ("30", "quantity") == rows[CPU]
    assert None is run.ask("handles", 0, kind="Pod", key="default/nobody")


def test_a_quantity_is_turned_in_a_unit_of_small_steps(run: Run) -> None:
    reply = run.ask("handles", 0, kind="Node", key="n1")
    assert isinstance(reply, dict)
    turns = {row["path"]: row["turn"] for row in reply["fields"]}  # type: ignore[union-attr, index, call-overload]

    assert ("4000m", None) == (turns["status.capacity.cpu"], turns["status.capacity.pods"])
