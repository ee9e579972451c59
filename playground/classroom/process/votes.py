"""Votes on their way into the database: those that come at the same time are written together."""

from __future__ import annotations

import asyncio

from playground.classroom.services import polls
from playground.classroom.services.polls import Cast
from playground.server import background
from playground.server.database_threads import database_sync_to_async

AT_ONCE = 200
"""Votes that are made durable in one transaction."""


class Votes:
    """The votes of one room in this process."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.casts: list[tuple[Cast, asyncio.Future[str | None]]] = []
        self.casting: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self.casting is not None:
            self.casting.cancel()

    async def cast(self, vote: Cast) -> str | None:
        """Makes a vote durable, together with others that came meanwhile. None, or why it does not count."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.casts.append((vote, answer))
        if self.casting is None:
            self.casting = background.start(self.write_casts())
        return await answer

    async def write_casts(self) -> None:
        try:
            while self.casts:
                batch, self.casts = self.casts[:AT_ONCE], self.casts[AT_ONCE:]
                try:
                    told = await database_sync_to_async(polls.cast)(self.room, [vote for vote, _ in batch])
                except Exception as error:
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for (_, answer), code in zip(batch, told, strict=True):
                    if not answer.done():
                        answer.set_result(code)
        finally:
            self.casting = None
