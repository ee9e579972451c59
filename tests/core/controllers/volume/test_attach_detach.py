"""Volumes follow their pods: attached before use, detached after it, on one node at a time."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import DeleteOptions, Refused, WatchEvent
from scheduler_core.apiserver.client import Cache, CachedApi
from scheduler_core.apiserver.storage.watch import EventType
from scheduler_core.controllers.volume.attach_detach import AttachDetachController
from scheduler_core.controllers.volume.attachments import attach_running, break_attachment, may_detach
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.objects.volumes.attachable import volumes_attached
from tests.builders import api_object
from tests.core.controllers.silence import Plane, node, plane
from tests.core.controllers.volume.builders import claim, using, volume

OUT = Taint("node.kubernetes.io/out-of-service", "nodeshutdown", "NoExecute")
UNIQUE = "kubernetes.io/csi/csi.example.com^disk"


def storage(
    *documents: dict[str, Any], of: dict[str, Any] | None = None, mode: str = "ReadWriteOnce"
) -> Plane:
    """Nodes n1 and n2, volume and claim, and more."""
    there = [node("n1"), node("n2"), of or volume(mode=mode), claim(mode), *documents]
    cluster = plane([AttachDetachController()], *there)
    attach_running(cluster.api)
    cluster.settle()
    return cluster


def attached(cluster: Plane) -> list[str]:
    """The nodes with a VolumeAttachment, checked against the nodes' own lists."""
    results = [one.node_name for one in cluster.api.objects("VolumeAttachment").values()]  # type: ignore[union-attr]
    listed = [name for name, one in cluster.api.nodes.items() if volumes_attached(one)]
    assert sorted(listed) == sorted(name for name in results if name in cluster.api.nodes)
    return sorted(results)


def in_use(cluster: Plane, name: str, *names: str) -> None:
    status = {**cluster.node(name).manifest["status"], "volumesInUse": list(names)}  # type: ignore[dict-item]
    cluster.do(lambda api, now: api.update_status("Node", name, status))


def bind(cluster: Plane, name: str, on: str, namespace: str = "default") -> None:
    cluster.do(lambda api, now: api.bind(namespace, name, on, now))


def texts(cluster: Plane, name: str, namespace: str = "default") -> list[str]:
    return [text for _, text in cluster.events("Pod", f"{namespace}/{name}")]


def test_a_volume_is_attached_when_its_pod_has_a_node() -> None:
    cluster = storage(using("p"))
    cluster.play(5)
    assert [] == attached(cluster)
    bind(cluster, "p", "n2")
    cluster.play()

    assert [5.1] == cluster.at("attach.attached")
    assert ["n2"] == attached(cluster)
    assert (UNIQUE,) == volumes_attached(cluster.node("n2"))
    assert ['AttachVolume.Attach succeeded for volume "pv"'] == texts(cluster, "p")
    assert cluster.actors[0].next_ms(cluster.now_ms) is None


def test_pods_that_run_at_the_start_have_theirs() -> None:
    cluster = storage(using("p", "n1"))

    assert [] == cluster.play()
    assert ["n1"] == attached(cluster)


@pytest.mark.parametrize("field", ["nfs", "iscsi", "fc", "hostPath", "local"])
def test_plain_network_and_local_volumes_have_no_such_step(field: str) -> None:
    cluster = storage(using("p"), of=volume({field: {"path": "/x"}}))
    bind(cluster, "p", "n1")

    assert [] == cluster.play()


def test_a_driver_may_do_without_and_an_annotation_may_ask_for_it() -> None:
    driver = api_object("CSIDriver", "csi.example.com", spec={"attachRequired": False})
    cluster = storage(using("p"), driver)
    bind(cluster, "p", "n1")
    assert [] == cluster.play()

    required = {"annotations": {"podium/attach": "required"}}
    cluster = storage(using("p"), of=volume({"iscsi": {"lun": 1}}, **required))
    bind(cluster, "p", "n1")
    cluster.play()
    assert ["n1"] == attached(cluster)


def test_the_hand_over_detaches_before_it_attaches() -> None:
    cluster = storage(using("old", "n1"), using("new"))
    cluster.play(10)
    bind(cluster, "new", "n2")
    cluster.play(20)
    assert ["n1"] == attached(cluster)
    assert ['Multi-Attach error for volume "pv" Volume is already used by pod(s) old'] == texts(
        cluster, "new"
    )
    cluster.delete("old", force=True)
    cluster.play(30)
    assert ["n1"] == attached(cluster)
    assert [] == cluster.at("attach.waits")
    in_use(cluster, "n1")
    cluster.play()

    assert [30.1] == cluster.at("attach.detached") == cluster.at("attach.attached")
    assert ["n2"] == attached(cluster)
    assert 2 == len(texts(cluster, "new"))


