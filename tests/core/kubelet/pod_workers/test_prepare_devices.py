"""Pods wait for their devices: before the start, and at the end."""

from __future__ import annotations

from typing import Any

from scheduler_core.kubelet import Application
from scheduler_core.objects.manifest import find, with_value
from tests.builders import DRIVER, claim_spec, claiming, pod, resource_claim
from tests.core.cluster import load
from tests.core.kubelet.nodes import OneNode, exits, node_manifest

KEY = f"podium/{DRIVER}.driver"


def node(state: str) -> dict[str, Any]:
    manifest = node_manifest()
    return dict(with_value(manifest, ("metadata", "annotations"), {KEY: state} if state else {}))


def with_gpu(state: str, *, reserved: bool = True, completes: float = 0, **spec: Any) -> OneNode:
    """Pod a on n1 with a GPU; the driver there is in this state. The pod exits by itself `completes` seconds
    after its start, or never.
    """
    ends = Application(pods=("default/a",), completes_after_ms=round(completes * 1000))
    play = OneNode(ends if completes else exits(2), node=node(state))
    result = {"request": "device", "driver": DRIVER, "pool": "n1", "device": "gpu-0"}
    allocation: dict[str, Any] = {"devices": {"results": [result]}}
    user = pod("a", nodeName="n1", **claiming(gpu="gpu"), **spec)
    play.do(lambda api, now: api.create("Pod", user, now))
    status: dict[str, Any] = {"allocation": allocation}
    if reserved:
        status["reservedFor"] = [{"resource": "pods", "name": "a", "uid": play.api.pods["default/a"].uid}]
    claim = resource_claim("gpu", claim_spec("gpu"), metadata={"namespace": "default"}, status=status)
    play.do(lambda api, now: load(api, "ResourceClaim", claim, now))
    return play


def becomes(play: OneNode, state: str) -> None:
    stored = play.api.nodes["n1"].manifest
    annotations = {KEY: state} if state else {}
    play.do(
        lambda api, now: api.replace(
            "Node", "n1", with_value(stored, ("metadata", "annotations"), annotations)
        )
    )


def events(play: OneNode) -> list[tuple[str, str]]:
    return [
        (event.reason, event.message)
        for event in play.api.events_about("Pod", "default/a")
        if event.reason == "FailedPrepareDynamicResources"
    ]


def test_without_its_driver_a_pod_stays_container_creating_and_an_event_says_why() -> None:
    play = with_gpu("absent")
    play.play(300)
    status = play.api.pods["default/a"].manifest["status"]

    assert [(0.0, "update", "kubelet.failed_prepare")] == play.acts()
    error = f"Failed to prepare dynamic resources: prepare dynamic resources: DRA driver {DRIVER} is not registered"
    assert [("FailedPrepareDynamicResources", error)] == events(play)
    assert "Pending" == find(status, "phase")
    waiting = find(status["containerStatuses"][0], "state", "waiting", "reason")  # type: ignore[index,call-overload]
    assert "ContainerCreating" == waiting
    assert play.host.next_ms(play.now_ms) is None


def test_a_driver_that_comes_back_is_asked_at_the_next_sync_of_the_pod() -> None:
    play = with_gpu("absent")
    play.play(70)

    becomes(play, "")
    play.play()

    assert [(120.0, "start"), (121.0, "ready")] == play.kinds()[1:]


def test_another_error_is_told_as_well() -> None:
    play = with_gpu("absent")
    play.play(10)

    becomes(play, "fails: no such device")
    play.play()

    assert 2 == len(events(play))
    assert events(play)[1][1].endswith("NodePrepareResources failed for ResourceClaim gpu: no such device")


def test_a_claim_that_is_reserved_later_wakes_the_pod() -> None:
    play = with_gpu("", reserved=False)
    play.play(10)
    assert "is not allowed to use ResourceClaim gpu" in events(play)[0][1]

    claim = play.api.objects("ResourceClaim")["default/gpu"].manifest  # type: ignore[attr-defined]
    users = [{"resource": "pods", "name": "a", "uid": play.api.pods["default/a"].uid}]
    reserved = with_value(claim, ("status", "reservedFor"), users)
    play.do(lambda api, now: api.replace("ResourceClaim", "default/gpu", reserved))
    play.play()

    assert (60.0, "start") in play.kinds()


def test_a_pod_deleted_while_it_waits_for_devices_is_removed_at_once() -> None:
    play = with_gpu("absent")
    play.play(5)

    play.delete("a")
    play.play()

    assert (5.0, "removed") == play.kinds()[-1]


def test_a_deadline_counts_while_devices_are_prepared() -> None:
    play = with_gpu("absent", activeDeadlineSeconds=20)
    play.play(60)

    assert "DeadlineExceeded" == find(play.api.pods["default/a"].manifest, "status", "reason")


def test_at_the_end_the_pod_waits_until_its_driver_takes_the_devices_back() -> None:
    play = with_gpu("")
    play.play(10)
    becomes(play, "absent")
    play.delete("a")
    play.play(60)
    assert "kubelet.failed_unprepare" == play.acts()[-1][2]
    assert "default/a" in play.api.pods
    assert [] == list(play.host.running())

    becomes(play, "")
    play.play()

    assert (63.0, "removed") == play.kinds()[-1]
    assert {} == play.api.pods


def test_a_restarted_kubelet_still_knows_what_it_prepared() -> None:
    play = with_gpu("")
    play.play(10)
    becomes(play, "absent")
    play.crash()
    play.start()
    play.delete("a")
    play.play(60)

    assert "kubelet.failed_unprepare" in [message for _, _, message in play.acts()]
    assert "default/a" in play.api.pods


def test_a_pod_that_completes_has_succeeded_when_its_devices_are_given_back() -> None:
    play = with_gpu("", completes=20, restartPolicy="Never")
    play.play(10)
    becomes(play, "absent")
    play.play(60)
    status = play.api.pods["default/a"].manifest["status"]
    assert "Running" == find(status, "phase")
    assert 0 == find(status["containerStatuses"][0], "state", "terminated", "exitCode")  # type: ignore[index,call-overload]
    assert "kubelet.failed_unprepare" == play.acts()[-1][2]

    becomes(play, "")
    play.play()

    assert (61.0, "exit", "kubelet.completed") == play.acts()[-1]
    assert "Succeeded" == play.api.pods["default/a"].status.phase


def test_a_pod_that_completes_beside_a_working_driver_succeeds_at_once() -> None:
    play = with_gpu("", completes=20, restartPolicy="Never")
    play.play()

    assert (21.0, "exit", "kubelet.completed") == play.acts()[-1]
    assert "Succeeded" == play.api.pods["default/a"].status.phase
