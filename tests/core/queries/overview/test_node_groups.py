"""The groups by which nodes are chosen."""

from __future__ import annotations

from scheduler_core.queries.overview.node_groups import node_groups
from tests.builders import node
from tests.core.builders import recorded


def test_nodes_are_grouped_by_zone_pool_and_shared_labels() -> None:
    zone, pool = "topology.kubernetes.io/zone", "eks.amazonaws.com/nodegroup"
    run = recorded(
        node("n1", labels={zone: "a", pool: "web", "disk": "ssd", "all": "yes"}),
        node("n2", labels={zone: "a", pool: "db", "disk": "ssd", "all": "yes"}),
        node("n3", labels={zone: "b", pool: "db", "disk": "hdd", "all": "yes"}),
    )
    groups = node_groups(run.world(0))

    assert [{"name": "a", "nodes": 2}, {"name": "b", "nodes": 1}] == groups["zone"]
    assert [{"name": "db", "nodes": 2}, {"name": "web", "nodes": 1}] == groups["pool"]
    assert [{"name": "disk=ssd", "nodes": 2}] == groups["label"]
