"""Tells all who look at a run that its head has moved."""

from __future__ import annotations

from channels.layers import get_channel_layer

from playground.runs.sockets import group_name
from playground.runs.stepper import Frames


async def tell(run: str, frames: Frames, sender: str) -> None:
    """`sender` is the channel of the socket that knows it already, "" for none."""
    event = {
        "type": "run.moved",
        "run": run,
        "sender": sender,
        "start": frames.start,
        "end": frames.end,
        "kind": frames.kind,
        "body": frames.body,
    }
    await get_channel_layer().group_send(group_name(run), event)
