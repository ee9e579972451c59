"""Counts of pods by selector and by term, kept up to date."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.core.scheduler.builders import cluster, node, pod

ZONE = "topology.kubernetes.io/zone"
WEB = {"matchLabels": {"app": "web"}}
SELECTOR = LabelSelector.parse(WEB)


def web(name: str, on: str, **more: Any) -> PodInfo:
    return pod(name, on=on, labels={"app": "web"}, **more)


def nodes() -> Snapshot:
    return cluster(
        node("a1", zone="a"), node("a2", zone="a"), node("b1", zone="b"), node("x"), web("p", "a1")
    )


def spread(snapshot: Snapshot) -> dict[str, int]:
    assert SELECTOR is not None
    return dict(snapshot.index.spread("default", SELECTOR, snapshot.nodes).per_node)


def test_pods_are_counted_by_node_and_later_changes_are_counted_in() -> None:
    snapshot = nodes()
    assert {"a1": 1} == spread(snapshot)

    snapshot.add_pod(web("q", "b1"))
    snapshot.remove_pod(web("p", "a1"))
    assert {"b1": 1} == spread(snapshot)


def test_terminating_pods_and_other_namespaces_do_not_count_for_a_spread() -> None:
    snapshot = nodes()
    going = {"deletionTimestamp": "2030-01-01T00:00:00Z"}
    for late in (False, True):
        snapshot.add_pod(web(f"g{late}", "a1", metadata=going))
        snapshot.add_pod(web(f"o{late}", "a1", namespace="other"))

        assert {"a1": 1} == spread(snapshot)


def test_a_tally_is_summed_per_domain_and_follows_its_changes() -> None:
    snapshot = nodes()
    assert SELECTOR is not None
    tally = snapshot.index.spread("default", SELECTOR, snapshot.nodes)
    domains = snapshot.domains(ZONE)
    assert {"a": 1} == tally.per_domain(domains)

    snapshot.add_pod(web("q", "a2"))
    snapshot.add_pod(web("r", "x"))
    assert {"a": 2} == tally.per_domain(domains)


def test_the_terms_that_pods_carry_are_those_that_mean_the_asking_pod() -> None:
    term = {"topologyKey": ZONE, "labelSelector": WEB}
    away = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = nodes()
    snapshot.add_pod(pod("guard", on="b1", affinity=away))

    def meaning(asking: PodInfo) -> list[dict[str, int]]:
        carried = snapshot.index.anti_affinity(snapshot.nodes)
        return [dict(tally.per_node) for _, tally in carried.that_mean(asking, {})]

    assert [{"b1": 1}] == meaning(web("new", ""))
    assert [] == meaning(pod("other", labels={"app": "db"}))
    snapshot.remove_pod(pod("guard", on="b1", affinity=away))
    assert [] == meaning(web("new", ""))


def test_preferred_terms_of_anti_affinity_have_a_negative_weight() -> None:
    weighted = {"weight": 7, "podAffinityTerm": {"topologyKey": ZONE, "labelSelector": WEB}}
    preferred = {"preferredDuringSchedulingIgnoredDuringExecution": [weighted]}
    snapshot = nodes()
    snapshot.add_pod(pod("friend", on="a1", affinity={"podAffinity": preferred}))
    snapshot.add_pod(pod("foe", on="b1", affinity={"podAntiAffinity": preferred}))

    result = snapshot.index.preferred(snapshot.nodes).that_mean(web("new", ""), {})
    assert {7: {"a1": 1}, -7: {"b1": 1}} == {
        carried.weight: dict(tally.per_node) for carried, tally in result
    }


def test_an_index_that_counts_along_agrees_with_one_that_counts_anew() -> None:
    snapshot = nodes()
    spread(snapshot)
    for number in range(6):
        snapshot.add_pod(web(f"p{number}", ["a1", "a2", "b1"][number % 3]))
    snapshot.remove_pod(web("p4", "a2"))

    assert {"a1": 3, "a2": 1, "b1": 2} == spread(snapshot) == spread(snapshot.copy())
