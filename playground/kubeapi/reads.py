"""Reads of a run through its Kubernetes API, and all requests of clients inside this process."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, replace

from playground.kubeapi import clocks
from playground.kubeapi.due_work import settled_before
from playground.kubeapi.refusals import refusal
from playground.kubeapi.writes import give, wall_ms
from playground.runs import stepper
from playground.runs.changes.moves import newest
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.runs.time_policy import Policy
from playground.server import background
from playground.workers.kube_tasks import Reply, WatchEvents, reply_of
from scheduler_core import ApiRequest, answer_alone, client_of


async def read(standing: Standing, request: ApiRequest, *, step: int | None, fresh: bool = False) -> Reply:
    """The answer to a GET at a step, None for the newest; for `fresh` see `moves.newest`.

    The run's present moment is shown as the client's present moment. For a given step it is the moment of the
    run's last opening: then all steps show the same times for an object, and a diff of two steps shows only
    changes."""
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
    """The answer to any request except a watch. With `waits` time passes by the run's policy, as for every
    waiting client."""
    if request.method != "GET":
        return await give(standing, request, may_write=may_write, step=step)
    alone = answer_alone(request)
    if alone is not None:
        return reply_of(alone)
    if may_write and step is None:
        if waits:
            clocks.keep_running(standing.run)
        standing = await settled_before(standing, client_of(request.agent))
    return await read(standing, request, step=step)


def warned(reply: Reply, policy: Policy) -> Reply:
    """The answer for a waiting client, with a warning about how time passes."""
    return replace(reply, warnings=(*reply.warnings, policy.warning)) if policy.warning else reply


@dataclass(frozen=True)
class Changes:
    """The events of a watch, and the head up to which they are complete; None: nothing has happened."""

    events: WatchEvents | None
    head: int


_running: dict[tuple[object, ...], asyncio.Task[Changes | Reply]] = {}
"""Unanswered questions of watches. Watches with the same question share one task."""
_OF_ONE_WATCH = frozenset(("resourceVersion", "timeoutSeconds", "timeout", "allowWatchBookmarks"))


async def changes(
    standing: Standing, request: ApiRequest, *, since: str, head: int = -1, end: int = 0
) -> Changes | Reply:
    """The new events of a watch since a resourceVersion. `head` is the step up to which the watch is
    complete, `end` a step to which the run has moved since."""
    if not end:
        return await _changes(standing, request, since, head, end)
    query = tuple(sorted((name, value) for name, value in request.query.items() if name not in _OF_ONE_WATCH))
    loop = asyncio.get_running_loop()
    key = (loop, standing.run, end, since, request.path, request.accept, query)
    asking = _running.get(key)
    if asking is None:
        asking = _running[key] = background.start(_changes(standing, request, since, head, end))
        asking.add_done_callback(lambda done: _answered(key, done))
    return await asyncio.shield(asking)


def _answered(key: tuple[object, ...], done: asyncio.Task[Changes | Reply]) -> None:
    _running.pop(key, None)
    if not done.cancelled():
        done.exception()  # raised again in every waiting caller


async def _changes(
    standing: Standing, request: ApiRequest, since: str, head: int, end: int
) -> Changes | Reply:
    """Asks the worker for the new events of a watch."""
    async with newest(standing, end=end) as now:
        if now is None:
            return refusal(410, "the run was removed")
        if now.head == head:
            return Changes(None, head)
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
    return Changes(answer, now.head) if isinstance(answer, WatchEvents) else answer
