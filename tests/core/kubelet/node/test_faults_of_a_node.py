"""Partitions, dead kubelets, dead machines: what goes on without the API server knowing.

Source: reference tables 3.7-3.9 of the pod lifecycle, and the partition timeline of pod safety.
"""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.kubelet import Application, Link
from scheduler_core.kubelet.types.releases import release
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import find
from scheduler_core.objects.times import format_time
from tests.core.cluster import START, pod
from tests.core.kubelet.nodes import OneNode, exits, hooked, node_manifest, processes

UNKNOWN = [
    {"type": kind, "status": "Unknown", "reason": "NodeStatusUnknown", "message": "?"}
    for kind in ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
]


# Partitions


def test_a_pod_deleted_behind_a_partition_gets_its_full_grace_when_it_heals() -> None:
    play = OneNode().with_pod()
    play.cut()
    play.at(120).delete("a")
    play.at(600)
    assert [] == play.told
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


def test_a_pod_that_ends_behind_a_partition_shows_its_phase_after_it() -> None:
    play = OneNode(Application(pods=("default/a",), completes_after_ms=30_000, exit_code=3))
    play.with_pod(restartPolicy="Never")
    play.cut()
    play.play(100)
    assert "Running" == play.api.pods["default/a"].status.phase

    play.heal()
    play.play()

    assert (100.0, "update", "kubelet.reports") == play.acts()[-1]
    assert "Failed" == play.api.pods["default/a"].status.phase


def test_the_node_status_comes_before_pod_statuses_and_these_before_deletes() -> None:
    applications = [exits(1, "a"), Application(pods=("default/b",), completes_after_ms=20_000)]
    play = OneNode(*applications).with_pod("a").with_pod("b", restartPolicy="Never").with_pod("c")
    play.delete("a")
    play.cut()
    play.at(60)
    node = play.api.nodes["n1"].manifest
    play.do(lambda api, now: api.update_status("Node", "n1", {**node["status"], "conditions": UNKNOWN}))  # type: ignore[dict-item]
    play.told.clear()

    play.heal()
    play.play()

    assert ["kubelet.posts_node", "kubelet.reports", "kubelet.removed"] == [act[2] for act in play.acts()]
    assert play.api.nodes["n1"].ready
    statuses = {each.type: (each.status, each.reason) for each in play.api.nodes["n1"].conditions}
    assert {
        "Ready": ("True", "KubeletReady"),
        "MemoryPressure": ("False", "KubeletHasSufficientMemory"),
        "DiskPressure": ("False", "KubeletHasNoDiskPressure"),
        "PIDPressure": ("False", "KubeletHasSufficientPID"),
    } == statuses


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
    assert [] == play.told

    play.heal()
    play.play()

    assert [(50.0, "start"), (51.0, "ready")] == play.kinds()


def test_who_only_cannot_speak_still_obeys() -> None:
    play = OneNode().with_pod()
    play.link(Link(speaks=False))
    play.delete("a", grace_period_seconds=5)
    play.play(100)
    assert [(10.0, "sigterm"), (15.0, "sigkill"), (16.0, "exit")] == play.kinds()
    assert ["default/a"] == list(play.api.pods)

    play.heal()
    play.play()

    assert {} == play.api.pods


def test_events_older_than_two_minutes_are_dropped() -> None:
    for silence, reasons in ((60, {"Killing"}), (200, set[str]())):
        play = OneNode().with_pod()
        play.link(Link(speaks=False))
        play.delete("a", grace_period_seconds=300)
        play.at(10 + silence)
        play.heal()
        play.at(11 + silence)

        told = {event.reason for event in play.api.events_about("Pod", "default/a")} & {"Killing"}

        assert reasons == told


def test_a_slow_link_delays_what_the_kubelet_writes() -> None:
    play = OneNode()
    play.link(Link(delay_ms=2_000))
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.at(2.5)
    assert "Pending" == play.api.pods["default/a"].status.phase

    play.play()

    assert "Running" == play.api.pods["default/a"].status.phase
    assert (3.0, "update") == play.kinds()[-1]


# The lease


def lease(play: OneNode) -> Lease:
    found = play.api.get("Lease", "kube-node-lease/n1")
    assert isinstance(found, Lease)
    return found


def test_a_lease_is_written_when_the_heartbeat_stops_and_when_it_comes_back() -> None:
    play = OneNode()
    play.at(37)
    assert play.api.get("Lease", "kube-node-lease/n1") is None

    play.cut()

    assert (START + 30_000, False) == (lease(play).renewed_at, lease(play).renewing)
    play.at(78)
    play.heal()
    assert (START + 78_000, True) == (lease(play).renewed_at, lease(play).renewing)
    assert not play.host.keep_lease(play.api, play.now_ms)


