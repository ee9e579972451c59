"""When a node counts as silent, and whether it counts as ready in its zone."""

from __future__ import annotations

from scheduler_core.controllers.nodelifecycle.node_health import (
    GRACE_MS,
    RENEWING,
    Heartbeat,
    MonitoredNode,
    passes_at,
)
from scheduler_core.objects.node import Node


def monitored(ready: str = "True") -> MonitoredNode:
    status = {"conditions": [{"type": "Ready", "status": ready}]} if ready else {}
    return MonitoredNode.of(Node.parse({"metadata": {"name": "n1"}, "status": status}), 0)


def test_passes_come_every_five_seconds() -> None:
    assert [0, 5_000, 5_000, 10_000] == [passes_at(at) for at in (0, 1, 5_000, 5_001)]


def test_a_node_that_renews_its_lease_is_never_missed() -> None:
    assert RENEWING.missed_ms(monitored(), GRACE_MS) is None


def test_the_first_pass_after_the_grace_period_finds_a_node_silent() -> None:
    silent = Heartbeat(renewing=False, seen_ms=10_000)

    assert 65_000 == silent.missed_ms(monitored(), GRACE_MS)


def test_a_node_that_is_unknown_already_is_not_missed_again() -> None:
    silent = Heartbeat(renewing=False, seen_ms=10_000)

    assert silent.missed_ms(monitored("Unknown"), GRACE_MS) is None


def test_a_kubelet_that_never_reported_has_the_startup_grace_period() -> None:
    never = Heartbeat(renewing=False, posted=False)

    assert 65_000 == never.missed_ms(monitored(""), GRACE_MS)


def test_a_node_without_conditions_counts_as_ready_once_its_kubelet_has_reported() -> None:
    assert RENEWING.counts_ready(monitored(""))
    assert not Heartbeat(posted=False).counts_ready(monitored(""))
    assert not RENEWING.counts_ready(monitored("False"))
