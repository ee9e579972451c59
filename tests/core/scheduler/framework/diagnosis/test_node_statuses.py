"""Why each node refused a pod, where one status holds for all of them."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.framework.diagnosis.node_statuses import SameStatus
from scheduler_core.scheduler.framework.status import Status, unresolvable, unschedulable
from tests.core.scheduler.builders import cluster, node

SNAPSHOT = cluster(node("n1"), node("n2"))


def test_every_node_of_the_snapshot_has_the_status() -> None:
    status = unschedulable("NodeAffinity", "no")
    statuses = SameStatus(SNAPSHOT, status)

    assert {"n1": status, "n2": status} == dict(statuses)
    assert 2 == len(statuses)


def test_a_node_that_does_not_exist_has_no_status() -> None:
    with pytest.raises(KeyError, match="n3"):
        SameStatus(SNAPSHOT, unschedulable("NodeAffinity", "no"))["n3"]


@pytest.mark.parametrize(
    ("status", "nodes"),
    [
        pytest.param(unschedulable("InterPodAffinity", "no"), ["n1", "n2"], id="removing pods may help"),
        pytest.param(unresolvable("NodeAffinity", "no"), [], id="removing pods cannot help"),
    ],
)
def test_only_unschedulable_nodes_are_candidates_of_preemption(status: Status, nodes: list[str]) -> None:
    curable = SameStatus(SNAPSHOT, status).curable()

    assert nodes == [item.name for item in curable.nodes]
    assert len(nodes) == curable.number
