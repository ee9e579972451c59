"""Conditions (docs/conditions.md) of a run: whether one holds at a step, where it begins to, when it held."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.stops import has_come, parse_stop
from scheduler_core.engine.stretch import judge_all
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.query import AnswerPart, More


def judge(
    recording: Recording, seq: int, conditions: Sequence[Json], stop: Json
) -> dict[str, Json] | Problem:
    """`{"verdicts", "judged"}`: the verdict on each condition at step `seq`, and whether the moment `stop`
    has come by then."""
    parsed: list[Condition] = []
    for value in conditions:
        condition = parse_condition(value, "conditions")
        if isinstance(condition, Problem):
            return condition
        parsed.append(condition)
    moment = parse_stop(stop, "stop")
    if isinstance(moment, Problem):
        return moment
    verdicts: list[Json] = [verdict.to_json() for verdict in judge_all(recording, parsed, seq)]
    return {"verdicts": verdicts, "judged": has_come(recording, moment, seq)}


def until(
    recording: Recording, seq: int, condition: Json, limit: int, held: bool | None, more: More
) -> AnswerPart | Problem:
    """The first of the `limit` steps after `seq` at which a condition begins to hold. `held`: whether it held
    at `seq`, None where that is not known yet.

    `{"holds", "quiet", "said"}` about the last step that was looked at: whether the condition begins there,
    whether nothing more happens, and the sentence.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    (verdict,) = judge_all(recording, (parsed,), seq)
    before, at, done = verdict.holds if held is None else held, seq, True
    begins = False
    while at < seq + limit and not recording.quiet(at) and recording.reach(at + 1):
        at += 1
        (verdict,) = judge_all(recording, (parsed,), at)
        begins = verdict.holds and not before
        before = verdict.holds
        done = begins or at == seq + limit or more()
        if begins or not done:
            break
    answer: dict[str, Json] = {"holds": begins, "quiet": recording.quiet(at)}
    answer["said"] = verdict.message.to_json()
    return AnswerPart(answer, at, done, {"seq": at, "held": before, "limit": limit - (at - seq)})


def watch(
    recording: Recording, seq: int, condition: Json, begin: int, since: float | None, more: More
) -> AnswerPart | Problem:
    """`{"spans", "since"}`: the stretches of steps `begin` … `seq` in which a condition holds, as `[from,
    to]` in seconds, and the second since which it holds at the end, None where it does not. The argument
    `since` is the same before `begin`.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    spans: list[Json] = []
    at = begin
    while True:
        (verdict,) = judge_all(recording, (parsed,), at)
        now = float(recording.time(at))
        if verdict.holds and since is None:
            since = now
        elif not verdict.holds and since is not None:
            spans.append([since, now])
            since = None
        if at >= seq or not more():
            break
        at += 1
    return AnswerPart({"spans": spans, "since": since}, at, at >= seq, {"begin": at + 1, "since": since})
