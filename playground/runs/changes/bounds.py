"""Limits of a run: the number of its steps and inputs, and the length of its inputs."""

from __future__ import annotations

from playground import limits
from playground.runs.services import Standing
from playground.texts.messages import problem
from scheduler_core import Problem


def too_long(standing: Standing) -> Problem | None:
    """The problem when the run has reached the limit of steps, else None."""
    if standing.head >= limits.RUN_FRAMES_MAX:
        return problem("step.run_too_long", "from", limit=limits.RUN_FRAMES_MAX)
    return None


def full(standing: Standing, characters: int, path: str = "") -> Problem | None:
    """The problem when the run cannot take another input of so many characters, else None."""
    if standing.inputs >= limits.RUN_INPUTS_MAX:
        return problem("input.too_many", path, limit=limits.RUN_INPUTS_MAX)
    if too_large := large(characters):
        return too_large
    if standing.input_characters + characters > limits.RUN_INPUT_CHARACTERS_MAX:
        return problem("input.too_much", path, limit=limits.RUN_INPUT_CHARACTERS_MAX)
    return None


def large(characters: int) -> Problem | None:
    """The problem when an input of so many characters is too long for any run, else None."""
    if characters > limits.INPUT_CHARACTERS_MAX:
        return problem("input.too_large", "input", n=characters, limit=limits.INPUT_CHARACTERS_MAX)
    return None
