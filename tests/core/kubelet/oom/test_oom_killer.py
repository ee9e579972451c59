"""Which container the kernel kills when memory runs out."""

from __future__ import annotations

from scheduler_core.objects.manifest import find
from tests.core.kubelet.nodes import OneNode
from tests.core.kubelet.pressed import acts_of, node_with, running, system


def test_a_container_over_its_memory_limit_is_killed_and_restarted_in_place() -> None:
    play = OneNode(node=node_with())
    running(play, "a", "steps 0:100Mi,30:300Mi", limit="200Mi")
    play.act_log.clear()
    play.play(31)

    assert [(30.0, "oom", ("a",))] == acts_of(play, "oom")
    stored = play.api.pods["default/a"]
    assert "Running" == stored.status.phase
    entry = find(stored.manifest, "status", "containerStatuses", 0)
    assert 1 == find(entry, "restartCount")
    assert "OOMKilled" == find(entry, "lastState", "terminated", "reason")
    assert 137 == find(entry, "lastState", "terminated", "exitCode")


def test_when_the_node_runs_out_between_passes_the_kernel_takes_the_highest_score() -> None:
    play = OneNode(node=node_with())
    running(play, "burstable", "2Gi", "4Gi")
    running(play, "greedy", "steps 0:10Mi,5:1Gi")
    play.act_log.clear()
    system(play, 12, 5 * 1024 + 500)

    play.play(13)
    assert [(12.0, "oom", ("greedy",))] == acts_of(play, "oom", "evict")
    reasons = [(event.reason, event.message[:38]) for event in play.api.events_about("Node", "n1")]
    assert [("SystemOOM", "System OOM encountered, victim process")] == reasons
