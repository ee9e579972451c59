"""A pod's life on a node, second by second."""

from __future__ import annotations

from scheduler_core.kubelet import NodeActor
from scheduler_core.objects.manifest import find
from tests.builders import pod
from tests.core.cluster import load
from tests.core.kubelet.nodes import one_kubelet, running_pod


def test_a_bound_pod_is_created_and_runs_a_second_later() -> None:
    play = one_kubelet()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))

    play.play(0)
    waiting = find(play.api.pods["default/a"].manifest, "status", "containerStatuses", 0, "state", "waiting")
    play.play()

    assert {"reason": "ContainerCreating"} == waiting
    assert [(0.0, "start", "kubelet.starts"), (1.0, "ready", "kubelet.ready")] == play.acts()
    status = play.api.pods["default/a"].status
    assert ("Running", "True") == (status.phase, status.condition("Ready").status)  # type: ignore[union-attr]


def test_a_kubelet_that_comes_anew_counts_the_grace_from_the_beginning() -> None:
    play = running_pod()
    play.delete("a")
    play.play(30)
    fresh = NodeActor("n1")
    for key, stored_pod in play.api.pods.items():
        from scheduler_core.apiserver import EventType, WatchEvent

        fresh.observe(WatchEvent(EventType.ADDED, "Pod", key, None, stored_pod), play.now_ms)
    play.actors = [fresh]
    play.act_log.clear()

    play.play()

    assert [(30.0, "sigterm"), (60.0, "sigkill"), (61.0, "removed")] == [act[:2] for act in play.acts()]


def test_a_pasted_pod_whose_image_cannot_be_pulled_stays_as_it_is() -> None:
    play = one_kubelet()
    waiting = {"name": "app", "state": {"waiting": {"reason": "ImagePullBackOff"}}}
    stuck = {**pod("a", nodeName="n1"), "status": {"phase": "Pending", "containerStatuses": [waiting]}}
    play.do(lambda api, now: load(api, "Pod", stuck, now))

    assert [] == play.play()


def test_a_copy_goes_its_own_way() -> None:
    play = running_pod()
    play.delete("a")
    kubelet = play.actors[0]
    before = kubelet.fingerprint()

    twin = kubelet.copy()
    play.play()

    assert before == twin.fingerprint()
    assert before != kubelet.fingerprint()
