"""TaintToleration: taints that the pod does not tolerate."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import UncordonNode, Untaint
from scheduler_core.advice.nodes.machine_labels import pool_of
from scheduler_core.advice.nodes.node_taints import CORDON, leaves, may_remove, may_tolerate
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode
from scheduler_core.advice.pod_changes import Tolerate
from scheduler_core.objects.selection.selectors import Taint, tolerated
from scheduler_core.scheduler.plugins.taint_toleration import HARD_EFFECTS

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
    """Tolerations, or the removal of the taints; neither where another component keeps a taint."""
    node, taints = refused.node, _untolerated(refused)
    if all(taint.key == CORDON for taint in taints):
        return () if leaves(node) else ((UncordonNode(node.name),),)
    options: list[Alternative] = []
    if all(may_tolerate(taint, refused.pod, node) for taint in taints):
        options.append(tuple(Tolerate(taint.key, taint.value, taint.effect) for taint in taints))
    if all(may_remove(taint, refused.cycle.snapshot) for taint in taints):
        pool = pool_of(node.labels)
        options.append(tuple(Untaint(node.name, taint.key, taint.effect, pool) for taint in taints))
    return options


ADVICE = PluginAdvice(details, MESSAGES, repairs)
