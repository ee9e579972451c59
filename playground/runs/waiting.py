"""Tells boards that a client of the Kubernetes API waits for their run, and how time goes meanwhile."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from channels.layers import get_channel_layer

from playground.runs.sockets import group_name
from playground.runs.time_policy import Policy

How = dict[str, Any]
"""`still`: whether time stands; `speed`: seconds of the run a second."""

_told: dict[str, How] = {}
"""The runs for which somebody waits at this process."""


def how(run: str) -> How | None:
    """None where nobody waits."""
    return _told.get(run)


async def tell(run: str, policy: Policy | None) -> None:
    """Tells all boards of a run that somebody waits, or with None that nobody does any more."""
    told = None if policy is None else asdict(policy)
    if told is None:
        _told.pop(run, None)
    else:
        _told[run] = told
    await get_channel_layer().group_send(group_name(run), {"type": "run.waits", "how": told})
