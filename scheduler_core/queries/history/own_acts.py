"""What persons did in a run, and the run without one of these acts."""

from __future__ import annotations

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.api_inputs import CatchUp
from scheduler_core.inputs.parse import Input, TimedInput
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.verbs.kubectl_line import kubectl_line

_MOMENT_S = 0.0005
"""Half of the smallest difference (s) between two virtual times."""


def own_acts(recording: Recording, seq: int) -> list[Json]:
    """The inputs up to step `seq`: `{"number", "seq", "t", "kind", "line", "message"}` with the place among
    all inputs (from 0), the step to which it led, its second, its kind, its line of kubectl ("" for a fault)
    and the sentence of its frame. What controllers catch up with for a client is no act of a person.
    """
    return [
        {
            "number": number,
            "seq": at + 1,
            "t": float(recording.time(at + 1)),
            "kind": _untimed(value).kind,
            "line": kubectl_line(_untimed(value)),
            "message": recording.frame(at + 1)["message"],
        }
        for number, (at, value) in enumerate(recording.inputs)
        if at < seq and isinstance(value, Input) and not isinstance(_untimed(value), CatchUp)
    ]


def without(recording: Recording, seq: int, number: int, most: int) -> dict[str, Json] | Problem | None:
    """The run up to the second of step `seq`, played again without its input `number` from the step at which
    that was given; the later inputs follow at their seconds. None when there is no such input; a problem when
    more than `most` steps would have to be played.

    `{"from", "inputs", "lost", "head", "hash"}`: `from` is the step up to which nothing changes, `inputs` are
    the later ones as `{"seq", "text"}` with the step of the new run at which each is given and its text to be
    stored, `lost` those that are refused now, `{"number", "line", "why"}`, and `head` is the last step.
    """
    inputs = [(at, value) for at, value in recording.inputs if at < seq]
    if not 0 <= number < len(inputs):
        return None
    begin = inputs[number][0]
    mine = Recording(recording.scenario, inputs[:number], plugins=recording.plugins)
    mine.reach(begin)
    at, kept, lost = begin, list[Json](), list[Json]()
    for place, (old, value) in enumerate(inputs[number + 1 :], number + 1):
        at = _moment(recording, old, mine, at, most)
        if at - begin >= most:
            return Problem("number", "acts.too_long", {"most": most})
        if isinstance(value, Problem):
            lost.append({"number": place, "line": "", "why": value.code})
            continue
        second = float(recording.time(old + 1))
        result = mine.give(at, TimedInput(round(second * 1000), _untimed(value)))
        if isinstance(result, Refused | Problem):
            why = result.text if isinstance(result, Refused) else result.code
            lost.append({"number": place, "line": kubectl_line(_untimed(value)), "why": why})
            continue
        kept.append({"seq": at, "text": mine.input_text(at)})
        at += 1
    at = mine.advance(at, "time", until=float(recording.time(seq)), limit=most)
    return {"from": begin, "inputs": kept, "lost": lost, "head": at, "hash": mine.hash(at)}


def _moment(recording: Recording, old: int, mine: Recording, at: int, most: int) -> int:
    """The step of the new run at which an input is given that the old one got at step `old`: as many steps of
    that second come before it as before."""
    second = float(recording.time(old))
    since = old
    while since > 0 and float(recording.time(since)) == second:
        since -= 1
    reached = mine.advance(at, "time", until=second - _MOMENT_S, limit=most)
    return mine.advance(reached, "time", until=second, limit=min(old - since, most))


def _untimed(value: Input) -> Untimed:
    return value.input if isinstance(value, TimedInput) else value
