"""Domains of a topology key, and the list of nodes narrowed by them."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.topology import FEW, YES, Domains, Narrowing, Topology
from tests.core.scheduler.making import cluster, node

ZONE = "topology.kubernetes.io/zone"
ZONES = cluster(node("a1", zone="a"), node("b1", zone="b"), node("x"), node("a2", zone="a"))
NAMES = [info.name for info in ZONES.nodes]


def narrowing(*refused: str) -> Narrowing:
    possible = bytearray(0 if name in refused else YES for name in NAMES)
    return Narrowing(possible, lambda key: Topology.of(ZONES.nodes, key))


def left(narrowed: Narrowing) -> set[str]:
    return {name for name, byte in zip(NAMES, narrowed.possible, strict=True) if byte}


def test_only_nodes_with_the_label_have_a_domain() -> None:
    domains = Domains.of(ZONES.nodes, ZONE)

    assert ({"a1": "a", "b1": "b", "a2": "a"}, 2) == (domains.domain_of, domains.size)


def test_a_topology_knows_the_places_of_its_domains_and_the_nodes_without_one() -> None:
    topology = Topology.of(ZONES.nodes, ZONE)

    assert {"a": {"a1", "a2"}, "b": {"b1"}} == {
        domain: {NAMES[place] for place in places} for domain, places in topology.places.items()
    }
    assert ["x"] == [NAMES[place] for place in topology.missing]


def test_a_required_label_takes_out_the_nodes_without_it() -> None:
    narrowed = narrowing()
    narrowed.require(ZONE)

    assert {"a1", "a2", "b1"} == left(narrowed)


def test_refused_domains_are_out_and_nodes_without_a_domain_stay() -> None:
    narrowed = narrowing()
    narrowed.refuse(ZONE, ["a", "unknown"])

    assert {"b1", "x"} == left(narrowed)


def test_outside_the_only_domains_nothing_is_possible_and_nothing_comes_back() -> None:
    narrowed = narrowing("a1")
    narrowed.only(ZONE, ["a"])

    assert {"a2"} == left(narrowed)


def test_many_places_at_once_are_narrowed_like_few() -> None:
    nodes = cluster(*[node(f"n{number}", zone="ab"[number % 2]) for number in range(3 * FEW)]).nodes
    refused, only = (
        Narrowing(bytearray([YES]) * len(nodes), lambda key: Topology.of(nodes, key)) for _ in range(2)
    )
    refused.refuse(ZONE, ["a"])
    only.only(ZONE, ["b"])

    expected = [YES if info.labels[ZONE] == "b" else 0 for info in nodes]
    assert len(nodes) // 2 == expected.count(YES)
    assert expected == list(refused.possible) == list(only.possible)
