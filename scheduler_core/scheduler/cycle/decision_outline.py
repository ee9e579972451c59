"""The outline of a decision: what the board paints of it in each step. docs/protocol.md has the fields.

The whole decision is some ten times larger; it is sent only when somebody opens it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scheduler_core.objects.hashing import encode
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.rail import point_states, rail
from scheduler_core.scheduler.cycle.verdicts import status_of
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
from scheduler_core.scheduler.framework.diagnosis.obstacle_views import obstacle_views
from scheduler_core.scheduler.framework.diagnosis.short_reasons import short_of
from scheduler_core.scheduler.framework.status import Code, Status

_SPREAD_TRACES = ("spreadState", "spreadScores")
"""The traces of PodTopologySpread, of which the spread charts are drawn."""
BUILT_IN = "built-in"
"""What `spreads` is of a decision with the built-in default constraints of kube-scheduler alone."""
MOST_NODES_EXPLAINED = 60
"""With more nodes a board has no room for a line on each. To explain a verdict costs more than to know it."""


def outline(decision: Decision) -> dict[str, Json]:
    """`{pod, uid, cycle, t, result, node, message, nodeCount, feasible, scored, tie, rail, spreads,
    scores, refusals, verdicts}`.

    `feasible` is a number of nodes. `refusals` are the different refusals `{plugin, line, word, obstacles,
    more}`, without the last two with more than MOST_NODES_EXPLAINED nodes. `verdicts` are rows `[node,
    refusal, total]` of all nodes that have a verdict, those that were judged first and in that order: the
    index of the refusal, null where the node passed, and the sum of its scores or null. `group` is there only
    for a pod that was tried in the cycle of its group.
    """
    few = len(decision.nodes) <= MOST_NODES_EXPLAINED
    refusals: dict[bytes, tuple[int, Json]] = {}
    of_status: dict[Status, int] = {}
    verdicts: list[Json] = []
    # Nodes that passed are not asked again.
    passed = frozenset(decision.feasible)
    for name in _judged(decision):
        if name in passed:
            verdicts.append([name, None, decision.totals.get(name) if decision.scored else None])
            continue
        status = status_of(decision.nodes, name)
        number = None if few else of_status.get(status)
        if number is None and status.code is not Code.SUCCESS:
            refusal = _refusal(status, decision.nodes[name].explanations if few else None)
            number, _ = refusals.setdefault(encode(refusal), (len(refusals), refusal))
            of_status[status] = number
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
        "scores": scores(decision) if few else None,
        "refusals": [refusal for _, refusal in refusals.values()],
        "verdicts": verdicts,
        **_group(decision),
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
        **_group(decision),
    }


def _group(decision: Decision) -> dict[str, Json]:
    """`{group}`, where the pod was tried in the cycle of its group."""
    return {} if decision.group is None else {"group": decision.group.to_json()}


def spreads(decision: Decision) -> bool | str:
    """Whether the decision has spread charts. The value is `BUILT_IN` if all charts show default constraints,
    which no pod asks for."""
    traces = [decision.traces[name] for name in _SPREAD_TRACES if name in decision.traces]
    if traces and all(getattr(trace, "built_in", False) for trace in traces):
        return BUILT_IN
    return bool(traces)


def scores(decision: Decision) -> dict[str, Json] | None:
    """`{plugins, rows}`: the plugins that gave a score, in the order of the weights, and of each scored node
    their weighted scores; None without scores."""
    if not decision.scored:
        return None
    plugins = score_plugins(decision)
    return {
        "plugins": list[Json](plugins),
        "rows": {
            node: [row[plugin].weighted if plugin in row else 0 for plugin in plugins]
            for node, row in decision.scores.items()
        },
    }


def score_plugins(decision: Decision) -> list[str]:
    """The plugins that gave a score, in the order of the weights."""
    scoring = dict.fromkeys(plugin for row in decision.scores.values() for plugin in row)
    unweighted = [plugin for plugin in scoring if plugin not in decision.weights]
    return [*(plugin for plugin in decision.weights if plugin in scoring), *unweighted]


def _judged(decision: Decision) -> Iterable[str]:
    """All nodes of the decision, those judged by Filter first and in that order."""
    nodes = dict.fromkeys(decision.nodes)
    order = [name for name in decision.order if name in nodes]
    judged = set(order)
    return [*order, *(name for name in nodes if name not in judged)]


def _refusal(status: Status, explanations: Sequence[Explanation] | None) -> dict[str, Json]:
    """Without `explanations` (None) it is the same for all nodes with the status."""
    line, word = short_of(status, explanations or ())
    refusal: dict[str, Json] = {"plugin": status.plugin, "line": line, "word": word}
    return refusal if explanations is None else {**refusal, **obstacle_views(explanations)}
