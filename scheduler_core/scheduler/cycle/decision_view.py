"""The DecisionView of docs/protocol.md: a Decision as JSON for the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.resources import amount_text
from scheduler_core.scheduler.cycle.decision import MAX_NODES_IN_VIEW, Decision, NodeVerdict
from scheduler_core.scheduler.cycle.decision_outline import brief, outline, score_plugins, spreads
from scheduler_core.scheduler.cycle.rail import point_states
from scheduler_core.scheduler.cycle.verdicts import status_of
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    AffinityCount,
    NodeTaint,
    Note,
    ResourceDistance,
    SpreadArithmetic,
    selector_view,
)
from scheduler_core.scheduler.framework.diagnosis.obstacle_views import obstacle_views
from scheduler_core.scheduler.framework.diagnosis.short_reasons import short_of
from scheduler_core.scheduler.framework.post_filter import Candidate, Criterion, Preemption
from scheduler_core.scheduler.framework.status import Code, Status

MOST_TRIES = 200
"""Of the pods that a dry run tried to put back, so many are shown."""


@dataclass(frozen=True, slots=True)
class DecisionView:
    """The decision of an act. Its view is made only when it is asked for: many acts are never shown."""

    decision: Decision

    def to_json(self) -> dict[str, Json]:
        return decision_view(self.decision)

    def outline(self) -> dict[str, Json]:
        """What the board paints of the decision in each step."""
        return outline(self.decision)

    def brief(self) -> dict[str, Json]:
        """What the board needs of the decision once another one is newer."""
        return brief(self.decision)


def decision_view(decision: Decision) -> dict[str, Json]:
    """The DecisionView. With more than MAX_NODES_IN_VIEW nodes it has only the first of them in full, and all
    refusals in `groups`."""
    shown = list(decision.nodes)[:MAX_NODES_IN_VIEW]
    view: dict[str, Json] = {
        "pod": decision.pod,
        "uid": decision.uid,
        "cycle": decision.cycle,
        "t": decision.at_ms / 1000,
        "result": decision.result,
        "node": decision.node,
        "points": [{"point": point, "state": state} for point, state in point_states(decision).items()],
        "prefilter": _status(decision.prefilter),
        "filterSkipped": list(decision.filter_skipped),
        "filterPlugins": list(decision.filter_plugins),
        "prefilterNodes": None if decision.prefilter_nodes is None else list(decision.prefilter_nodes),
        "nominatedNodeUsed": decision.nominated_node_used,
        "order": list(decision.order[:MAX_NODES_IN_VIEW]),
        "nodes": {name: _verdict(decision.nodes[name]) for name in shown},
        "nodeCount": decision.node_count,
        "feasible": list(decision.feasible[:MAX_NODES_IN_VIEW]),
        "scored": decision.scored,
        "weights": dict(decision.weights),
        "scorePlugins": list[Json](score_plugins(decision)),
        "scores": {
            name: {
                plugin: [score.raw, score.normalized, score.weighted]
                for plugin, score in decision.scores[name].items()
            }
            for name in _some(list(decision.scores))
        },
        "totals": {name: decision.totals[name] for name in _some(list(decision.totals))},
        "best": list(decision.best),
        "tie": decision.tie,
        "spreads": spreads(decision),
        "preemption": None,
        "message": decision.message or None,
        "notModelled": list(decision.not_modelled),
    }
    if decision.group is not None:
        view["group"] = decision.group.to_json()
    if decision.gated is not None:
        view["gated"] = _status(decision.gated)
    for name, trace in decision.traces.items():
        view[name] = trace.to_json()
    if len(decision.nodes) > MAX_NODES_IN_VIEW:
        view["groups"] = _groups(decision)
    outcome = decision.post_filter
    if outcome is not None:
        view["postfilter"] = {"code": outcome.code.value, "message": outcome.message}
        if outcome.preemption is not None:
            view["preemption"] = _preemption(outcome.preemption)
    return view


def _some(names: Sequence[str]) -> Sequence[str]:
    return names[:MAX_NODES_IN_VIEW]


def _status(status: Status) -> dict[str, Json]:
    return {"code": status.code.value, "plugin": status.plugin or None, "reasons": list(status.reasons)}


def _verdict(verdict: NodeVerdict) -> dict[str, Json]:
    view = _status(verdict.status)
    if verdict.status.code is not Code.SUCCESS:
        line, word = short_of(verdict.status, verdict.explanations)
        view["short"] = {"line": line, "word": word, **obstacle_views(verdict.explanations)}
    distance: list[Json] = []
    spread: list[Json] = []
    affinity: list[Json] = []
    for entry in verdict.explanations:
        if isinstance(entry, ResourceDistance):
            distance.append(_distance(entry))
        elif isinstance(entry, SpreadArithmetic):
            spread.append(
                {
                    "key": entry.key,
                    "domain": entry.domain,
                    "count": entry.count,
                    "self": entry.self_match,
                    "min": entry.minimum,
                    "maxSkew": entry.max_skew,
                    "skew": entry.skew,
                    "ok": entry.ok,
                    "texts": {"sum": entry.sum, "comparison": entry.comparison},
                    "selector": selector_view(entry.selector),
                }
            )
        elif isinstance(entry, AffinityCount):
            affinity.append(
                {
                    "rule": entry.rule,
                    "key": entry.key,
                    "domain": entry.domain,
                    "count": entry.count,
                    "ok": entry.ok,
                }
            )
        elif isinstance(entry, NodeTaint) and not entry.tolerated and "taint" not in view:
            view["taint"] = {"key": entry.key, "value": entry.value, "effect": entry.effect}
    view["distance"] = distance
    view["spread"] = spread
    if affinity:
        view["affinity"] = affinity
    notes: list[Json] = [entry.text for entry in verdict.explanations if isinstance(entry, Note)]
    if notes:
        view["notes"] = notes
    view["nominatedCounted"] = list(verdict.nominated_counted)
    view["failedPass"] = verdict.failed_pass
    return view


def _distance(entry: ResourceDistance) -> Json:
    """The missing amount of a resource, as numbers and as Kubernetes writes them (`texts`)."""
    amounts = {
        "needs": entry.needs,
        "free": entry.free,
        "requested": entry.requested,
        "allocatable": entry.allocatable,
        "nominated": entry.nominated,
        "terminating": entry.terminating,
    }
    texts = {name: amount_text(entry.resource, max(amount, 0)) for name, amount in amounts.items()}
    return {"resource": entry.resource, **amounts, "texts": texts}


def _groups(decision: Decision) -> list[Json]:
    counts: dict[tuple[str, str], int] = {}
    for name in decision.nodes:
        status = status_of(decision.nodes, name)
        for reason in status.reasons:
            group = (reason, status.plugin)
            counts[group] = counts.get(group, 0) + 1
    return [
        {"reason": reason, "plugin": plugin or None, "count": count}
        for (reason, plugin), count in sorted(counts.items())
    ]


def _preemption(preemption: Preemption) -> dict[str, Json]:
    return {
        "eligible": preemption.eligible,
        "reason": preemption.reason or None,
        "candidates": [_candidate(entry) for entry in _first(preemption.candidates)],
        "criteria": [_criterion(entry) for entry in preemption.criteria],
        "selected": list(_some(preemption.selected)),
        "chosen": preemption.chosen,
        "others": None if preemption.others is None else list(preemption.others.reasons),
        "statuses": {
            name: {
                "code": preemption.statuses[name].code.value,
                "reasons": list(preemption.statuses[name].reasons),
            }
            for name in _some(list(preemption.statuses))
        },
    }


def _first(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    return candidates[:MAX_NODES_IN_VIEW]


def _candidate(candidate: Candidate) -> dict[str, Json]:
    view: dict[str, Json] = {
        "node": candidate.node,
        "victims": [
            {"pod": victim.pod, "priority": victim.priority, "terminating": victim.terminating}
            for victim in candidate.victims
        ],
        "violations": candidate.violations,
        "reprieved": list(candidate.reprieved),
        "tries": [[pod.key, back, budget] for pod, back, budget in islice(candidate.tries(), MOST_TRIES)],
    }
    for name, trace in candidate.traces.items():
        view[name] = trace.to_json()
    return view


def _criterion(criterion: Criterion) -> dict[str, Json]:
    return {
        "id": criterion.id,
        "values": dict(_first_values(criterion.values)),
        "left": list(_some(criterion.remaining)),
    }


def _first_values(values: Sequence[tuple[str, int | None]]) -> Sequence[tuple[str, int | None]]:
    return values[:MAX_NODES_IN_VIEW]
