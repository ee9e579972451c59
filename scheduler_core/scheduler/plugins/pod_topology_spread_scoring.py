"""PodTopologySpread, scoring: soft constraints and default constraints.

Source: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.scheduler.framework import (
    MAX_NODE_SCORE,
    SKIP,
    SUCCESS,
    CycleState,
    StateKey,
    Status,
    go_round,
)
from scheduler_core.scheduler.node_info import NodeInfo
from scheduler_core.scheduler.plugins.spread_constraints import (
    SCHEDULE_ANYWAY,
    Constraint,
    PodTopologySpreadArgs,
    constraints_of,
)
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SoftConstraint:
    """`counts`: domain -> matching pods (None for the hostname, counted node by node from `per_node`)."""

    constraint: Constraint
    counts: Mapping[str, int] | None
    per_node: Mapping[str, int]
    weight: float


@dataclass(frozen=True, slots=True)
class _State:
    """`ignored`: feasible nodes that lack a key; they get 0 in the end."""

    soft: tuple[SoftConstraint, ...]
    ignored: frozenset[str]

    def clone(self) -> _State:
        return self


_KEY: StateKey[_State] = StateKey("PodTopologySpreadScore")


class SpreadScoring:
    """The scoring half of the plugin."""

    _args: PodTopologySpreadArgs

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        constraints = constraints_of(snapshot, pod, self._args, SCHEDULE_ANYWAY)
        if not constraints or not snapshot.nodes:
            return SKIP
        # The built-in defaults alone do not insist that a node has all the keys.
        require_all = bool(pod.pod.spec.topology_spread_constraints) or self._args.defaulting_type != "System"
        keys = tuple(constraint.key for constraint in constraints)
        ignored = (
            frozenset(node.name for node in nodes if any(key not in node.labels for key in keys))
            if require_all
            else frozenset()
        )
        domains = _feasible_domains(nodes, constraints, ignored)
        soft: list[SoftConstraint] = []
        for index, constraint in enumerate(constraints):
            counted = constraint.counted
            matching = snapshot.index.spread(pod.namespace, counted, snapshot.nodes) if counted else {}
            if constraint.key == HOSTNAME_LABEL:
                weight = log(len(nodes) - len(ignored) + 2)
                soft.append(SoftConstraint(constraint, None, matching, weight))
                continue
            counts = domains[index]
            weight = log(len(counts) + 2)
            for name, number in matching.items():
                info = snapshot.get(name)
                if info is None or (require_all and any(key not in info.labels for key in keys)):
                    continue
                domain = info.labels.get(constraint.key, "")
                if domain in counts and constraint.takes_part(pod, info.node):
                    counts[domain] += number
            soft.append(SoftConstraint(constraint, counts, matching, weight))
        state.write(_KEY, _State(tuple(soft), ignored))
        return SUCCESS

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        spread = state.read(_KEY)
        if node.name in spread.ignored:
            return 0
        score = 0.0
        for entry in spread.soft:
            domain = node.labels.get(entry.constraint.key)
            if domain is None:
                continue
            count = entry.per_node.get(node.name, 0) if entry.counts is None else entry.counts[domain]
            score += float(count) * entry.weight + float(entry.constraint.max_skew - 1)
        return go_round(score)

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        ignored = state.read(_KEY).ignored
        valid = [score for node, score in zip(nodes, raw, strict=True) if node.name not in ignored]
        if not valid:
            return [0] * len(raw)
        lowest, highest = min(valid), max(0, *valid)
        return [
            0
            if node.name in ignored
            else MAX_NODE_SCORE
            if highest == 0
            else MAX_NODE_SCORE * (highest + lowest - score) // highest
            for node, score in zip(nodes, raw, strict=True)
        ]


def _feasible_domains(
    nodes: Sequence[NodeInfo], constraints: tuple[Constraint, ...], ignored: frozenset[str]
) -> list[dict[str, int]]:
    """Per constraint (but the hostname) the domains that have a feasible node, with 0 pods so far.

    A node without the key, where it is not ignored, makes a domain of the empty name.
    """
    domains: list[dict[str, int]] = []
    for constraint in constraints:
        if constraint.key == HOSTNAME_LABEL:
            domains.append({})
            continue
        domains.append(
            dict.fromkeys(
                (node.labels.get(constraint.key, "") for node in nodes if node.name not in ignored), 0
            )
        )
    return domains
