"""Inputs for a new fork: either all of them succeed, or there is no fork."""

from __future__ import annotations

import json
from dataclasses import replace

from playground import limits
from playground.runs import new_runs, stepper
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText, read_text
from playground.runs.changes.moves import Move
from playground.runs.protocol import wrong_type
from playground.runs.services import Gone, Lost, Standing
from playground.runs.stepper import Frames
from playground.texts.manifests.texts import read_json
from playground.texts.messages import problem
from scheduler_core import Problem

BIND = "bind"
"""The frame kind in which a pod gets its node."""


def read_inputs(text: str) -> list[str] | Problem:
    """Splits the JSON list of a form field into JSON texts of inputs for the core; at most
    `FORK_INPUTS_MAX`."""
    values = read_json(text, path="inputs") if text else []
    if isinstance(values, Problem):
        return values
    if not isinstance(values, list):
        return wrong_type("inputs", "a list", values)
    if len(values) > limits.FORK_INPUTS_MAX:
        return problem("fork.too_many_inputs", "inputs", n=len(values), most=limits.FORK_INPUTS_MAX)
    texts: list[str] = []
    for place, value in enumerate(values):
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
    """Forks a run at step `at` and applies `inputs` one after another. For `script` see `new_runs.fork`."""
    fork = new_runs.fork(run_id, at=at, owner=owner, script=script)
    if not isinstance(fork, Standing):
        return fork
    run, complete = fork, False
    try:
        for place, text in enumerate(inputs):
            moved = moves.move_and_wait(run, moves.give(InputText(text)), start=at + place)
            if not isinstance(moved, Move):
                return replace(moved, path=_path(place, moved.path)) if isinstance(moved, Problem) else moved
            run = moved.run
        complete = True
    finally:
        if not complete:  # the fork's name was not given out, so nobody could ever find it
            new_runs.discard(fork.run)
    return run


def play_until_bound(standing: Standing, pod: str) -> tuple[Standing, str]:
    """Plays from the newest step until `pod` (its key) is bound, and stores the steps. Also returns its
    node's name; when `BOUND_FRAMES_MAX` frames do not suffice, the name is "" and the run stays unchanged."""
    node = ""

    async def bound(run: Standing) -> Frames | None:
        nonlocal node
        talk = stepper.stepped(run.head, "quiet", None, limits.BOUND_FRAMES_MAX, None)
        for frame in json.loads((await stepper.ask(run, talk)).frames):
            if frame["kind"] == BIND and pod in frame["focus"]["pods"]:
                node = str(frame["focus"]["nodes"][0])
                return await stepper.ask(run, stepper.recorded(run.head, frame["seq"]))
        return None

    outcome = moves.move_and_wait(standing, bound, start=standing.head)
    return (outcome.run, node) if isinstance(outcome, Move) else (standing, "")


def _path(place: int, path: str) -> str:
    """The path within the list of inputs: `input.pod` of the second input becomes `inputs[1].pod`."""
    return f"inputs[{place}]{path.removeprefix('input')}"
