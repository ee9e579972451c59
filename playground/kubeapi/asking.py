"""Reads of a run through its Kubernetes API, and both kinds of requests for who speaks it inside this
process.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from playground.kubeapi import clocks
from playground.kubeapi.giving import give, wall_ms
from playground.kubeapi.refusals import refusal
from playground.runs import services, stepper
from playground.runs.consumers import run_lock
from playground.runs.services import Standing
from playground.runs.stepper import ask
from playground.runs.time_policy import Policy
from playground.web.database_threads import database_sync_to_async
from playground.workers.kube_tasks import Reply, Told, reply_of
from scheduler_core import ApiRequest, answer_alone


async def read(known: Standing, request: ApiRequest, *, step: int | None) -> Reply:
    """The answer to a GET at a step, None for the newest. It holds the run's lock: a worker that is asked
    about one run with two numbers of inputs in turn would open it anew each time.
    """
    async with run_lock(known.run):
        now = await database_sync_to_async(services.refresh)(known)
        if now is None:
            return refusal(404, f'runs "{known.run}" not found')
        at = now.head if step is None else step
        clock_ms = clocks.moment_ms(known.run) if step is None else None
        talk = stepper.one("kube_read", seq=at, request=asdict(request), wall_ms=wall_ms(), clock_ms=clock_ms)
        reply = await ask(now, talk)
    assert isinstance(reply, Reply)
    return reply


async def perform(
    known: Standing, request: ApiRequest, *, may_write: bool, step: int | None = None, waits: bool = False
) -> Reply:
    """The answer to any request but a watch. With `waits` time goes as the policy of the run says, as for
    every client that waits.
    """
    if request.method != "GET":
        return await give(known, request, may_write=may_write, step=step)
    alone = answer_alone(request)
    if alone is not None:
        return reply_of(alone)
    if waits and may_write and step is None:
        clocks.holds(known.run)
    return await read(known, request, step=step)


def warned(reply: Reply, policy: Policy) -> Reply:
    """An answer to a client that waits, with what it has to know of time."""
    return replace(reply, warnings=(*reply.warnings, policy.warning)) if policy.warning else reply


async def changes(known: Standing, request: ApiRequest, *, since: str) -> Told | Reply:
    """What a watch that stands at a resourceVersion is told now. For the lock see `read`."""
    async with run_lock(known.run):
        now = await database_sync_to_async(services.refresh)(known)
        if now is None:
            return refusal(410, "the run was removed")
        talk = stepper.one(
            "kube_watch",
            seq=now.head,
            request=asdict(request),
            since=since,
            wall_ms=wall_ms(),
            clock_ms=clocks.moment_ms(known.run),
        )
        answer = await ask(now, talk)
    assert isinstance(answer, Told | Reply)
    return answer
