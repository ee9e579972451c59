"""A run moves: steps beyond its newest one, and inputs. Each is durable before it is answered, and told to
all who look at the run.
"""

from __future__ import annotations

from playground import limits
from playground.runs import services, stepper
from playground.runs.bounds import full
from playground.runs.input_text import InputText
from playground.runs.moves import run_lock
from playground.runs.protocol import problem
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames, ask
from playground.runs.telling import tell
from playground.server.background import to_its_end
from playground.server.database_threads import database_sync_to_async as db
from playground.texts.messages import problem
from playground.workers import pool as workers
from scheduler_core import Problem, Refused

Moves = tuple[Frames, Moved] | Problem | Refused | Lost | Gone


@to_its_end
async def play_on(known: Standing, start: int | None, size: str, until: float | None, limit: int) -> Moves:
    """One step of a size beyond the newest step, which has to be `start` where that is given."""
    async with run_lock(known.run):
        found = await db(services.refresh)(known)
        if found is None:
            return Gone()
        if start not in (None, found.head):
            return Lost(found.head, found.inputs)
        if found.head >= limits.RUN_FRAMES_MAX:
            return problem("step.run_too_long", "from", limit=limits.RUN_FRAMES_MAX)
        most = min(limit, limits.RUN_FRAMES_MAX - found.head)
        frames = await ask(found, stepper.stepped(found.head, size, until, most, None))
        kept = await db(services.advance_head)(
            known.run, inputs=found.inputs, to=frames.end, state=frames.hash
        )
        return await _told(found, frames, kept)


@to_its_end
async def give(known: Standing, start: int | None, read: InputText) -> Moves:
    """An input at the newest step, which has to be `start` where that is given."""
    async with run_lock(known.run):
        found = await db(services.refresh)(known)
        if found is None:
            return Gone()
        if start not in (None, found.head):
            return Lost(found.head, found.inputs)
        if too_much := full(found, len(read.text), "input"):
            return too_much
        with stepper.until_stored(known.run):
            frames = await ask(found, stepper.given(found.head, read.text))
            if isinstance(frames, Problem | Refused):
                return read.placed(frames)
            kept = await db(services.record_input)(
                known.run, ordinal=found.inputs, seq=found.head, value=frames.stored, state=frames.hash
            )
        return await _told(found, frames, kept)


async def _told(known: Standing, frames: Frames, kept: Moved | Lost | Gone) -> Moves:
    if not isinstance(kept, Moved):
        workers.pool().forget(known.run)  # the worker holds a past that did not happen
        return kept
    if frames.end > frames.start:
        await tell(known.run, frames)
    return frames, kept