def test_a_terminating_pod_keeps_its_volume_until_its_containers_are_dead() -> None:
    cluster = storage(using("old", "n1"))
    cluster.delete("old")
    cluster.play(40)
    assert ["n1"] == attached(cluster)
    dead = [{"name": "app", "state": {"terminated": {"exitCode": 137}}}]
    cluster.do(lambda api, now: api.patch_pod_status("default/old", {"containerStatuses": dead}, now))
    in_use(cluster, "n1")
    cluster.play()
    assert [] == attached(cluster)


def test_who_uses_it_elsewhere_is_named_but_not_across_namespaces() -> None:
    far_claim, far = claim(namespace="far"), using("far", "n1", "far")
    cluster = storage(
        using("a", "n1"), using("b", "n1"), far_claim, far, using("new"), using("far2", "", "far")
    )
    bind(cluster, "new", "n2")
    bind(cluster, "far2", "n2", "far")
    cluster.play()
    start = 'Multi-Attach error for volume "pv" Volume is already used by '

    assert [f"{start}pod(s) a, b and 1 pod(s) in different namespaces"] == texts(cluster, "new")
    assert [f"{start}pod(s) far and 2 pod(s) in different namespaces"] == texts(cluster, "far2", "far")


def test_a_volume_that_allows_many_nodes_is_attached_to_all() -> None:
    cluster = storage(using("old", "n1"), using("new"), mode="ReadWriteMany")
    bind(cluster, "new", "n2")
    cluster.play()

    assert ["n1", "n2"] == attached(cluster)


@pytest.mark.parametrize(
    ("used", "ready", "marked", "waited", "may"),
    [
        (False, "True", False, 0, True),
        (False, "Unknown", False, 0, True),
        (True, "True", False, 999_999, False),
        (True, "Unknown", False, 360_000, False),
        (True, "Unknown", False, 360_001, True),
        (True, None, False, 360_001, True),
        (True, None, False, 5, False),
        (True, "Unknown", True, 0, True),
        (True, "True", True, 0, True),
    ],
)
def test_when_a_volume_that_no_pod_wants_may_be_detached(
    used: bool, ready: str | None, marked: bool, waited: int, may: bool
) -> None:
    cluster = plane([], node("n1", ready=ready or "True"))
    if marked:
        cluster.do(lambda api, now: api.add_taint("n1", OUT))
    stands = cluster.node("n1") if ready is not None else None

    assert may == may_detach(in_use=used, node=stands, waited_ms=waited)


def test_by_force_after_more_than_6_minutes_from_a_node_that_is_not_ready() -> None:
    cluster = storage(using("old", "n1"), using("new"))
    cluster.post("n1", Ready="Unknown")
    cluster.play(10)
    cluster.delete("old", force=True)
    bind(cluster, "new", "n2")
    cluster.play(100)
    gone = "Volume is already exclusively attached to one node and can't be attached to another"
    assert [f'Multi-Attach error for volume "pv" {gone}'] == texts(cluster, "new")
    assert [10.1] == cluster.at("attach.waits")
    assert ["detach:pv/n1"] == [one.key for one in cluster.actors[0].timers()]  # type: ignore[attr-defined]
    cluster.play()

    assert [370.2] == cluster.at("attach.forced") == cluster.at("attach.attached")
    assert ["n2"] == attached(cluster)


def test_the_clock_starts_anew_if_the_volume_is_wanted_there_again() -> None:
    cluster = storage(using("old", "n1"), using("back"))
    cluster.post("n1", Ready="Unknown")
    cluster.delete("old", force=True)
    cluster.play(200)
    bind(cluster, "back", "n1")
    cluster.play(300)
    cluster.delete("back", force=True)
    cluster.play()

    assert [660.2] == cluster.at("attach.forced")


def test_a_node_that_is_gone_counts_as_not_ready_with_what_it_used_last() -> None:
    cluster = storage(using("old", "n1"))
    cluster.do(lambda api, now: api.delete("Node", "n1", DeleteOptions(), now))
    cluster.delete("old", force=True)
    cluster.play()

    assert [360.2] == cluster.at("attach.forced")
    assert [] == attached(cluster)


