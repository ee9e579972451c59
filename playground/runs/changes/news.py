"""Events for all clients of a run, in every process: the run has moved, or a client waits for it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from channels.layers import get_channel_layer

from playground.runs import services
from playground.runs.stepper import Frames
from playground.runs.time_policy import Policy
from playground.server.database_threads import database_sync_to_async
from playground.server.sockets.shared_layer import Event, SharedLayer

GROUPS = "run."
Waiting = dict[str, Any]
"""How time passes while a client of the Kubernetes API waits. `still`: the clock stands; `speed`: seconds of
the run for each real second."""

_waiting: dict[str, Waiting] = {}
"""The runs for which a client waits in this process."""


def group_name(run: str) -> str:
    return GROUPS + run


async def tell_moved(run: str, frames: Frames, sender: str) -> None:
    """Publishes a move. `sender` is the channel of the socket that caused it, "" when there is none."""
    event = _moved(run, frames.end, sender=sender, start=frames.start, kind=frames.kind, body=frames.body)
    await get_channel_layer().group_send(group_name(run), event)


def _moved(run: str, end: int, sender: str = "", start: int = 0, kind: str = "", body: str = "") -> Event:
    return {
        "type": "run.moved",
        "run": run,
        "sender": sender,
        "start": start,
        "end": end,
        "kind": kind,
        "body": body,
    }


async def runs_here(layer: SharedLayer) -> None:
    """Sends the sockets of this process the heads of their runs from the database, after events of other
    processes may have been missed. A socket that knows the head already sends nothing."""
    names = layer.groups_here(GROUPS)
    heads = await database_sync_to_async(services.heads)(names) if names else {}
    for run, head in heads.items():
        await layer.tell_here(group_name(run), _moved(run, head))


def waiting_for(run: str) -> Waiting | None:
    """How time passes for a waiting client of this run; None when none waits."""
    return _waiting.get(run)


async def tell_waiting(run: str, policy: Policy | None) -> None:
    """Publishes that a client waits for a run; None: no client waits any more."""
    how = None if policy is None else asdict(policy)
    if how is None:
        _waiting.pop(run, None)
    else:
        _waiting[run] = how
    await get_channel_layer().group_send(group_name(run), {"type": "run.waits", "how": how})
