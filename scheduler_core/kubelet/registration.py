"""A node's entry at the API server, as its kubelet writes it: registration and the node status.

Source: pkg/kubelet/kubelet_node_status.go and nodestatus/setters.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.node import Node


@dataclass(frozen=True, slots=True)
class Said:
    """What a kubelet says of one of its node's conditions."""

    status: str
    reason: str
    message: str


HEALTHY: Mapping[str, Said] = {
    "Ready": Said("True", "KubeletReady", "kubelet is posting ready status"),
    "MemoryPressure": Said("False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    "DiskPressure": Said("False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    "PIDPressure": Said("False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
}


def refreshed_status(node: Manifest, now: str, own: Mapping[str, Said]) -> dict[str, Json] | None:
    """The node's status with the conditions its kubelet knows; None where the stored one says the same.

    What others declared Unknown while the kubelet was silent is set right; `own` are the conditions in which
    this kubelet finds its node now. A node written down without conditions gets only those that are not well.
    """
    status = mapping(node.get("status"))
    conditions: list[Json] = []
    changed = False
    missing = dict(own)
    for entry in items(status.get("conditions")):
        kind, before = text(find(entry, "type")), text(find(entry, "status"))
        missing.pop(kind, None)
        said = own.get(kind) or (HEALTHY.get(kind) if before == "Unknown" else None)
        if said is None or (before, text(find(entry, "reason"))) == (said.status, said.reason):
            conditions.append(entry)
            continue
        changed = True
        fresh = {
            **mapping(entry),
            "status": said.status,
            "reason": said.reason,
            "message": said.message,
            "lastHeartbeatTime": now,
        }
        if before != said.status:
            fresh["lastTransitionTime"] = now
        conditions.append(fresh)
    for kind, said in missing.items():
        if said != HEALTHY.get(kind):
            changed = True
            times = {"lastHeartbeatTime": now, "lastTransitionTime": now}
            words = {"status": said.status, "reason": said.reason, "message": said.message}
            conditions.append({"type": kind, **words, **times})
    return {**status, "conditions": conditions} if changed else None


def changed_conditions(before: Manifest, after: Manifest) -> list[tuple[str, str]]:
    """(type, status) of the conditions with another status than before; both are a node's `status`."""
    stood = {text(find(entry, "type")): find(entry, "status") for entry in items(before.get("conditions"))}
    return [
        (kind, text(find(entry, "status")))
        for entry in items(after.get("conditions"))
        if stood.get(kind := text(find(entry, "type"))) != find(entry, "status")
    ]


def registration(first: Node, last: Node, now: str) -> Manifest:
    """The Node as its kubelet makes it anew: labels as it had at `first`, hardware as at `last`; without
    taints, cordons and labels that others gave it.
    """
    metadata: dict[str, Json] = {"name": last.name, "labels": dict(first.labels)}
    spec = {
        field: value
        for field, value in mapping(last.manifest.get("spec")).items()
        if field not in ("taints", "unschedulable")
    }
    status = {
        field: value
        for field, value in mapping(last.manifest.get("status")).items()
        if field not in ("volumesAttached", "volumesInUse")
    }
    fresh: dict[str, Json] = {"apiVersion": "v1", "kind": "Node", "metadata": metadata}
    if spec:
        fresh["spec"] = spec
    healthy = refreshed_status({"status": status}, now, HEALTHY)
    fresh["status"] = healthy if healthy is not None else status
    return fresh
