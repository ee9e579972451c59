"""Inputs that a test gives to a run."""

from __future__ import annotations

from playground.runs import services
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText
from playground.runs.changes.moves import Move


def give(run_id: str, at: int, text: str) -> Move:
    """Gives an input (JSON text) at the newest step, `at`."""
    run_state = services.standing(run_id)
    assert run_state is not None
    made = moves.move_and_wait(run_state, moves.give(InputText(text)), start=at)
    assert isinstance(made, Move), made
    return made
