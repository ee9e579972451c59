"""Pods that a new kubelet process finds on its machine."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application
from scheduler_core.objects.manifest import Manifest, find
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.selection.selectors import Taint
from tests.builders import pod
from tests.core.kubectl_writes import label
from tests.core.kubelet.nodes import OneNode, exits, hooked, node_manifest, processes


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

    assert [] == play.act_log
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
    assert [] == play.act_log
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


def test_pods_still_listed_start_anew_when_the_power_is_back() -> None:
    play = OneNode().with_pod("a").with_pod("b")
    play.power(False)
    play.delete("a")
    play.at(60)

    play.power(True)
    play.play()

    assert [(60.0, "update"), (60.0, "removed"), (60.0, "update"), (61.0, "start")] == play.kinds()
    status = find(play.api.pods["default/b"].manifest, "status", "containerStatuses", 0, "restartCount")
    assert (["default/b"], 1) == (list(play.api.pods), status)


def test_after_a_reboot_a_pod_is_not_ready_until_its_containers_run_again() -> None:
    play = OneNode().with_pod()
    play.power(False)
    play.at(60).power(True)
    play.at(60)
    pod_ = play.api.pods["default/a"]
    ready = pod_.status.condition("Ready")

    assert ready is not None
    assert ("Running", "False", "ContainersNotReady") == (pod_.status.phase, ready.status, ready.reason)
    entry = find(pod_.manifest, "status", "containerStatuses", 0)
    ended = {
        "exitCode": 255,
        "reason": "Unknown",
        "startedAt": "2030-01-01T00:00:01Z",
        "finishedAt": "2030-01-01T00:01:00Z",
    }
    assert ({"terminated": ended}, 0, False) == (
        find(entry, "state"),
        find(entry, "restartCount"),
        find(entry, "ready"),
    )

    play.play()
    entry = find(play.api.pods["default/a"].manifest, "status", "containerStatuses", 0)
    assert ({"terminated": ended}, 1, True) == (
        find(entry, "lastState"),
        find(entry, "restartCount"),
        find(entry, "ready"),
    )


@pytest.mark.parametrize(
    ("policy", "phase", "restarts"), [("Never", "Failed", 0), ("OnFailure", "Running", 1)]
)
def test_after_a_reboot_the_restart_policy_decides(policy: str, phase: str, restarts: int) -> None:
    play = OneNode().with_pod("a", restartPolicy=policy)
    play.power(False)
    play.at(60).power(True)
    play.play()
    stored = play.api.pods["default/a"]

    assert (phase, restarts) == (
        stored.status.phase,
        find(stored.manifest, "status", "containerStatuses", 0, "restartCount"),
    )


def test_after_a_reboot_what_succeeded_before_is_not_run_again() -> None:
    once = Application(pods=("default/a",), container="once", completes_after_ms=3_000)
    containers = [{"name": name, "image": "app:1"} for name in ("once", "serves")]
    play = OneNode(once).with_pod("a", *containers, restartPolicy="OnFailure")
    play.power(False)
    play.at(60).power(True)
    play.play()
    statuses = find(play.api.pods["default/a"].manifest, "status", "containerStatuses")

    assert [("once", 0, 0), ("serves", 1, None)] == [
        (one["name"], one["restartCount"], find(one, "state", "terminated", "exitCode"))
        for one in statuses  # type: ignore[union-attr]
    ]


PROBED = {
    "name": "app",
    "image": "app:1",
    "readinessProbe": {"tcpSocket": {"port": 1}, "periodSeconds": 10},
}
STARTED = {
    "name": "app",
    "image": "app:1",
    "startupProbe": {"tcpSocket": {"port": 1}, "periodSeconds": 20},
}


@pytest.mark.parametrize(
    ("container", "again"), [(PROBED, [31.0]), (STARTED, [41.0]), ({"name": "app", "image": "app:1"}, [])]
)
@pytest.mark.parametrize("version", ["1.34", "1.35"])
def test_a_restarted_kubelet_calls_a_pod_ready_once_its_probe_has_answered(
    container: Manifest, again: list[float], version: str
) -> None:
    play = OneNode(release=release(version)).with_pod("a", container)
    play.at(22)
    play.act_log.clear()
    play.crash()
    play.at(25).start()
    play.at(25)
    resets = bool(again) and version == "1.34"
    ready = play.api.pods["default/a"].status.condition("Ready")

    assert ready is not None
    assert ("False" if resets else "True") == ready.status
    play.play(100)
    assert (again if resets else []) == [at for at, kind in play.kinds() if kind == "ready"]


def test_a_restarted_kubelet_does_not_admit_a_running_pod_whose_label_has_moved() -> None:
    node = node_manifest()
    node["metadata"]["labels"]["disk"] = "ssd"  # type: ignore[index, call-overload]
    play = OneNode(node=node).with_pod("a", nodeSelector={"disk": "ssd"}).with_pod("b")
    play.do(lambda api, now: label(api, "Node", "n1", {"disk": None}))
    play.at(30)
    assert [] == play.act_log

    play.crash()
    play.at(40).start()
    play.play()
    status = play.api.pods["default/a"].manifest["status"]

    assert [
        (40.0, "kubelet.rejects_running"),
        (40.0, "kubelet.sigterm"),
        (42.0, "kubelet.sigkill"),
        (42.0, "kubelet.ended"),
    ] == [(at, id_) for at, _, id_ in play.acts()]
    assert {
        "phase": "Failed",
        "reason": "NodeAffinity",
        "message": "Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node "
        "affinity/selector",
        "startTime": "2030-01-01T00:00:00Z",
        "qosClass": "BestEffort",
    } == status
    assert [("b", "running")] == processes(play.api, play.host)


def test_a_restarted_kubelet_admits_the_oldest_pods_that_fit_a_smaller_node() -> None:
    three = {"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "1500m"}}}
    play = OneNode().with_pod("a", three).with_pod("b", three)
    small = {**play.api.nodes["n1"].manifest["status"]}  # type: ignore[dict-item]
    small["allocatable"] = small["capacity"] = {"cpu": "2", "memory": "8Gi", "pods": "110"}
    play.do(lambda api, now: api.update_status("Node", "n1", small))
    play.crash()
    play.at(40).start()
    play.play()

    assert [("Running", ""), ("Failed", "OutOfcpu")] == [
        (one.status.phase, one.status.reason) for one in play.api.pods.values()
    ]
    assert [("a", "running")] == processes(play.api, play.host)


def test_a_restarted_kubelet_rejects_a_pod_that_does_not_tolerate_a_taint_of_its_node() -> None:
    play = OneNode().with_pod()
    play.crash()
    play.do(lambda api, now: api.add_taint("n1", Taint("down", "", "NoExecute")))
    play.at(40).start()
    play.play()

    assert "TaintToleration" == play.api.pods["default/a"].status.reason


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
