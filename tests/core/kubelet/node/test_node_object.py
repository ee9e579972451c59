"""The Node object and the Lease, as the kubelet writes them."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.kubelet import Application
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import find
from tests.core.cluster import START
from tests.core.kubectl_writes import cordon, label
from tests.core.kubelet.nodes import OneNode, exits, node_manifest

UNKNOWN = [
    {"type": kind, "status": "Unknown", "reason": "NodeStatusUnknown", "message": "?"}
    for kind in ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
]


def lease(play: OneNode) -> Lease:
    result = play.api.get("Lease", "kube-node-lease/n1")
    assert isinstance(result, Lease)
    return result


def test_the_node_status_comes_before_pod_statuses_and_these_before_deletes() -> None:
    applications = [exits(1, "a"), Application(pods=("default/b",), completes_after_ms=20_000)]
    play = OneNode(*applications).with_pod("a").with_pod("b", restartPolicy="Never").with_pod("c")
    play.delete("a")
    play.cut()
    play.at(60)
    node = play.api.nodes["n1"].manifest
    play.do(lambda api, now: api.update_status("Node", "n1", {**node["status"], "conditions": UNKNOWN}))  # type: ignore[dict-item]
    play.act_log.clear()

    play.heal()
    play.play()

    assert ["kubelet.posts_node", "kubelet.reports", "kubelet.removed"] == [act[2] for act in play.acts()]
    assert play.api.nodes["n1"].ready
    statuses = {
        condition.type: (condition.status, condition.reason) for condition in play.api.nodes["n1"].conditions
    }
    assert {
        "Ready": ("True", "KubeletReady"),
        "MemoryPressure": ("False", "KubeletHasSufficientMemory"),
        "DiskPressure": ("False", "KubeletHasNoDiskPressure"),
        "PIDPressure": ("False", "KubeletHasSufficientPID"),
    } == statuses


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


def test_a_kubelet_registers_a_missing_node_when_it_starts_and_not_before() -> None:
    play = OneNode().with_pod()
    play.do(lambda api, now: cordon(api, "n1"))
    play.do(lambda api, now: label(api, "Node", "n1", {"mine": "yes"}))
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


def node_events(play: OneNode) -> list[tuple[str, str, str]]:
    return [(one.type, one.reason, one.message) for one in play.api.events_about("Node", "n1")]


def boot_of(play: OneNode) -> object:
    return find(play.api.nodes["n1"].manifest, "status", "nodeInfo", "bootID")


def test_a_kubelet_that_starts_says_so_and_a_new_boot_id_is_a_reboot() -> None:
    play = OneNode()
    play.crash()
    play.at(5).start()
    play.at(10)
    assert [("Normal", "Starting", "Starting kubelet.")] == node_events(play)
    assert boot_of(play) is None

    play.power(False)
    play.at(20).power(True)
    play.play()
    boot = boot_of(play)

    assert ("Warning", "Rebooted", f"Node n1 has been rebooted, boot id: {boot}") == node_events(play)[-1]
    assert ["kubelet.rebooted"] == [id_ for _, _, id_ in play.acts()]
    play.power(False)
    play.at(60).power(True)
    play.play()
    assert boot != boot_of(play)


def test_a_reboot_behind_a_partition_is_told_after_it() -> None:
    play = OneNode()
    play.cut()
    play.power(False)
    play.at(20).power(True)
    play.at(60)
    assert [] == node_events(play)

    play.heal()
    play.play()
    assert {"Starting", "Rebooted"} == {reason for _, reason, _ in node_events(play)}
