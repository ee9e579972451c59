"""A socket on a run publishes its own moves and receives those of other sockets."""

import asyncio
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.runs import protocol, services, stepper
from playground.runs.socket.socket import RunSocket
from playground.runs.stepper import ask
from playground.server import background
from playground.server.database_threads import database_sync_to_async
from playground.workers import pool as workers


@dataclass(frozen=True)
class Others:
    """Others' moves that the client has not received yet: from step `start` to `end`. `body` has the members
    of a message of that `kind`; it is "" for several moves, which have to be joined."""

    start: int
    end: int
    kind: str
    body: str


def moved_on(before: Others | None, event: dict[str, Any]) -> Others:
    """The waiting moves with another one added."""
    start, end = int(event["start"]), int(event["end"])
    if before is None:
        return Others(start, end, str(event["kind"]), str(event["body"]))
    return Others(before.start, max(before.end, end), "", "")


class HearingSocket(RunSocket):
    """A socket that sends its client others' moves, at most `limits.UPDATES_PER_SECOND` times a second."""

    others: Others | None = None
    """Others' moves that wait to be sent."""
    wait: asyncio.Task[None] | None = None
    """Runs until the client may get others' moves again; None when it may now."""

    async def disconnect(self, code: int) -> None:
        if self.wait is not None:
            self.wait.cancel()
        await super().disconnect(code)

    async def run_moved(self, event: dict[str, Any]) -> None:
        """Handles another client's move. Moves that come faster than UPDATES_PER_SECOND are joined and sent
        later."""
        if event["sender"] == self.channel_name:
            return
        self.others = moved_on(self.others, event)
        if self.wait is None and self.line.full:
            self.wait = background.start(self.come_back())
        elif self.wait is None:
            await self.tell_of_others()

    async def run_waits(self, event: dict[str, Any]) -> None:
        """Informs the client that a Kubernetes API client begins or ends to wait, or that time passes
        differently."""
        if self.greeted:
            await self.send(protocol.waits_text(event["how"]))

    async def run_updates_due(self, event: dict[str, Any]) -> None:
        """Sends the waiting moves after the pause between two messages."""
        self.wait = None
        await self.tell_of_others()

    async def tell_of_others(self) -> None:
        """Sends what happened to a client at the old head; sends only the new head's number to any other
        client."""
        others, self.others = self.others, None
        if others is None or not self.greeted or others.end <= self.sent_head:
            return
        self.wait = background.start(self.come_back())
        following, before = self.at == self.sent_head, self.at
        self.sent_head = others.end
        self.standing = self.standing.moved_to(others.end)
        if not following:
            await self.send(protocol.head_text(others.end))
            return
        self.at, self.carried_from = others.end, before
        kind, body = others.kind, others.body
        if others.start != before or not body:  # moves were joined, or the channel layer dropped a message
            standing = await database_sync_to_async(services.refresh)(self.standing)
            if standing is None:
                self.at = before
                await self.send(protocol.head_text(others.end))
                return
            self.standing = standing.moved_to(others.end)
            try:
                frames = await ask(standing, stepper.joined(before, others.end))
            except (workers.BoundedError, workers.BusyError):
                self.at = before
                await self.send(protocol.head_text(others.end))
                return
            kind, body = frames.kind, frames.body
        await self.say_moves(kind, None, not self.can_act, body)

    async def come_back(self) -> None:
        """Wakes the socket through its own channel, so that it still handles one thing after another."""
        await asyncio.sleep(1 / limits.UPDATES_PER_SECOND)
        await self.rest()
        await self.line.emptied()
        await self.channel_layer.send(self.channel_name, {"type": "run.updates_due"})
