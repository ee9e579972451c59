"""Events of a room from pages, which have no socket in it."""

from __future__ import annotations

from typing import Any

from channels.layers import get_channel_layer

from playground.classroom.process.subscription import group_name
from playground.server.database_threads import wait_without_connection


def publish(room_id: str, event: dict[str, Any]) -> None:
    """Tells all processes of the room."""
    wait_without_connection(get_channel_layer().group_send)(group_name(room_id), {"from": "", **event})


def cut(room_id: str, code: int, *, link: int | None = None) -> None:
    """Closes the sockets of a link, or all."""
    publish(room_id, {"type": "room.cut", "seat": None, "link": link, "code": code})
