"""A cluster at one step: nodes as racks with their pods, the queue, cut-off nodes, disks and budgets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.gallery.pictures.shapes import FLOOR, TOP, WIDTH, Box, Picture, Sign

MAX_RACKS, MAX_WAITING = 6, 4
LANES = ("cycle", None, "active", "backoff", "unschedulable", "gated")
"""The lanes of the queue from top to bottom, as on the board. None stands for pods in no queue."""
MIN_POD = 13.0
"""The least height, so that a pod without requests is visible."""
_GAP = 6.0
_QUEUE_WIDTH, _CONTROLLER_WIDTH = 50.0, 22.0
_DEVICE = 8.0


@dataclass(frozen=True, slots=True)
class _Block:
    """A pod, or a process without an object, in a rack. `look`: runs, fresh, dying, ghost or reserved."""

    name: str
    band: int
    milli_cpu: int
    look: str


def draw(snapshot: Mapping[str, Any], *, guarded: Collection[str] = ()) -> Picture:
    """The picture of a snapshot of the wire protocol. `guarded` names the nodes where a preemption would
    violate a PodDisruptionBudget.
    """
    nodes = sorted(snapshot["nodes"], key=lambda node: node["order"])[:MAX_RACKS]
    waiting = _waiting(snapshot)[:MAX_WAITING]
    controllers = _controllers(snapshot)
    queue_width = _QUEUE_WIDTH if waiting else _CONTROLLER_WIDTH if controllers else 0.0
    space = WIDTH - 16 - queue_width
    width = min(50.0, (space - _GAP * (len(nodes) - 1)) / max(1, len(nodes)))
    left = (WIDTH - width * len(nodes) - _GAP * (len(nodes) - 1) - queue_width) / 2
    boxes = [
        Box(
            left, 39 - 11 * len(waiting) / 2 + 11 * row, 30.0, 8.0, f"waits b{pod['band']}", None, pod["name"]
        )
        for row, pod in enumerate(waiting)
    ]
    signs = [Sign(left + 40, 39.0, "arrow")] if waiting else []
    tallest = max((node["cpu"] for node in nodes), default=1) or 1
    places: dict[str, float] = {}
    x = left + queue_width
    for node in nodes:
        height = max(14.0, (FLOOR - TOP) * node["cpu"] / tallest)
        boxes.append(Box(x, FLOOR - height, width, height, _rack_look(node), None, node["name"]))
        boxes.extend(_stack(_blocks(snapshot, node), node["cpu"], x, width, height))
        boxes.extend(_devices(node, x, width, FLOOR - height))
        places[node["name"]] = x
        x += width + _GAP
    signs.extend(Sign(at + width / 2, 26.0, "shield") for name, at in places.items() if name in guarded)
    signs.extend(Sign(left + 8, 16.0, look) for look in controllers[:1])
    signs.extend(_faults(snapshot, nodes, places, width))
    signs.extend(_disks(snapshot, places, width))
    return Picture("cluster", snapshot["seq"], tuple(boxes), (), tuple(signs))


def tried(snapshot: Mapping[str, Any]) -> dict[str, str]:
    """The nodes of pods that a cycle of their group tries just now, or that wait in Permit, by their keys."""
    places = {
        step["pod"]: step["node"]
        for group in snapshot["groups"]
        for step in (*group["trial"], *group["assumed"])
        if step["node"]
    }
    held = {
        pod["key"]: pod["nominated"] for pod in snapshot["pods"] if pod.get("permit") and pod["nominated"]
    }
    return places | held


def liveliness(pods: Collection[Mapping[str, Any]]) -> int:
    """A measure of how interesting a state with these pods is: reservations and terminating pods count most,
    then pods on nodes. `pods` are views of the wire protocol."""
    placed = sum(bool(pod["node"]) for pod in pods)
    reserved = sum(bool(pod["nominated"]) and not pod["node"] for pod in pods)
    dying = sum(bool(pod["term"]) for pod in pods)
    return 100 * (reserved and dying) + 10 * dying + 10 * reserved + placed


def _place(pod: Mapping[str, Any], places: Mapping[str, str]) -> str:
    """The node that a pod without one is to get: that of its trial, or to which it is nominated; "" for
    none."""
    return str(places.get(pod["key"]) or pod["nominated"] or "")


def _waiting(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Pending pods without nomination or a place on trial: the lanes from top to bottom, each in the order of
    its queue."""
    places = tried(snapshot)
    return [
        pod
        for pod in sorted(
            snapshot["pods"], key=lambda pod: (LANES.index(pod["lane"]), pod["place"], pod["order"])
        )
        if not pod["node"] and not _place(pod, places) and pod["phase"] == "Pending"
    ]


def _rack_look(node: Mapping[str, Any]) -> str:
    if not (node["cable"] == "whole" and node["power"] and node["kubelet"]) or node["destroyed"]:
        return "rack d-cut"
    return "rack d-closed" if node["cordoned"] or node["taints"] else "rack"


