"""Reads of a run through its Kubernetes API, and both kinds of requests for who speaks it inside this
process.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, replace

from playground.kubeapi import clocks
from playground.kubeapi.refusals import refusal
from playground.kubeapi.writes import give, wall_ms
from playground.runs import stepper
from playground.runs.changes.moves import newest
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.runs.time_policy import Policy
from playground.server import background
from playground.workers.kube_tasks import Reply, WatchEvents, reply_of
from scheduler_core import ApiRequest, answer_alone


async def read(standing: Standing, request: ApiRequest, *, step: int | None, fresh: bool = False) -> Reply:
    """The answer to a GET at a step, None for the newest; for `fresh` see `moves.newest`.

    The now of the run is the client's now. In answers about a step that was named it is when the run was last
    opened: all steps tell an object's times alike, and a diff of two steps shows what has changed.
    """
    async with newest(standing, fresh=fresh) as now:
        if now is None:
            return refusal(404, f'runs "{standing.run}" not found')
        moment = stepper.question(
            "kube_read",
            seq=now.head if step is None else step,
            request=asdict(request),
            head=now.head,
            wall_ms=wall_ms() if step is None else int(now.opened.timestamp() * 1000),
            clock_ms=clocks.moment_ms(standing.run) if step is None else None,
        )
        reply = await ask(now, moment)
    assert isinstance(reply, Reply)
    return reply


async def perform(
    standing: Standing, request: ApiRequest, *, may_write: bool, step: int | None = None, waits: bool = False
) -> Reply:
    """The answer to any request but a watch. With `waits` time goes as the policy of the run says, as for
    every client that waits.
    """
    if request.method != "GET":
        return await give(standing, request, may_write=may_write, step=step)
    alone = answer_alone(request)
    if alone is not None:
        return reply_of(alone)
    if waits and may_write and step is None:
        clocks.holds(standing.run)
    return await read(standing, request, step=step)


def warned(reply: Reply, policy: Policy) -> Reply:
    """An answer to a client that waits, with what it has to know of time."""
    return replace(reply, warnings=(*reply.warnings, policy.warning)) if policy.warning else reply


@dataclass(frozen=True)
class Seen:
    """What a watch is told, and the head of the run up to which that is all; None: nothing has happened."""

    events: WatchEvents | None
    head: int


_asked: dict[tuple[object, ...], asyncio.Task[Seen | Reply]] = {}
"""The questions of watches that have no answer yet. Watches that ask the same wait for the same answer."""
_OF_ONE_WATCH = frozenset(("resourceVersion", "timeoutSeconds", "timeout", "allowWatchBookmarks"))


async def changes(
    standing: Standing, request: ApiRequest, *, since: str, head: int = -1, end: int = 0
) -> Seen | Reply:
    """What a watch that stands at a resourceVersion is told now. `head` is the step up to which it was told
    everything, `end` one to which the run has moved since, as far as the watch was told.
    """
    if not end:
        return await _changes(standing, request, since, head, end)
    query = tuple(sorted((name, value) for name, value in request.query.items() if name not in _OF_ONE_WATCH))
    loop = asyncio.get_running_loop()
    key = (loop, standing.run, end, since, request.path, request.accept, query)
    asking = _asked.get(key)
    if asking is None:
        asking = _asked[key] = background.start(_changes(standing, request, since, head, end))
        asking.add_done_callback(lambda done: _answered(key, done))
    return await asyncio.shield(asking)


def _answered(key: tuple[object, ...], done: asyncio.Task[Seen | Reply]) -> None:
    _asked.pop(key, None)
    if not done.cancelled():
        done.exception()  # whoever still waits is told of it


async def _changes(standing: Standing, request: ApiRequest, since: str, head: int, end: int) -> Seen | Reply:
    async with newest(standing, end=end) as now:
        if now is None:
            return refusal(410, "the run was removed")
        if now.head == head:
            return Seen(None, head)
        talk = stepper.question(
            "kube_watch",
            seq=now.head,
            request=asdict(request),
            since=since,
            wall_ms=wall_ms(),
            clock_ms=clocks.moment_ms(standing.run),
        )
        answer = await ask(now, talk)
    assert isinstance(answer, WatchEvents | Reply)
    return Seen(answer, now.head) if isinstance(answer, WatchEvents) else answer
