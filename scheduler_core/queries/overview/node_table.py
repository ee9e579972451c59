"""The nodes of a step as rows of a table: the requests on each, and the reason of its latest refusal."""

from __future__ import annotations

from scheduler_core.board.object_views.views import View
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.queries.overview.search import reasons_of_nodes


def node_table(world: World) -> list[Json]:
    """`{"name", "zone", "states", "taints", "cpu", "memory", "pods", "shares", "reason"}` for each node, in
    the order in which they were created.

    - `states`: `NotReady`, `SchedulingDisabled` and the types of its conditions of pressure
    - `cpu`, `memory`, `pods`: requested of what is allocatable, as texts (`3.5/4`, `4/8 Gi`, `7/110`);
      `shares` the same in percent, None of nothing
    - `reason`: why the newest decision refused it, "" when it did not
    """
    views = [view for (kind, _), view in world.picture.board.views.items() if kind == "node"]
    reasons = reasons_of_nodes(world)
    ordered = sorted(views, key=lambda view: integer(view["order"]) or 0)
    return [_row(view, reasons.get(text(view["name"]), "")) for view in ordered]


def _row(node: View, reason: str) -> Json:
    pressures = [find(condition, "type") for condition in items(find(node, "need", "conditions"))]
    states = [
        *([] if node["ready"] else ["NotReady"]),
        *(["SchedulingDisabled"] if node["cordoned"] else []),
        *pressures,
    ]
    return {
        "name": node["name"],
        "zone": node["zone"],
        "states": list(dict.fromkeys(states)),
        "taints": [text(find(taint, "key")) for taint in items(node["taints"])],
        "cpu": find(node, "requested", "cpuOf"),
        "memory": find(node, "requested", "memOf"),
        "pods": f"{find(node, 'requested', 'pods')}/{node['pods']}",
        "shares": find(node, "requested", "shares"),
        "reason": reason,
    }
