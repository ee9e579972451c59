"""Makes nodes for a scenario without any: those that its pods name, large enough for them, else a few."""

from __future__ import annotations

from typing import Any

import scheduler_core as core
from playground.plugins import own_plugins
from playground.texts.manifests.object_reports import ObjectReport, Remark

ADDED_NODES = 3
ADDED_CPU, ADDED_GIBIBYTES = 4, 8
MOST_NAMED_NODES = 1_000
NAMES_SHOWN = 10
GIBIBYTE = 2**30


def missing_nodes(scenario: core.Scenario) -> tuple[list[dict[str, Any]], ObjectReport]:
    """The manifests of the nodes, and their entry in the report."""
    used: dict[str, tuple[int, int]] = {}
    start: Any = core.Run(scenario, [], plugins=own_plugins()).snapshot(0)
    for pod in start["pods"]:
        if pod["node"]:
            cpu, memory = used.get(pod["node"], (0, 0))
            used[pod["node"]] = (cpu + pod["cpu"], memory + pod["mem"])
    if not used:
        added = [_node(f"node-{number}", ADDED_CPU, ADDED_GIBIBYTES) for number in range(1, ADDED_NODES + 1)]
        args: dict[str, Any] = {"n": len(added), "cpu": ADDED_CPU, "memory": f"{ADDED_GIBIBYTES}Gi"}
        return added, _added(added, Remark("added.nodes", args))
    added = [
        _node(name, _room(cpu, 1000, ADDED_CPU), _room(memory, GIBIBYTE, ADDED_GIBIBYTES))
        for name, (cpu, memory) in sorted(used.items())[:MOST_NAMED_NODES]
    ]
    return added, _added(added, Remark("added.named_nodes", {"n": len(added)}))


def _room(used: int, unit: int, least: int) -> int:
    """The smallest number of units that holds the usage: `least`, doubled as often as needed."""
    room = least
    while room * unit < used:
        room *= 2
    return room


def _node(name: str, cpu: int, gibibytes: int) -> dict[str, Any]:
    room = {"cpu": str(cpu), "memory": f"{gibibytes}Gi", "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {"kubernetes.io/hostname": name},
            "annotations": {core.ADDED_ANNOTATION: "true"},
        },
        "status": {"allocatable": dict(room), "capacity": dict(room)},
    }


def _added(nodes: list[dict[str, Any]], remark: Remark) -> ObjectReport:
    names = ", ".join(node["metadata"]["name"] for node in nodes[:NAMES_SHOWN])
    return ObjectReport("changed", "Node", "", names, 0, (remark,))
