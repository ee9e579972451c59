"""Two moments beside each other."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.history.moment_diff import SHOWN, manifests, moment_diff
from tests.builders import node, pod, workload
from tests.core.builders import recorded


def names(message: Any, sort: str) -> list[str]:
    return [f"{item['kind']} {item['key']}" for item in message[sort]]


def test_what_is_new_what_changed_and_what_is_as_it_was() -> None:
    recording = recorded(node("n1"), pod("p", "1"), workload("Deployment", "web", 1))
    start, end = (manifests(recording, seq) for seq in (0, recording.head_seq))
    result: Any = moment_diff(start, end)
    fields = {one["path"]: one["now"] for item in result["changed"] for one in item["fields"]}

    assert "Pod default/p" in names(result, "changed")
    assert "n1" == fields["spec.nodeName"]
    assert {"ReplicaSet", "Pod"} == {name.split()[0] for name in names(result, "new")}
    assert [] == result["gone"]


def test_the_other_way_round_what_is_new_is_gone() -> None:
    recording = recorded(node("n1"), workload("Deployment", "web", 1))
    start, end = (manifests(recording, seq) for seq in (0, recording.head_seq))
    there, back = moment_diff(start, end), moment_diff(end, start)

    assert names(there, "new") == names(back, "gone")


def test_fields_that_differ_in_any_two_runs_are_left_out_between_runs() -> None:
    one = {"Pod": {"default/p": {"metadata": {"uid": "a"}, "spec": {"nodeName": "n1"}}}}
    two = {"Pod": {"default/p": {"metadata": {"uid": "b"}, "spec": {"nodeName": "n1"}}}}

    assert (1, 0) == (len(names(moment_diff(one, two), "changed")), moment_diff(one, two)["same"])
    assert ([], 1) == (names(moment_diff(one, two, two_runs=True), "changed"), moment_diff(one, one)["same"])


def test_objects_beyond_what_is_shown_are_counted() -> None:
    many: Any = {"Pod": {f"default/p{i}": {} for i in range(SHOWN + 3)}}

    assert (SHOWN, 3) == (len(names(moment_diff({}, many), "new")), moment_diff({}, many)["more"])
