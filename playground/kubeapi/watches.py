"""Watches: answers with a line for each change, for as long as the client listens.

A watch keeps no history: it knows its resourceVersion, and asks the worker for later events whenever the run
has moved. So a client that is served late gets the same events."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import Any

from channels.layers import get_channel_layer

from playground import limits
from playground.kubeapi.reads import changes
from playground.kubeapi.refusals import too_many
from playground.runs.changes.news import group_name
from playground.runs.services import Standing
from playground.server import background
from playground.server.fairness.asker import asker
from playground.server.fairness.buckets import TokenBucket
from playground.server.fairness.gate import let_others_in
from playground.server.http.overload import DATABASE_ERRORS
from playground.server.lifecycle import state
from playground.workers import pool as workers
from playground.workers.kube_tasks import Reply
from scheduler_core import ApiRequest

BOOKMARK_SECONDS = 60.0
LOOK_SECONDS = 5.0
"""Seconds after which the run is read again, even when no move was published."""

AWAY_SECONDS = 30.0
"""A watch survives a database outage of so many seconds and then sends everything that happened meanwhile."""

open_watches: Counter[str] = Counter()
"""Watches by run and by visitor."""


class Watch:
    """One watch of a client."""

    def __init__(self, standing: Standing, request: ApiRequest, receive: Any, send: Any) -> None:
        self.standing, self.request, self.receive, self.send = standing, request, receive, send
        first = "" if request.flag("sendInitialEvents") else request.query.get("resourceVersion", "")
        self.since = first
        self.head, self.bookmark = -1, ""
        self.ends = time.monotonic() + seconds_of(request)
        self.marked = time.monotonic()
        self.answered = time.monotonic()
        self.bucket = TokenBucket(
            limits.KUBE_WATCH_CHARACTERS_PER_SECOND, limits.KUBE_WATCH_CHARACTERS_AT_ONCE
        )

    async def serve(self, start: Any) -> Reply | None:
        """Answers until the client leaves or the time is up. A refusal before the first line is returned;
        `start` is called before that line."""
        keys = (f"run {self.standing.run}", f"visitor {asker.get()}")
        most = (limits.KUBE_WATCHES_PER_RUN, limits.KUBE_WATCHES_PER_VISITOR)
        if any(open_watches[key] >= limit for key, limit in zip(keys, most, strict=True)):
            return too_many(limits.BUSY_RETRY_SECONDS)
        open_watches.update(keys)
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(group_name(self.standing.run), channel)
        listening = background.start_child(self.receive())
        self.hearing = background.start_child(layer.receive(channel))
        try:
            with state.calls(listening.cancel):
                return await self.tell(start, listening, partial(layer.receive, channel))
        finally:
            open_watches.subtract(keys)
            for task in (listening, self.hearing):
                task.cancel()
            await asyncio.gather(listening, self.hearing, return_exceptions=True)
            await layer.group_discard(group_name(self.standing.run), channel)

    async def tell(self, start: Any, listening: asyncio.Task[Any], hear: Any) -> Reply | None:
        """Sends events until `listening` ends: the client has left, or the server stops."""
        events = await self.new_lines()
        if isinstance(events, Reply):
            return events
        let_others_in()
        await start()
        await self.say(events)
        while not listening.done() and not state.draining and (remaining := self.ends - time.monotonic()) > 0:
            wait = min(remaining, LOOK_SECONDS)
            done, _ = await asyncio.wait(
                (listening, self.hearing), timeout=wait, return_when=asyncio.FIRST_COMPLETED
            )
            end = 0
            if self.hearing in done:
                event = self.hearing.result()
                self.hearing = background.start_child(hear())
                end = int(event.get("end", 0))
                if end <= self.head:
                    continue  # sent already, or not about a move
            if not await self.go_on(end):
                break
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})
        return None

    async def go_on(self, end: int) -> bool:
        """Sends new events, at least those up to step `end`; False when the watch ends."""
        try:
            events = await self.new_lines(end)
            self.answered = time.monotonic()
        except workers.WorkerEndedError:
            raise
        except (workers.BusyError, workers.BoundedError):
            return True  # the next attempt sends the same
        except DATABASE_ERRORS:
            if time.monotonic() - self.answered > AWAY_SECONDS:
                raise
            return True
        if isinstance(events, Reply):
            await self.say(f'{{"type":"ERROR","object":{events.body}}}\n')
            return False
        lines = events
        if self.request.flag("allowWatchBookmarks") and time.monotonic() - self.marked > BOOKMARK_SECONDS:
            self.marked = time.monotonic()
            lines += f"{self.bookmark}\n"
        if lines:
            await self.say(lines)
        return True

    async def new_lines(self, end: int = 0) -> str | Reply:
        """The lines of the events since the last call, or a refusal."""
        answer = await changes(self.standing, self.request, since=self.since, head=self.head, end=end)
        if isinstance(answer, Reply):
            return answer
        self.head = answer.head
        if answer.events is None:
            return ""
        self.since, self.bookmark = answer.events.version, answer.events.bookmark
        return answer.events.lines

    async def say(self, lines: str) -> None:
        """Sends lines and pauses after many, so that a slow client gets them later and all at once."""
        data = lines.encode("utf-8", "backslashreplace")
        self.bucket.owe(len(data))
        await self.send({"type": "http.response.body", "body": data, "more_body": True})
        if seconds := self.bucket.rest_s():
            await asyncio.sleep(min(seconds, max(0.0, self.ends - time.monotonic())))


def seconds_of(request: ApiRequest) -> float:
    """The longest duration of the watch in seconds."""
    timeout = request.query.get("timeoutSeconds", "")
    seconds = int(timeout) if timeout.isdecimal() and len(timeout) < 8 else 0
    return float(min(seconds, limits.KUBE_WATCH_SECONDS) if seconds else limits.KUBE_WATCH_SECONDS)
