"""Tasks that look back over the steps of a run: the history of one object, and the search through time."""

import time
from typing import Any

from playground.workers.answers import Answer, Ok, encode
from playground.workers.questions import found
from scheduler_core import (
    Finder,
    Problem,
    manifests,
    moment_diff,
    object_history,
    parse_figure,
    parse_query,
    say,
)


def history(recording: Any, *, seq: int, kind: str, key: str, before: int | None) -> Answer:
    """What happened to one object up to step `seq`, in the steps before step `before`."""
    return found(object_history(recording, seq, kind, key, before), seq)


def find_steps(
    recording: Any, *, seq: int, begin: int, asked: str, templates: dict[str, str], most: int, deadline: float
) -> Answer:
    """The steps `begin` … `seq` that a text means, at most `most` of them. The answer is not done when the
    budget ended before `seq`; its step is the last that was looked at."""
    query = parse_query(asked)
    if isinstance(query, Problem):
        return query
    hits: list[dict[str, Any]] = []
    at = seq if query.empty else begin - 1
    recording.reach(seq)
    finder = Finder(recording, query, say, templates)
    while at < seq and len(hits) < most:
        at += 1
        if hit := finder.look(at):
            hits.append(hit)
        if time.monotonic() >= deadline:
            break
    return Ok(encode(hits), at, done=at >= seq or len(hits) >= most)


def until_found(
    recording: Any, *, start: int, asked: str, templates: dict[str, str], limit: int, deadline: float
) -> Answer:
    """The first step after `start` that a text means, however far the run has to be played on for it: `{hit,
    quiet}` about its step, with `hit` null where there is none. It is not done when the budget ended before
    `limit` steps.
    """
    query = parse_query(asked)
    if isinstance(query, Problem):
        return query
    finder = Finder(recording, query, say, templates)
    seq, hit, done = start, None, True
    while hit is None and seq < start + limit and not query.empty:
        if recording.quiet(seq) or not recording.reach(seq + 1):
            break
        seq += 1
        hit = finder.look(seq)
        done = hit is not None or time.monotonic() < deadline
        if not done:
            break
    return Ok(encode({"hit": hit, "quiet": recording.quiet(seq)}), seq, done)


def figure(recording: Any, *, seq: int, begin: int, asked: Any, deadline: float) -> Answer:
    """The steps `begin` … `seq` at which a figure takes another value, as `[second, value, step]`. The answer
    is not done when the budget ended before `seq`; its step is the last that was looked at."""
    recording.reach(seq)
    parsed = parse_figure(recording, asked, seq)
    if isinstance(parsed, Problem):
        return parsed
    points, at = parsed.points(begin, seq, lambda: time.monotonic() < deadline)
    return Ok(encode(points), at, done=at >= seq)


def diff(recording: Any, *, seq: int, begin: int) -> Answer:
    """What differs between the steps `begin` and `seq` of one run; `begin` may be the later one."""
    recording.reach(max(begin, seq))
    return Ok(encode(moment_diff(manifests(recording, begin), manifests(recording, seq))), seq)


def objects(recording: Any, *, seq: int) -> Answer:
    """Every object at a step, as `manifests` of the core tells them."""
    return Ok(encode(manifests(recording, seq)), seq)
