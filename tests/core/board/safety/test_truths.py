"""Object and process of one uid in one row, and whether a node is worth two racks."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.truths import Row, not_ready_with_its_node, rows, worth_two_racks
from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects import Node, Pod
from tests.builders import node, pod
from tests.core.board.safety.builders import made


def process(of: Pod, state: str = "running", *, knows: bool = False) -> Process:
    return Process(of, state, 0, listed=True, knows_deletion=knows)


@pytest.mark.parametrize(
    ("leaving", "state", "knows", "pairing"),
    [
        (False, "running", False, "same"),
        (False, "terminating", True, "differs"),
        (True, "running", False, "differs"),
        (True, "running", True, "same"),
        (True, "terminating", True, "same"),
    ],
)
def test_object_and_process_agree_on_whether_the_pod_ends(
    leaving: bool, state: str, knows: bool, pairing: str
) -> None:
    one = made("a", leaving=leaving)

    assert [pairing] == [row.pairing for row in rows([one], [process(one, state, knows=knows)])]


def test_a_row_lacks_its_process_or_its_object() -> None:
    new, lost, ghost = made("new", "Pending"), made("lost"), made("ghost")
    result = rows([new, lost], [process(ghost), process(lost, "dead")])

    assert [
        ("uid-new", "default/new", "not_heard"),
        ("uid-lost", "default/lost", "no_process"),
        ("uid-ghost", None, "no_object"),
    ] == [(row.uid, row.pod, row.pairing) for row in result]


def test_a_pod_that_has_finished_stays_in_both_truths_and_asks_for_no_two_racks() -> None:
    result = rows([made("a", "Succeeded"), made("b", "Failed"), made("c", "Succeeded", leaving=True)], [])

    assert ["over"] * 3 == [row.pairing for row in result]
    assert not worth_two_racks(result, apart=True, only_store=False)


def test_a_row_says_the_state_of_a_process_also_where_it_has_no_view() -> None:
    one = made("a")
    (row,) = rows([one], [process(one)])
    required: dict[str, Any] = {"uid": "uid-a", "pod": "default/a", "pairing": "same", "state": "running"}

    assert {
        **required,
        "process": None,
        "knowsDeletion": False,
        "countdown": None,
        "notReady": False,
        "lines": [],
    } == row.to_json(lambda _: None, None)
    assert {
        **required,
        "process": "n1/uid-a",
        "knowsDeletion": False,
        "countdown": {"to": 5},
        "notReady": True,
        "lines": ["l"],
    } == row.to_json(lambda _: "n1/uid-a", {"to": 5}, ["l"], not_ready=True)


@pytest.mark.parametrize(
    ("phase", "pod_ready", "node_ready", "expected"),
    [
        ("Running", "False", "Unknown", True),
        ("Running", "False", None, True),
        ("Running", "False", "True", False),
        ("Running", "True", "Unknown", False),
        ("Pending", "False", "Unknown", False),
    ],
)
def test_a_running_pod_is_not_ready_with_its_node(
    phase: str, pod_ready: str, node_ready: str | None, expected: bool
) -> None:
    one = pod("a", on="n1")
    one["status"] = {"phase": phase, "conditions": [{"type": "Ready", "status": pod_ready}]}
    machine = None
    if node_ready is not None:
        machine = node("n1")
        machine["status"]["conditions"] = [{"type": "Ready", "status": node_ready}]

    assert expected is not_ready_with_its_node(
        Pod.parse(one), None if machine is None else Node.parse(machine)
    )


AGREES, DIFFERS, GHOST = (
    Row("u", "default/a", None, "same"),
    Row("u", "default/a", None, "differs"),
    Row("u", None, None, "no_object"),
)


@pytest.mark.parametrize(
    ("result", "apart", "only_store", "worth"),
    [
        ([GHOST], False, False, True),
        ([DIFFERS], False, False, False),
        ([AGREES], True, False, True),
        ([], True, False, False),
        ([AGREES], True, True, False),
        ([DIFFERS], True, True, True),
    ],
)
def test_two_racks_are_drawn_for_ghosts_and_for_machines_that_are_apart(
    result: list[Row], apart: bool, only_store: bool, worth: bool
) -> None:
    assert worth == worth_two_racks(result, apart=apart, only_store=only_store)
