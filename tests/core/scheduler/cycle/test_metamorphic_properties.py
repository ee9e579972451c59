"""Changes of a cluster that must not change what is decided, or must change it in a known way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.quantity import Quantity, parse_quantity
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.post_filter import Candidate
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, snapshot_of

PROFILE = build_profile()


def judged(snapshot: Snapshot, pod: PodInfo) -> Decision:
    return decide(snapshot, pod, PROFILE, Nominator())


def verdicts(decision: Decision) -> dict[str, Status]:
    return {name: verdict.status for name, verdict in decision.nodes.items()}


def outcome(decision: Decision) -> tuple[object, ...]:
    """What comes out of it, without the words."""
    post = decision.post_filter
    preemption = None if post is None else post.preemption
    return (
        decision.result,
        decision.node,
        decision.feasible,
        decision.best,
        decision.totals,
        None if preemption is None else ([*map(tried, preemption.candidates)], preemption.selected),
    )


def tried(candidate: Candidate) -> tuple[object, ...]:
    """The candidate, with the pods of its rounds by their keys."""
    rounds = [([pod.key for pod in row.pods], [*row.back], row.budget) for row in candidate.rounds]
    return replace(candidate, rounds=()), rounds


def rewritten(cluster: Cluster, change: Callable[[Any], Any]) -> Cluster:
    nodes, placed, waiting = cluster
    return (
        [Node.parse(change(node.manifest)) for node in nodes],
        [PodInfo.of(Pod.parse(change(pod.pod.manifest))) for pod in placed],
        [PodInfo.of(Pod.parse(change(pod.pod.manifest))) for pod in waiting],
    )


@given(clusters(), arounds, st.randoms(use_true_random=False))
def test_renaming_the_nodes_renames_the_verdicts(cluster: Cluster, around: Around, random: Any) -> None:
    fresh = [f"machine-{letter}" for letter in "uvwxyz"]
    random.shuffle(fresh)
    names = dict(zip((node.name for node in cluster[0]), fresh, strict=False))

    def rename(manifest: Any) -> Any:
        return json.loads(re.sub(r'"(n\d)"', lambda hit: f'"{names[hit[1]]}"', json.dumps(manifest)))

    before, after = snapshot_of(*cluster[:2], around), snapshot_of(*rewritten(cluster, rename)[:2], around)

    assert cluster[2]
    for pod in cluster[2]:
        old, new = judged(before, pod), judged(after, pod)
        assert verdicts(new) == {names[name]: status for name, status in verdicts(old).items()}
        assert new.totals == {names[name]: total for name, total in old.totals.items()}
        assert new.node == (None if old.node is None else names[old.node])
        assert (new.result, new.message) == (old.result, old.message)


@given(clusters(), arounds)
def test_a_pod_that_no_affinity_concerns_changes_nothing(cluster: Cluster, around: Around) -> None:
    nodes, placed, waiting = cluster
    snapshot = snapshot_of(nodes, placed, around)
    # Selectors of "not this app" and namespaces of all kinds would mean it, were it not for its namespace.
    waiting = [pod for pod in waiting if "namespaceSelector" not in json.dumps(pod.pod.manifest)]
    before = [(verdicts(decision), outcome(decision)) for decision in (judged(snapshot, p) for p in waiting)]
    for info in snapshot.nodes:
        if len(info.pods) + 1 < info.allowed_pods:
            snapshot.add_pod(_stranger(info.name))

    after = [(verdicts(decision), outcome(decision)) for decision in (judged(snapshot, p) for p in waiting)]

    assert after == before


def _stranger(node: str) -> PodInfo:
    """In a namespace nobody speaks of, more important than all, and without weight."""
    container = {"name": "c", "resources": {"requests": {"cpu": "0", "memory": "0"}}}
    return PodInfo.of(
        Pod.parse(
            {
                "metadata": {"name": f"stranger-{node}", "namespace": "elsewhere", "uid": f"stranger-{node}"},
                "spec": {"nodeName": node, "priority": 1000, "containers": [container]},
            }
        )
    )


@given(clusters(), arounds, st.sampled_from((2, 3, 10, 1000)))
def test_scaling_all_quantities_changes_no_choice(cluster: Cluster, around: Around, factor: int) -> None:
    def scale(value: Any, inside: bool = False) -> Any:
        if isinstance(value, Mapping):
            return {
                key: _times(entry, factor)
                if inside and key in ("cpu", "memory")
                else scale(entry, inside or key in ("requests", "allocatable"))
                for key, entry in value.items()
            }
        return [scale(entry) for entry in value] if isinstance(value, list) else value

    scaled = rewritten(cluster, scale)
    before, after = snapshot_of(*cluster[:2], around), snapshot_of(*scaled[:2], around)

    assert scaled[2]
    for small, large in zip(cluster[2], scaled[2], strict=True):
        old, new = judged(before, small), judged(after, large)
        assert outcome(new) == outcome(old)
        assert verdicts(new) == verdicts(old)
        assert new.message == old.message


def _times(amount: str, factor: int) -> str:
    quantity = parse_quantity(amount)
    return str(Quantity(quantity.nano * factor, quantity.format))
