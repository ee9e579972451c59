"""What is said of a process: its state, its end, what its kubelet has not heard of, and what it writes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.process_lines import process_lines
from scheduler_core.kubelet.node.processes import Process
from tests.core.board.safety.builders import made

KEPT, LEAVING = made("a"), made("a", leaving=True)


def lines_of(state: str, **message: Any) -> list[Any]:
    process = Process(KEPT, state, 0, True, message.pop("knows", False), message.pop("deadline_ms", None))
    options = {"ghost": False, "writes": (), "lease": None, **message}
    pod = options.pop("pod", KEPT)
    lines: list[Any] = process_lines(process, pod, **options)
    return [(line["say"], line["args"]) for line in lines]


@pytest.mark.parametrize(
    ("state", "ghost", "line"),
    [
        ("running", False, "running"),
        ("terminating", False, "terminating"),
        ("running", True, "ghost"),
        ("terminating", True, "ghost_ending"),
    ],
)
def test_the_first_line_is_the_state(state: str, ghost: bool, line: str) -> None:
    assert [(line, {})] == lines_of(state, ghost=ghost)


def test_a_process_that_ends_says_when_it_is_killed_and_a_ghost_does_so_too() -> None:
    kills = ("kills_in", {"until": 30})

    assert [("terminating", {}), kills] == lines_of("terminating", deadline_ms=30_000)
    assert [("ghost_ending", {}), kills] == lines_of("terminating", deadline_ms=30_000, ghost=True, pod=None)
    assert [("running", {})] == lines_of("running", deadline_ms=30_000)


def test_a_process_whose_kubelet_has_not_heard_of_the_deletion_says_so() -> None:
    assert [("running", {}), ("knows_nothing", {})] == lines_of("running", pod=LEAVING, lease=20)
    assert [("running", {}), ("reported", {"at": 20})] == lines_of(
        "running", pod=LEAVING, lease=20, knows=True
    )


def test_a_process_on_a_silent_node_was_reported_when_its_lease_was_renewed_last() -> None:
    assert [("running", {}), ("reported", {"at": 20})] == lines_of("running", lease=20)
    assert [("running", {})] == lines_of("running", lease=20, pod=None)
    assert [("terminating", {})] == lines_of("terminating", lease=20)


def test_what_a_process_writes_stands_last_and_in_place_of_its_last_report() -> None:
    writes = ("writes", {"claims": ["data"]})

    assert [("running", {}), writes] == lines_of("running", writes=("data",), lease=20)
    assert [("ghost", {}), writes] == lines_of("running", writes=("data",), ghost=True, pod=None)
