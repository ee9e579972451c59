"""What a minor release changes, as the tables have it."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.changes import CHANGES, WITHOUT_RULE
from scheduler_core.objects.releases.notes import gate_moves, gates_without_rule, notes, notes_behind_gates
from scheduler_core.objects.releases.version import Minor


def turns(field: str, minor: Minor) -> list[tuple[int, bool]]:
    """The patch levels at which the sentence of a field begins and ends to be true."""
    return [
        (turn.version.patch, turn.on)
        for note in notes(minor)
        if note.change.field == field
        for turn in note.turns
    ]


@pytest.mark.parametrize(
    ("field", "minor", "expected"),
    [
        ("taint_message_names_taint", (1, 35), [(0, True)]),
        ("taint_message_names_taint", (1, 36), []),
        ("statefulset_max_unavailable", (1, 35), [(0, True), (4, False)]),
        ("statefulset_max_unavailable", (1, 36), []),
        ("statefulset_max_unavailable", (1, 37), [(0, True)]),
        ("resets_ready_on_restart", (1, 35), [(0, True)]),
        ("declared_features", (1, 36), [(0, True)]),
    ],
)
def test_a_change_takes_place_where_its_rule_changes_by_default(
    field: str, minor: Minor, expected: list[tuple[int, bool]]
) -> None:
    assert expected == turns(field, minor)


def test_a_gate_that_is_off_stands_apart_until_it_is_on() -> None:
    behind = [{note.change.field for note in notes_behind_gates((1, minor))} for minor in (35, 36)]

    assert "declared_features" in behind[0]
    assert "declared_features" not in behind[1]


def test_gates_that_come_move_and_go_are_named() -> None:
    moves = {move.gate.name: (move.before, move.after) for move in gate_moves((1, 37))}
    before, after = moves["GangScheduling"]

    assert before is not None
    assert after is None
    assert "DRADeviceTaints" in moves
    assert "ImageVolume" not in moves


def test_gates_that_nothing_reads_are_none_of_the_table() -> None:
    idle = gates_without_rule((1, 36))

    assert "OpportunisticBatching" in idle
    assert set() == set(idle) & {change.gate for change in CHANGES}


def test_fields_without_a_rule_are_rows_of_the_table() -> None:
    assert {change.field for change in CHANGES} >= WITHOUT_RULE
