"""Inputs that a fork is given on the way: all of them go through, or there is no fork."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.runs import services, stepper
from playground.runs.input_text import BadInput, read_text
from playground.runs.protocol import Message, message
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames


@dataclass(frozen=True)
class Wrong:
    """What is wrong with an input, and where: `inputs[1].gracePeriodSeconds`."""

    message: Message
    path: str
    line: int | None = None


def read_inputs(text: str) -> list[str] | Wrong:
    """The JSON list of a form field as JSON texts of inputs for the core. At most `FORK_INPUTS_MAX`."""
    try:
        found: Any = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return _wrong_type("inputs", "a JSON list", text)
    if not isinstance(found, list):
        return _wrong_type("inputs", "a list", text)
    if len(found) > limits.FORK_INPUTS_MAX:
        return Wrong(message("fork.too_many_inputs", n=len(found), most=limits.FORK_INPUTS_MAX), "inputs")
    texts: list[str] = []
    for place, value in enumerate(found):
        if not isinstance(value, dict):
            return _wrong_type(f"inputs[{place}]", "an object", json.dumps(value))
        read = read_text(value)
        if isinstance(read, BadInput):
            return Wrong(read.message, _path(place, read.path), read.line)
        texts.append(read.text)
    return texts


def fork_and_give(run_id: str, *, at: int, owner: str, inputs: list[str]) -> Standing | Gone | Lost | Wrong:
    """A fork at step `at` to which `inputs` happened one after the other."""
    made = services.fork(run_id, at=at, owner=owner)
    if not isinstance(made, Standing):
        return made
    for place, text in enumerate(inputs):
        said = give(made.run, at + place, text)
        if isinstance(said, Moved):
            continue
        services.discard(made.run)
        return Wrong(said.message, _path(place, said.path)) if isinstance(said, Wrong) else said
    return made.moved_to(at + len(inputs), made.inputs + len(inputs))


def give(run_id: str, at: int, text: str) -> Moved | Wrong | Gone | Lost:
    """One input at the newest step `at`, made durable."""
    known = services.standing(run_id)
    if known is None:
        return Gone()
    if known.inputs >= limits.RUN_INPUTS_MAX:
        return Wrong(message("input.too_many", limit=limits.RUN_INPUTS_MAX), "input")
    answer = stepper.answered(known, stepper.given(at, text))
    if not isinstance(answer, Frames):
        return Wrong(json.loads(answer.message), answer.path)
    return services.record_input(run_id, ordinal=known.inputs, seq=at, value=answer.stored)


def _path(place: int, path: str) -> str:
    """`input.pod` of the second input is `inputs[1].pod`."""
    return f"inputs[{place}]{path.removeprefix('input')}"


def _wrong_type(path: str, expected: str, got: str) -> Wrong:
    return Wrong(message("protocol.wrong_type", path=path, expected=expected, got=got[:40]), path)
