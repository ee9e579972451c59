"""The writes of the node lifecycle controller: node status, pod conditions and NoExecute taints.

Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.34): `tryUpdateNodeHealth`,
`MarkPodsNotReady`, `SwapNodeControllerTaint`. A `Refused` result means that the object has changed since.
"""

from __future__ import annotations

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.controllers.common.node_conditions import (
    NOT_READY,
    UNREACHABLE,
    UNSCHEDULABLE,
    no_execute_keys,
    ready_status,
    silent_node_status,
    with_taints_swapped,
)
from scheduler_core.controllers.nodelifecycle.node_health import STARTUP_GRACE_MS, Heartbeat, MonitoredNode
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.scalars.times import format_time

NAME = "node-lifecycle-controller"
COMPONENT = "node-controller"
"""The name under which the controller records Events."""
NODE_IS_NOT_READY = "Node %(node)s status is now: NodeNotReady"
POD_ON_NOT_READY_NODE = "Node is not ready"
TAINT_OF = {"False": NOT_READY, "Unknown": UNREACHABLE}
"""Status of the Ready condition → key of the NoExecute taint."""


def mark_unknown(
    api: ApiServer, monitored: MonitoredNode, heartbeat: Heartbeat, now_ms: int, grace_ms: int
) -> Act | Refused | None:
    """Sets every condition of a silent node to Unknown."""
    node = api.nodes[monitored.node.name]
    lease = api.get("Lease", f"kube-node-lease/{node.name}")
    renewed = lease.renewed_at if isinstance(lease, Lease) else None
    last = renewed if renewed is not None else node.meta.creation_at or api.epoch_ms(0)
    now = api.timestamp(now_ms)
    status = silent_node_status(node, posted=heartbeat.posted, heartbeat_at=format_time(last), now=now)
    result = api.update_status("Node", node.name, status)
    if isinstance(result, Refused):
        return result
    if heartbeat.counts_ready(monitored):
        note = NODE_IS_NOT_READY % {"node": node.name}
        api.record_event(Occurrence(node, "Normal", "NodeNotReady", note, COMPONENT), now_ms)
    waited_ms = grace_ms if heartbeat.posted or monitored.ready else STARTUP_GRACE_MS
    return node_act(message("nodes.silent", node=node.name, seconds=waited_ms // 1000), node.name)


def mark_pods_not_ready(api: ApiServer, node: Node, now_ms: int, *, shows_node_down: bool) -> Act | None:
    """Marks the pods of a silent node as not ready, so that Services drop them."""
    if ready_status(node) != "Unknown":
        return None
    changed: list[str] = []
    for key, pod in list(api.pods.items()):
        condition = pod.status.condition("Ready") if pod.node_name == node.name else None
        if condition is None or condition.status == "False":
            continue
        patch: dict[str, Json] = {"type": "Ready", "status": "False"}
        if condition.reason:
            patch["reason"] = condition.reason
        if condition.message:
            patch["message"] = condition.message
        down: dict[str, Json] = {"reason": "NodeDown"} if shows_node_down else {}
        if isinstance(api.patch_pod_status(key, down, now_ms, (patch,)), Refused):
            continue
        occurrence = Occurrence(pod, "Warning", "NodeNotReady", POD_ON_NOT_READY_NODE, COMPONENT)
        api.record_event(occurrence, now_ms)
        changed.append(key)
    if not changed:
        return None
    sentence = message("nodes.pods_not_ready", node=node.name, count=len(changed))
    return Act("controller", NAME, "update", sentence, focus_pods=tuple(changed), focus_nodes=(node.name,))


def swap_taint(api: ApiServer, node: Node, now_ms: int) -> Act | Refused | None:
    """Sets the NoExecute taint that belongs to the Ready condition and removes the other one."""
    required = TAINT_OF.get(ready_status(node))
    if required is None:
        return None
    others = [key for key in no_execute_keys(node) if key != required]
    if required in no_execute_keys(node) and not others:
        return None
    taints = with_taints_swapped(node, [required], others, "NoExecute", api.timestamp(now_ms))
    result = api.set_taints(node.name, taints)
    if isinstance(result, Refused):
        return result
    sentence = message("nodes.evicting", node=node.name, taint=f"{required}:NoExecute")
    if others:
        removed = tuple(f"{key}:NoExecute" for key in others)
        sentence = message("nodes.swapped", node=node.name, taint=f"{required}:NoExecute", removed=removed)
    return node_act(sentence, node.name)


def remove_taints(api: ApiServer, node: Node, why: str) -> Act | Refused | None:
    """Removes the NoExecute taints of the Ready condition; `why` is the id of the sentence about it."""
    keys = list(no_execute_keys(node))
    if not keys:
        return None
    result = api.set_taints(node.name, with_taints_swapped(node, [], keys, "NoExecute", ""))
    if isinstance(result, Refused):
        return result
    listed = ", ".join(f"{key}:NoExecute" for key in keys)
    return node_act(message(why, node=node.name, taint=listed), node.name)


def node_act(sentence: Message, node: str) -> Act:
    return Act("controller", NAME, "update", sentence, focus_nodes=(node,))


def conditions_message(name: str, added: list[str], removed: list[str]) -> Message:
    """The sentence about NoSchedule taints that follow the conditions of a node."""
    if added == [UNSCHEDULABLE] and not removed:
        return message("nodes.tainted", node=name, taint=f"{UNSCHEDULABLE}:NoSchedule")
    if removed == [UNSCHEDULABLE] and not added:
        return message("nodes.untainted", node=name, taint=f"{UNSCHEDULABLE}:NoSchedule")
    if not removed:
        return message("nodes.conditions_taint", node=name, taints=tuple(added))
    if not added:
        return message("nodes.conditions_untaint", node=name, taints=tuple(removed))
    return message("nodes.conditions_swap", node=name, added=tuple(added), removed=tuple(removed))
