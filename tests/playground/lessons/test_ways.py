"""Which known wrong way is told of, where several fail the same checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground.lessons.files import COURSE, open_lesson
from playground.lessons.lesson import Task
from playground.lessons.ways import taken

JSON = dict[str, Any]


def created(kind: str, name: str, **spec: Any) -> JSON:
    return {"kind": "apply", "documents": [{"kind": kind, "metadata": {"name": name}, **spec}]}


def p_created(**spec: Any) -> JSON:
    resources = {"requests": {"cpu": "1"}}
    containers = [{"name": "app", "image": "example/app:1", "resources": resources}]
    return created("Pod", "p", spec={"priorityClassName": "p100", "containers": containers, **spec})


LOW1_IS_DELETED: JSON = {"kind": "delete", "object": {"kind": "Pod", "name": "low1"}, "force": False}
EMPTY_SELECTOR = created("PodDisruptionBudget", "mine", spec={"minAvailable": 1, "selector": {}})
OTHER_SELECTOR = created(
    "PodDisruptionBudget", "mine", spec={"minAvailable": 1, "selector": {"matchLabels": {"a": "b"}}}
)
NEVER = created("PriorityClass", "polite", value=100, preemptionPolicy="Never")
CORDONED: JSON = {"kind": "cordon", "node": "n1"}


def task_of(name: str) -> Task:
    result = open_lesson((COURSE / name).read_text(encoding="utf-8"))
    assert result.lesson is not None
    assert result.lesson.task is not None
    return result.lesson.task


@pytest.fixture(scope="module")
def task() -> Task:
    return task_of("02-basic-preemption.yaml")


@pytest.mark.parametrize(
    ("inputs", "failed", "name"),
    [
        ([LOW1_IS_DELETED, p_created()], "low2-same", "still-ending"),
        ([p_created(), LOW1_IS_DELETED], "low2-same", "still-ending"),
        ([EMPTY_SELECTOR, p_created()], "low2-same", "empty-selector"),
        ([OTHER_SELECTOR, p_created()], "low2-same", None),
        ([NEVER, p_created()], "p-runs", "never"),
        ([CORDONED, p_created()], "p-runs", "cordoned"),
        ([p_created(nodeName="n1")], "p-runs", "node-name"),
        ([{"kind": "power", "node": "n1"}, p_created()], "p-runs", None),
        ([CORDONED, p_created()], "p-as-given", None),
    ],
)
def test_of_ways_that_fail_alike_the_one_that_was_taken_is_told_and_no_other(
    task: Task, inputs: list[JSON], failed: str, name: str | None
) -> None:
    result = taken(task, {failed}, inputs)

    assert name == (result and result.name)


def test_a_way_of_which_only_the_beginning_was_done_is_not_told() -> None:
    queue = task_of("01-queue-by-priority.yaml")
    deleted: JSON = {"kind": "delete", "object": {"kind": "Pod", "name": "a"}, "force": False, "grace": None}
    p20 = created("PriorityClass", "p20", value=20)
    again = created("Pod", "a", spec={"priorityClassName": "p20", "containers": [{"name": "main"}]})

    done = ([deleted, p20], [deleted, p20, again])
    messages = [taken(queue, {"a-runs"}, inputs, ["not-started"]) for inputs in done]
    assert [None, "not-started"] == [way and way.name for way in messages]
    assert None is taken(queue, {"a-runs"}, done[1])


def test_a_visitor_who_did_nothing_special_reads_of_the_way_that_changes_nothing() -> None:
    task = task_of("04-pdb-best-effort.yaml")
    inputs = [item.to_json() for item in task.rejected[0].inputs]

    result = taken(task, {"c-same"}, [*task.offers[0].inputs])

    assert "as-it-is" == (result and result.name)
    assert "higher-class" == getattr(taken(task, {"c-same", "p-as-given"}, inputs), "name", None)


@pytest.mark.parametrize("path", sorted(COURSE.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_known_way_of_the_course_is_recognised_by_its_own_inputs(path: Path) -> None:
    task = task_of(path.name)

    by_name = {
        way.name: getattr(
            taken(
                task,
                set(way.fails),
                [item.to_json() for item in way.inputs],
                [way.name] if way.when is not None else [],
            ),
            "name",
            None,
        )
        for way in task.rejected
    }
    assert {way.name: way.name for way in task.rejected} == by_name
