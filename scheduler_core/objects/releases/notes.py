"""What a minor release changes, read from the tables: behaviours, behaviours behind gates, and gates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scheduler_core.objects.releases.changes import CHANGES, Change
from scheduler_core.objects.releases.gates import GATES, Gate, GateState
from scheduler_core.objects.releases.messages import MESSAGES
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.releases.version import NEWEST_PATCH, Minor, Version


class Turn(NamedTuple):
    """From `version` on the first sentence of a change is true, or no longer."""

    version: Version
    on: bool


class Note(NamedTuple):
    """A change with its sentences `release.FIELD` and `release.FIELD.who`, and when it takes place in a minor
    release. `gate` and `state` (at its newest patch) are None for a change without a gate, or where the
    release does not know the gate; `turns` is empty for what only a setting of the gate switches.
    """

    change: Change
    turns: tuple[Turn, ...] = ()
    gate: Gate | None = None
    state: GateState | None = None


class GateMove(NamedTuple):
    """A gate that is new in a release, gone, or of another stage or default than before. None: not known."""

    gate: Gate
    before: GateState | None
    after: GateState | None


def notes(minor: Minor) -> tuple[Note, ...]:
    """What the release changes by default, in the order of the table."""
    return tuple(note for change in _worded() if (note := _note(change, minor)).turns)


def notes_behind_gates(minor: Minor) -> tuple[Note, ...]:
    """What a setting of a gate switches on in the release, in the order of the table."""
    rows = (_note(change, minor) for change in _worded())
    return tuple(
        note
        for note in rows
        if not note.turns and note.state is not None and not _holds(note.change, _newest(minor))
    )


def gate_moves(minor: Minor) -> tuple[GateMove, ...]:
    """The gates that the release moves, by name."""
    pairs = (
        GateMove(gate, gate.state(_before(minor)), gate.state(_newest(minor))) for gate in GATES.values()
    )
    moved = (move for move in pairs if _what(move.before) != _what(move.after))
    return tuple(sorted(moved, key=lambda move: move.gate.name))


def gates_without_rule(minor: Minor) -> tuple[str, ...]:
    """The names of gates that may be set in the release although nothing in the model reads them, sorted."""
    read = {change.gate for change in CHANGES}
    return tuple(
        sorted(name for name, gate in GATES.items() if name not in read and gate.state(_newest(minor)))
    )


def _worded() -> Iterator[Change]:
    return (change for change in CHANGES if f"release.{change.field}" in MESSAGES)


def _newest(minor: Minor) -> Version:
    return Version(*minor, NEWEST_PATCH)


def _before(minor: Minor) -> Version:
    return Version(minor[0], minor[1] - 1, NEWEST_PATCH)


def _what(state: GateState | None) -> tuple[str, bool, bool] | None:
    return state and (state.stage, state.default, state.locked)


def _note(change: Change, minor: Minor) -> Note:
    gate = GATES[change.gate] if change.gate else None
    moments = {state.since for state in gate.states} if gate else {change.first}
    held, turns = _holds(change, _before(minor)), []
    for version in sorted(moment for moment in moments if moment is not None and moment[:2] == minor):
        if _holds(change, version) is not held:
            held = not held
            turns.append(Turn(version, held))
    return Note(change, tuple(turns), gate, gate.state(_newest(minor)) if gate else None)


def _holds(change: Change, version: Version) -> bool:
    """Whether the first sentence of a change is true in a version, with the defaults of its gates."""
    value: bool | int = getattr(release(f"{version.major}.{version.minor}.{version.patch}"), change.field)
    return value == change.value
