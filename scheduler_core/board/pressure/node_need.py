"""The pressure of a node: the conditions that its kubelet holds or its Node object has, and whether anything
else is wrong with the node."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.controllers.common.node_conditions import condition_taint
from scheduler_core.kubelet.eviction.signals import CONDITIONS
from scheduler_core.objects.manifest import Json, find, items, strings, text


def transition_key(node: str) -> str:
    """The key of the timer at whose end a kubelet takes back a condition whose signal has recovered."""
    return f"transition:{node}"


def nodes_in(after: Mapping[ViewKey, View | None]) -> list[str]:
    """The nodes whose `need_view` may have changed with these views."""
    prefix = transition_key("")
    nodes = [key for kind, key in after if kind in ("node", "pressure")]
    nodes += [key.removeprefix(prefix) for kind, key in after if kind == "timer" and key.startswith(prefix)]
    return list(dict.fromkeys(nodes))


def need_view(node: View, pressure: View | None, timer: View | None) -> Json:
    """`{"conditions", "only", "keeps"}`, or None when the node is under no pressure.

    - `conditions`: `{"type", "held", "posted", "taint"}`: whether the kubelet holds the condition,
      `{"status", "reason"}` of the node's object or null, the taint `{"key", "effect"}` that followed or null
    - `only`: nothing else is wrong with the node
    - `keeps`: `{"from", "to"}` while the kubelet keeps a condition whose signal has recovered, else null
    """
    rows = [row for condition in CONDITIONS if (row := _condition(condition, node, pressure)) is not None]
    if not rows:
        return None
    keeps: Json = None if timer is None else {"from": timer["from"], "to": timer["to"]}
    return {"conditions": rows, "only": _only_pressed(node), "keeps": keeps}


def _condition(condition: str, node: View, pressure: View | None) -> Json:
    posted = next((entry for entry in _conditions(node) if text(find(entry, "type")) == condition), None)
    held = pressure is not None and condition in strings(pressure["conditions"])
    if posted is None and not held:
        return None
    key = condition_taint(condition)
    taint = next((entry for entry in items(node["taints"]) if find(entry, "key") == key), None)
    return {
        "type": condition,
        "held": held,
        "posted": None if posted is None else {name: find(posted, name) for name in ("status", "reason")},
        "taint": None if taint is None else {name: find(taint, name) for name in ("key", "effect")},
    }


def _conditions(node: View) -> list[Json]:
    """The conditions that are not in their healthy state."""
    return list(items(node.get("conditions")))


def _only_pressed(node: View) -> bool:
    """Whether the node is connected and works, and nothing but pressure is wrong with it."""
    works = node.get("link") is None and all(node.get(field) for field in ("power", "kubelet", "registered"))
    return works and all(text(find(condition, "type")) in CONDITIONS for condition in _conditions(node))
