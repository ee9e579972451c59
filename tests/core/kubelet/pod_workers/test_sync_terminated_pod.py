"""The final status of a dead pod, and the removal of its object."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application
from scheduler_core.kubelet.pod_workers.worker import KillCause
from scheduler_core.objects.releases.releases import release
from tests.builders import pod
from tests.core.kubelet.nodes import OneNode, exits, one_kubelet, running_pod


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


@pytest.mark.parametrize("reason", ["Evicted", "Terminated", "Preempting"])
@pytest.mark.parametrize(
    ("version", "policy", "phase"),
    [
        ("1.34", "Always", "Succeeded"),
        ("1.34", "Never", "Succeeded"),
        ("1.26", "Always", "Failed"),
        ("1.26", "Never", "Succeeded"),
    ],
)
def test_a_pod_that_its_kubelet_killed_and_that_exits_with_0_has_succeeded(
    version: str, policy: str, phase: str, reason: str
) -> None:
    play = OneNode(exits(1), release=release(version)).with_pod("a", restartPolicy=policy)
    cause = KillCause(reason, "why", "why")

    play.host.kubelet.kill(play.api.pods["default/a"].uid, 5, cause, play.now_ms)  # type: ignore[union-attr]
    play.play()
    status = play.api.pods["default/a"].status

    assert (phase, "" if phase == "Succeeded" else reason) == (status.phase, status.reason)
    assert ("" if phase == "Succeeded" else "why") == status.message
    target = status.condition("DisruptionTarget")
    assert target is not None
    assert "True" == target.status


def test_a_pod_that_is_killed_by_force_keeps_the_reason_of_its_kubelet() -> None:
    play = OneNode().with_pod()

    cause = KillCause("Evicted", "why", "why")
    play.host.kubelet.kill(play.api.pods["default/a"].uid, 5, cause, play.now_ms)  # type: ignore[union-attr]
    play.play()
    status = play.api.pods["default/a"].status

    assert ("Failed", "Evicted", "why") == (status.phase, status.reason, status.message)