def _blocks(snapshot: Mapping[str, Any], node: Mapping[str, Any]) -> list[_Block]:
    """The pods and processes on a node, in the order of the rack."""
    places = tried(snapshot)
    frame = snapshot.get("frame") or {}
    bound = frame.get("kind") in ("bind", "schedule")
    fresh = set(frame.get("focus", {}).get("pods", ())) if bound else set()
    pods = sorted(snapshot["pods"], key=lambda pod: pod["order"])
    blocks = [
        _Block(
            pod["name"],
            pod["band"],
            pod["cpu"],
            "dying" if pod["term"] else "fresh" if pod["key"] in fresh else "runs",
        )
        for pod in pods
        if pod["node"] == node["name"]
    ]
    blocks += [
        _Block(process["name"], process["band"], process["cpu"], "ghost")
        for process in snapshot["processes"]
        if process["node"] == node["name"] and process["ghost"]
    ]
    return blocks + [
        _Block(pod["name"], pod["band"], pod["cpu"], "reserved")
        for pod in pods
        if not pod["node"] and _place(pod, places) == node["name"]
    ]


def _stack(blocks: Sequence[_Block], milli_cpu: int, x: float, width: float, height: float) -> list[Box]:
    """The pods of a rack, from the floor up. While victims still exist, reservations stand to their right."""
    inner = height - 5.5
    unit = inner / max(1, milli_cpu)
    there = [block for block in blocks if block.look != "reserved"]
    reserved = [block for block in blocks if block.look == "reserved"]
    heights = [max(MIN_POD, block.milli_cpu * unit) for block in there]
    squeeze = min(1.0, inner / sum(heights)) if heights else 1.0
    boxes, y = [], FLOOR - 2.75
    split = width * 0.58 if reserved else width
    for block, tall in sorted(
        zip(there, heights, strict=True), key=lambda pair: pair[0].look != "dying" if reserved else 0
    ):
        tall *= squeeze
        y -= tall
        wide = (split if block.look == "dying" else width) - 5.5
        band = None if block.look == "ghost" else block.band
        boxes.append(Box(x + 2.75, y, wide, max(1.0, tall - 1.2), f"pod d-{block.look}", band, block.name))
    y = FLOOR - 2.75
    dying = any(block.look == "dying" for block in there)
    if not dying:
        y -= sum(heights) * squeeze
    for block in reserved:
        tall = min(max(MIN_POD, block.milli_cpu * unit), y - (FLOOR - height + 2.75))
        if tall < 3:
            break  # there is no room for a second reservation of the same place
        y -= tall
        start = x + split if dying else x + 2.75
        wide = x + width - 2.75 - start
        boxes.append(Box(start, y, wide, max(1.0, tall - 1.2), "pod d-reserved", None, block.name))
    return boxes


def _devices(node: Mapping[str, Any], x: float, width: float, top: float) -> list[Box]:
    """The devices of a node at the top of its rack; those with a claim are filled."""
    fitting = int((width - 6) // (_DEVICE + 3))
    return [
        Box(
            x + 5 + (_DEVICE + 3) * number,
            top + 5,
            _DEVICE,
            _DEVICE,
            "device d-used" if device["claim"] else "device",
            None,
            device["name"],
        )
        for number, device in enumerate(node["devices"][:fitting])
    ]


def _controllers(snapshot: Mapping[str, Any]) -> list[str]:
    """Signs for controllers that are down, and for those that run twice."""
    network = snapshot["network"] or {}
    return ["down"] * len(network.get("down", ())) + ["twice"] * len(network.get("second", ()))


def _faults(
    snapshot: Mapping[str, Any], nodes: Sequence[Mapping[str, Any]], places: Mapping[str, float], width: float
) -> list[Sign]:
    """Signs of nodes' faults in their racks; a cut between two nodes stands between their racks."""
    signs = [Sign(places[node["name"]] + width / 2, 22.0, look) for node in nodes if (look := _fault(node))]
    for cut in (snapshot["network"] or {}).get("cuts", ()):
        ends = [at for name, at in places.items() if f"node/{name}" in cut["between"]]
        if len(ends) == 2:
            signs.append(Sign((sum(ends) + width) / 2, 22.0, "cut"))
    return signs


def _fault(node: Mapping[str, Any]) -> str:
    """The sign of a node without power, without kubelet or cut off; "" for others."""
    if not node["power"]:
        return "off"
    if not node["kubelet"]:
        return "down"
    return "cut" if node["cable"] in ("cut", "deaf", "mute") else ""


def _disks(snapshot: Mapping[str, Any], places: Mapping[str, float], width: float) -> list[Sign]:
    """Volumes at the right edge of the node to which they are attached; others between all nodes."""
    signs = list[Sign]()
    for volume in snapshot["volumes"][:1]:
        attached = [places[node] for node in volume["attached"] if node in places]
        edges = [at + width + _GAP / 2 for at in attached] or [WIDTH / 2]
        signs.extend(Sign(edge, FLOOR - 8, "disk") for edge in edges)
    return signs
