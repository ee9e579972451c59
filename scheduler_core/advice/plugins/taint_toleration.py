"""TaintToleration: taints that the pod does not tolerate."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import UncordonNode, Untaint
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode
from scheduler_core.advice.pod_changes import Tolerate
from scheduler_core.objects.selection.selectors import Taint, tolerated
from scheduler_core.scheduler.plugins.node_unschedulable import UNSCHEDULABLE_TAINT
from scheduler_core.scheduler.plugins.taint_toleration import HARD_EFFECTS

CONDITION_TAINTS = "node.kubernetes.io/"

MESSAGES = {
    "obstacle.taint": "taint {taint} not tolerated",
}


def _untolerated(refused: RefusedNode) -> Sequence[Taint]:
    """All of them; the plugin names only the first."""
    return [
        taint
        for taint in refused.node.node.taints
        if taint.effect in HARD_EFFECTS and not tolerated(taint, refused.pod.tolerations)
    ]


def details(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.taint", taint=f"{taint.key}={taint.value}:{taint.effect}")
        if taint.value
        else message("obstacle.taint", taint=f"{taint.key}:{taint.effect}")
        for taint in _untolerated(refused)
    )


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    node, taints = refused.node, _untolerated(refused)
    if all(taint.key == UNSCHEDULABLE_TAINT.key for taint in taints):
        return ((UncordonNode(node.name),),)
    if any(taint.key.startswith(CONDITION_TAINTS) for taint in taints):
        # Tolerating the taint does not make a node ready.
        return ()
    return (
        tuple(Tolerate(taint.key, taint.value, taint.effect) for taint in taints),
        tuple(Untaint(node.name, taint.key, taint.effect) for taint in taints),
    )


ADVICE = PluginAdvice(details, MESSAGES, repairs)
