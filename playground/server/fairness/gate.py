"""Limits how many pages of one asker are made at once."""

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
"""The scope's key that marks a request refused because too many requests of its asker were waiting."""


class Place:
    """A request's place among its asker's requests in progress."""

    def __init__(self, gate: Gate, key: str) -> None:
        self.gate, self.key, self.left = gate, key, False
        self.loop = asyncio.get_running_loop()

    def leave(self) -> None:
        """Passes the place on, because the request is done or only waits for a worker. Callable from any
        thread."""
        self.loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        if not self.left:
            self.left = True
            self.gate.free(self.key)


place: ContextVar[Place | None] = ContextVar("place", default=None)


def let_others_in() -> None:
    """Gives up the place of the current request, because from now on it only waits."""
    if (mine := place.get()) is not None:
        mine.leave()


class Gate:
    """Lets at most `most` requests of one asker through at once; up to `waiting` others are queued. It
    belongs to one event loop."""

    def __init__(self, most: int, waiting: int) -> None:
        self.most, self.waiting = most, waiting
        self._inside: OrderedDict[str, int] = OrderedDict()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, key: str) -> Place | None:
        """Waits for a place; None when too many are waiting already."""
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
                self.free(key)  # it had got its place already
            raise
        return Place(self, key)

    def free(self, key: str) -> None:
        """Gives a place to the next waiting request, or back."""
        line = self._lines.get(key)
        while line:
            turn = line.popleft()
            if not turn.done():
                turn.set_result(None)  # the next request gets the place
                return
        self._lines.pop(key, None)
        if self._inside[key] > 1:
            self._inside[key] -= 1
        else:
            del self._inside[key]


def headers_of(scope: Scope, name: bytes) -> str:
    return ",".join(value.decode("latin1") for key, value in scope.get("headers", ()) if key == name)


def address_of(scope: Scope) -> str:
    """Like `web.throttle.address_of`, for a scope."""
    if settings.TRUST_PROXY and (forwarded := headers_of(scope, b"x-forwarded-for")):
        return forwarded.rsplit(",", 1)[-1].strip()
    client = scope.get("client") or ("",)
    return str(client[0])


def door(application: Application, asker_of: Callable[[Scope], str]) -> Application:
    """Sets the asker by `asker_of`. A page waits while too many of its asker's pages are in progress, or is
    marked as overload."""
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
