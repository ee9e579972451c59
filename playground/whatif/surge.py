"""Extra nodes for the time of a maintenance, as node pools of cloud providers add them (surge)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

_HOSTNAME = "kubernetes.io/hostname"
_CORDON = "node.kubernetes.io/unschedulable"


def extra_nodes(
    examples: Sequence[Mapping[str, Any]], number: int, taken: Collection[str]
) -> list[dict[str, Any]]:
    """`number` nodes as manifests, each like one of the `examples` in turn, with names that are not `taken`.
    They are ready, not cordoned, and have no mark of what happened to their example."""
    names = set(taken)
    nodes = []
    for place in range(number):
        nodes.append(_like(examples[place % len(examples)], names))
        names.add(nodes[-1]["metadata"]["name"])
    return nodes


def _like(example: Mapping[str, Any], taken: Collection[str]) -> dict[str, Any]:
    metadata = example["metadata"]
    name = next(
        free for n in range(1, len(taken) + 2) if (free := f"{metadata['name']}-surge-{n}") not in taken
    )
    spec = {key: value for key, value in (example.get("spec") or {}).items() if key == "taints"}
    spec["taints"] = [taint for taint in spec.get("taints") or () if taint.get("key") != _CORDON]
    status = example.get("status") or {}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {**(metadata.get("labels") or {}), _HOSTNAME: name}},
        "spec": spec if spec["taints"] else {},
        "status": {key: status[key] for key in ("capacity", "allocatable", "nodeInfo") if key in status},
    }
