"""What is due among the containers of a pod."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_start, pod_sync
from tests.core.kubelet.runtimes import make_pod


def test_before_something_is_due_nothing_happens() -> None:
    runtime = pod_start.begin(make_pod(), behaviours_of(make_pod()), 0)

    after, happened = pod_sync.advance(runtime, 999)

    assert (runtime, ()) == (after, happened)


def test_an_exit_and_the_restart_that_follows_are_two_acts() -> None:
    pod = make_pod()
    ending = Application(pods=("default/a",), completes_after_ms=5_000)
    runtime, _ = pod_sync.advance(pod_start.begin(pod, behaviours_of(pod, [ending]), 0), 1_000)

    runtime, exits = pod_sync.advance(runtime, 6_000)
    runtime, restarts = pod_sync.advance(runtime, 6_000)

    assert [["exited"], ["restarted"]] == [[one.kind.value for one in item] for item in (exits, restarts)]
    assert ("app",) == runtime.running
