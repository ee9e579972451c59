"""How many inputs a run takes, and how long they may be together."""

from __future__ import annotations

from playground import limits
from playground.runs.services import Standing
from playground.texts.messages import problem
from scheduler_core import Problem


def full(known: Standing, characters: int, path: str = "") -> Problem | None:
    """Why a run takes no further input of so many characters; None when it takes it."""
    if known.inputs >= limits.RUN_INPUTS_MAX:
        return problem("input.too_many", path, limit=limits.RUN_INPUTS_MAX)
    if known.input_characters + characters > limits.RUN_INPUT_CHARACTERS_MAX:
        return problem("input.too_much", path, limit=limits.RUN_INPUT_CHARACTERS_MAX)
    return None
