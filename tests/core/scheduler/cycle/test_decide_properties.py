"""What must hold for every cluster: tracing, keeping answers and the order of events change no decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot, zone_key
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle import sampling
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, nodes, snapshot_of

# Preemption looks at half of the nodes, so that it matters where it begins.
PROFILE = build_profile(ProfileConfig(args=(DefaultPreemptionArgs(50, 1),)))


def middle(names: Sequence[str]) -> str:
    return names[len(names) // 2]


@contextmanager
def sampled(few: int) -> Iterator[None]:
    """The search ends after `few` feasible nodes, as it does in clusters too large for a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "MIN_FEASIBLE_NODES", few)
        yield


def essence(decision: Decision) -> tuple[object, ...]:
    """All that has a consequence."""
    outcome = decision.post_filter
    chosen = None
    if outcome is not None and outcome.preemption is not None and outcome.nominate:
        candidate = outcome.preemption.candidate(outcome.nominate)
        assert candidate is not None
        chosen = (candidate.node, candidate.victims, candidate.violations)
    return (
        decision.result,
        decision.node,
        decision.best,
        decision.feasible,
        decision.message,
        decision.rejectors,
        decision.next_start,
        chosen,
    )


def plainly(snapshot: Snapshot, pod: PodInfo, nominator: Nominator, start: int) -> tuple[str, ...]:
    """The feasible nodes, found the way the source reads: one node after the other, asking every filter."""
    cycle = Cycle(snapshot, pod, PROFILE, nominator)
    before = cycle.pre_filter()
    names = before.names
    nodes = [node for node in snapshot.nodes if names is None or node.name in names]
    if before.status.code is not Code.SUCCESS or not nodes:
        return ()
    start %= len(nodes)
    round_ = [*nodes[start:], *nodes[:start]]
    fitting = [node.name for node in round_ if cycle.filter_node(cycle.state, node).code is Code.SUCCESS]
    return tuple(fitting[: sampling.feasible_nodes_to_find(len(nodes), PROFILE.percentage_of_nodes_to_score)])


def rebuilt(snapshot: Snapshot, around: Around) -> Snapshot:
    """The same cluster from nothing: nodes in the same order, pods on them in the same order."""
    zones: dict[str, list[Node]] = {}
    for info in snapshot.nodes:
        zones.setdefault(zone_key(info.node), []).append(info.node)
    anew = snapshot_of([node for members in zones.values() for node in members], [], around)
    assert [info.name for info in anew.nodes] == [info.name for info in snapshot.nodes]
    for info in snapshot.nodes:
        for pod in info.pods:
            anew.add_pod(pod)
    return anew


class World:
    """A cluster that changes, and a memo that has seen all of it.

    Pods with host ports stay: upstream keeps a node's ports as a set, so one that goes frees its port also
    where another still holds it, and such a cluster made from nothing is another one.
    """

    def __init__(self, cluster: Cluster, around: Around) -> None:
        self.all_nodes, placed, self.waiting = cluster
        self.around = around
        self.snapshot = snapshot_of(self.all_nodes, placed, around)
        self.nominator = Nominator()
        self.memo = Memo(PROFILE)
        self.start = 0

    def decide(self, pod: PodInfo) -> Decision:
        """All ways, which must agree; with a trace also in all that was seen."""
        about = partial(decide, pod=pod, profile=PROFILE, nominator=self.nominator)
        attempt = Attempt(self.start, Picks(start=middle))
        fast = replace(attempt, trace=False)
        traced = about(self.snapshot, attempt=attempt)
        untraced = about(self.snapshot, attempt=fast)
        kept = about(self.snapshot, attempt=replace(fast, memo=self.memo))
        shown = about(self.snapshot, attempt=replace(attempt, memo=self.memo))
        anew = about(rebuilt(self.snapshot, self.around), attempt=attempt)
        assert essence(kept) == essence(untraced) == essence(traced) == essence(anew)
        assert shown == traced
        if pod.nominated_node_name not in self.snapshot.places:
            assert plainly(self.snapshot, pod, self.nominator, self.start) == traced.feasible
        return traced

    def change(self, what: str, data: st.DataObject) -> None:
        infos = self.snapshot.nodes
        if what == "decide" or not infos:
            self._schedule(data.draw(st.sampled_from(self.waiting)))
            return
        info = data.draw(st.sampled_from(infos))
        match what:
            case "leave" if portless := [pod for pod in info.pods if not pod.host_ports]:
                self.snapshot.remove_pod(data.draw(st.sampled_from(portless)))
            case "taint":
                self.snapshot.put_node(info.node.with_taints((Taint("k", "", "NoSchedule"),)))
            case "cordon":
                self.snapshot.put_node(info.node.with_unschedulable(not info.node.unschedulable))
            case "relabel":
                self.snapshot.put_node(data.draw(nodes(info.name)))
            case "remove":
                self.snapshot.remove_node(info.name)
            case "return":
                self.snapshot.put_node(data.draw(st.sampled_from(self.all_nodes)))

    def _schedule(self, pod: PodInfo) -> None:
        decision = self.decide(pod)
        self.start = decision.next_start
        if decision.result == "bound" and decision.node is not None:
            if pod.uid not in {other.uid for info in self.snapshot.nodes for other in info.pods}:
                self.snapshot.add_pod(pod.on(decision.node))
                self.nominator.delete(pod)
        elif decision.result == "nominated" and decision.node is not None:
            # As after the patch of its status: the pod is looked for there first.
            newer = PodInfo.of(pod.pod.with_status({"nominatedNodeName": decision.node}))
            self.waiting = [newer if other is pod else other for other in self.waiting]
            self.nominator.add(newer)


