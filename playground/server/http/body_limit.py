"""Limits the length of request bodies under any server.

Django reads a whole body before any view sees the address. Here a body that announces too much, or has grown
too long in chunks, is cut, and the scope notes its length so that the middleware can answer 413."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playground import limits

BODY_BYTES = "podium.body_bytes"
"""The scope's key for a cut body: the number of bytes announced or received."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class Counted:
    """The messages of one request. A body of more than `most` bytes is cut, and its rest discarded."""

    def __init__(self, scope: Scope, receive: Receive, most: int, announced: int) -> None:
        self.scope, self.receive, self.most, self.size = scope, receive, most, 0
        self.announced, self.cut = announced, False

    async def next(self) -> dict[str, Any]:
        if not self.cut and self.announced > self.most:
            return self._end(self.announced)
        message = await self.receive()
        while self.cut and message["type"] == "http.request":
            message = await self.receive()
        if message["type"] == "http.request":
            self.size += len(message.get("body", b""))
            if self.size > self.most:
                return self._end(self.size)
        return message

    def _end(self, size: int) -> dict[str, Any]:
        """The message that ends a cut body."""
        self.cut, self.scope[BODY_BYTES] = True, size
        return {"type": "http.request", "body": b"", "more_body": False}


def limited_bodies(application: Application) -> Application:
    """Wraps an application so that its requests' bodies respect the limits of their addresses."""

    async def enter(scope: Scope, receive: Receive, send: Any) -> None:
        headers = {key: value.decode("latin1") for key, value in scope["headers"]}
        length = headers.get(b"content-length", "")
        most = limits.body_bytes(scope["path"], headers.get(b"content-type", ""))
        announced = int(length) if length.isascii() and length.isdecimal() else 0
        await application(scope, Counted(scope, receive, most, announced).next, send)

    return enter
