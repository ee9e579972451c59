"""The outline of a decision: what the board paints of it in each step. docs/protocol.md has the fields.

The whole decision is some ten times larger; it is sent only when somebody opens it.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.rail import point_states, rail
from scheduler_core.scheduler.cycle.verdicts import status_of
from scheduler_core.scheduler.framework.diagnosis.short_reasons import short_of
from scheduler_core.scheduler.framework.status import Code

_SPREAD_TRACES = ("spreadState", "spreadScores")
"""The traces of PodTopologySpread, of which the spread charts are drawn."""
BUILT_IN = "built-in"
"""What `spreads` is of a decision with the built-in default constraints of kube-scheduler alone."""
MOST_NODES_EXPLAINED = 60
"""With more nodes a board has no room for a line on each. To explain a verdict costs more than to know it."""


def outline(decision: Decision) -> dict[str, Json]:
    """`{pod, uid, cycle, t, result, node, message, nodeCount, feasible, scored, tie, rail, spreads,
    refusals, verdicts}`.

    `feasible` is a number of nodes. `refusals` are the different refusals `{plugin, line, word}`. `verdicts`
    are rows `[node, refusal, total]` of all nodes that have a verdict, those that were judged first and in
    that order: the index of the refusal, null where the node passed, and the sum of its scores or null.
    """
    refusals: dict[tuple[str, str, str], int] = {}
    verdicts: list[Json] = []
    for name in _judged(decision):
        refusal = _refusal(decision, name) if name in decision.nodes else None
        number = None if refusal is None else refusals.setdefault(refusal, len(refusals))
        verdicts.append([name, number, decision.totals.get(name) if decision.scored else None])
    return {
        "pod": decision.pod,
        "uid": decision.uid,
        "cycle": decision.cycle,
        "t": decision.at_ms / 1000,
        "result": decision.result,
        "node": decision.node,
        "message": decision.message or None,
        "nodeCount": decision.node_count,
        "feasible": len(decision.feasible),
        "scored": decision.scored,
        "tie": decision.tie,
        "rail": rail(point_states(decision)),
        "spreads": spreads(decision),
        "refusals": [{"plugin": plugin, "line": line, "word": word} for plugin, line, word in refusals],
        "verdicts": verdicts,
    }


def brief(decision: Decision) -> dict[str, Json]:
    """`{pod, uid, cycle, result, node, spreads}`, as in the outline."""
    return {
        "pod": decision.pod,
        "uid": decision.uid,
        "cycle": decision.cycle,
        "result": decision.result,
        "node": decision.node,
        "spreads": spreads(decision),
    }


def spreads(decision: Decision) -> bool | str:
    """Whether the decision has spread charts. The value is `BUILT_IN` if all charts show default constraints,
    which no pod asks for."""
    traces = [decision.traces[name] for name in _SPREAD_TRACES if name in decision.traces]
    if traces and all(getattr(trace, "built_in", False) for trace in traces):
        return BUILT_IN
    return bool(traces)


def _judged(decision: Decision) -> Iterable[str]:
    """All nodes of the decision, those judged by Filter first and in that order."""
    order = [name for name in decision.order if name in decision.nodes]
    judged = set(order)
    return [*order, *(name for name in decision.nodes if name not in judged)]


def _refusal(decision: Decision, node: str) -> tuple[str, str, str] | None:
    status = status_of(decision.nodes, node)
    if status.code is Code.SUCCESS:
        return None
    few = len(decision.nodes) <= MOST_NODES_EXPLAINED
    return (status.plugin, *short_of(status, decision.nodes[node].explanations if few else ()))
