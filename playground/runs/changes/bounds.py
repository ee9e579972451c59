"""What a run has no room for: how many steps and inputs it takes, and how long its inputs may be."""

from __future__ import annotations

from playground import limits
from playground.runs.services import Standing
from playground.texts.messages import problem
from scheduler_core import Problem


def too_long(standing: Standing) -> Problem | None:
    """Why a run takes no further step of the player; None when it takes one."""
    if standing.head >= limits.RUN_FRAMES_MAX:
        return problem("step.run_too_long", "from", limit=limits.RUN_FRAMES_MAX)
    return None


def full(standing: Standing, characters: int, path: str = "") -> Problem | None:
    """Why a run takes no further input of so many characters; None when it takes it."""
    if standing.inputs >= limits.RUN_INPUTS_MAX:
        return problem("input.too_many", path, limit=limits.RUN_INPUTS_MAX)
    if too_large := large(characters):
        return too_large
    if standing.input_characters + characters > limits.RUN_INPUT_CHARACTERS_MAX:
        return problem("input.too_much", path, limit=limits.RUN_INPUT_CHARACTERS_MAX)
    return None


def large(characters: int) -> Problem | None:
    """Why an input of so many characters is too long for any run."""
    if characters > limits.INPUT_CHARACTERS_MAX:
        return problem("input.too_large", "input", n=characters, limit=limits.INPUT_CHARACTERS_MAX)
    return None
