"""Writes: what changes something becomes an input of the run, durable before it is answered, and is told to
all who look at the run.
"""

from __future__ import annotations

import time
from dataclasses import asdict

from playground import limits
from playground.kubeapi import clocks
from playground.kubeapi.refusals import refusal
from playground.runs import services, stepper
from playground.runs.moves import newest
from playground.runs.services import Gone, Lost, Standing
from playground.runs.stepper import ask
from playground.runs.telling import tell
from playground.server.background import to_its_end
from playground.server.database_threads import database_sync_to_async
from playground.workers import pool as workers
from playground.workers.kube_tasks import Given, Reply
from scheduler_core import ApiRequest

TRIES = 5
TOKEN_NEEDED = ": the kubeconfig on the page of the run carries the right to change it"
PAST = ": a step of the past can only be read"


def wall_ms() -> int:
    return int(time.time() * 1000)


@to_its_end
async def give(
    known: Standing, request: ApiRequest, *, may_write: bool, step: int | None, fresh: bool = False
) -> Reply:
    """The answer to a write at the newest step; for `fresh` see `moves.newest`. Boards are told of it
    even if the client has gone.
    """
    why = PAST if step is not None else TOKEN_NEEDED
    async with newest(known, fresh=fresh) as found:
        for _ in range(TRIES):
            if found is None:
                return refusal(404, f'runs "{known.run}" not found')
            known = found
            with stepper.until_stored(known.run):
                answer = await _tried(known, request, may_write and step is None, why)
                if isinstance(answer, Reply):
                    return answer
                full = _full(known, len(answer.stored))
                if full is not None:
                    workers.pool().forget(known.run)
                    return full
                start = answer.seq - 1
                frames = stepper.frames_of_input(start, answer.frames, answer.tail, answer.stored)
                kept = await database_sync_to_async(services.record_input)(
                    known.run, ordinal=known.inputs, seq=known.head, value=answer.stored, state=frames.hash
                )
            if isinstance(kept, Lost | Gone):
                workers.pool().forget(known.run)  # the worker holds a past that did not happen
                found = await database_sync_to_async(services.refresh)(known)
                continue
            await tell(known.run, frames)
            return answer.reply
    return refusal(409, "Operation cannot be fulfilled: the run moved on meanwhile; please try again")


async def _tried(known: Standing, request: ApiRequest, may_write: bool, why: str) -> Reply | Given:
    talk = stepper.one(
        "kube_write",
        at=known.head,
        request=asdict(request),
        wall_ms=wall_ms(),
        may_write=may_write,
        why=why,
        clock_ms=clocks.moment_ms(known.run),
    )
    answer = await ask(known, talk)
    assert isinstance(answer, Reply | Given)
    return answer


def _full(known: Standing, characters: int) -> Reply | None:
    """The refusal of an input for which the run has no room."""
    if known.inputs >= limits.RUN_INPUTS_MAX:
        return refusal(403, f"a run takes {limits.RUN_INPUTS_MAX} inputs at most; fork it at an earlier step")
    if characters > limits.INPUT_CHARACTERS_MAX:
        return refusal(413, f"limit is {limits.INPUT_CHARACTERS_MAX} characters")
    if known.input_characters + characters > limits.RUN_INPUT_CHARACTERS_MAX:
        return refusal(403, "the inputs of this run are as long as they may be; fork it at an earlier step")
    return None
