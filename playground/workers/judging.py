"""Tasks that judge a run by conditions (docs/conditions.md)."""

import time
from typing import Any

from playground.workers.answers import Answer, Ok, encode
from scheduler_core import Problem, has_come, judge_all, parse_condition, parse_stop


def judge(recording: Any, *, seq: int, conditions: list[Any], stop: Any) -> Answer:
    """The verdict on each condition at step `seq`, and whether the moment `stop` has come by then."""
    parsed = []
    for value in conditions:
        condition = parse_condition(value, "conditions")
        if isinstance(condition, Problem):
            return condition
        parsed.append(condition)
    moment = parse_stop(stop, "stop")
    if isinstance(moment, Problem):
        return moment
    verdicts = [each.to_json() for each in judge_all(recording, parsed, seq)]
    return Ok(encode({"verdicts": verdicts, "judged": has_come(recording, moment, seq)}), seq)


def until(
    recording: Any, *, start: int, held: bool | None, condition: Any, limit: int, deadline: float
) -> Answer:
    """The first step after `start` at which a condition begins to hold. `held` says whether it held at
    `start`, None where that is not known yet.

    The answer is `{holds, held, quiet, said}` about its step: whether the condition begins there, whether it
    holds there, and whether nothing more happens. It is not done when the budget ended before `limit` steps.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    (verdict,) = judge_all(recording, (parsed,), start)
    before, seq, done = verdict.holds if held is None else held, start, True
    begins = False
    while seq < start + limit and not recording.quiet(seq) and recording.reach(seq + 1):
        seq += 1
        (verdict,) = judge_all(recording, (parsed,), seq)
        begins = verdict.holds and not before
        before = verdict.holds
        done = begins or time.monotonic() < deadline
        if begins or not done:
            break
    told = {"holds": begins, "held": before, "quiet": recording.quiet(seq), "said": verdict.said.to_json()}
    return Ok(encode(told), seq, done)


def watch(
    recording: Any, *, seq: int, begin: int, since: float | None, condition: Any, deadline: float
) -> Answer:
    """The stretches of steps `begin` … `seq` in which a condition holds, as `[from, to]` in seconds.

    `since` is the second since which it holds: before `begin` as an argument, at the end in the answer, and
    None where it does not.

    The answer is `{spans, since}` about its step; it is not done when the budget ended before `seq`.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    spans: list[list[float]] = []
    at = begin
    while True:
        (verdict,) = judge_all(recording, (parsed,), at)
        now = float(recording.time(at))
        if verdict.holds and since is None:
            since = now
        elif not verdict.holds and since is not None:
            spans.append([since, now])
            since = None
        if at >= seq or time.monotonic() >= deadline:
            break
        at += 1
    return Ok(encode({"spans": spans, "since": since}), at, done=at >= seq)