def test_a_lease_renewed_on_healing_counts_from_then() -> None:
    play = OneNode()
    play.at(12)
    play.cut()
    play.at(75)
    play.heal()
    play.at(77)

    play.cut()

    assert START + 75_000 == lease(play).renewed_at


def test_a_dead_kubelet_and_a_dead_machine_renew_nothing() -> None:
    play = OneNode()
    play.at(20)
    play.crash()
    assert not lease(play).renewing
    play.start()
    assert lease(play).renewing
    play.power(False)
    assert not lease(play).renewing
    play.power(True)
    assert lease(play).renewing


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


# The kubelet dies


def test_a_new_kubelet_starts_the_termination_over_with_hook_and_full_grace() -> None:
    play = OneNode().with_pod("a", hooked())
    play.delete("a")
    play.at(30)
    play.crash()
    play.at(35)
    assert [(10.0, "prestop"), (15.0, "sigterm")] == play.kinds()
    assert [("a", "terminating")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [
        (35.0, "prestop"),
        (40.0, "sigterm"),
        (65.0, "sigkill"),
        (66.0, "removed"),
    ] == play.kinds()[2:]


def test_no_sigkill_comes_from_a_dead_kubelet() -> None:
    play = OneNode().with_pod()
    play.delete("a")
    play.at(20)
    play.crash()

    play.play(500)

    assert [(10.0, "sigterm")] == play.kinds()
    assert [("a", "terminating")] == processes(play.api, play.host)


def test_a_process_that_got_sigterm_ends_in_its_own_time_without_a_kubelet() -> None:
    play = OneNode(exits(40)).with_pod()
    play.delete("a")
    play.at(20)
    play.crash()

    play.play(60)

    assert [(10.0, "sigterm"), (50.0, "exit")] == play.kinds()
    assert "kubelet.exited_alone" == play.acts()[-1][2]
    play.start()
    play.play()
    assert (60.0, "removed") == play.kinds()[-1]
    assert "Succeeded" not in [each.status.phase for each in play.api.pods.values()]


def test_a_process_on_its_way_out_ends_during_the_second_hook() -> None:
    play = OneNode(exits(12)).with_pod("a", hooked())
    play.delete("a")
    play.at(18)
    play.crash()
    play.at(25)

    play.start()
    play.play()

    assert [(25.0, "prestop"), (27.0, "exit"), (28.0, "removed")] == play.kinds()[2:]


def test_containers_run_on_without_a_kubelet_and_it_takes_them_over() -> None:
    play = OneNode().with_pod()
    play.crash()
    play.at(100)
    assert [("a", "running")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [] == play.told
    assert [("a", "running")] == processes(play.api, play.host)


def test_a_pod_force_deleted_while_its_kubelet_was_away_is_an_orphan() -> None:
    play = OneNode().with_pod("a", hooked())
    play.crash()
    play.delete("a", force=True)
    play.at(100)
    assert [("a!", "running")] == processes(play.api, play.host)

    play.start()
    play.play()

    assert [(100.0, "sigterm"), (102.0, "sigkill"), (103.0, "removed")] == play.kinds()


def test_a_kubelet_that_starts_behind_a_partition_touches_nothing() -> None:
    play = OneNode().with_pod()
    play.cut()
    play.crash()
    play.delete("a", force=True)
    play.at(50)
    play.start()
    play.at(90)
    assert [] == play.told
    assert [("a!", "running")] == processes(play.api, play.host)

    play.heal()
    play.play()

    assert [(90.0, "sigterm"), (92.0, "sigkill"), (93.0, "removed")] == play.kinds()


def test_a_container_that_ended_while_no_kubelet_looked_is_restarted() -> None:
    play = OneNode(Application(pods=("default/a",), completes_after_ms=30_000)).with_pod()
    play.crash()
    play.play(50)
    assert [(31.0, "exit", "kubelet.exited_alone")] == play.acts()

    play.start()
    play.play(51)

    assert [(50.0, "start")] == play.kinds()[1:]
    assert 1 == find(play.api.pods["default/a"].manifest, "status", "containerStatuses", 0, "restartCount")


# Force delete, seen from the node


@pytest.mark.parametrize(
    ("version", "dies"), [("1.34", 12.0), ("1.31", 12.0), ("1.30", 40.0), ("1.22", 40.0)]
)
def test_a_healthy_kubelet_gives_a_force_deleted_pod_what_its_release_gives(
    version: str, dies: float
) -> None:
    play = OneNode(release=release(version)).with_pod()

    play.delete("a", force=True)
    play.play()

    assert [(10.0, "sigterm"), (dies, "sigkill"), (dies + 1, "removed")] == play.kinds()


def test_a_second_delete_with_less_grace_does_not_interrupt_the_kill() -> None:
    play = OneNode().with_pod("a", terminationGracePeriodSeconds=120)
    play.delete("a")
    play.at(20)

    play.delete("a", grace_period_seconds=60)
    play.at(30)

    assert 60 == play.api.pods["default/a"].meta.deletion_grace_period_seconds
    play.play()
    assert [(10.0, "sigterm"), (130.0, "sigkill"), (131.0, "removed")] == play.kinds()


def test_a_second_delete_with_0_frees_the_name_while_the_process_keeps_its_time() -> None:
    play = OneNode().with_pod("a", terminationGracePeriodSeconds=120)
    play.delete("a")
    play.at(20)

    play.delete("a", force=True)

    assert {} == play.api.pods
    play.play()
    assert [(10.0, "sigterm"), (130.0, "sigkill"), (131.0, "removed")] == play.kinds()


# The machine dies


def test_a_machine_without_power_has_no_processes_and_says_nothing() -> None:
    play = OneNode().with_pod()
    play.power(False)
    play.delete("a")

    play.play(100)

    assert [] == play.told
    assert () == play.host.processes()
    assert ["default/a"] == list(play.api.pods)


def test_pods_still_listed_start_anew_when_the_power_is_back() -> None:
    play = OneNode().with_pod("a").with_pod("b")
    play.power(False)
    play.delete("a")
    play.at(60)

    play.power(True)
    play.play()

    assert [(60.0, "removed"), (61.0, "start")] == play.kinds()
    status = find(play.api.pods["default/b"].manifest, "status", "containerStatuses", 0, "restartCount")
    assert (["default/b"], 1) == (list(play.api.pods), status)


def test_a_destroyed_machine_never_comes_back() -> None:
    play = OneNode().with_pod()
    play.host.destroy(play.now_ms)

    play.power(True)
    play.start()
    play.play(100)

    assert ([], ()) == (play.told, play.host.processes())


# Registration


def test_a_kubelet_registers_a_missing_node_when_it_starts_and_not_before() -> None:
    play = OneNode().with_pod()
    play.do(lambda api, now: api.set_node_unschedulable("n1", True))
    play.do(lambda api, now: api.set_labels("Node", "n1", {"mine": "yes"}))
    play.cut()
    play.do(lambda api, now: api.delete("Node", "n1", DeleteOptions(), now))
    play.at(60)
    play.heal()
    play.at(70)
    assert {} == play.api.nodes

    play.crash()
    play.start()
    play.play()

    node = play.api.nodes["n1"]
    assert (70.0, "create", "kubelet.registers") == play.acts()[-1]
    assert (False, {"kubernetes.io/hostname": "n1"}) == (node.unschedulable, dict(node.labels))
    assert 4000 == node.allocatable["cpu"].milli_value
    assert lease(play).renewing


def test_a_pod_called_unready_without_its_kubelet_is_ready_when_it_starts() -> None:
    play = OneNode().with_pod()
    play.crash()
    play.at(60)
    condition = {"type": "Ready", "status": "False"}
    play.do(lambda api, now: api.patch_pod_status("default/a", {}, now, [condition]))

    play.start()
    play.play()

    ready = play.api.pods["default/a"].status.condition("Ready")
    assert ready is not None
    assert "True" == ready.status


def test_a_kubelet_that_speaks_sets_right_what_others_say_of_its_node() -> None:
    play = OneNode(node=node_manifest(conditions=[{"type": "Ready", "status": "True", "reason": "x"}]))
    play.at(12)
    play.do(lambda api, now: api.update_status("Node", "n1", {"conditions": [UNKNOWN[-1]]}))
    play.play()

    assert [(20.0, "update")] == play.kinds()
    assert play.api.nodes["n1"].ready


def test_what_a_kubelet_saw_behind_a_partition_and_did_not_live_to_tell_its_successor_tells() -> None:
    play = OneNode()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.cut()
    play.at(20)
    play.crash()
    play.start()
    play.at(30).heal()
    play.play()
    ready = play.api.pods["default/a"].status.condition("Ready")

    assert ready is not None
    assert ("Running", "True") == (play.api.pods["default/a"].status.phase, ready.status)


def test_a_kubelet_that_is_restarted_right_after_its_machine_starts_what_ran_before() -> None:
    play = OneNode().with_pod()
    play.power(False)
    play.at(60).power(True)
    play.crash()
    play.start()
    play.play()

    assert [("a", "running")] == processes(play.api, play.host)


def test_a_pod_that_never_restarts_has_failed_however_often_its_kubelet_is_restarted() -> None:
    play = OneNode().with_pod(restartPolicy="Never")
    play.power(False)
    play.at(60).power(True)
    play.crash()
    play.start()
    play.play()

    assert "Failed" == play.api.pods["default/a"].status.phase
