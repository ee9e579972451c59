"""The door of the application: who asks, and how many pages of one asker are made at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings

from playground import limits
from playground.server.fairness.asker import asker

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]

OVERLOADED = "podium.overloaded"
"""Stands in the scope of a request that came when too many of its asker were waiting."""


class Place:
    """A request's place among those of its asker that are at work."""

    def __init__(self, gate: Gate, key: str) -> None:
        self.gate, self.key, self.left = gate, key, False
        self.loop = asyncio.get_running_loop()

    def leave(self) -> None:
        """Gives the place to the next one; for a request that is done, or only waits for a worker. It may be
        called in any thread.
        """
        self.loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        if not self.left:
            self.left = True
            self.gate.free(self.key)


place: ContextVar[Place | None] = ContextVar("place", default=None)


def let_others_in() -> None:
    """Gives up the place of the request that is being answered, because it now only waits."""
    if (mine := place.get()) is not None:
        mine.leave()


class Gate:
    """Lets at most `most` requests of one asker through at once; up to `waiting` others wait their turn. It
    belongs to one event loop.
    """

    def __init__(self, most: int, waiting: int) -> None:
        self.most, self.waiting = most, waiting
        self._inside: OrderedDict[str, int] = OrderedDict()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, key: str) -> Place | None:
        """A place at work, or None when too many wait already."""
        inside = self._inside.get(key, 0)
        if inside < self.most:
            self._inside[key] = inside + 1
            return Place(self, key)
        line = self._lines.setdefault(key, deque())
        if len(line) >= self.waiting:
            return None
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.free(key)  # its turn had come already
            raise
        return Place(self, key)

    def free(self, key: str) -> None:
        line = self._lines.get(key)
        while line:
            turn = line.popleft()
            if not turn.done():
                turn.set_result(None)  # the place goes on to the next one
                return
        self._lines.pop(key, None)
        if self._inside[key] > 1:
            self._inside[key] -= 1
        else:
            del self._inside[key]


def headers_of(scope: Scope, name: bytes) -> str:
    return ",".join(value.decode("latin1") for key, value in scope.get("headers", ()) if key == name)


def address_of(scope: Scope) -> str:
    """As `web.throttle.address_of`, for a scope."""
    if settings.TRUST_PROXY and (forwarded := headers_of(scope, b"x-forwarded-for")):
        return forwarded.rsplit(",", 1)[-1].strip()
    client = scope.get("client") or ("",)
    return str(client[0])


def door(application: Application, asker_of: Callable[[Scope], str]) -> Application:
    """Notes who asks, as `asker_of` says. A page waits when many of its asker are being made, or is marked as
    one too many.
    """
    gate = Gate(limits.PAGES_AT_ONCE, limits.PAGES_WAITING)

    async def enter(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await application(scope, receive, send)
            return
        key = asker_of(scope)
        asker.set(key)
        if scope["type"] == "websocket":
            await application(scope, receive, send)
            return
        mine = await gate.enter(key)
        place.set(mine)
        try:
            await application(scope if mine else {**scope, OVERLOADED: True}, receive, send)
        finally:
            if mine is not None:
                mine.leave()

    return enter
