"""New pods on a node: started, rejected, or waiting for the pods that are preempted for them."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, exits, node_manifest

CPU = {"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "3"}}}


def test_a_pod_that_does_not_fit_fails_with_the_reason_of_the_kubelet() -> None:
    play = OneNode(node=node_manifest()).with_pod("a", CPU).with_pod("b", CPU)

    status = play.api.pods["default/b"].status

    assert ("Failed", "OutOfcpu") == (status.phase, status.reason)
    assert ["a"] == [one.pod.name for one in play.host.processes()]


def test_a_rejected_pod_has_a_start_time_and_no_conditions() -> None:
    play = OneNode(node=node_manifest()).with_pod("a", CPU).with_pod("b", CPU)

    assert {
        "phase": "Failed",
        "reason": "OutOfcpu",
        "message": "Pod was rejected: Node didn't have enough resource: cpu, requested: 3000, used: 3000, "
        "capacity: 4000",
        "startTime": "2030-01-01T00:00:10Z",
        "qosClass": "Burstable",
    } == play.api.pods["default/b"].manifest["status"]


def test_a_critical_pod_starts_once_its_victim_is_dead() -> None:
    play = OneNode(exits(4, "a")).with_pod("a", CPU)
    begun = play.now_ms / 1000

    play.with_pod("b", CPU, priorityClassName="system-node-critical")

    victim = play.api.pods["default/a"].status
    assert ("Succeeded", "") == (victim.phase, victim.reason)
    target = victim.condition("DisruptionTarget")
    assert target is not None
    assert "TerminationByKubelet" == target.reason
    started = play.api.pods["default/b"].status.condition("Ready")
    assert started is not None
    assert "True" == started.status
    assert begun + 10 == play.now_ms / 1000
    assert {} == play.host.kubelet.preemptions
