"""How pods fared in a recorded run."""

from __future__ import annotations

from scheduler_core.engine.recording import Recording
from scheduler_core.queries.comparison.course import PodCourse, before, course_of
from scheduler_core.queries.comparison.play_out import play_out
from tests.builders import node, pod, workload
from tests.core.play import header, scenario_from


def courses(*documents: object) -> dict[tuple[str, int], PodCourse]:
    recording = Recording(scenario_from(documents))
    return dict(course_of(recording, play_out(recording, 300)).pods)


def stretches(course: PodCourse) -> list[tuple[str, float, float | None]]:
    return [(stretch.kind, stretch.from_s, stretch.to_s) for stretch in course.stretches]


def test_a_pod_that_is_deleted_runs_ends_and_is_killed_after_its_grace_period() -> None:
    deletes = {"at": 5, "kind": "delete", "object": {"kind": "Pod", "name": "low"}, "gracePeriodSeconds": 4}
    low = courses(header(deletes), node("n1", "1"), pod("low", "1", on="n1"))["default/low", 0]

    assert [("runs", 0, 5), ("ends", 5, 10)] == stretches(low)
    assert (5, 9, 10) == (low.ending_s, low.killed_s, low.ended_s)


def test_a_pod_that_waits_turns_into_one_that_runs() -> None:
    comes = {"at": 3, "kind": "apply", "documents": [node("n1", "1")]}
    result = courses(header(comes), node("n0", "1", unschedulable=True), pod("p", "1"))["default/p", 0]

    assert [("waits", 0, 3), ("runs", 3, None)] == stretches(result)
    assert (3, "n1") == (result.bound_s, result.node)


def test_a_pod_of_a_name_that_comes_again_has_another_life() -> None:
    deletes = {"at": 5, "kind": "delete", "object": {"kind": "Pod", "name": "pet-0"}, "gracePeriodSeconds": 1}
    result = courses(header(deletes), node("n1"), workload("StatefulSet", "pet", 1, serviceName="pet"))

    assert [0, 1] == sorted(life for key, life in result if key == "default/pet-0")
    assert result["default/pet-0", 0].ended_s is not None
    assert result["default/pet-0", 1].ended_s is None


def test_a_course_cut_off_knows_nothing_of_what_comes_later() -> None:
    recording = Recording(
        scenario_from([header({"at": 5, "kind": "apply", "documents": [pod("p")]}), node("n1")])
    )
    whole = course_of(recording, play_out(recording, 300))

    assert [("default/p", 0)] == list(whole.pods)
    assert {} == dict(before(whole, 3).pods)
