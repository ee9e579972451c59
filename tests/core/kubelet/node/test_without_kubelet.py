"""Exits and kills that no kubelet sees, in their order."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.kubelet.node import without_kubelet
from tests.core.kubelet.nodes import OneNode
from tests.core.kubelet.pressed import MI, node_with, running

GROWTH = UsageChange("memory", 2_000 * MI, 20_000)


def alone() -> OneNode:
    """A pod that exits at second 30, on a node of 1Gi without its kubelet."""
    play = OneNode(node=node_with("1Gi"))
    running(play, "a", "400Mi", **{"crashes-at": "30"})
    play.at(10)
    play.crash()
    return play


def test_the_next_thing_is_the_exit_of_a_process() -> None:
    host = alone().host

    result = without_kubelet.next_ms(host.hardware, host.managers, host.node_object.last, 10_000)

    assert 30_000 == result


def test_a_kill_before_the_exit_comes_first() -> None:
    play = alone()
    host = play.host
    host.set_usage(GROWTH)
    node = host.node_object.last

    assert 20_000 == without_kubelet.next_ms(host.hardware, host.managers, node, 10_000)
    done = without_kubelet.act(host.hardware, host.managers, node, "n1", 20_000)
    assert done is not None
    assert ("oom", ["a"]) == (done[1].kind, [pod.name for pod in done[1].pods])
    assert without_kubelet.next_ms(done[0], host.managers, node, 20_000) is None


def test_before_its_time_nothing_happens() -> None:
    host = alone().host

    assert without_kubelet.act(host.hardware, host.managers, host.node_object.last, "n1", 29_000) is None
