"""Boards: whole scenarios played to a moment, and compared by where their pods were then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.parity.__main__ import main
from scheduler_core.parity.runner import run_file
from tests.builders import node, pod

HEADER = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "b"}, "spec": {"title": "b"}}
SCHEDULER = {
    "apiVersion": "kubescheduler.config.k8s.io/v1",
    "kind": "KubeSchedulerConfiguration",
    "profilez": [],
}
FULL = (
    "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: "
    "1 No preemption victims found for incoming pod."
)
"""One node, full, no pods of lower priority: the original's words (message cookbook)."""


def board(*documents: Any, seconds: int = 30) -> dict[str, Any]:
    return {"id": "board", "documents": [HEADER, *documents], "seconds": seconds}


def compared(path: Path, given: dict[str, Any], **pods: dict[str, Any]) -> tuple[list[str], list[str]]:
    """(paths that differ, texts of errors)."""
    file = path / "own.boards.jsonl"
    verdict = {"pods": {f"default/{name}": expected for name, expected in pods.items()}}
    file.write_text(json.dumps({"board": given, "verdict": verdict}) + "\n")
    report = run_file(str(file))
    differing = [one.path for problem in report.problems for one in problem.differences]
    return differing, [problem.text for problem in report.problems if problem.text]


def test_a_board_agrees_in_nodes_messages_and_what_is_gone(tmp_path: Path) -> None:
    given = board(node("n1", "1"), pod("a", "1", priority=5), pod("b", "1"))

    assert ([], []) == compared(
        tmp_path,
        given,
        a={"node": ["n1"], "phase": "Running", "nominated": "", "gone": False},
        b={"node": [], "reason": "Unschedulable", "message": FULL},
        c={"gone": True},
    )


def test_where_several_nodes_are_as_good_any_of_them_agrees(tmp_path: Path) -> None:
    given = board(node("n1", "2"), node("n2", "2"), pod("a", "1"))

    assert ([], []) == compared(tmp_path, given, a={"node": ["n1", "n2"]})


@pytest.mark.parametrize(
    ("field", "expected"),
    [("node", ["n2"]), ("node", []), ("message", "somewhere else"), ("phase", "Failed"), ("gone", True)],
)
def test_what_differs_is_named(tmp_path: Path, field: str, expected: Any) -> None:
    given = board(node("n1", "2"), pod("a", "1"))

    differing, _ = compared(tmp_path, given, a={field: expected})
    assert differing[0].startswith(f"$.pods.default/a.{field}")


def test_a_board_is_looked_at_when_its_seconds_are_over(tmp_path: Path) -> None:
    given = board(node("n1", "2"), pod("a", "1"), seconds=0)

    assert ["$.pods.default/a.phase"] == compared(tmp_path, given, a={"phase": "Running"})[0]


def test_documents_that_are_no_scenario_are_an_error_of_this_board(tmp_path: Path) -> None:
    _, texts = compared(tmp_path, {"id": "bad", "documents": [HEADER, SCHEDULER]}, a={"node": []})

    assert 1 == len(texts)
    assert "ValueError" in texts[0]


def test_the_command_takes_boards_under_any_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "anything.txt"
    given = board(node("n1", "2"), pod("a", "1"))
    file.write_text(json.dumps({"board": given, "verdict": {"pods": {"default/a": {"node": ["n1"]}}}}) + "\n")

    assert 0 == main(["--boards", str(file)])
    assert "1 passed, 0 failed" == capsys.readouterr().out.splitlines()[-1]
