"""Writes: a change becomes an input of the run, which is stored before the answer and published to all
clients of the run."""

from __future__ import annotations

import time
from dataclasses import asdict

from playground.kubeapi import clocks
from playground.kubeapi.due_work import settle_after, settled_before
from playground.kubeapi.refusals import refusal
from playground.runs import stepper
from playground.runs.changes.bounds import full
from playground.runs.changes.moves import Move, move
from playground.runs.services import Gone, Standing
from playground.runs.stepper import Frames, ask
from playground.server.background import to_its_end
from playground.workers import pool as workers
from playground.workers.kube_tasks import InputReply, Reply
from scheduler_core import ApiRequest, client_of

TRIES = 5
TOKEN_NEEDED = ": the kubeconfig on the page of the run carries the right to change it"
PAST = ": a step of the past can only be read"
FULL = {
    "input.too_many": (403, "a run takes {limit} inputs at most; fork it at an earlier step"),
    "input.too_large": (413, "limit is {limit} characters"),
    "input.too_much": (403, "the inputs of this run are as long as they may be; fork it at an earlier step"),
}
"""Status and sentence for each limit of a run (`runs.bounds`)."""


def wall_ms() -> int:
    return int(time.time() * 1000)


@to_its_end
async def give(
    standing: Standing, request: ApiRequest, *, may_write: bool, step: int | None, fresh: bool = False
) -> Reply:
    """The answer to a write at the newest step; for `fresh` see `moves.newest`. What is due at that moment is
    done before it, and after it what controllers answer to it. Boards get the change even when the client has
    disconnected."""
    why = PAST if step is not None else TOKEN_NEEDED
    reply: Reply | None = None

    async def frames(run: Standing) -> Frames | Reply:
        nonlocal reply
        talk = stepper.question(
            "kube_write",
            at=run.head,
            request=asdict(request),
            wall_ms=wall_ms(),
            may_write=may_write and step is None,
            why=why,
            clock_ms=clocks.moment_ms(run.run),
        )
        answer = await ask(run, talk)
        assert isinstance(answer, Reply | InputReply)
        if isinstance(answer, Reply):
            return answer
        if too_much := full(run, len(answer.stored)):
            workers.pool().forget(run.run)
            status, words = FULL[too_much.code]
            return refusal(status, words.format(**too_much.args))
        reply = answer.reply
        return stepper.frames_of_input(run.head, answer.frames, answer.tail, answer.stored)

    client = client_of(request.agent)
    if may_write and step is None:
        standing = await settled_before(standing, client, fresh=fresh)
    for attempt in range(TRIES):
        outcome = await move(standing, frames, fresh=fresh and attempt == 0)
        if isinstance(outcome, Reply):
            return outcome
        if isinstance(outcome, Gone):
            return refusal(404, f'runs "{standing.run}" not found')
        if isinstance(outcome, Move) and reply is not None:
            await settle_after(outcome.run, client)
            return reply
    return refusal(409, "Operation cannot be fulfilled: the run moved on meanwhile; please try again")
