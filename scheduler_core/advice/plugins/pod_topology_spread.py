"""PodTopologySpread: the pods would be spread too unevenly."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode
from scheduler_core.advice.pod_changes import RaiseMaxSkew, SpreadAnyway
from scheduler_core.scheduler.framework.diagnosis.explanation import SpreadArithmetic

MESSAGES = {
    "obstacle.no_label": "the node has no label {key}",
    "obstacle.spread": "{key}={domain}: the skew would be {sum}, and maxSkew is {maxSkew}",
}


def _violated(refused: RefusedNode) -> Sequence[SpreadArithmetic]:
    return [entry for entry in refused.explanations() if isinstance(entry, SpreadArithmetic) and not entry.ok]


def details(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.no_label", key=entry.key)
        if entry.domain is None
        else message(
            "obstacle.spread", key=entry.key, domain=entry.domain, sum=entry.sum, maxSkew=entry.max_skew
        )
        for entry in _violated(refused)
    )


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    if not refused.pod.pod.spec.topology_spread_constraints:
        return ()
    violated = _violated(refused)
    anyway: Alternative = tuple(SpreadAnyway(entry.key) for entry in violated)
    if any(entry.domain is None for entry in violated):
        return (anyway,)
    return (tuple(RaiseMaxSkew(entry.key, entry.skew) for entry in violated), anyway)


ADVICE = PluginAdvice(details, MESSAGES, repairs)
