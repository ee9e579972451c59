"""The history of one object: who changed it, when and what."""

from __future__ import annotations

from typing import Any

from scheduler_core import Run, parse_input
from scheduler_core.queries.history.object_history import object_history, touched
from tests.builders import node, pod, workload
from tests.core.builders import recorded


def rows(recording: Run, kind: str, key: str, before: int | None = None) -> list[Any]:
    result = object_history(recording, recording.head_seq, kind, key, before)
    assert result is not None
    finding: Any = result["rows"]
    return list(finding)


def test_each_change_names_its_step_its_author_and_the_fields() -> None:
    recording = recorded(node("n1"), pod("p", "1"))
    bound = next(row for row in rows(recording, "Pod", "default/p") if row["kind"] == "bind")
    fields = {field["path"]: field["now"] for field in bound["fields"]}

    assert ("kube-scheduler", "change", "n1") == (bound["who"], bound["verb"], fields["spec.nodeName"])
    assert ["Scheduled"] == [event["reason"] for event in bound["events"]]


def test_an_object_of_the_start_says_so_and_one_that_came_later_was_created() -> None:
    recording = recorded(node("n1"), workload("Deployment", "web", 1))
    [key] = recording.world(recording.head_seq).api.pods
    first = [rows(recording, kind, name)[-1] for kind, name in (("Node", "n1"), ("Pod", key))]

    assert [("start", 0), ("create", first[1]["seq"])] == [(row["verb"], row["seq"]) for row in first]
    assert "controller" == first[1]["actor"]


def test_a_deleted_object_keeps_its_history() -> None:
    recording = recorded(node("n1"), pod("p", "1"))
    given: Any = {"kind": "delete", "object": {"kind": "Pod", "name": "p"}, "force": True}
    parsed: Any = parse_input(given)
    recording.give(recording.head_seq, parsed)
    newest = rows(recording, "Pod", "default/p")[0]

    assert ("delete", "you") == (newest["verb"], newest["actor"])


def test_it_ends_at_the_step_that_is_looked_at() -> None:
    recording = recorded(node("n1"), pod("p", "1"))
    steps = touched(recording, recording.head_seq, "Pod", "default/p")
    earlier: Any = object_history(recording, steps[0], "Pod", "default/p")

    assert [steps[0], 0] == [row["seq"] for row in earlier["rows"]]
    assert steps[:-1][::-1] == [row["seq"] for row in rows(recording, "Pod", "default/p", steps[-1])][:-1]


def test_nothing_is_known_of_what_never_was() -> None:
    recording = recorded(node("n1"))

    assert object_history(recording, recording.head_seq, "Pod", "default/none") is None
