"""The state of a run at a step as the database alone tells it."""

import math

from channels.db import database_sync_to_async as db

from playground.runs import services
from playground.runs.models import Run
from playground.workers.engine import make_recording
from playground.workers.run_tasks import play_to


async def truth(run: Run, seq: int) -> str:
    """The state hash at a step, replayed from the database alone."""
    run_state = await db(services.standing)(run.pk)
    assert run_state is not None
    recording = make_recording(await db(services.recipe)(run_state))
    play_to(recording, seq, math.inf)
    return str(recording.hash(seq))
