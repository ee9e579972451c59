"""Publishes events of a room from HTTP requests, which have no socket in the room."""

from __future__ import annotations

from typing import Any

from channels.layers import get_channel_layer

from playground.classroom.process.subscription import group_name
from playground.server.database_threads import wait_without_connection


def publish(room_id: str, event: dict[str, Any]) -> None:
    """Sends an event to all processes that serve the room."""
    wait_without_connection(get_channel_layer().group_send)(group_name(room_id), {"from": "", **event})


def cut(room_id: str, code: int, *, link: int | None = None) -> None:
    """Closes the sockets that came by a presenter's link; all sockets of the room without `link`."""
    publish(room_id, {"type": "room.cut", "seat": None, "link": link, "code": code})
