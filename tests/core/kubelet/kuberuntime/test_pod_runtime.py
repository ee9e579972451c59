"""The order in which the containers of a pod start."""

from __future__ import annotations

from scheduler_core.objects.manifest import find
from tests.core.kubelet.kuberuntime.builders import init, sidecar
from tests.core.kubelet.runtimes import Played, make_pod

PRESENT = 'Container image "app:1" already present on machine'


def test_a_plain_pod_is_ready_a_second_later_in_one_act_and_then_rests() -> None:
    play = Played(make_pod())

    assert "Pending" == play.phase()
    play.until(100)

    assert [(1.0, "started", "app")] == play.happenings
    assert [
        (1.0, "Pulled", PRESENT),
        (1.0, "Created", "Created container: app"),
        (1.0, "Started", "Started container app"),
    ] == play.events
    assert [(0.0, "ContainerCreating"), (1.0, "Running")] == play.words
    assert None is play.runtime.due_ms
    assert ("True", None, None) == play.condition("Ready")


def test_init_containers_run_one_after_the_other_and_take_their_time() -> None:
    play = Played(make_pod(init=[init("one"), init("two", command=["sleep", "5"])])).until(100)

    assert [
        (0.0, "Init:0/2"),
        (2.0, "Init:1/2"),
        (8.0, "PodInitializing"),
        (9.0, "Running"),
    ] == play.words
    assert {"exitCode": 0, "reason": "Completed", "startedAt": "3", "finishedAt": "8"} == find(
        play.container("two"), "state", "terminated"
    )


def test_a_sidecar_lets_the_next_one_start_once_its_startup_probe_succeeded() -> None:
    probe = {"exec": {"command": ["x"]}, "periodSeconds": 2}
    pod = make_pod(
        init=[sidecar("proxy", startupProbe=probe), init("setup")],
        annotations={"podium/proxy.ready-after": "3"},
    )

    play = Played(pod).until(100)

    assert [
        (1.0, "started", "proxy"),
        (1.0, "probeFailed", "proxy"),
        (3.0, "probeFailed", "proxy"),
        (5.0, "ready", "proxy"),
        (6.0, "started", "setup"),
        (7.0, "exited", "setup"),
        (8.0, "started", "app"),
    ] == play.happenings
    assert [(0.0, "Init:0/2"), (5.0, "Init:1/2"), (7.0, "PodInitializing"), (8.0, "Running")] == play.words
