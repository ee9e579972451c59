"""After events of other processes may have been missed: runs as the database has them."""

from __future__ import annotations

from playground.runs import services
from playground.server.database_threads import database_sync_to_async
from playground.server.sockets.shared_layer import SharedLayer

GROUPS = "run."


async def runs_here(layer: SharedLayer) -> None:
    """Tells the sockets of this process how far their runs are. One that knows it already says nothing."""
    names = layer.groups_here(GROUPS)
    heads = await database_sync_to_async(services.heads)(names) if names else {}
    for run, head in heads.items():
        event = {
            "type": "run.moved",
            "run": run,
            "sender": "",
            "start": 0,
            "end": head,
            "kind": "",
            "body": "",
        }
        await layer.tell_here(GROUPS + run, event)
