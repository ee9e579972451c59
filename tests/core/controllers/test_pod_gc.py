"""The pods that the pod garbage collector removes by force: of nodes that are gone or out of service, surplus
ones, and those that never had a node."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.pod_gc import PodGarbageCollector
from scheduler_core.objects.selection.selectors import Taint
from tests.builders import node, pod
from tests.builders import pod as pod_manifest
from tests.core.cluster import stored
from tests.core.controllers.silence import Plane, plane
from tests.core.controllers.silence import node as silent_node
from tests.core.play import Documents, Play, apply, header


def node_goes(at: float) -> dict[str, object]:
    return {"at": at, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}


def cluster() -> Documents:
    return [header(), node("n1"), node("n2"), pod("a", on="n1"), pod("b", on="n2")]


@pytest.mark.parametrize("at", [0, 7, 19, 20, 33])
def test_a_pod_goes_40_to_80_seconds_after_its_node(at: float) -> None:
    play = Play(cluster(), [node_goes(at)])
    last = play.until_quiet()

    assert 40 <= play.gone_at("a") - at <= 80
    assert play.exists(last, "b")


def test_the_pod_has_failed_and_says_why_before_it_goes() -> None:
    play = Play(cluster(), [node_goes(0)])
    play.until_quiet()
    removed = play.frames(kind="removed", pod="a")[0]

    assert ("controller", "podgc.removed") == (removed["actor"], removed["message"]["id"])
    assert {"pod": "a", "node": "n1"} == removed["message"]["args"]


def test_a_node_that_comes_back_in_time_keeps_its_pods() -> None:
    play = Play(cluster(), [node_goes(0), apply(30, node("n1"))])

    assert play.exists(play.until_quiet(), "a")


def test_pods_of_a_node_that_never_was_there_stay() -> None:
    play = Play([header(), node("n2"), pod("a", on="n1")], [apply(100, pod("c"))])

    assert play.exists(play.until_quiet(), "a")


def test_a_cluster_without_orphans_is_quiet_at_once() -> None:
    play = Play([header(), node("n1"), node("n2")], [node_goes(0)])
    play.until_quiet()

    assert ["input-delete"] == [frame["kind"] for frame in play.frames()]


# Rule by rule

OUT = Taint("node.kubernetes.io/out-of-service", "nodeshutdown", "NoExecute")


def collector(*documents: dict[str, Any], threshold: int = 12_500) -> Plane:
    return plane([PodGarbageCollector(threshold)], *documents)


def placed(name: str, on: str, phase: str = "Running", second: int = 0, **status: str) -> dict[str, Any]:
    made: dict[str, Any] = {**pod_manifest(name, nodeName=on), "status": {"phase": phase, **status}}
    made["metadata"] = {"name": name, "creationTimestamp": f"2029-12-31T23:00:{second:02}Z"}
    return made


def condition_of(cluster: Plane, name: str) -> str | None:
    result = cluster.api.pods[f"default/{name}"].status.condition("DisruptionTarget")
    return None if result is None else result.reason


def removed(cluster: Plane) -> list[tuple[float, str, str]]:
    return [
        (message.t, message.act.focus_pods[0].rpartition("/")[2], message.act.message.id)
        for message in cluster.act_log
    ]


def test_terminating_pods_of_a_node_that_is_out_of_service_go_with_the_next_pass() -> None:
    cluster = collector(silent_node("n1", ready="Unknown"), placed("a", "n1"), placed("b", "n1"))
    cluster.play(120)
    cluster.do(lambda api, now: api.add_taint("n1", OUT))
    cluster.delete("a")
    cluster.play()

    assert [(140.0, "a", "podgc.out_of_service")] == removed(cluster)
    assert "default/b" in cluster.api.pods


def test_a_node_that_is_ready_is_not_out_of_service_whatever_its_taints() -> None:
    cluster = collector(silent_node("n1"), placed("a", "n1"))
    cluster.do(lambda api, now: api.add_taint("n1", OUT))
    cluster.delete("a")

    assert [] == cluster.play()


def test_finished_pods_beyond_the_threshold_go_evicted_ones_first() -> None:
    cluster = collector(
        silent_node("n1"),
        placed("old", "n1", "Succeeded", 1),
        placed("young", "n1", "Failed", 9),
        placed("evicted", "n1", "Failed", 8, reason="Evicted"),
        placed("twin", "n1", "Succeeded", 1),
        placed("alive", "n1"),
        threshold=1,
    )
    cluster.play()

    assert [(20.0, name, "podgc.surplus") for name in ("evicted", "old", "twin")] == removed(cluster)


def test_a_threshold_of_0_is_none() -> None:
    cluster = collector(silent_node("n1"), placed("a", "n1", "Failed"), threshold=0)

    assert [] == cluster.play()


def test_a_terminating_pod_without_a_node_goes() -> None:
    held: dict[str, Any] = placed("a", "", "Pending")
    held["metadata"] |= {"deletionTimestamp": "2030-01-01T00:00:30Z", "deletionGracePeriodSeconds": 30}
    del held["spec"]["nodeName"]
    cluster = collector(silent_node("n1"), held)
    cluster.play()

    assert [(20.0, "a", "podgc.unscheduled")] == removed(cluster)


def test_what_only_finalizers_keep_is_marked_failed_once_and_then_left_alone() -> None:
    held = placed("a", "n1")
    held["metadata"]["finalizers"] = ["example.com/backup"]
    cluster = collector(silent_node("n1"), silent_node("n2"), held, placed("done", "n1", "Succeeded"))
    cluster.do(lambda api, now: api.delete("Node", "n1", DeleteOptions(), now))
    cluster.play()

    assert [(60.0, "a", "podgc.removed"), (60.0, "done", "podgc.removed")] == removed(cluster)
    assert "DeletionByPodGC" == condition_of(cluster, "a")
    assert "Failed" == cluster.api.pods["default/a"].status.phase


def test_a_pod_sent_to_a_node_that_is_not_there_goes_too() -> None:
    cluster = collector(silent_node("n1"))
    cluster.play(5)
    stored(cluster.api.create("Pod", pod_manifest("a", nodeName="nowhere"), cluster.now_ms))
    cluster.play()

    assert [(60.0, "a", "podgc.removed")] == removed(cluster)
