"""What must hold for every decision, whatever the original would say. It is checked on random cases.

A promise takes a case and the release that decides. It returns the places where it is broken, as sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, with_value
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.parity.case_cluster import CaseCluster, build_cluster
from scheduler_core.parity.decide_case import decision_json, gate_of
from scheduler_core.parity.differences import differences
from scheduler_core.parity.sequence_case import run_sequence_case
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.decide import ALL, Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.status import Code

Promise = Callable[[Manifest, Release], Iterator[str]]

_COMPARED = (
    "result",
    "node",
    "feasible",
    "best",
    "fit_error",
    "message",
    "rejectors",
    "next_start",
    "nominated_node_used",
)
_STRANGER = "stranger"


def fast_equals_traced(case: Manifest, release: Release) -> Iterator[str]:
    """The fast path, which keeps no trace, decides as the traced one, from every start of the search."""
    cluster = build_cluster(case, release)
    for pod in _pending(cluster):
        for start in range(max(1, len(cluster.snapshot.nodes))):
            traced = _decide(cluster, pod, Attempt(start))
            fast = _decide(cluster, pod, Attempt(start, trace=False))
            for field in _COMPARED:
                expected, got = getattr(traced, field), getattr(fast, field)
                if expected != got:
                    yield f"{pod.key} from {start}: {field} is {expected!r} with a trace, {got!r} without"
            if _nomination(traced) != _nomination(fast):
                nominations = f"{_nomination(traced)} with a trace, {_nomination(fast)} without"
                yield f"{pod.key} from {start}: nominates {nominations}"


def memo_changes_nothing(case: Manifest, release: Release) -> Iterator[str]:
    """A sequence with cached answers equals the sequence without them."""
    reused, fresh = run_sequence_case(case, release), run_sequence_case(case, release, keep=False)
    for difference in differences(fresh, reused):
        yield " ".join(difference.lines())


def order_of_nodes_changes_tosses_only(case: Manifest, release: Release) -> Iterator[str]:
    """With the nodes in another order every verdict, score, tie and victim is the same."""
    nodes = list(items(case.get("nodes")))
    shuffled = list(nodes)
    Random(str(case.get("id"))).shuffle(shuffled)
    before, after = _verdicts(case, release), _verdicts({**case, "nodes": shuffled}, release)
    for pod, verdict in before.items():
        # Which of several errors is met first depends on the order.
        plain, other = _without_error(verdict), _without_error(after[pod])
        for difference in differences(plain, other):
            yield f"{pod}: {' '.join(difference.lines())}"


def a_stranger_changes_no_reason(case: Manifest, release: Release) -> Iterator[str]:
    """A further node without labels, which takes no pod, changes no verdict on the others."""
    stranger: dict[str, Json] = {
        "metadata": {"name": _STRANGER},
        "spec": {"unschedulable": True},
        "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "1"}},
    }
    before = _verdicts(case, release)
    after = _verdicts({**case, "nodes": [*items(case.get("nodes")), stranger]}, release)
    for pod, verdict in before.items():
        if "error" in verdict:
            continue
        on_nodes = {
            name: status for name, status in mapping(after[pod].get("nodes")).items() if name != _STRANGER
        }
        for difference in differences(verdict.get("nodes", {}), on_nodes):
            yield f"{pod}: {' '.join(difference.lines())}"


def more_room_lets_in_as_many(case: Manifest, release: Release) -> Iterator[str]:
    """Twice the cpu, memory and number of pods on every node refuses no pod that was let in before."""
    larger = [_with_room(mapping(node)) for node in items(case.get("nodes"))]
    before, after = _verdicts(case, release), _verdicts({**case, "nodes": larger}, release)
    for pod, verdict in before.items():
        if "error" in verdict or "error" in after[pod]:
            continue
        for node, status in mapping(verdict.get("nodes")).items():
            now = find(after[pod], "nodes", node, "code")
            if find(status, "code") == "Success" and now != "Success":
                yield f"{pod}: {node} let it in, and with more room it says {now}"


def text_is_the_sum_of_verdicts(case: Manifest, release: Release) -> Iterator[str]:
    """The sentence of the event counts the verdicts on the nodes, and the rejecting plugins are theirs."""
    cluster = build_cluster(case, release)
    for pod in _pending(cluster):
        decision = _decide(cluster, pod, Attempt())
        if decision.failed or decision.result == "bound" or decision.prefilter.code is not Code.SUCCESS:
            continue
        statuses = [verdict.status for verdict in decision.nodes.values()]
        expected = fit_error(decision.node_count, statuses)
        if decision.node_count and decision.fit_error != expected:
            yield f"{pod.key}: says {decision.fit_error!r}, the verdicts are {expected!r}"
        plugins = {status.plugin for status in statuses if status.plugin}
        if decision.node_count and not plugins <= decision.rejectors:
            yield f"{pod.key}: {sorted(plugins - decision.rejectors)} refused a node and cannot wake the pod"


def best_is_the_highest_total(case: Manifest, release: Release) -> Iterator[str]:
    """The best nodes are those with the highest total, which is the sum of weighted scores of 0 to 100."""
    cluster = build_cluster(case, release)
    for pod in _pending(cluster):
        decision = _decide(cluster, pod, ALL)
        for node, total in decision.totals.items():
            scores = decision.scores[node]
            if total != sum(score.weighted for score in scores.values()):
                yield f"{pod.key}: the total {total} of {node} is not the sum of its scores"
            for plugin, score in scores.items():
                if not 0 <= score.normalized <= 100:
                    yield f"{pod.key}: {plugin} gives {node} {score.normalized}"
        if decision.totals and not decision.failed and not decision.nominated_node_used:
            highest = max(decision.totals.values())
            best = {node for node, total in decision.totals.items() if total == highest}
            if best != set(decision.best):
                yield f"{pod.key}: best are {sorted(decision.best)}, the highest totals have {sorted(best)}"


PROMISES: Mapping[str, Promise] = MappingProxyType(
    {
        "fast_equals_traced": fast_equals_traced,
        "memo_changes_nothing": memo_changes_nothing,
        "order_of_nodes_changes_tosses_only": order_of_nodes_changes_tosses_only,
        "a_stranger_changes_no_reason": a_stranger_changes_no_reason,
        "more_room_lets_in_as_many": more_room_lets_in_as_many,
        "text_is_the_sum_of_verdicts": text_is_the_sum_of_verdicts,
        "best_is_the_highest_total": best_is_the_highest_total,
    }
)
"""Name → promise, in the order in which they are checked."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that a case breaks, and the first place where it does."""

    case: str
    promise: str
    text: str


