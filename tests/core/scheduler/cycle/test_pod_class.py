"""Kept answers of the plugins that look at one node alone."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.pod_class import PodClass
from tests.core.scheduler.builders import cluster, node, pod

PROFILE = build_profile()


def test_filters_that_answer_at_once_leave_no_node_unknown_and_the_first_refusal_counts() -> None:
    kept = PodClass(
        PROFILE, pod("p", "2"), cluster(node("n1"), node("n2", "1"), node("n3", "1", unschedulable=True))
    )

    assert (set(), [YES, 0, 0]) == (kept.unknown, list(kept.passes))
    assert {1: "NodeResourcesFit", 2: "NodeUnschedulable"} == {
        place: status.plugin for place, status in kept.verdicts.items()
    }


def test_nodes_that_pass_are_unknown_when_a_filter_has_to_be_asked_node_by_node() -> None:
    pinned: Json = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n2"]}]}
    required: Json = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [pinned]}}
    kept = PodClass(
        PROFILE,
        pod("p", "2", affinity={"nodeAffinity": required}),
        cluster(node("n1"), node("n2"), node("n3", unschedulable=True)),
    )

    assert ({0, 1}, [YES, YES, 0]) == (kept.unknown, list(kept.passes))


def test_a_refusal_is_counted_once_and_known_from_then_on() -> None:
    waiting, snapshot = pod("p", "2"), cluster(node("n1"), node("n2"))
    kept = PodClass(PROFILE, waiting, snapshot)
    snapshot.put_node(node("n2", "1"))
    kept.refresh()
    assert ({1}, [YES, YES]) == (kept.unknown, list(kept.passes))

    assert not kept.resolve([0, 1], waiting)
    assert ([YES, 0], set()) == (list(kept.passes), kept.unknown)
    assert [(("Insufficient cpu",), 1)] == [(one.reasons, count) for one, count in kept.refusals.items()]


def test_a_node_that_changed_is_asked_again_and_its_refusal_forgotten() -> None:
    waiting, snapshot = pod("p", "2"), cluster(node("n1"), node("n2", "1"))
    kept = PodClass(PROFILE, waiting, snapshot)
    kept.resolve([0, 1], waiting)
    snapshot.put_node(node("n2", "8"))
    kept.refresh()

    assert ({1}, {}) == (kept.unknown, dict(kept.refusals))
    assert kept.resolve([1], waiting)


def test_a_new_node_makes_the_class_begin_anew() -> None:
    waiting, snapshot = pod("p", "2"), cluster(node("n1"))
    kept = PodClass(PROFILE, waiting, snapshot)
    kept.resolve([0], waiting)
    snapshot.put_node(node("n2"))
    kept.refresh()

    assert (("n1", "n2"), [YES, YES]) == (kept.names, list(kept.passes))
