"""The final status of a dead pod, and the removal of its object."""

from __future__ import annotations

from scheduler_core.kubelet import Application
from tests.builders import pod
from tests.core.kubelet.nodes import one_kubelet, running_pod


def test_a_process_that_exits_is_removed_when_the_kubelet_notices() -> None:
    play = running_pod("a", Application(pods=("default/a",), exits_after_sigterm_ms=3_000))

    play.delete("a")
    play.play()

    assert [(10.0, "sigterm"), (13.0, "exit"), (14.0, "removed")] == [act[:2] for act in play.acts()]


def test_a_pod_reborn_under_the_same_name_is_left_alone_by_the_old_ones_end() -> None:
    play = running_pod()
    play.delete("a", force=True)

    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.play()

    assert "Running" == play.api.pods["default/a"].status.phase
    assert not play.api.pods["default/a"].terminating


def test_a_pod_deleted_before_its_containers_ran_is_removed_at_once() -> None:
    play = one_kubelet()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.play(0.5)

    play.delete("a")
    play.play()

    assert [(0.0, "start"), (0.5, "removed")] == [act[:2] for act in play.acts()]
    assert {} == play.api.pods


def test_finalizers_keep_the_object_of_a_dead_pod() -> None:
    play = one_kubelet()
    manifest = pod("a", nodeName="n1")
    held = {**manifest, "metadata": {"name": "a", "finalizers": ["example.com/wait"]}}
    play.do(lambda api, now: api.create("Pod", held, now))
    play.play(10)

    play.delete("a", grace_period_seconds=1)
    play.play()

    assert "kubelet.held" == play.acts()[-1][2]
    assert 0 == play.api.pods["default/a"].meta.deletion_grace_period_seconds

    play.do(lambda api, now: api.remove_finalizer("Pod", "default/a", "example.com/wait"))

    assert {} == play.api.pods
