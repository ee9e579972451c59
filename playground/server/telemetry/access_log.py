"""The outermost ASGI layer: each request and socket gets an id, is counted and is logged as JSON."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.urls import Resolver404, resolve

from playground.server.telemetry import metrics

log = logging.getLogger("playground.access")

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]

request_id: ContextVar[str] = ContextVar("request_id", default="")
run_id: ContextVar[str] = ContextVar("run_id", default="")

_GIVEN = re.compile(rb"[A-Za-z0-9._-]{8,64}\Z")
_RUN = re.compile(r"/(?:ws/)?r/([a-z2-7]{12})(?:/|$)")
QUIET = {"runs:healthz", "runs:readyz", "static"}
"""Views whose successful answers are not logged."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class IdsOfRequest(logging.Filter):
    """Adds to each log record the ids of its request (or socket) and run."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = request_id.get()
        record.run = run_id.get()
        return True


def id_of(scope: Scope) -> str:
    """The id that a trusted proxy gave, else a new one."""
    if settings.TRUST_PROXY:
        for name, value in scope.get("headers", ()):
            if name == b"x-request-id" and _GIVEN.match(value):
                return str(value.decode("ascii"))
    return secrets.token_hex(8)


def view_of(path: str) -> str:
    """The name of the view behind a path; unknown paths share one name."""
    if path.startswith(settings.STATIC_URL):
        return "static"
    try:
        return resolve(path).view_name or "other"
    except Resolver404:
        return "none"


def kind_of(path: str) -> str:
    """The kind of a socket: run, room or other."""
    return next((kind for kind, begin in KINDS.items() if path.startswith(begin)), "other")


KINDS = {"room": "/ws/room/", "run": "/ws/r/"}


def measured(application: Application) -> Application:
    async def enter(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await application(scope, receive, send)
            return
        request_id.set(id_of(scope))
        match = _RUN.match(scope["path"])
        run_id.set(match[1] if match else "")
        serve = _request if scope["type"] == "http" else _socket
        await serve(application, scope, receive, send)

    return enter


async def _request(application: Application, scope: Scope, receive: Any, send: Any) -> None:
    began = time.perf_counter()
    view = view_of(scope["path"])
    method = scope["method"] if scope["method"] in METHODS else "other"
    mine = request_id.get()

    async def sent(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            seconds, status = time.perf_counter() - began, int(message["status"])
            metrics.requests.labels(view, method, str(status)).inc()
            metrics.request_seconds.labels(view).observe(seconds)
            if view not in QUIET or status >= 400:
                # an answer without a log entry needs no id, which would be a fiftieth of a first load
                headers = [*message.get("headers", ()), (b"x-request-id", mine.encode())]
                message = {**message, "headers": headers}
                members = {"view": view, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
                log.info("request", extra=members)
        await send(message)

    await application(scope, receive, sent)


async def _socket(application: Application, scope: Scope, receive: Any, send: Any) -> None:
    kind, began, code, accepted = kind_of(scope["path"]), time.perf_counter(), 1006, False

    async def receive_noted() -> Any:
        nonlocal code
        message = await receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code") or code
        return message

    async def sent(message: dict[str, Any]) -> None:
        nonlocal code, accepted
        if message["type"] == "websocket.accept" and not accepted:
            accepted = True
            metrics.open_sockets[kind] += 1
        elif message["type"] == "websocket.close":
            code = message.get("code") or 1000
        await send(message)

    try:
        await application(scope, receive_noted, sent)
    finally:
        if accepted:
            metrics.open_sockets[kind] -= 1
        label = str(code) if code < 1016 or 4000 <= code < 4100 else "other"
        metrics.socket_closes.labels(kind, label).inc()
        log.info("socket", extra={"kind": kind, "code": code, "s": round(time.perf_counter() - began, 1)})
