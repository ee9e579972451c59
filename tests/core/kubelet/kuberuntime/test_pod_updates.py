"""New images, changed behaviour and out-of-memory kills."""

from __future__ import annotations

from scheduler_core.kubelet.application.pod_behaviour import behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_sync, pod_updates
from scheduler_core.kubelet.kuberuntime.adoption import adopt
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.pod import Pod
from tests.core.kubelet.runtimes import Played, make_pod, stamp

APP = {"name": "app", "image": "app:1"}


def with_image(pod: Pod, image: str) -> Pod:
    spec = pod.manifest["spec"]
    return Pod.parse({**pod.manifest, "spec": {**spec, "containers": [{**APP, "image": image}]}})  # type: ignore[dict-item]


def test_an_out_of_memory_kill_is_told_by_its_reason() -> None:
    play = Played(make_pod()).until(10)

    play.happened(pod_updates.out_of_memory_killed(play.runtime, "app", 10_000)).until(20)

    assert {"exitCode": 137, "reason": "OOMKilled", "startedAt": "1", "finishedAt": "10"} == find(
        play.container("app"), "lastState", "terminated"
    )


def test_behaviour_can_change_while_a_container_runs() -> None:
    play = Played(make_pod()).until(10)

    play.behave(exitsAfter=30, exitCode=4).until(31)

    assert (31.0, "exited", "app") in play.happenings
    assert 3_000 == play.behave(exitsAfterSigterm=3).runtime.plans[0].behaviour.exits_after_sigterm_ms


def test_readiness_can_be_taken_from_a_pod_without_probes_and_given_back() -> None:
    play = Played(make_pod()).until(10)

    play.behave(readiness=False).until(20)
    lost = play.condition("Ready")[0]
    play.behave(readiness=True).until(30)

    assert ("False", "True") == (lost, play.condition("Ready")[0])


def test_another_image_ends_the_container_and_starts_the_new_one_at_once_whatever_the_policy() -> None:
    play = Played(make_pod(restartPolicy="Never")).until(10)

    play.pod = with_image(play.pod, "app:2")
    play.runtime = pod_updates.object_changed(play.runtime, play.pod, 10_000)
    play.until(100)

    assert [
        (10.0, "SIGTERM", "app"),
        (40.0, "SIGKILL", "app"),
        (40.0, "restarted", "app"),
    ] == play.happenings[1:]
    assert (10.0, "Killing", "Container app definition changed, will be restarted") in play.events
    assert ("app:2", 1) == (find(play.container("app"), "image"), find(play.container("app"), "restartCount"))
    assert "Running" == play.word()


def test_an_image_that_exists_mends_a_pod_taken_over_without_one() -> None:
    waiting = {"name": "app", "image": "app:1", "state": {"waiting": {"reason": "ImagePullBackOff"}}}
    status: Json = {"phase": "Pending", "containerStatuses": [waiting]}
    pod = Pod.parse({**make_pod().manifest, "status": status})
    runtime = adopt(pod, behaviours_of(pod), 0)
    assert None is runtime.due_ms

    runtime = pod_updates.object_changed(runtime, with_image(pod, "app:2"), 5_000)
    runtime, _ = pod_sync.advance(runtime, 6_000)

    assert ("app",) == runtime.running
    assert "Running" == status_of_runtime(runtime, stamp).changes["phase"]
