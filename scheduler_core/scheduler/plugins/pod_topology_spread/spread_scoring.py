"""PodTopologySpread, scoring: soft constraints and default constraints.

Source: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import log
from operator import attrgetter
from typing import ClassVar

from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.scores import MAX_NODE_SCORE, go_round
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import (
    SCHEDULE_ANYWAY,
    PodTopologySpreadArgs,
    constraints_of,
    eligible_domains,
    matching_pods,
)
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import (
    SpreadScores,
    SpreadWeight,
)


@dataclass(frozen=True, slots=True)
class SoftConstraint:
    """A soft constraint. `counts` maps domains to numbers of matching pods; for the hostname it maps node
    names. `weight` is ln(`domains` + 2), where the hostname has as many domains as there are nodes to score.
    `bonus` is maxSkew - 1. `selector` selects the counted pods. `everywhere`: no node lacks the key."""

    key: str
    counts: Mapping[str, int]
    domains: int
    weight: float
    bonus: float
    selector: LabelSelector | None
    everywhere: bool

    def column(self, nodes: Sequence[NodeInfo]) -> list[int | None]:
        """The number of matching pods in each node's domain; None for a node without a domain."""
        key, counts = self.key, self.counts
        if key == HOSTNAME_LABEL and self.everywhere:
            return list(map(counts.get, map(NAME_OF, nodes), repeat(0)))
        if key == HOSTNAME_LABEL:
            return [counts.get(node.name, 0) if key in node.labels else None for node in nodes]
        domains = [node.labels.get(key) for node in nodes]
        return [None if domain is None else counts.get(domain, 0) for domain in domains]


@dataclass(frozen=True, slots=True)
class _State(FixedState):
    """`ignored` are the feasible nodes that lack a key; they get the score 0 in the end. `built_in`: the
    constraints are those that kube-scheduler has by itself."""

    soft: tuple[SoftConstraint, ...]
    ignored: frozenset[str]
    built_in: bool


NAME_OF = attrgetter("name")
_KEY: StateKey[_State] = StateKey("PodTopologySpreadScore")


class SpreadScoring:
    """The scoring half of the plugin."""

    unprepared: ClassVar[str] = 'error reading "PreScorePodTopologySpread" from cycleState: not found'
    _args: PodTopologySpreadArgs
    _release: Release

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        constraints = constraints_of(snapshot, pod, self._args, SCHEDULE_ANYWAY)
        if not constraints or not snapshot.nodes:
            return SKIP
        # Only the built-in defaults do not require that a node has all the keys.
        require_all = bool(pod.pod.spec.topology_spread_constraints) or self._args.defaulting_type != "System"
        keys = tuple([constraint.key for constraint in constraints])
        ignored: frozenset[str] = frozenset()
        if require_all and any(snapshot.topology(key).missing for key in keys):
            needed = set(keys)
            ignored = frozenset([node.name for node in nodes if not needed <= node.labels.keys()])
        soft: list[SoftConstraint] = []
        for constraint in constraints:
            matching = matching_pods(snapshot, pod, constraint)
            counts: Mapping[str, int]
            if constraint.key == HOSTNAME_LABEL:
                counts, domains = matching.per_node, len(nodes) - len(ignored)
            else:
                eligible = eligible_domains(snapshot, pod, constraint, keys if require_all else ())
                counts = matching.per_domain(eligible)
                domains = _feasible_domains(nodes, constraint.key, ignored)
            soft.append(
                SoftConstraint(
                    constraint.key,
                    counts,
                    domains,
                    log(domains + 2),
                    float(constraint.max_skew - 1),
                    constraint.counted,
                    not snapshot.topology(constraint.key).missing,
                )
            )
        state.write(_KEY, _State(tuple(soft), ignored, not require_all))
        return SUCCESS

    def _whole(self) -> Callable[[float], int]:
        """How a raw score becomes a whole number."""
        return int if self._release.spread_truncates_scores else go_round

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        return self.score_all(state, pod, (node,))[0]

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        """The raw scores. Many nodes have the same few counts, whose sum is computed once."""
        spread, whole = state.read(_KEY), self._whole()
        columns = [entry.column(nodes) for entry in spread.soft]
        if len(columns) == 1:
            of_count = {count: whole(_sum(spread.soft, (count,))) for count in set(columns[0])}
            raw = list(map(of_count.__getitem__, columns[0]))
        else:
            rows = list(zip(*columns, strict=True))
            scores = {row: whole(_sum(spread.soft, row)) for row in set(rows)}
            raw = list(map(scores.__getitem__, rows))
        if spread.ignored:
            return [
                0 if node.name in spread.ignored else score for node, score in zip(nodes, raw, strict=True)
            ]
        return raw

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        ignored = state.read(_KEY).ignored
        if ignored:
            valid = {score for node, score in zip(nodes, raw, strict=True) if node.name not in ignored}
        else:
            valid = set(raw)
        if not valid:
            return [0] * len(raw)
        lowest, highest = min(valid), max(0, max(valid))
        normalized = {
            score: MAX_NODE_SCORE * (highest + lowest - score) // highest if highest else MAX_NODE_SCORE
            for score in valid
        }
        if not ignored:
            return list(map(normalized.__getitem__, raw))
        return [
            0 if node.name in ignored else normalized[score] for node, score in zip(nodes, raw, strict=True)
        ]


def _sum(soft: tuple[SoftConstraint, ...], row: tuple[int | None, ...]) -> float:
    """The raw score before rounding. It is higher the more matching pods the node's domains have; normalizing
    reverses it."""
    score = 0.0
    for entry, count in zip(soft, row, strict=True):
        if count is not None:
            score += score_for_count(count, entry.weight, entry.bonus)
    return score


def score_for_count(count: int, weight: float, bonus: float) -> float:
    """What a soft constraint adds to the raw score of a node whose domain has `count` matching pods; `bonus`
    is maxSkew - 1. Source: scoreForCount."""
    return float(count) * weight + bonus


def spread_scores(
    state: CycleState, nodes: Sequence[NodeInfo], whole: Callable[[float], int] = go_round
) -> SpreadScores | None:
    """The state after PreScore and the score of each feasible node, for traces; None when there are no soft
    constraints."""
    if not state.has(_KEY):
        return None
    spread = state.read(_KEY)
    rows = list(zip(*[entry.column(nodes) for entry in spread.soft], strict=True))
    sum_of = {row: _sum(spread.soft, row) for row in set(rows)}
    names = tuple([node.name for node in nodes])
    if spread.ignored:
        scored = {row for name, row in zip(names, rows, strict=True) if name not in spread.ignored}
    else:
        scored = set(sum_of)
    valid = [whole(sum_of[row]) for row in scored]
    return SpreadScores(
        tuple(
            SpreadWeight(entry.key, int(entry.bonus) + 1, entry.domains, entry.weight, entry.selector)
            for entry in spread.soft
        ),
        tuple([name for name in names if name in spread.ignored]),
        min(valid, default=0),
        max(valid, default=0),
        names,
        rows,
        sum_of,
        spread.built_in,
    )


def _feasible_domains(nodes: Sequence[NodeInfo], key: str, ignored: frozenset[str]) -> int:
    """The number of domains with a feasible node. Nodes without the key, where not ignored, form one domain
    together."""
    if ignored:
        return len({node.labels.get(key, "") for node in nodes if node.name not in ignored})
    return len({node.labels.get(key, "") for node in nodes})
