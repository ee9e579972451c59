"""NodeUnschedulable: the node is cordoned."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import UncordonNode
from scheduler_core.advice.nodes.node_taints import leaves
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode

MESSAGES = {
    "obstacle.cordoned": "{node} is cordoned",
}


def details(refused: RefusedNode) -> Details:
    return (message("obstacle.cordoned", node=refused.node.name),)


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    return () if leaves(refused.node) else ((UncordonNode(refused.node.name),),)


ADVICE = PluginAdvice(details, MESSAGES, repairs)
