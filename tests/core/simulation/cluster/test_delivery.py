"""Which kubelets a write concerns, and when it reaches them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.engine.world import World
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.delivery import lags, nodes_of, tell
from scheduler_core.simulation.cluster.running_actors import follow, listing
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL
from tests.builders import node, pod, resource_claim
from tests.core.cluster import load, new_server
from tests.core.play import Play, gallery, header, scenario_from
from tests.core.scheduler.plugins.storage import attached

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


@pytest.mark.parametrize(
    "slug", ["claim-in-use", "device-becomes-free", "rolling-update", "two-attach-controllers"]
)
def test_no_actor_would_make_anything_of_the_kinds_that_it_does_not_watch(slug: str) -> None:
    made = World(scenario_from(gallery(slug)))
    cluster = made.cluster
    cluster.extras |= {KUBECTL, *cluster.components.extra_names}
    follow(cluster, made.api, 0)
    for _ in range(40):
        made.step(full_frame=False)
    ignored = 0

    for name in cluster.central:
        actor = cluster.agenda.actors[name].copy()
        before = state_of(actor, made.now_ms)
        for event in listing(made.api):
            if event.kind not in actor.watches:
                actor.observe(event, made.now_ms)
                actor.observe(replace(event, type=EventType.MODIFIED, old=event.new), made.now_ms)
                gone = replace(event, type=EventType.DELETED, old=event.new, new=None)
                actor.observe(gone, made.now_ms)
                ignored += 1

        assert before == state_of(actor, made.now_ms), name
    assert ignored > 30


def state_of(actor: Any, now_ms: int) -> Any:
    """What decides how an actor goes on, without the time up to which the scheduler's queue is flushed."""
    state = actor.fingerprint()
    if isinstance(actor, Scheduler):
        state["queue"].pop("flushed")
    return actor.next_ms(now_ms), state


def test_a_write_is_told_to_those_that_watch_its_kind_and_they_alone_are_asked_when_they_act() -> None:
    made = World(scenario_from([header(), node("n1")]))
    while made.step(full_frame=False) is not None:
        pass
    cluster, request = made.cluster, []
    cluster.agenda.wanting(made.now_ms)
    lease = Lease.parse({"metadata": {"name": "n1", "namespace": "kube-node-lease"}})
    for name, actor in cluster.agenda.actors.items():
        actor.next_ms = lambda _, who=name: request.append(who)  # type: ignore[method-assign,misc]

    tell(cluster, made.api, [written("Lease", "kube-node-lease/n1", lease)], "", made.now_ms)
    cluster.agenda.wanting(made.now_ms)

    watching = {name for name in cluster.central if "Lease" in cluster.agenda.actors[name].watches}
    assert {*watching, "kubelet n1"} == set(request)
    assert "node-lifecycle-controller" in watching
    assert "replicaset-controller" not in watching


def told_of(event: WatchEvent, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The actors of the control plane to which the write is passed."""
    world, message = World(scenario_from([header()])), set[str]()
    for name in world.cluster.central:
        actor = world.cluster.agenda.actors[name]
        monkeypatch.setattr(actor, "observe", lambda *_, name=name: message.add(name))
    tell(world.cluster, world.api, [event], "", 0)
    return message


def owned_by(kind: str) -> Pod:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "w", "uid": "u", "controller": True}
    return Pod.parse(pod("p", metadata={"ownerReferences": [owner] if kind else []}))


OF_ONE_KIND = {"replicaset-controller", "daemonset-controller", "job-controller", "replication-controller"}


def test_a_pod_is_told_to_the_controller_of_its_workload_and_to_all_that_watch_every_pod(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = ("ReplicaSet", "DaemonSet", "StatefulSet", "")
    by_name = {kind: told_of(written("Pod", "default/p", owned_by(kind)), monkeypatch) for kind in kinds}

    assert [{"replicaset-controller"}, {"daemonset-controller"}, set(), OF_ONE_KIND] == [
        by_name[kind] & OF_ONE_KIND for kind in kinds
    ]
    assert {"kube-scheduler", "statefulset-controller"} <= by_name["ReplicaSet"]
    assert [by_name[""] - OF_ONE_KIND] * 3 == [by_name[kind] - OF_ONE_KIND for kind in kinds[:3]]


def test_a_pod_that_changes_its_controller_is_told_to_the_earlier_one_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    freed = written("Pod", "default/p", owned_by(""), owned_by("ReplicaSet"))
    taken = written("Pod", "default/p", owned_by("Job"), owned_by("ReplicaSet"))

    assert [OF_ONE_KIND] * 2 == [told_of(event, monkeypatch) & OF_ONE_KIND for event in (freed, taken)]