def broken_promises(case: Manifest, release: Release = BASELINE) -> tuple[Broken, ...]:
    """The promises that the case breaks. An exception breaks the promise during which it was raised."""
    broken: list[Broken] = []
    for name, promise in PROMISES.items():
        try:
            text = next(promise(case, release), "")
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
        if text:
            broken.append(Broken(str(case.get("id")), name, text))
    return tuple(broken)


def _pending(cluster: CaseCluster) -> Iterator[PodInfo]:
    """The waiting pods that the scheduler would try."""
    return (pod for pod in cluster.pending if not pod.terminating and gate_of(cluster, pod) is None)


def _decide(cluster: CaseCluster, pod: PodInfo, attempt: Attempt) -> Decision:
    return decide(cluster.snapshot, pod, cluster.profile, cluster.nominator, attempt)


def _nomination(decision: Decision) -> tuple[str | None, tuple[str, ...]] | None:
    outcome = decision.post_filter
    if outcome is None:
        return None
    victims: tuple[str, ...] = ()
    if outcome.preemption is not None and outcome.nominate:
        candidate = outcome.preemption.candidate(outcome.nominate)
        victims = () if candidate is None else tuple(victim.pod for victim in candidate.victims)
    return outcome.nominate, victims


def _verdicts(case: Manifest, release: Release) -> dict[str, dict[str, Json]]:
    """The whole verdict on every pod that would be tried, each judged alone."""
    cluster = build_cluster(case, release)
    return {pod.key: decision_json(_decide(cluster, pod, ALL)) for pod in _pending(cluster)}


def _without_error(verdict: Mapping[str, Json]) -> dict[str, Json]:
    if "error" not in verdict:
        return dict(verdict)
    return {"pod": verdict["pod"], "failed": True}


def _with_room(node: Manifest) -> Manifest:
    allocatable = mapping(find(node, "status", "allocatable"))
    more: dict[str, Json] = {**allocatable, "cpu": "64", "memory": "64Gi", "pods": "64"}
    return with_value(node, ("status", "allocatable"), more)
