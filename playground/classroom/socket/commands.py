"""The registry of the commands that only a presenter may send."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playground.classroom.protocol import COMMANDS
from playground.classroom.socket.socket import RoomSocket
from playground.runs.protocol import Request

Handler = Callable[[RoomSocket, Request], Awaitable[None]]
HANDLERS: dict[str, Handler] = {}


def command(name: str) -> Callable[[Handler], Handler]:
    """Marks the function that answers a command of `protocol.COMMANDS`."""
    if COMMANDS[name].needs != "present":
        raise KeyError(name)

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return mark
