"""Conditions of a node, the taints they stand for, and what is written when a node falls silent.

Source: pkg/controller/nodelifecycle (v1.34) `nodeConditionToTaintKeyStatusMap`, `doNoScheduleTaintingPass`,
`tryUpdateNodeHealth`.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, items, mapping, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import Taint

NOT_READY = "node.kubernetes.io/not-ready"
UNREACHABLE = "node.kubernetes.io/unreachable"
UNSCHEDULABLE = "node.kubernetes.io/unschedulable"
OUT_OF_SERVICE = "node.kubernetes.io/out-of-service"
_TAINT_KEYS: Mapping[tuple[str, str], str] = {
    ("Ready", "False"): NOT_READY,
    ("Ready", "Unknown"): UNREACHABLE,
    ("MemoryPressure", "True"): "node.kubernetes.io/memory-pressure",
    ("DiskPressure", "True"): "node.kubernetes.io/disk-pressure",
    ("NetworkUnavailable", "True"): "node.kubernetes.io/network-unavailable",
    ("PIDPressure", "True"): "node.kubernetes.io/pid-pressure",
}
_OWN_KEYS = frozenset((*_TAINT_KEYS.values(), UNSCHEDULABLE))
_KUBELET_CONDITIONS = ("Ready", "MemoryPressure", "DiskPressure", "PIDPressure")
# In the order in which a kubelet writes them.
_AS_POSTED = ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")


def condition_taint(condition: str) -> str:
    """Key of the taint for a condition other than Ready that is True."""
    return _TAINT_KEYS[condition, "True"]


def ready_status(node: Node) -> str:
    """`True`, `False` or `Unknown`; "" when the node has no Ready condition."""
    return next((condition.status for condition in node.conditions if condition.type == "Ready"), "")


def no_schedule_taints(node: Node) -> tuple[list[str], list[str]]:
    """Keys of the NoSchedule taints that the node's state requires but the node lacks, and of those that it
    has without need. The controller leaves taints with other keys alone."""
    keys = (_TAINT_KEYS.get((condition.type, condition.status)) for condition in node.conditions)
    required = [key for key in keys if key is not None]
    if node.unschedulable:
        required.append(UNSCHEDULABLE)
    has = [taint.key for taint in node.taints if taint.effect == "NoSchedule" and taint.key in _OWN_KEYS]
    return [key for key in required if key not in has], [key for key in has if key not in required]


def no_execute_keys(node: Node) -> tuple[str, ...]:
    """The controller's NoExecute taints (not-ready, unreachable) that the node has."""
    return tuple(
        taint.key
        for taint in node.taints
        if taint.effect == "NoExecute" and taint.key in (NOT_READY, UNREACHABLE)
    )


def with_taints_swapped(
    node: Node, added: list[str], removed: list[str], effect: str, time_added: str
) -> tuple[Taint, ...]:
    """The node's taints without the `removed` keys of one effect and with the `added` ones at the end."""
    changed = {*added, *removed}
    unchanged = [taint for taint in node.taints if taint.effect != effect or taint.key not in changed]
    return (*unchanged, *(Taint(key, "", effect, time_added) for key in added))


def silent_node_status(node: Node, *, posted: bool, heartbeat_at: str, now: str) -> dict[str, Json]:
    """The status of a node that has been silent for too long.

    `posted` is False when its kubelet never posted a status. `heartbeat_at` (RFC 3339) is the heartbeat time
    of conditions that did not exist yet. Conditions that are Unknown already stay as they are.
    """
    status = dict(node.status_manifest)
    conditions: list[Json] = []
    for entry in items(status.get("conditions")):
        condition = mapping(entry)
        if condition.get("type") in _KUBELET_CONDITIONS and condition.get("status") != "Unknown":
            condition = {
                **condition,
                "status": "Unknown",
                "reason": "NodeStatusUnknown",
                "message": "Kubelet stopped posting node status.",
                "lastTransitionTime": now,
            }
        conditions.append(condition)
    present = {text(mapping(entry).get("type")) for entry in conditions}
    for kind in _AS_POSTED if posted else _KUBELET_CONDITIONS:
        if kind not in present:
            conditions.append(
                {
                    "type": kind,
                    "status": "Unknown",
                    "lastHeartbeatTime": heartbeat_at,
                    "lastTransitionTime": now,
                    "reason": "NodeStatusUnknown" if posted else "NodeStatusNeverUpdated",
                    "message": "Kubelet stopped posting node status."
                    if posted
                    else "Kubelet never posted node status.",
                }
            )
    status["conditions"] = conditions
    return status
