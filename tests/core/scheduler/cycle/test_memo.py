"""Memo: answers of earlier pods of the same class are used again until their node changes."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.memo import MAX_CLASSES, Memo
from scheduler_core.scheduler.framework.handle import NodeKey
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod

KEY: NodeKey[str] = NodeKey("notes")


def test_pods_of_equal_signature_share_a_class() -> None:
    memo, snapshot = Memo(build_profile()), cluster(node("n1"))
    first = memo.of(pod("p", "1"), snapshot)

    assert first is memo.of(pod("q", "1"), snapshot)
    assert first is not memo.of(pod("r", "2"), snapshot)


def test_a_plugin_of_one_s_own_may_read_more_of_a_pod_so_that_alike_ones_share_nothing() -> None:
    class Labelled:
        reads = Reads.POD | Reads.NODE

        def __init__(self, args: object) -> None: ...

        def score(self, state: object, waiting: PodInfo, info: object) -> int:
            return 100 if "liked" in waiting.labels else 0

    enabled = PluginSet(enabled=(PluginEntry("Labelled"),))
    own = {"Labelled": OwnPlugin("Labelled", plugin_class=Labelled)}
    profile = build_profile(ProfileConfig(plugin_sets=(("score", enabled),)), own)
    memo, snapshot = Memo(profile), cluster(node("n1"), node("n2"))
    first, second = pod("p", "1"), pod("q", "1", labels={"liked": "yes"})
    decisions = [
        decide(snapshot, waiting, profile, Nominator(), Attempt(memo=memo)) for waiting in (first, second)
    ]

    assert [0, 100] == [decision.scores["n1"]["Labelled"].raw for decision in decisions]
    assert memo.of(first, snapshot) is memo.of(first, snapshot)


def test_another_snapshot_begins_anew() -> None:
    memo, waiting = Memo(build_profile()), pod("p", "1")
    first = memo.of(waiting, cluster(node("n1")))

    assert first is not memo.of(waiting, cluster(node("n1")))


def test_a_node_that_changed_is_asked_again_and_the_others_are_not() -> None:
    memo, snapshot, waiting = Memo(build_profile()), cluster(node("n1"), node("n2")), pod("p", "1")
    kept = memo.of(waiting, snapshot)
    assert kept.resolve((0, 1), waiting)
    snapshot.add_pod(pod("q", "4", on="n2"))
    kept = memo.of(waiting, snapshot)

    assert {1} == kept.unknown
    assert not kept.resolve((1,), waiting)
    assert ["Insufficient cpu"] == list(kept.verdict("n2", waiting).reasons)


def test_a_plugin_s_own_answer_goes_with_its_node_or_with_what_it_depends_on() -> None:
    memo, snapshot, waiting = Memo(build_profile()), cluster(node("n1"), node("n2")), pod("p", "1")
    kept, budget = memo.of(waiting, snapshot), object()
    kept.by_node(KEY, (budget,)).update(n1="one", n2="two")
    snapshot.add_pod(pod("q", "1", on="n2"))
    kept = memo.of(waiting, snapshot)

    assert {"n1": "one"} == kept.by_node(KEY, (budget,))
    assert {} == kept.by_node(KEY, (object(),))


def test_the_oldest_class_makes_room_for_a_new_one() -> None:
    memo, snapshot = Memo(build_profile()), cluster(node("n1"))
    first = memo.of(pod("p", "1"), snapshot)
    for priority in range(1, MAX_CLASSES + 1):
        memo.of(pod("p", "1", priority=priority), snapshot)

    assert first is not memo.of(pod("p", "1"), snapshot)
