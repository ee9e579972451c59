"""The conditions and the registration of a node, as its kubelet writes them.

Source: pkg/kubelet/kubelet_node_status.go and nodestatus/setters.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scheduler_core.kubelet.eviction.messages import CONDITION_EVENTS, CONDITION_TEXTS
from scheduler_core.kubelet.eviction.signals import CONDITIONS
from scheduler_core.kubelet.node_shutdown.groups import NODE_TEXT
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.node import Node


@dataclass(frozen=True, slots=True)
class KubeletCondition:
    """Status, reason and message of one condition of a node."""

    status: str
    reason: str
    message: str


# In the order of the kubelet's setters, which is also the order of the conditions and of their events.
HEALTHY: Mapping[str, KubeletCondition] = {
    "MemoryPressure": KubeletCondition(
        "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"
    ),
    "DiskPressure": KubeletCondition("False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    "PIDPressure": KubeletCondition(
        "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"
    ),
    "Ready": KubeletCondition("True", "KubeletReady", "kubelet is posting ready status"),
}


SHUTTING_DOWN = KubeletCondition("False", "KubeletNotReady", NODE_TEXT)
STATUS_MS = 10_000
"""The period in milliseconds at which a kubelet posts its node status. The API server learns of a change
at most one period later."""
_READY_EVENTS = ("NodeReady", "NodeNotReady")


BOOT_ID = ("status", "nodeInfo", "bootID")
"""The field of a Node that changes with each boot. Source: nodestatus/setters.go `MachineInfo`, which records
the Event Rebooted."""


def boot_id(node: str, boots: int) -> str:
    """An identifier in the shape of a kernel's boot id, for the `boots`-th reboot of a machine."""
    digest = sha256(f"boot/{node}/{boots}".encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"


def next_status_ms(now_ms: int) -> int:
    """The time (ms) of the next regular node status."""
    return (now_ms // STATUS_MS + 1) * STATUS_MS


def event_reasons(changed: Sequence[tuple[str, str]]) -> list[str]:
    """The reasons of the node's events for conditions (type, status) that changed."""
    reasons: list[str] = []
    for kind, status in changed:
        words = _READY_EVENTS if kind == "Ready" else CONDITION_EVENTS.get(kind)
        if words is not None and status in ("True", "False"):
            reasons.append(words[0] if status == "True" else words[1])
    return reasons


def posted_unready(node: Node) -> KubeletCondition | None:
    """The condition with which the kubelet of a start state has said that it is not ready; it says so until
    it starts anew. None for another node.
    """
    ready = node.condition("Ready")
    if ready is None or ready.status != "False":
        return None
    return KubeletCondition("False", ready.reason, ready.message)


def pressure_conditions(
    reported: Sequence[str], before: Mapping[str, KubeletCondition]
) -> dict[str, KubeletCondition]:
    """The conditions of a node after an eviction pass. `reported` are the pressure conditions that
    the manager reports.
    """
    conditions = dict(before)
    for condition in CONDITIONS:
        if condition in reported:
            conditions[condition] = KubeletCondition("True", *CONDITION_TEXTS[condition])
        elif condition in conditions:
            conditions[condition] = HEALTHY[condition]
    return conditions


def refreshed_status(node: Manifest, now: str, own: Mapping[str, KubeletCondition]) -> dict[str, Json] | None:
    """The node's status with the conditions of its kubelet; None when the stored status is the same.

    A condition that the node controller set to Unknown is corrected. `own` are the conditions that this
    kubelet has found. A node without conditions gets all of them as soon as one of them is not healthy.
    """
    status = mapping(node.get("status"))
    conditions: list[Json] = []
    changed = False
    missing = {**HEALTHY, **own}
    for entry in items(status.get("conditions")):
        kind, before = text(find(entry, "type")), text(find(entry, "status"))
        missing.pop(kind, None)
        condition = own.get(kind) or (HEALTHY.get(kind) if before == "Unknown" else None)
        if condition is None or (before, text(find(entry, "reason"))) == (condition.status, condition.reason):
            conditions.append(entry)
            continue
        changed = True
        fresh = {**mapping(entry), **_words(condition), "lastHeartbeatTime": now}
        if before != condition.status:
            fresh["lastTransitionTime"] = now
        conditions.append(fresh)
    if not changed and all(condition == HEALTHY.get(kind) for kind, condition in missing.items()):
        return None
    began = text(find(node, "metadata", "creationTimestamp")) or now
    for kind, condition in missing.items():
        since = began if condition == HEALTHY.get(kind) else now
        times = {"lastHeartbeatTime": now, "lastTransitionTime": since}
        conditions.append({"type": kind, **_words(condition), **times})
    places = {kind: place for place, kind in enumerate(HEALTHY)}
    conditions.sort(key=lambda entry: places.get(text(find(entry, "type")), -1))
    return {**status, "conditions": conditions}


def _words(condition: KubeletCondition) -> dict[str, Json]:
    return {"status": condition.status, "reason": condition.reason, "message": condition.message}


def changed_conditions(before: Manifest, after: Manifest) -> list[tuple[str, str]]:
    """The (type, status) of the conditions whose status changed; both arguments are a node's `status`. A
    missing condition counts as healthy.
    """
    stood = {kind: condition.status for kind, condition in HEALTHY.items()}
    stood |= {
        text(find(entry, "type")): text(find(entry, "status")) for entry in items(before.get("conditions"))
    }
    return [
        (kind, text(find(entry, "status")))
        for entry in items(after.get("conditions"))
        if stood.get(kind := text(find(entry, "type"))) != find(entry, "status")
    ]


def registration(first: Node, last: Node, now: str) -> Manifest:
    """The Node as its kubelet creates it again: with the labels of `first` and the hardware of `last`, and
    without the taints, cordons and labels that others added.
    """
    metadata: dict[str, Json] = {"name": last.name, "labels": dict(first.labels)}
    spec = {
        field: value
        for field, value in last.spec_manifest.items()
        if field not in ("taints", "unschedulable")
    }
    status = {
        field: value
        for field, value in last.status_manifest.items()
        if field not in ("volumesAttached", "volumesInUse")
    }
    fresh: dict[str, Json] = {"apiVersion": "v1", "kind": "Node", "metadata": metadata}
    if spec:
        fresh["spec"] = spec
    healthy = refreshed_status({"status": status}, now, HEALTHY)
    fresh["status"] = healthy if healthy is not None else status
    return fresh
