"""`spreadState`, `spreadScores` and a candidate's `spread` of the DecisionView, all bounded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.selectors import LabelSelector, selector_text
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import (
    Path,
    SpreadScores,
    SpreadState,
    SpreadStep,
)

MAX_STEPS = 50
MAX_SUMS = 200
DIGITS = 4


def spread_state_view(state: SpreadState) -> dict[str, Json]:
    """The critical paths are those of all pairs, also where not all are shown."""
    return {
        "key": state.key,
        "maxSkew": state.max_skew,
        "minDomains": state.min_domains,
        "self": state.self_match,
        "domains": state.domains,
        "pairs": _paths(state.pairs),
        "paths": _paths(state.paths),
        "min": state.minimum,
    }


def counted_view(selector: LabelSelector | None) -> str | None:
    """What is counted, as kubectl writes it; None: nobody is."""
    return None if selector is None else selector_text(selector)


def spread_scores_view(scores: SpreadScores) -> dict[str, Json]:
    return {
        "constraints": [
            {
                "key": entry.key,
                "maxSkew": entry.max_skew,
                "domains": entry.domains,
                "weight": round(entry.weight, DIGITS),
                "selector": counted_view(entry.selector),
            }
            for entry in scores.constraints
        ],
        "ignored": list(scores.ignored[:MAX_SUMS]),
        "lowest": scores.lowest,
        "highest": scores.highest,
        "nodes": {
            entry.node: {"counts": list(entry.counts), "sum": round(entry.sum, DIGITS)}
            for entry in scores.sums[:MAX_SUMS]
        },
    }


def spread_steps_view(steps: Sequence[SpreadStep]) -> list[Json]:
    return [
        {
            "constraint": step.constraint,
            "domain": step.domain,
            "count": step.count,
            "paths": _paths(step.paths),
        }
        for step in steps[:MAX_STEPS]
    ]


def _paths(pairs: Iterable[Path]) -> list[Json]:
    return [[value, number] for value, number in pairs]