CHANGES = ("decide", "decide", "decide", "leave", "leave", "taint", "cordon", "relabel", "remove", "return")


@given(clusters(), arounds, st.integers(1, 4), st.lists(st.sampled_from(CHANGES), max_size=8), st.data())
def test_traced_untraced_kept_and_anew_decisions_are_equal_while_the_cluster_changes(
    cluster: Cluster, around: Around, few: int, changes: list[str], data: st.DataObject
) -> None:
    with sampled(few):
        world = World(cluster, around)
        for change in changes:
            world.change(change, data)
        for pod in world.waiting:
            world.decide(pod)


@given(clusters(), arounds, st.randoms(use_true_random=False))
def test_any_order_of_adding_and_removing_leads_to_the_same_decisions(
    cluster: Cluster, around: Around, random: object
) -> None:
    shuffle = random.shuffle  # type: ignore[attr-defined]
    all_nodes, placed, waiting = cluster
    plain = snapshot_of(all_nodes, placed, around)
    stirred = snapshot_of(all_nodes, [], around)
    memo = Memo(PROFILE)
    # Without host ports, for the reason `World` gives.
    guests = [pod.on(all_nodes[0].name) for pod in waiting if not pod.host_ports]
    steps = [("add", pod) for pod in (*placed, *guests)]
    shuffle(steps)
    gone = [("remove", pod) for pod in guests]
    shuffle(gone)
    for index, (what, pod) in enumerate((*steps, *gone)):
        (stirred.add_pod if what == "add" else stirred.remove_pod)(pod)
        if index % 3 == 0:
            decide(stirred, waiting[0], PROFILE, Nominator(), Attempt(trace=False, memo=memo))

    assert waiting
    for pod in waiting:
        expected = decide(plain, pod, PROFILE, Nominator())
        assert essence(decide(stirred, pod, PROFILE, Nominator())) == essence(expected)
        kept = decide(stirred, pod, PROFILE, Nominator(), Attempt(trace=False, memo=memo))
        assert essence(kept) == essence(expected)


@given(clusters(most_nodes=4), arounds)
def test_a_copy_of_the_snapshot_decides_alike_and_changes_on_its_own(
    cluster: Cluster, around: Around
) -> None:
    all_nodes, placed, waiting = cluster
    snapshot = snapshot_of(all_nodes, placed, around)
    before = [essence(decide(snapshot, pod, PROFILE, Nominator())) for pod in waiting]
    copy = snapshot.copy()
    assert [essence(decide(copy, pod, PROFILE, Nominator())) for pod in waiting] == before

    for pod in waiting:
        copy.add_pod(pod.on(all_nodes[-1].name))
    copy.remove_node(all_nodes[0].name)

    assert [essence(decide(snapshot, pod, PROFILE, Nominator())) for pod in waiting] == before
