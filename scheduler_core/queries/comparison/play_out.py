"""Plays a run to its end, or for a limited number of steps."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import TimedInput
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.scenario.scenario import Scenario

_AT_ONCE = 50


def play_out(recording: Recording, most: int) -> int:
    """Plays until nothing more happens, and returns the step there; at most to step `most`."""
    at = 0
    while at < most and not recording.quiet(at):
        reached = recording.advance(at, "quiet", limit=min(_AT_ONCE, most - at))
        if reached == at:
            break
        at = reached
    return at


def with_given_inputs(recording: Recording) -> Scenario:
    """The run's scenario, with the inputs given by persons added to its script, each at its second and after
    the script's inputs of that second. The first input that cannot be read, or whose step the run no longer
    reaches, and all after it are left out."""
    given = []
    for seq, value in recording.inputs:
        if isinstance(value, Problem) or not recording.reach(seq + 1):
            break
        untimed = value.input if isinstance(value, TimedInput) else value
        given.append(TimedInput(round(float(recording.time(seq + 1)) * 1000), untimed))
    script = sorted((*recording.scenario.inputs, *given), key=lambda timed: timed.at_ms)
    return replace(recording.scenario, inputs=tuple(script))
