"""New pods on a node: started, rejected, or waiting for the pods that are preempted for them."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, exits, node_manifest

CPU = {"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "3"}}}


def test_a_pod_that_does_not_fit_fails_with_the_reason_of_the_kubelet() -> None:
    play = OneNode(node=node_manifest()).with_pod("a", CPU).with_pod("b", CPU)

    status = play.api.pods["default/b"].status

    assert ("Failed", "OutOfcpu") == (status.phase, status.reason)
    assert ["a"] == [one.pod.name for one in play.host.processes()]


def test_a_critical_pod_starts_once_its_victim_is_dead() -> None:
    play = OneNode(exits(4, "a")).with_pod("a", CPU)
    begun = play.now_ms / 1000

    play.with_pod("b", CPU, priorityClassName="system-node-critical")

    assert "Failed" == play.api.pods["default/a"].status.phase
    assert "Preempting" == play.api.pods["default/a"].status.reason
    started = play.api.pods["default/b"].status.condition("Ready")
    assert started is not None
    assert "True" == started.status
    assert begun + 10 == play.now_ms / 1000
    assert {} == play.host.kubelet.preemptions
