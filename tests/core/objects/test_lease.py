"""The heartbeat of a node."""

from __future__ import annotations

from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.lease import Lease, node_lease, node_lease_key, renewal_before
from scheduler_core.objects.scalars.times import parse_time

NOON = "2030-01-01T00:00:10Z"


def test_a_lease_stands_under_its_nodes_name() -> None:
    lease = Lease.parse(node_lease("n1", NOON, renewing=False))
    assert (lease.meta.key, lease.holder) == (node_lease_key("n1"), "n1")
    assert (lease.duration_seconds, lease.renewed_at, lease.renewing) == (40, parse_time(NOON), False)


def test_a_lease_of_a_real_cluster_counts_as_renewing() -> None:
    manifest = {"metadata": {"name": "n1"}, "spec": {"renewTime": "2030-01-01T00:00:10.123456Z"}}
    assert KINDS["Lease"].parse(manifest).renewing  # type: ignore[union-attr]


def test_renewals_come_at_whole_ten_seconds() -> None:
    assert [0, 0, 10_000, 10_000] == [renewal_before(at) for at in (0, 9_999, 10_000, 18_000)]
