"""The part of the node lifecycle controller that turns a node's state into NoSchedule taints.

Source: pkg/controller/nodelifecycle (v1.34), `doNoScheduleTaintingPass`: a cordoned node gets
`node.kubernetes.io/unschedulable`, and loses it when it is uncordoned. The taints of conditions are not
modelled yet: no kubelet here reports pressure or falls silent.
"""

from __future__ import annotations

from random import Random

from scheduler_core.apiserver.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import WatchEvent
from scheduler_core.controllers.queue import REACTION_MS, Controller
from scheduler_core.objects.node import Node
from scheduler_core.objects.selectors import Taint

UNSCHEDULABLE = Taint("node.kubernetes.io/unschedulable", "", "NoSchedule")


class NodeTaintController(Controller):
    """An actor; its keys are names of nodes."""

    name = "node-lifecycle-controller"
    rank = 26

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if isinstance(event.new, Node) and _has_taint(event.new) != event.new.unschedulable:
            self.queue.add(event.key, now_ms + REACTION_MS)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        node = api.nodes.get(key)
        if node is None or _has_taint(node) == node.unschedulable:
            return None
        if node.unschedulable:
            api.add_taint(key, UNSCHEDULABLE)
            said = message("nodes.tainted", node=key, taint=f"{UNSCHEDULABLE.key}:{UNSCHEDULABLE.effect}")
        else:
            api.remove_taint(key, UNSCHEDULABLE.key, UNSCHEDULABLE.effect)
            said = message("nodes.untainted", node=key, taint=f"{UNSCHEDULABLE.key}:{UNSCHEDULABLE.effect}")
        return Act("controller", self.name, "update", said, focus_nodes=(key,))


def _has_taint(node: Node) -> bool:
    return any(
        taint.key == UNSCHEDULABLE.key and taint.effect == UNSCHEDULABLE.effect for taint in node.taints
    )
