"""Tasks that look back over the steps of a run: the history of one object, and the search through time."""

import time
from typing import Any

from playground.workers.answers import Answer, Ok, encode
from playground.workers.questions import found
from scheduler_core import Finder, Problem, object_history, parse_query, say


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
    finder = Finder(recording, query, seq, say, templates)
    while at < seq and len(hits) < most:
        at += 1
        if hit := finder.look(at):
            hits.append(hit)
        if time.monotonic() >= deadline:
            break
    return Ok(encode(hits), at, done=at >= seq or len(hits) >= most)