def test_out_of_service_is_no_reason_to_wait() -> None:
    cluster = storage(using("old", "n1"))
    cluster.post("n1", Ready="Unknown")
    cluster.do(lambda api, now: api.add_taint("n1", OUT))
    cluster.play(10)
    assert ["n1"] == attached(cluster)
    cluster.delete("old", force=True)
    cluster.play()

    assert [10.1] == cluster.at("attach.forced")


def test_a_healthy_node_is_waited_for_beyond_6_minutes() -> None:
    cluster = storage(using("old", "n1"))
    cluster.delete("old", force=True)

    assert [] == cluster.play()
    cluster.play(1_000)
    assert ["n1"] == attached(cluster)
    cluster.post("n1", Ready="Unknown")
    cluster.play()
    assert ["n1"] != attached(cluster)


def test_a_mounted_volume_stays_attached_although_its_objects_were_removed_by_force() -> None:
    cluster = storage(using("p", "n1"))
    for kind, key, finalizer in (
        ("PersistentVolumeClaim", "default/c", "kubernetes.io/pvc-protection"),
        ("PersistentVolume", "pv", "kubernetes.io/pv-protection"),
    ):
        cluster.do(lambda api, now, k=kind, of=key: api.delete(k, of, DeleteOptions(), now))  # type: ignore[misc]
        cluster.do(lambda api, now, k=kind, of=key, f=finalizer: api.remove_finalizer(k, of, f))  # type: ignore[misc]
        assert cluster.api.get(kind, key) is None
    cluster.play(500)
    assert ["n1"] == attached(cluster)

    in_use(cluster, "n1")
    cluster.play()
    assert [] == attached(cluster)


def test_a_broken_attachment_goes_to_the_pod_that_waits_on_a_ready_node() -> None:
    cluster = storage(using("old", "n1"), using("new"))
    cluster.post("n1", Ready="Unknown")
    bind(cluster, "new", "n2")
    cluster.play(10)
    cluster.delete("old")
    cluster.do(lambda api, now: break_attachment(api, "pv", "n1", now))
    cluster.play()

    assert ["n2"] == attached(cluster)
    assert [10.1] == cluster.at("attach.attached")


def test_only_what_is_attached_can_be_broken_off() -> None:
    cluster = storage()
    refused = break_attachment(cluster.api, "pv", "n1", 0)

    assert isinstance(refused, Refused)
    assert 'volume "pv" is not attached to node "n1"' == refused.text


def test_a_node_that_registers_anew_gets_its_list_back() -> None:
    cluster = storage(using("old", "n1"))
    cluster.play(10)
    status = {"capacity": {"cpu": "4"}}
    cluster.do(lambda api, now: api.update_status("Node", "n1", status))
    cluster.play()

    assert ["n1"] == attached(cluster)


def test_of_two_controllers_one_write_wins() -> None:
    cluster = storage(using("p"))
    bind(cluster, "p", "n1")
    cluster.play(5)
    assert ["n1"] == attached(cluster)

    late = storage(using("p"))
    second = late.actors[0].copy()
    cache = Cache(late.api)
    bind(late, "p", "n1")
    event_pod = late.api.pods["default/p"]
    late.play(5)
    # The second one has heard of the binding, but not of what the first one wrote.
    received = WatchEvent(EventType.MODIFIED, "Pod", "default/p", None, event_pod)
    cache.observe(received)
    second.observe(received, late.now_ms)
    client = CachedApi(late.api, cache)

    assert second.act(client.server, late.now_ms + 100, late.random) is None
    assert ["AlreadyExists"] == [refused.reason for refused in client.lost]
    assert late.now_ms + 200 == second.next_ms(late.now_ms + 100)


def test_a_copy_goes_on_alike() -> None:
    cluster = storage(using("old", "n1"), using("new"))
    cluster.post("n1", Ready="Unknown")
    cluster.delete("old", force=True)
    bind(cluster, "new", "n2")
    cluster.play(20)
    twin = Plane(cluster.api.copy(), [cluster.actors[0].copy()], now_ms=cluster.now_ms)

    assert cluster.actors[0].fingerprint() == twin.actors[0].fingerprint()
    assert [str(one) for one in cluster.play()] == [str(one) for one in twin.play()]
    assert cluster.actors[0].fingerprint() == twin.actors[0].fingerprint()


def test_a_start_state_has_a_volume_for_one_node_on_one() -> None:
    cluster = storage(using("a", "n1"), using("b", "n2"))

    assert ["n1"] == attached(cluster)
