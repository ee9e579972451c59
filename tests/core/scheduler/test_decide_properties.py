"""What must hold for every cluster: tracing, keeping answers and the order of events change no decision."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.decide import FAST, decide
from scheduler_core.scheduler.decision import Decision
from scheduler_core.scheduler.memo import Memo
from scheduler_core.scheduler.nominator import Nominator
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.profile import build_profile
from scheduler_core.scheduler.snapshot import Snapshot
from tests.core.scheduler.random_clusters import clusters

PROFILE = build_profile()


def snapshot_of(nodes: list[Node], placed: list[PodInfo]) -> Snapshot:
    snapshot = Snapshot()
    snapshot.namespaces["default"] = {}
    for node in nodes:
        snapshot.put_node(node)
    for pod in placed:
        snapshot.add_pod(pod)
    return snapshot


def essence(decision: Decision) -> tuple[object, ...]:
    """All that has a consequence."""
    outcome = decision.post_filter
    chosen = None
    if outcome is not None and outcome.preemption is not None and outcome.nominate:
        chosen = outcome.preemption.candidate(outcome.nominate)
    return (
        decision.result,
        decision.node,
        decision.best,
        set(decision.feasible),
        decision.message,
        decision.rejectors,
        decision.next_start,
        chosen,
    )


@settings(max_examples=150, deadline=None)
@given(clusters())
def test_traced_untraced_and_kept_decisions_are_equal(
    cluster: tuple[list[Node], list[PodInfo], list[PodInfo]],
) -> None:
    nodes, placed, waiting = cluster
    snapshot, nominator, memo = snapshot_of(nodes, placed), Nominator(), Memo(PROFILE)

    for pod in waiting:
        traced = decide(snapshot, pod, PROFILE, nominator)
        untraced = decide(snapshot, pod, PROFILE, nominator, options=FAST)
        kept = decide(snapshot, pod, PROFILE, nominator, options=FAST, memo=memo)
        anew = decide(snapshot.copy(), pod, PROFILE, nominator)

        assert essence(traced) == essence(untraced) == essence(kept) == essence(anew)
        if traced.result == "bound" and traced.node is not None:
            snapshot.add_pod(pod.on(traced.node))
        elif traced.result == "nominated" and traced.node is not None:
            nominator.add(pod, traced.node)


@settings(max_examples=60, deadline=None)
@given(clusters(), st.data())
def test_coming_and_going_leaves_no_trace_in_later_decisions(
    cluster: tuple[list[Node], list[PodInfo], list[PodInfo]], data: st.DataObject
) -> None:
    nodes, placed, waiting = cluster
    plain = snapshot_of(nodes, placed)
    stirred = snapshot_of(nodes, placed)
    guest = waiting[-1]
    decide(stirred, waiting[0], PROFILE, Nominator())
    for node in data.draw(st.lists(st.sampled_from(nodes), max_size=3)):
        stirred.add_pod(guest.on(node.name))
        decide(stirred, waiting[0], PROFILE, Nominator())
        stirred.remove_pod(guest.on(node.name))

    for pod in waiting:
        expected = decide(plain, pod, PROFILE, Nominator())
        got = decide(stirred, pod, PROFILE, Nominator())

        assert essence(expected) == essence(got)


@settings(max_examples=60, deadline=None)
@given(clusters())
def test_a_pod_of_another_namespace_without_requests_changes_no_filter_verdict(
    cluster: tuple[list[Node], list[PodInfo], list[PodInfo]],
) -> None:
    from scheduler_core.objects.pod import Pod

    nodes, placed, waiting = cluster
    snapshot = snapshot_of(nodes, placed)
    roomy = [node for node in snapshot.nodes if len(node.pods) + 1 < node.allowed_pods]
    before = [decide(snapshot, pod, PROFILE, Nominator()).nodes for pod in waiting]
    for node in roomy:
        stranger = {
            "metadata": {"name": f"stranger-{node.name}", "namespace": "elsewhere", "labels": {"app": "web"}},
            "spec": {"nodeName": node.name, "containers": [{"name": "c"}]},
        }
        snapshot.add_pod(PodInfo.of(Pod.parse(stranger)))

    after = [decide(snapshot, pod, PROFILE, Nominator()).nodes for pod in waiting]

    assert [{name: verdict.status for name, verdict in nodes.items()} for nodes in before] == [
        {name: verdict.status for name, verdict in nodes.items()} for nodes in after
    ]
