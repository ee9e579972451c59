"""Partitions and slow connections: what goes on without the API server knowing.

Source: reference tables 3.7-3.9 of the pod lifecycle, and the partition timeline of pod safety.
"""

from __future__ import annotations

from scheduler_core.kubelet import Connection
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import find
from scheduler_core.objects.scalars.times import format_time
from tests.builders import pod
from tests.core.cluster import START
from tests.core.kubelet.nodes import OneNode, exits, hooked, processes


def lease(play: OneNode) -> Lease:
    result = play.api.get("Lease", "kube-node-lease/n1")
    assert isinstance(result, Lease)
    return result


def test_a_pod_deleted_behind_a_partition_gets_its_full_grace_when_it_heals() -> None:
    play = OneNode().with_pod()
    play.cut()
    play.at(120).delete("a")
    play.at(600)
    assert [] == play.act_log
    assert [("a", "running")] == processes(play.api, play.host)

    play.heal()
    play.play()

    assert [(600.0, "sigterm"), (630.0, "sigkill"), (631.0, "removed")] == play.kinds()
    assert {} == play.api.pods


def test_a_force_deleted_pod_behind_a_partition_is_killed_with_its_last_known_grace() -> None:
    play = OneNode().with_pod("a", hooked())
    play.cut()
    play.at(120).delete("a", force=True)
    play.at(600)
    assert [("a!", "running")] == processes(play.api, play.host)

    play.heal()
    play.play()

    expected = [(600.0, "prestop"), (605.0, "sigterm"), (630.0, "sigkill"), (631.0, "removed")]
    assert expected == play.kinds()
    assert () == play.host.processes()


def test_a_termination_goes_on_behind_a_partition_and_is_reported_after_it() -> None:
    play = OneNode(exits(3)).with_pod()
    play.delete("a")
    play.at(11)
    play.cut()
    play.play(100)
    assert [(10.0, "sigterm"), (13.0, "exit"), (14.0, "exit")] == play.kinds()
    assert "kubelet.dead_unsaid" == play.acts()[-1][2]
    assert "Running" == play.api.pods["default/a"].status.phase

    play.heal()
    play.play()

    assert (100.0, "removed", "kubelet.removed") == play.acts()[-1]
    assert {} == play.api.pods


def test_a_pod_called_unready_meanwhile_is_ready_again() -> None:
    play = OneNode().with_pod()
    play.cut()
    play.at(60)
    condition = {"type": "Ready", "status": "False"}
    play.do(lambda api, now: api.patch_pod_status("default/a", {}, now, [condition]))
    play.at(100)

    play.heal()
    play.play()

    ready = play.api.pods["default/a"].status.condition("Ready")
    assert ready is not None
    assert "True" == ready.status
    assert [(100.0, "update", "kubelet.reports")] == play.acts()


def test_a_pod_bound_behind_a_partition_starts_when_it_heals() -> None:
    play = OneNode()
    play.cut()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.play(50)
    assert [] == play.act_log

    play.heal()
    play.play()

    assert [(50.0, "start"), (51.0, "ready")] == play.kinds()


def test_a_slow_link_delays_what_the_kubelet_writes() -> None:
    play = OneNode()
    play.link(Connection(delay_ms=2_000))
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.at(2.5)
    assert "Pending" == play.api.pods["default/a"].status.phase

    play.play()

    assert "Running" == play.api.pods["default/a"].status.phase
    assert (3.0, "update") == play.kinds()[-1]


def test_timestamps_carry_the_machines_clock_but_durations_do_not() -> None:
    play = OneNode()
    play.host.set_clock(120_000)
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.at(30)
    play.cut()

    started = find(play.api.pods["default/a"].manifest, "status", "startTime")

    assert format_time(START + 120_000) == started
    assert START + 150_000 == lease(play).renewed_at
    assert (1.0, "ready") == play.kinds()[-1]
