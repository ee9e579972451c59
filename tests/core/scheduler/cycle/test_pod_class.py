"""Kept answers of the plugins that look at one node alone."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.pod_class import PodClass
from tests.core.scheduler.making import cluster, node, pod

PROFILE = build_profile()


def test_before_it_is_asked_every_node_may_pass() -> None:
    kept = PodClass(PROFILE, pod("p", "2"), cluster(node("n1"), node("n2", "1")))

    assert ({0, 1}, [YES, YES]) == (kept.unknown, list(kept.passes))


def test_a_refusal_is_counted_once_and_known_from_then_on() -> None:
    waiting = pod("p", "2")
    kept = PodClass(PROFILE, waiting, cluster(node("n1"), node("n2", "1")))

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

    assert (("n1", "n2"), {0, 1}) == (kept.names, kept.unknown)
