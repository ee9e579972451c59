"""A room presents a run with an input that cannot be read up to that input, and says why it ends there."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async as db

from playground.runs.models import Run
from tests.playground.runs.builders import AT, damaged


async def test_a_room_presents_it_up_to_the_input_and_says_why_it_ends(run: Run, rooms: Any) -> None:
    await db(damaged)(run)
    room = await rooms(run=run.pk, at=8)
    hello = await room.presenter.arrive()
    message = await room.presenter.hear("error")
    learner = await room.seat()
    theirs = await learner.arrive()

    assert (AT, AT) == (hello["board"]["run"]["head"], hello["position"]["at"])
    assert ("run.stops", "run.unread") == (message["code"], message["message"]["id"])
    assert AT == theirs["board"]["snapshot"]["seq"]
