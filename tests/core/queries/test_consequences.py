"""What inputs that may lose data change: rows "now" and "after", by what happened to the machine."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from tests.builders import node, pod
from tests.core.builders import claim, volume
from tests.core.pets import crash, cut, delete_node, fence, power_off
from tests.core.play import Play, delete, play_of

FORCE = {"kind": "delete", "object": {"kind": "Pod", "name": "p"}, "gracePeriodSeconds": 0, "force": True}
NODE = {"kind": "delete", "object": {"kind": "Node", "name": "n3"}}
BREAK = {"kind": "break-attachment", "volume": "disk", "node": "n3"}


def disk(*modes: str) -> list[dict[str, Any]]:
    """A disk that is attached, and its claim."""
    csi = {"driver": "disks.example.com", "volumeHandle": "v"}
    kept = {"namespace": "default", "name": "data"}
    given = {"accessModes": list(modes or ("ReadWriteOnce",)), "storageClassName": "disks"}
    return [volume("disk", csi=csi, claimRef=kept, **given), claim("data", volumeName="disk", **given)]


def owned(kind: str) -> dict[str, Any]:
    """`p` on n3 with a claim, of a controller of this kind."""
    made = pod("p", on="n3", volumes=[{"name": "d", "persistentVolumeClaim": {"claimName": "data"}}])
    reference = {"apiVersion": "apps/v1", "kind": kind, "name": "set", "uid": "u", "controller": True}
    made["metadata"]["ownerReferences"] = [reference]
    return made


def lost(*inputs: dict[str, Any], kind: str = "StatefulSet", modes: tuple[str, ...] = ()) -> Play:
    return play_of(node("n1"), node("n3"), *disk(*modes), owned(kind), inputs=list(inputs))


def consequences_of(play: Play, value: dict[str, Any], second: float = 15) -> dict[str, Any]:
    result: Any = play.recording.ask("consequences", play.until(second), value=value)
    assert result is not None
    assert not isinstance(result, Problem)
    return dict(result)


def levels(answer: dict[str, Any]) -> list[str]:
    """The end of each row: its sentence and its level."""
    return [f"{row['after']['say']}:{row['level']}" for row in answer["rows"]]


@pytest.mark.parametrize(
    ("inputs", "safe", "rows"),
    [
        ([], False, ["released:", "ends_soon:ok", "volume_free:"]),
        ([cut(10)], False, ["released:bad", "up_to_two:bad", "volume_waits:"]),
        ([crash(10, "kubelet/n3")], False, ["released:bad", "up_to_two_down:bad", "volume_waits:"]),
        ([cut(10), fence(12, "network")], True, ["released_isolated:ok", "replaced:ok", "volume_free:"]),
        ([power_off(10)], True, ["released_safe:ok", "none:ok", "volume_free:"]),
        ([delete_node(10)], False, ["released:", "ends_soon:ok", "volume_free:"]),
    ],
)
def test_by_force_the_machine_decides_what_can_happen(
    inputs: list[dict[str, Any]], safe: bool, rows: list[str]
) -> None:
    answer = consequences_of(lost(*inputs), FORCE)

    assert (safe, rows) == (answer["safe"], levels(answer))


def test_by_force_on_a_lost_node_the_rows_name_uid_processes_and_the_time_of_the_forced_detachment() -> None:
    play = lost(cut(10))
    name, processes, data = consequences_of(play, FORCE)["rows"]

    assert {"uid": play.manifest(play.until(15), "p")["metadata"]["uid"][:4]} == name["now"]["args"]
    assert ({"text": "1"}, {"n": 2, "node": "n3"}) == (processes["now"], processes["after"]["args"])
    assert ({"text": "data"}, {"text": "n3"}) == (data["what"], data["now"])
    assert {"seconds": 360} == data["after"]["args"]


def test_only_a_stateful_set_makes_a_second_process_of_the_name() -> None:
    cut_off = consequences_of(lost(cut(10), kind="ReplicaSet"), FORCE)["rows"][1]["after"]
    isolated = consequences_of(lost(cut(10), fence(12, "storage"), kind="ReplicaSet"), FORCE)["rows"][1][
        "after"
    ]

    assert 1 == cut_off["args"]["n"]
    assert {"say": "run_on", "args": {"n": 1}} == isolated


def test_two_nodes_may_write_to_a_volume_that_several_nodes_may_mount() -> None:
    answer = consequences_of(lost(cut(10), modes=("ReadWriteMany",)), FORCE)

    assert "volume_both:bad" == levels(answer)[-1]


def test_a_pod_without_a_node_has_no_process_and_holds_no_volume() -> None:
    play = play_of(node("n1"), pod("p", nodeSelector={"no": "where"}), inputs=[])
    answer = consequences_of(play, FORCE)

    assert (True, ["released_safe:ok", "none:ok"]) == (answer["safe"], levels(answer))


def test_a_removed_attachment_is_safe_only_when_no_process_writes() -> None:
    writing, off = consequences_of(lost(cut(10)), BREAK), consequences_of(lost(power_off(10)), BREAK)

    assert (False, ["attachable:", "may_go_on:bad"]) == (writing["safe"], levels(writing))
    assert {"say": "writers", "args": {"pods": ["p"], "node": "n3"}} == writing["rows"][1]["now"]
    assert (True, ["attachable:", "nobody:ok"]) == (off["safe"], levels(off))


@pytest.mark.parametrize(
    ("inputs", "rows", "running"),
    [
        ([], ["pods_removed:", "ends_soon:ok"], "1"),
        ([cut(10)], ["pods_removed:bad", "run_on:bad"], "1"),
        ([power_off(10)], ["pods_removed:", "none_runs:ok"], "0"),
    ],
)
def test_a_deleted_node_leaves_processes_behind_where_its_kubelet_hears_nothing(
    inputs: list[dict[str, Any]], rows: list[str], running: str
) -> None:
    answer = consequences_of(lost(*inputs), NODE)

    assert (rows, running == "0") == (levels(answer), answer["safe"])
    assert {"text": running} == answer["rows"][1]["now"]
    assert {"from": 40, "until": 80} == answer["rows"][0]["after"]["args"]


def test_processes_of_a_node_are_counted_on_the_machine_and_not_by_its_objects() -> None:
    """A pod whose container has ended has an object and no process."""
    play = play_of(
        node("n3"),
        pod("done", on="n3", restartPolicy="Never"),
        pod("runs", on="n3"),
        inputs=[{"at": 5, "kind": "behave", "pod": "default/done", "crash": 0}],
    )
    objects, processes = consequences_of(play, NODE)["rows"]

    assert (2, "1") == (objects["now"]["args"]["n"], processes["now"]["text"])


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "cordon", "node": "n1"},
        {**FORCE, "force": False},
        {**FORCE, "object": {"kind": "Pod", "name": "nobody"}},
        {**NODE, "object": {"kind": "Node", "name": "n9"}},
        {**BREAK, "volume": "other"},
        {**BREAK, "node": "n9"},
    ],
)
def test_nothing_is_said_of_inputs_that_lose_nothing_or_have_no_object(value: dict[str, Any]) -> None:
    play = lost()

    assert play.recording.ask("consequences", play.until(5), value=value) is None


def test_an_input_that_is_none_is_a_problem_with_its_path() -> None:
    problem = lost().recording.ask("consequences", 0, value={"kind": "break-attachment", "node": "n3"})

    assert isinstance(problem, Problem)
    assert "input.volume" == problem.path


def test_asking_leaves_the_run_as_it_was() -> None:
    play = lost(cut(10), delete(20, "p"))
    seq = play.until(30)
    before = play.recording.hash(seq)
    consequences_of(play, {**FORCE, "at": 40}, second=30)

    assert before == play.recording.hash(seq)
