"""`decide` cases: every pending pod judged alone against the same cluster, in the words of the recorded
verdicts."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.parity.case_cluster import CaseCluster, build_cluster
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.decide import ALL, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome, Preemption
from scheduler_core.scheduler.framework.status import Code, Status


def run_decide_case(case: Manifest, release: Release = BASELINE) -> dict[str, Json]:
    cluster = build_cluster(case, release)
    pods: list[Json] = [_judge(cluster, pod) for pod in cluster.pending]
    return {"id": case.get("id"), "mode": "decide", "pods": pods}


def gate_of(cluster: CaseCluster, pod: PodInfo) -> Status | None:
    for plugin in cluster.profile.pre_enqueue:
        status = plugin.pre_enqueue(cluster.snapshot, pod, frozenset())
        if status.code is not Code.SUCCESS:
            return status
    return None


def _judge(cluster: CaseCluster, pod: PodInfo) -> dict[str, Json]:
    gate = gate_of(cluster, pod)
    if gate is not None:
        return {"pod": pod.key, "gated": status_json(gate), "feasible": []}
    if pod.terminating:
        return {"pod": pod.key, "skipped": True}
    decision = decide(cluster.snapshot, pod, cluster.profile, cluster.nominator, ALL)
    return decision_json(decision)


def decision_json(decision: Decision) -> dict[str, Json]:
    entry: dict[str, Json] = {"pod": decision.pod}
    if decision.node_count == 0:
        return {**entry, "feasible": [], **_failure(decision)}
    entry["prefilter"] = status_json(decision.prefilter)
    if decision.filter_skipped:
        entry["prefilter_skipped"] = list(decision.filter_skipped)
    if decision.prefilter.code is Code.SUCCESS:
        if decision.prefilter_nodes is not None:
            entry["prefilter_nodes"] = list(decision.prefilter_nodes)
        entry["nodes"] = {name: status_json(verdict.status) for name, verdict in decision.nodes.items()}
    if decision.nominated_node_used:
        entry["nominated_node_used"] = decision.feasible[0]
    entry["feasible"] = sorted(decision.feasible)
    if decision.failed:
        return {**entry, "error": decision.fit_error}
    if decision.feasible:
        entry["scored_by_scheduler"] = decision.scored
        entry["prescore_skipped"] = list(decision.prescore_skipped)
        entry["score_weights"] = dict(decision.weights)
        entry["scores"] = {
            node: {name: [score.raw, score.normalized, score.weighted] for name, score in of_node.items()}
            for node, of_node in decision.scores.items()
        }
        entry["totals"] = dict(decision.totals)
        entry["best"] = sorted(decision.best)
        return entry
    return {**entry, **_failure(decision)}


def _failure(decision: Decision) -> dict[str, Json]:
    outcome = decision.post_filter
    entry: dict[str, Json] = {"fit_error": decision.fit_error, "full_message": decision.message}
    if outcome is None:
        return entry
    entry["preemption_message"] = outcome.message
    entry["postfilter_code"] = outcome.code.value
    if outcome.preemption is not None:
        entry["preemption"] = preemption_json(outcome, outcome.preemption)
    return entry


def preemption_json(outcome: PostFilterOutcome, preemption: Preemption) -> dict[str, Json]:
    entry: dict[str, Json] = {
        "eligible": preemption.eligible,
        "candidates": {
            candidate.node: {
                "victims": [victim.pod for victim in candidate.victims],
                "pdb_violations": candidate.violations,
                **({"ambiguous_order": True} if candidate.ambiguous_order else {}),
            }
            for candidate in preemption.candidates
        },
        "selected": sorted(preemption.selected),
    }
    if preemption.reason:
        entry["reason"] = preemption.reason
    if preemption.statuses:
        entry["node_statuses"] = {node: status_json(status) for node, status in preemption.statuses.items()}
    return entry


def status_json(status: Status) -> dict[str, Json]:
    entry: dict[str, Json] = {"code": status.code.value}
    if status.plugin:
        entry["plugin"] = status.plugin
    if status.reasons:
        entry["reasons"] = sorted(status.reasons)
    return entry
