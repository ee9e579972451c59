"""Domains of a topology key."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.topology import Domains, Topology
from tests.core.scheduler.builders import cluster, node

ZONE = "topology.kubernetes.io/zone"
ZONES = cluster(node("a1", zone="a"), node("b1", zone="b"), node("x"), node("a2", zone="a"))
NAMES = [info.name for info in ZONES.nodes]


def test_only_nodes_with_the_label_have_a_domain() -> None:
    domains = Domains.of(ZONES.nodes, ZONE)

    assert ({"a1": "a", "b1": "b", "a2": "a"}, 2) == (domains.domain_of, domains.size)


def test_a_topology_knows_the_places_of_its_domains_and_the_nodes_without_one() -> None:
    topology = Topology.of(ZONES.nodes, ZONE)

    assert {"a": {"a1", "a2"}, "b": {"b1"}} == {
        domain: {NAMES[place] for place in places} for domain, places in topology.places.items()
    }
    assert ["x"] == [NAMES[place] for place in topology.missing]
