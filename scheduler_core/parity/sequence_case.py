"""`sequence` cases: the pending pods scheduled one after the other, round by round, while the cluster
changes.

The exact procedure is in parity FORMAT, "Verdict of a sequence case".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.scalars.times import format_time, parse_time
from scheduler_core.parity.case_cluster import CaseCluster, build_cluster
from scheduler_core.parity.decide_case import gate_of
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.framework.post_filter import Candidate
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.preemption_executor import lower_nominations

MAX_ROUNDS = 10
START_OF_TIME = "2030-01-01T00:00:00Z"


@dataclass
class _Play:
    """The state of one sequence; `waiting` holds the newest versions of the pods, by key."""

    cluster: CaseCluster
    memo: Memo | None
    waiting: dict[str, PodInfo]
    placement: dict[str, str | None]
    steps: list[Json] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    bound: int = 0
    changed: bool = False


def run_sequence_case(case: Manifest, release: Release = BASELINE, *, keep: bool = True) -> dict[str, Json]:
    """The verdict on the sequence; without `keep` every attempt starts from scratch."""
    cluster = build_cluster(case, release)
    gated = sorted(pod.key for pod in cluster.pending if gate_of(cluster, pod) is not None)
    play = _Play(
        cluster,
        Memo(cluster.profile) if keep else None,
        {pod.key: pod for pod in cluster.pending if pod.key not in gated},
        {pod.key: None for pod in cluster.pending},
    )
    for pod in play.waiting.values():
        cluster.nominator.add(pod)
    rounds = 0
    skipped: set[str] = set()
    while rounds < MAX_ROUNDS and any(key not in skipped for key in play.waiting):
        rounds += 1
        play.changed = False
        for pod in sorted(play.waiting.values(), key=lambda entry: -entry.priority):
            if pod.key in skipped:
                continue
            step: dict[str, Json] = {"round": rounds, "pod": pod.key}
            if pod.terminating:
                skipped.add(pod.key)
                play.steps.append({**step, "skipped": True})
                continue
            play.steps.append({**step, **_attempt(play, play.waiting[pod.key])})
        _remove_leaving(play)
        if not play.changed:
            break
    nominated: dict[str, Json] = {
        key: pod.nominated_node_name for key, pod in play.waiting.items() if pod.nominated_node_name
    }
    verdict: dict[str, Json] = {
        "id": case.get("id"),
        "mode": "sequence",
        "steps": play.steps,
        "rounds": rounds,
        "placement": dict(play.placement),
    }
    if nominated:
        verdict["nominated"] = nominated
    if gated:
        verdict["gated"] = list(gated)
    if play.removed:
        verdict["removed"] = sorted(play.removed)
    return verdict


def _attempt(play: _Play, pod: PodInfo) -> dict[str, Json]:
    cluster = play.cluster
    decision = decide(
        cluster.snapshot,
        pod,
        cluster.profile,
        cluster.nominator,
        Attempt(picks=Picks(min, min), trace=False, memo=play.memo),
    )
    if decision.result == "bound":
        return _bind(play, pod, decision)
    step: dict[str, Json] = {}
    if decision.failed:
        if pod.nominated_node_name:
            step["own_nomination_cleared"] = pod.nominated_node_name
            _nominate(play, pod, "")
        return {**step, "unschedulable": True, "error": decision.fit_error}
    outcome = decision.post_filter
    assert outcome is not None
    if outcome.code is Code.SUCCESS and outcome.nominate and outcome.preemption is not None:
        candidate = outcome.preemption.candidate(outcome.nominate)
        assert candidate is not None
        step.update(_preempt(play, pod, outcome.nominate, outcome.preemption.selected, candidate))
    else:
        step["unschedulable"] = True
        if outcome.nominate == "" and pod.nominated_node_name:
            step["own_nomination_cleared"] = pod.nominated_node_name
            _nominate(play, pod, "")
    step["fit_error"] = decision.fit_error
    step["preemption_message"] = outcome.message
    return step


def _bind(play: _Play, pod: PodInfo, decision: Decision) -> dict[str, Json]:
    best = sorted(decision.best)
    node = best[0]
    start = (parse_time(START_OF_TIME) or 0) + 1000 * play.bound
    play.bound += 1
    play.cluster.nominator.delete(pod)
    for plugin in play.cluster.profile.reserve:
        plugin.reserve(play.cluster.snapshot, pod, node)
    placed = PodInfo.of(pod.pod.with_node(node).with_status({"startTime": format_time(start)}))
    play.cluster.snapshot.add_pod(placed)
    del play.waiting[pod.key]
    play.placement[pod.key] = node
    play.changed = True
    step: dict[str, Json] = {"node": node, "best": list(best)}
    if decision.nominated_node_used:
        step["nominated_node_used"] = True
    return step


def _preempt(
    play: _Play, pod: PodInfo, node: str, selected: tuple[str, ...], candidate: Candidate
) -> dict[str, Json]:
    snapshot, nominator = play.cluster.snapshot, play.cluster.nominator
    leaving = [victim.pod for victim in candidate.victims if victim.terminating]
    step: dict[str, Json] = {
        "nominated": node,
        "tied": sorted(selected),
        "victims": [victim.pod for victim in candidate.victims],
    }
    if leaving:
        step["victims_already_terminating"] = list(leaving)
    if candidate.violations:
        step["pdb_violations"] = candidate.violations
    if candidate.ambiguous_order:
        step["ambiguous_order"] = True
    cleared: list[str] = []
    if len(leaving) < len(candidate.victims):
        for other in lower_nominations(nominator.on(node), pod):
            if other.key in play.waiting:
                _nominate(play, play.waiting[other.key], "")
                cleared.append(other.key)
            else:
                nominator.delete(other)
                cleared.append(other.key)
        info = snapshot.get(node)
        assert info is not None
        victims = {victim.uid for victim in candidate.victims if not victim.terminating}
        for victim in [entry for entry in info.pods if entry.uid in victims]:
            marked = victim.pod.with_meta({"deletionTimestamp": START_OF_TIME})
            marked = marked.with_condition(
                {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}
            )
            snapshot.update_pod(victim, PodInfo.of(marked))
            play.changed = True
    if cleared:
        step["nominations_cleared"] = sorted(cleared)
    _nominate(play, pod, node)
    return step


def _nominate(play: _Play, pod: PodInfo, node: str) -> None:
    """Writes status.nominatedNodeName and updates the scheduler's nominator."""
    if pod.nominated_node_name == node:
        play.cluster.nominator.add(pod)
        return
    newer = PodInfo.of(pod.pod.with_status({"nominatedNodeName": node or None}))
    play.cluster.nominator.update(pod, newer)
    play.waiting[pod.key] = newer
    play.changed = True


def _remove_leaving(play: _Play) -> None:
    """Removes all bound pods with a deletionTimestamp after a round."""
    for node in list(play.cluster.snapshot.nodes):
        for pod in [entry for entry in node.pods if entry.terminating]:
            play.cluster.snapshot.remove_pod(pod)
            play.removed.append(pod.key)
            play.changed = True
