"""Inputs that a fork is given on the way: all of them go through, or there is no fork."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from playground import limits
from playground.runs import new_runs, services, stepper
from playground.runs.bounds import full
from playground.runs.input_text import InputText, read_text
from playground.runs.protocol import wrong_type
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames
from playground.texts.manifests.texts import read_json
from playground.texts.messages import problem
from playground.workers import pool as workers
from scheduler_core import Problem

BIND = "bind"
"""The kind of the frame in which a pod gets its node."""


def read_inputs(text: str) -> list[str] | Problem:
    """The JSON list of a form field as JSON texts of inputs for the core. At most `FORK_INPUTS_MAX`."""
    found = read_json(text, path="inputs") if text else []
    if isinstance(found, Problem):
        return found
    if not isinstance(found, list):
        return wrong_type("inputs", "a list", found)
    if len(found) > limits.FORK_INPUTS_MAX:
        return problem("fork.too_many_inputs", "inputs", n=len(found), most=limits.FORK_INPUTS_MAX)
    texts: list[str] = []
    for place, value in enumerate(found):
        if not isinstance(value, dict):
            return wrong_type(f"inputs[{place}]", "an object", value)
        read = read_text(value)
        if isinstance(read, Problem):
            return replace(read, path=_path(place, read.path))
        texts.append(read.text)
    return texts


def fork_and_give(
    run_id: str, *, at: int, owner: str, inputs: list[str], script: int | None = None
) -> Standing | Gone | Lost | Problem:
    """A fork at step `at` to which `inputs` happened one after the other. For `script` see
    `new_runs.fork`.
    """
    made = new_runs.fork(run_id, at=at, owner=owner, script=script)
    if not isinstance(made, Standing):
        return made
    given = False
    try:
        for place, text in enumerate(inputs):
            said = give(made.run, at + place, text)
            if not isinstance(said, Moved):
                return replace(said, path=_path(place, said.path)) if isinstance(said, Problem) else said
        given = True
    finally:
        if not given:  # nobody has been told of the fork, so it would never be found again
            new_runs.discard(made.run)
    return made.moved_to(at + len(inputs), made.inputs + len(inputs))


def play_until_bound(known: Standing, pod: str) -> tuple[Standing, str]:
    """Plays on from the newest step until `pod` (its key) is bound, and makes that durable. Also returns the
    name of its node: "" when `BOUND_FRAMES_MAX` frames are too few, and the run then stays as it is.
    """
    limit = limits.BOUND_FRAMES_MAX
    played = stepper.answered(known, stepper.stepped(known.head, "quiet", None, limit, None))
    frames: list[dict[str, Any]] = json.loads(played.frames)
    bound = next((each for each in frames if each["kind"] == BIND and pod in each["focus"]["pods"]), None)
    if bound is None:
        return known, ""
    seq = bound["seq"]
    state = stepper.ok(stepper.answered(known, stepper.one("hash", seq=seq))).text
    moved = services.advance_head(known.run, inputs=known.inputs, to=seq, state=state)
    if not isinstance(moved, Moved):
        return known, ""
    return known.moved_to(moved.head), str(bound["focus"]["nodes"][0])


def give(run_id: str, at: int, text: str) -> Moved | Problem | Gone | Lost:
    """One input at the newest step `at`, made durable."""
    known = services.standing(run_id)
    if known is None:
        return Gone()
    if too_much := full(known, len(text), "input"):
        return too_much
    with stepper.until_stored(run_id):
        answer = stepper.answered(known, stepper.given(at, text))
        if not isinstance(answer, Frames):
            return InputText(text).placed(answer)
        kept = services.record_input(
            run_id, ordinal=known.inputs, seq=at, value=answer.stored, state=answer.hash
        )
    if not isinstance(kept, Moved):
        workers.pool().forget(run_id)  # the worker holds a past that did not happen
    return kept


def _path(place: int, path: str) -> str:
    """`input.pod` of the second input is `inputs[1].pod`."""
    return f"inputs[{place}]{path.removeprefix('input')}"
