"""Which kubelets a write concerns, and when it reaches them."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.pod import Pod
from scheduler_core.simulation.cluster.delivery import lags, nodes_of
from tests.builders import node, pod, resource_claim
from tests.core.cluster import load, new_server
from tests.core.playing import Play
from tests.core.scheduler.plugins.storage import attached
from tests.core.simulation.making import header

API = "api-server"
IN_DEFAULT = {"namespace": "default"}


def written(kind: str, key: str, new: Any, old: Any = None) -> WatchEvent:
    return WatchEvent(EventType.ADDED, kind, key, old, new)


def test_a_pod_concerns_the_kubelet_of_its_node_alone() -> None:
    bound, pending = Pod.parse(pod("p", on="n1")), Pod.parse(pod("p"))

    assert ["n1"] == nodes_of(written("Pod", "default/p", bound), new_server())
    assert [] == nodes_of(written("Pod", "default/p", pending), new_server())


def test_the_removal_of_a_pod_concerns_the_kubelet_that_had_it() -> None:
    assert ["n1"] == nodes_of(written("Pod", "default/p", None, Pod.parse(pod("p", on="n1"))), new_server())


def test_a_lease_and_an_attachment_concern_their_node() -> None:
    lease = Lease.parse({"metadata": {"name": "n1", "namespace": "kube-node-lease"}})

    assert ["n1"] == nodes_of(written("Lease", "kube-node-lease/n1", lease), new_server())
    assert ["n1"] == nodes_of(written("VolumeAttachment", "va", attached("va", "n1", "pv")), new_server())
    assert ["n1"] == nodes_of(
        written("VolumeAttachment", "va", None, attached("va", "n1", "pv")), new_server()
    )


def test_a_claim_for_devices_concerns_the_nodes_of_the_pods_that_may_use_it() -> None:
    api = new_server()
    for name, on in (("a", "n2"), ("b", "n1"), ("c", "")):
        load(api, "Pod", pod(name, on=on))
    users = [{"resource": "pods", "name": name, "uid": f"uid-{name}"} for name in "abcd"]
    claim = ResourceClaim.parse(resource_claim("gpu", {}, metadata=IN_DEFAULT, status={"reservedFor": users}))

    assert ["n1", "n2"] == nodes_of(written("ResourceClaim", "default/gpu", claim), api)


def test_a_slow_connection_makes_its_component_lag_and_no_other() -> None:
    play = Play([header(), node("n1")])
    assert isinstance(play.give(0, {"kind": "delay", "between": ["scheduler", API], "seconds": 2}), dict)
    cluster = play.recording.world(1).cluster

    assert lags(cluster, "kube-scheduler")
    assert not lags(cluster, "replicaset-controller")


def test_a_second_instance_always_lags() -> None:
    play = Play([header(), node("n1")])
    assert isinstance(play.give(0, {"kind": "second", "component": "scheduler", "running": True}), dict)
    cluster = play.recording.world(1).cluster
    [second] = [
        name for name in cluster.agenda.actors if name.startswith("kube-scheduler") and lags(cluster, name)
    ]

    assert "kube-scheduler" != second


def test_a_kubelet_behind_a_slow_connection_starts_its_pod_later() -> None:
    def running_at(seconds: int) -> float:
        play = Play([header(), node("n1"), pod("p", "1")])
        play.give(0, {"kind": "delay", "between": ["node/n1", API], "seconds": seconds})
        play.until_quiet()
        return float(play.frames(kind="start", pod="p")[0]["t"])

    assert running_at(0) + 4 == running_at(4)
