"""Memory runs out on a machine whose kubelet does not run."""

from __future__ import annotations

from typing import Any

from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.objects.manifest import find, items
from tests.core.kubelet.nodes import OneNode
from tests.core.kubelet.pressed import MI, acts_of, node_with, running, system


def two_pods(limit: str = "") -> OneNode:
    """big and small on a node with 1Gi whose kubelet is down from second 10 on."""
    play = OneNode(node=node_with("1Gi"))
    running(play, "big", "400Mi", **({"limit": limit} if limit else {}))
    running(play, "small", "100Mi")
    play.at(10)
    play.crash()
    play.act_log.clear()
    return play


def grows(play: OneNode, at: float, name: str, mebibytes: int, over: float = 0) -> None:
    play.play(at)
    play.now_ms = round(at * 1000)
    uid = play.api.pods[f"default/{name}"].uid
    play.host.set_usage(UsageChange("memory", mebibytes * MI, play.now_ms, round(over * 1000), uid))


def out_of_memory(play: OneNode) -> None:
    """The system takes 700Mi at second 30 and gives them back at second 35."""
    system(play, 30, 700)
    system(play, 35, 100)


def containers(play: OneNode, name: str) -> Any:
    return items(find(play.api.pods[f"default/{name}"].manifest, "status", "containerStatuses"))


def system_ooms(play: OneNode) -> list[str]:
    return [event.message for event in play.api.events_about("Node", "n1") if event.reason == "SystemOOM"]


def test_a_container_over_its_limit_is_killed_although_nothing_reports_it() -> None:
    play = two_pods(limit="500Mi")
    grows(play, 20, "big", 600, over=10)
    play.play(60)

    assert [(25.0, "oom", ("big",))] == [(round(at), *rest) for at, *rest in acts_of(play, "oom")]
    assert ["default/small"] == list(play.host.running().values())
    assert "Running" == find(play.api.pods["default/big"].manifest, "status", "phase")


def test_when_the_node_is_out_of_memory_the_container_with_the_highest_score_is_killed() -> None:
    play = two_pods()
    system(play, 30, 700)
    play.play(60)

    assert [(30.0, "oom", ("big",))] == acts_of(play, "oom")


def test_no_kubelet_evicts_anything_meanwhile() -> None:
    play = two_pods()
    system(play, 30, 480)
    play.play(100)

    assert [] == acts_of(play, "evict", "oom")


def test_the_next_kubelet_finds_the_killed_container_and_starts_it_again() -> None:
    play = two_pods()
    out_of_memory(play)
    assert [] == system_ooms(play)

    play.start()
    play.play(60)

    [status] = containers(play, "big")
    assert ("OOMKilled", 137) == (
        find(status, "lastState", "terminated", "reason"),
        find(status, "lastState", "terminated", "exitCode"),
    )
    assert 1 == status["restartCount"]


def test_the_next_kubelet_reads_of_the_kill_of_a_whole_node_in_the_kernels_log_once() -> None:
    play = two_pods()
    out_of_memory(play)
    play.start()
    play.play(41)
    assert ["System OOM encountered, victim process: c"] == [
        oom.partition(", pid")[0] for oom in system_ooms(play)
    ]

    play.crash()
    play.start()
    play.play(60)

    assert 1 == len(system_ooms(play))


def test_a_machine_that_was_off_has_forgotten_its_log() -> None:
    play = two_pods()
    out_of_memory(play)
    play.power(False)
    play.power(True)
    play.play(60)

    assert [] == system_ooms(play)
