"""Nodes that fall silent, and the taints that the state of a node becomes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.nodelifecycle.node_health import GRACE_UNTIL_1_31_MS
from scheduler_core.controllers.nodelifecycle.node_lifecycle import NodeLifecycleController
from scheduler_core.objects.lease import node_lease
from scheduler_core.simulation.cluster.running_actors import listing
from tests.builders import node as start_node
from tests.builders import pod
from tests.builders import pod as start_pod
from tests.core.cluster import stored
from tests.core.controllers.silence import Plane, node, plane
from tests.core.play import Play, apply, header

TAINT = {
    "key": "node.kubernetes.io/unschedulable",
    "effect": "NoSchedule",
    "timeAdded": "2030-01-01T00:00:00Z",
}
UNKNOWN = ("NodeStatusUnknown", "Kubelet stopped posting node status.")
LOST = ["unreachable:NoSchedule", "unreachable:NoExecute"]


def lifecycle(*documents: dict[str, Any], grace_ms: int = 50_000) -> Plane:
    return plane([NodeLifecycleController(grace_ms)], *documents)


def running(name: str, on: str, ready: str = "True") -> dict[str, Any]:
    return {
        **pod(name, nodeName=on),
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": ready}]},
    }


def texts(cluster: Plane, name: str) -> dict[str, tuple[str, str, str]]:
    return {one.type: (one.status, one.reason, one.message) for one in cluster.node(name).conditions}


# Silence


def test_a_healthy_cluster_costs_nothing() -> None:
    cluster = lifecycle(node("n1"), node("n2", ready=None))

    assert [] == cluster.play()
    assert 0 == cluster.now_ms
    assert cluster.actors[0].next_ms(0) is None


@pytest.mark.parametrize(
    ("cut", "unknown"), [(0, 55), (3, 55), (9.9, 55), (10, 65), (12, 65), (30, 85), (34.5, 85)]
)
def test_a_node_is_missed_at_the_first_pass_more_than_50_s_after_its_last_renewal(
    cut: float, unknown: float
) -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.play(cut)
    cluster.silence("n1")
    cluster.play()

    assert [unknown] == cluster.at("nodes.silent")
    assert [unknown + 5] == cluster.at("nodes.evicting")
    assert "Unknown" == cluster.ready("n1")
    assert LOST == cluster.taints("n1")
    assert [] == cluster.taints("n2")


def test_until_1_31_the_grace_was_40_s() -> None:
    cluster = lifecycle(node("n1"), node("n2"), grace_ms=GRACE_UNTIL_1_31_MS)
    cluster.silence("n1")
    cluster.play()

    assert [45.0] == cluster.at("nodes.silent")


def test_every_condition_of_the_kubelet_becomes_unknown_and_others_stay() -> None:
    network = {"type": "NetworkUnavailable", "status": "False", "reason": "RouteCreated", "message": "m"}
    pressure = {"type": "MemoryPressure", "status": "False", "reason": "r", "message": "m"}
    odd = {"type": "DiskPressure", "status": "Unknown", "reason": "Old", "message": "stays"}
    manifest = node("n1")
    manifest["status"]["conditions"] += [network, pressure, odd]
    cluster = lifecycle(manifest, node("n2"))
    cluster.silence("n1")
    cluster.play(55)

    assert {
        "Ready": ("Unknown", *UNKNOWN),
        "NetworkUnavailable": ("False", "RouteCreated", "m"),
        "MemoryPressure": ("Unknown", *UNKNOWN),
        "DiskPressure": ("Unknown", "Old", "stays"),
        "PIDPressure": ("Unknown", *UNKNOWN),
    } == texts(cluster, "n1")


def test_a_node_written_down_without_conditions_falls_silent_like_others() -> None:
    cluster = lifecycle(node("n1", ready=None), node("n2", ready=None))
    cluster.silence("n1")
    cluster.play()

    assert ("Unknown", *UNKNOWN) == texts(cluster, "n1")["Ready"]
    assert LOST == cluster.taints("n1")
    assert "" == cluster.ready("n2")


def test_a_node_that_never_posted_has_60_s_from_its_creation() -> None:
    cluster = lifecycle(node("n1"))
    cluster.play(7)
    stored(cluster.api.create("Node", node("n2", ready=None), cluster.now_ms))
    lease = node_lease("n2", "", renewing=False)
    stored(cluster.api.create("Lease", {**lease, "spec": {"holderIdentity": "n2"}}, cluster.now_ms))
    cluster.settle()
    cluster.play()

    assert [70.0] == cluster.at("nodes.silent")
    assert ("Unknown", "NodeStatusNeverUpdated", "Kubelet never posted node status.") == texts(cluster, "n2")[
        "Ready"
    ]
    assert [] == cluster.at("nodes.pods_not_ready")


def test_pods_of_a_silent_node_are_marked_not_ready_in_the_same_pass_and_told_if_they_changed() -> None:
    cluster = lifecycle(
        node("n1"), node("n2"), running("a", "n1"), running("b", "n1", "False"), running("c", "n2")
    )
    cluster.silence("n1")
    cluster.play()

    assert [55.0] == cluster.at("nodes.pods_not_ready")
    by_name = {name: cluster.events("Pod", f"default/{name}") for name in "abc"}
    assert {"a": [("NodeNotReady", "Node is not ready")], "b": [], "c": []} == by_name
    condition = cluster.api.pods["default/a"].status.condition("Ready")
    assert condition is not None
    assert "False" == condition.status
    assert [("NodeNotReady", "Node n1 status is now: NodeNotReady")] == cluster.events("Node", "n1")
    kinds = {event.type for event in cluster.api.events_about("Pod", "default/a")}
    assert {"Warning"} == kinds


def test_a_node_that_comes_back_in_time_is_left_alone() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(54)
    cluster.heal("n1")

    assert [] == cluster.play()


def test_a_node_that_comes_back_loses_its_taints_in_the_next_pass() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(101)
    cluster.heal("n1")
    cluster.play(200)

    assert [101.1] == cluster.at("nodes.conditions_untaint")
    assert [105.0] == cluster.at("nodes.reachable")
    assert [] == cluster.taints("n1")
    cluster.silence("n1")
    cluster.play()
    assert [55.0, 255.0] == cluster.at("nodes.silent")


def test_a_short_visit_counts_as_heard_at_the_pass_that_noticed_it() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(41)
    cluster.heal("n1")
    cluster.play(42)
    cluster.silence("n1")
    cluster.play()

    assert [100.0] == cluster.at("nodes.silent")


@pytest.mark.parametrize(("rereads", "silent"), [(False, [55.0]), (True, [])])
def test_a_renewal_that_the_watch_has_not_brought_yet_saves_a_node_since_1_37(
    rereads: bool, silent: list[float]
) -> None:
    cluster = plane([NodeLifecycleController(rereads=rereads)], node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(52)
    controller = cluster.actors.pop()
    cluster.heal("n1")
    cluster.actors.append(controller)
    cluster.play(60)

    assert silent == cluster.at("nodes.silent")


def test_a_controller_that_starts_anew_gives_a_fresh_grace() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(43)
    fresh = Plane(cluster.api, [NodeLifecycleController()], now_ms=cluster.now_ms)
    for event in listing(cluster.api):
        fresh.actors[0].observe(event, fresh.now_ms)
    fresh.play()

    assert [100.0] == fresh.at("nodes.silent")


# Taints


def test_each_condition_becomes_its_taint_and_follows_the_node_at_once() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.play(3)
    cluster.post("n1", Ready="True", MemoryPressure="True", DiskPressure="True", PIDPressure="True")
    cluster.play(4)
    assert ["memory-pressure:NoSchedule", "disk-pressure:NoSchedule", "pid-pressure:NoSchedule"] == (
        cluster.taints("n1")
    )
    cluster.post("n1", Ready="True", NetworkUnavailable="True", DiskPressure="True")
    cluster.play(5)
    assert ["disk-pressure:NoSchedule", "network-unavailable:NoSchedule"] == cluster.taints("n1")
    cluster.post("n1", Ready="True")
    cluster.play()
    assert [] == cluster.taints("n1")


def test_not_ready_and_unreachable_exclude_each_other_and_are_swapped_without_a_limit() -> None:
    cluster = lifecycle(node("n1"), node("n2"), node("n3"))
    cluster.play(1)
    cluster.post("n1", Ready="False")
    cluster.play(6)
    assert ["not-ready:NoSchedule", "not-ready:NoExecute"] == cluster.taints("n1")
    cluster.silence("n1")
    cluster.play(100)
    assert {"unreachable:NoSchedule", "unreachable:NoExecute"} == set(cluster.taints("n1"))
    assert ([5.0], [60.0]) == (cluster.at("nodes.evicting"), cluster.at("nodes.swapped"))


def test_in_one_zone_a_node_every_10_s_and_zones_do_not_wait_for_each_other() -> None:
    zones = {"a1": "a", "a2": "a", "a3": "a", "b1": "b", "a4": "a", "a5": "a", "b2": "b"}
    cluster = lifecycle(*(node(name, zone=zone) for name, zone in zones.items()))
    cluster.silence("a1", "a2", "b1")
    cluster.play()
    by_name = {
        by_name.act.focus_nodes[0]: by_name.t
        for by_name in cluster.act_log
        if by_name.act.message.id == "nodes.evicting"
    }

    assert {"a1": 60.0, "b1": 60.0, "a2": 70.0} == by_name


def test_a_small_zone_that_is_mostly_lost_is_not_tainted_further() -> None:
    names = [f"n{number}" for number in range(5)]
    cluster = lifecycle(*(node(name, zone="z") for name in names))
    cluster.silence(*names[:3])
    cluster.play(500)
    assert [] == cluster.at("nodes.evicting")
    assert {"z": ["unreachable:NoSchedule"] * 3} == {
        "z": [taint for name in names[:3] for taint in cluster.taints(name)]
    }
    # One comes back: two of five is usual again, and who waited goes on waiting for a token.
    cluster.heal("n0")
    cluster.play(600)
    assert [510.0, 520.0] == cluster.at("nodes.evicting")


def test_excluded_nodes_do_not_count_for_their_zone() -> None:
    excluded = {"node.kubernetes.io/exclude-disruption": ""}
    names = [f"n{number}" for number in range(4)]
    cluster = lifecycle(
        *(node(name, zone="z") for name in names),
        *(node(f"x{number}", zone="z", **excluded) for number in range(4)),
    )
    cluster.silence(*names[:3])
    cluster.play(200)

    assert [] == cluster.at("nodes.evicting")


def test_a_zone_that_is_lost_wholly_is_tainted_at_the_usual_rate() -> None:
    cluster = lifecycle(*(node(f"a{number}", zone="a") for number in range(3)), node("b", zone="b"))
    cluster.silence("a0", "a1", "a2")
    cluster.play()

    assert [60.0, 70.0, 80.0] == cluster.at("nodes.evicting")


def test_if_no_node_is_ready_no_pod_is_evicted() -> None:
    cluster = lifecycle(node("n1", zone="a"), node("n2", zone="b"))
    cluster.silence("n1", "n2")
    cluster.play(1_000)

    assert ["unreachable:NoSchedule"] == cluster.taints("n1") == cluster.taints("n2")


def test_master_disruption_mode_takes_the_taints_off_and_ends_with_one_taint_every_ten_seconds() -> None:
    cluster = lifecycle(node("n1"), node("n2"), node("n3"))
    cluster.silence("n1")
    cluster.play(200)
    assert LOST == cluster.taints("n1")
    cluster.silence("n2", "n3")
    cluster.play(300)
    assert [255.0] == cluster.at("nodes.disrupted")
    assert ["unreachable:NoSchedule"] == cluster.taints("n1")
    cluster.heal("n3")
    cluster.play(1_000)
    later = [at for at in cluster.at("nodes.evicting") if at > 300]
    assert [310.0, 320.0] == later


def test_a_silent_node_that_is_not_unknown_yet_gets_a_new_grace_period_when_disruption_mode_ends() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(30)
    # Its kubelet says that n2 is not ready, so no node is: n1 is silent, but still within its grace period.
    cluster.post("n2", Ready="False")
    cluster.post("n1", Ready="False")
    cluster.play(42)
    cluster.post("n2", Ready="True")
    cluster.play(1_000)

    assert [100.0] == cluster.at("nodes.silent")


def test_a_taint_that_somebody_took_off_comes_back() -> None:
    cluster = lifecycle(node("n1"), node("n2"))
    cluster.silence("n1")
    cluster.play(101)
    cluster.do(lambda api, now: api.remove_taint("n1", "node.kubernetes.io/unreachable", "NoExecute"))
    cluster.play()

    assert set(LOST) == set(cluster.taints("n1"))
    assert [60.0, 105.0] == cluster.at("nodes.evicting")


def test_a_pasted_lost_node_gets_the_taints_it_lacks() -> None:
    cluster = lifecycle(node("n1", ready="Unknown"), node("n2"))
    cluster.play()

    assert set(LOST) == set(cluster.taints("n1"))
    assert [] == cluster.at("nodes.silent")


# Nodes come and go


def test_nodes_that_come_and_go_are_told_of_once() -> None:
    cluster = lifecycle(node("n1"))
    cluster.play(3)
    stored(cluster.api.create("Node", node("n2"), cluster.now_ms))
    cluster.play(20)
    assert [("RegisteredNode", "Node n2 event: Registered Node n2 in Controller")] == cluster.events(
        "Node", "n2"
    )
    cluster.do(lambda api, now: api.delete("Node", "n2", DeleteOptions(), now))
    cluster.play()
    assert ("RemovingNode", "Node n2 event: Removing Node n2 from Controller") in cluster.events("Node", "n2")
    assert [] == cluster.events("Node", "n1")


def test_a_copy_goes_on_alike() -> None:
    cluster = lifecycle(node("n1"), node("n2"), node("n3"), running("a", "n1"))
    cluster.silence("n1", "n2")
    cluster.play(57)
    actor = cluster.actors[0]
    twin = Plane(cluster.api.copy(), [actor.copy()], now_ms=cluster.now_ms)

    assert actor.fingerprint() == twin.actors[0].fingerprint()
    assert [str(one) for one in cluster.play()] == [str(one) for one in twin.play()]
    assert actor.fingerprint() == twin.actors[0].fingerprint()


# Cordons


def taints(play: Play, seq: int) -> Any:
    manifest: Any = play.recording.ask("manifest", seq, kind="Node", key="n1")
    return manifest["spec"].get("taints", [])


def test_cordon_adds_the_taint_and_uncordon_takes_it_off() -> None:
    cordon, uncordon = {"at": 0, "kind": "cordon", "node": "n1"}, {"at": 5, "kind": "uncordon", "node": "n1"}
    play = Play([header(), start_node("n1")], [cordon, uncordon])
    last = play.until_quiet()

    assert [TAINT] == taints(play, play.until(4))
    assert [] == taints(play, last)
    assert ["nodes.tainted", "nodes.untainted"] == [
        frame["message"]["id"] for frame in play.frames(kind="update")
    ]


def test_a_node_that_has_it_already_is_left_alone() -> None:
    closed = {**start_node("n1"), "spec": {"unschedulable": True, "taints": [TAINT]}}
    play = Play([header(), closed, start_node("n2")], [apply(0, start_pod("p"))])
    play.until_quiet()

    assert [] == play.frames(kind="update")


def test_other_taints_stay() -> None:
    other = {"key": "gpu", "value": "true", "effect": "NoSchedule"}
    tainted = {**start_node("n1"), "spec": {"taints": [other]}}
    cordon, uncordon = {"at": 0, "kind": "cordon", "node": "n1"}, {"at": 5, "kind": "uncordon", "node": "n1"}
    play = Play([header(), tainted], [cordon, uncordon])

    assert [other] == taints(play, play.until_quiet())
