"""What probes change about a container."""

from __future__ import annotations

from scheduler_core.objects.manifest import find
from tests.core.kubelet.kuberuntime.builders import probed
from tests.core.kubelet.runtimes import Played, make_pod

APP = {"name": "app", "image": "app:1"}


def test_a_failed_liveness_probe_kills_within_its_own_grace_and_the_container_is_restarted_at_once() -> None:
    container = {**APP, **probed("livenessProbe", 10), **probed("startupProbe", 5)}
    play = Played(make_pod(container, terminationGracePeriodSeconds=60)).until(15)

    play.behave(liveness=False).until(200)

    assert [
        (21.0, "probeFailed", "app"),
        (21.0, "SIGTERM", "app"),
        (31.0, "SIGKILL", "app"),
        (31.0, "restarted", "app"),
        (31.0, "ready", "app"),
    ] == [item for item in play.happenings if item[0] > 15]
    assert (21.0, "Killing", "Container app failed liveness probe, will be restarted") in play.events
    assert 1 == find(play.container("app"), "restartCount")
    assert "Running" == play.word()


def test_a_hook_has_the_grace_of_the_kill_although_the_runtime_gives_two_seconds_more() -> None:
    container = {
        **APP,
        **probed("livenessProbe"),
        "lifecycle": {"preStop": {"exec": {"command": ["sleep", "infinity"]}}},
    }
    play = Played(make_pod(container, terminationGracePeriodSeconds=5)).until(15)

    play.behave(liveness=False).until(40)

    assert [("preStop", 5), ("SIGTERM", 2)] == play.left[:2]


def test_a_failed_startup_probe_kills_within_its_own_grace() -> None:
    container = {**APP, **probed("startupProbe", 5)}

    play = Played(
        make_pod(container, terminationGracePeriodSeconds=60, annotations={"podium/startup-fails-at": "0-8"})
    ).until(100)

    assert [(1.0, "SIGTERM", "app"), (6.0, "SIGKILL", "app"), (6.0, "restarted", "app")] == [
        item for item in play.happenings if item[1] in ("SIGTERM", "SIGKILL", "restarted")
    ][:3]
    assert (1.0, "Killing", "Container app failed startup probe, will be restarted") in play.events


def test_without_a_value_of_its_own_a_probe_kills_within_the_grace_of_the_pod() -> None:
    play = Played(make_pod({**APP, **probed("livenessProbe")}, terminationGracePeriodSeconds=60)).until(15)

    play.behave(liveness=False).until(200)

    assert (81.0, "SIGKILL", "app") in play.happenings


def test_a_probe_never_restarts_what_its_pod_does_not_restart() -> None:
    container = {**APP, **probed("livenessProbe", 10)}
    play = Played(make_pod(container, restartPolicy="Never")).until(15)

    play.behave(liveness=False).until(200)

    assert (21.0, "Killing", "Container app failed liveness probe") in play.events
    assert ("Failed", "Error") == (play.phase(), play.word())


def test_liveness_kills_a_slow_starter_that_has_no_startup_probe() -> None:
    container = {**APP, "livenessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5}}

    play = Played(make_pod(container, annotations={"podium/ready-after": "20"})).until(12)

    assert (11.0, "SIGTERM", "app") in play.happenings


def test_a_startup_probe_keeps_liveness_and_readiness_waiting() -> None:
    container = {
        **APP,
        "startupProbe": {"httpGet": {"port": 80}, "periodSeconds": 5, "failureThreshold": 30},
        "livenessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5},
        "readinessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5},
    }

    play = Played(make_pod(container, annotations={"podium/ready-after": "18"})).until(20)
    before = find(play.container("app"), "started"), play.condition("Ready")[0]
    play.until(100)

    assert (False, "False") == before
    assert (21.0, "ready", "app") == play.happenings[-1]
    assert find(play.container("app"), "started") is True
    assert "True" == play.condition("Ready")[0]
    assert {"probeFailed", "started", "ready"} == {what for _, what, _ in play.happenings}


def test_readiness_comes_and_goes_without_a_restart() -> None:
    container = {
        **APP,
        "readinessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5, "failureThreshold": 2},
    }

    play = Played(make_pod(container, annotations={"podium/readiness-fails-at": "20-40"})).until(200)

    assert [
        (1.0, "ready", "app"),
        (21.0, "probeFailed", "app"),
        (26.0, "probeFailed", "app"),
        (26.0, "unready", "app"),
        # Those of seconds 31 and 36 changed nothing; they are counted with the next change.
        (41.0, "probeFailed", "app"),
        (41.0, "ready", "app"),
    ] == play.happenings[1:]
    assert 0 == find(play.container("app"), "restartCount")
    text = "Readiness probe failed: HTTP probe failed with statuscode: 503"
    assert (21.0, "Unhealthy", text) in play.events


def test_ready_after_counts_even_where_no_probe_asks() -> None:
    play = Played(make_pod(annotations={"podium/ready-after": "5"})).until(100)

    assert [(1.0, "started", "app"), (6.0, "ready", "app")] == play.happenings
    assert not any(reason == "Unhealthy" for _, reason, _ in play.events)


def test_an_answer_that_comes_after_the_timeout_is_none() -> None:
    container = {**APP, "readinessProbe": {"httpGet": {"port": 80, "path": "/ok"}, "timeoutSeconds": 2}}

    play = Played(make_pod(container, annotations={"podium/answers-after": "3"})).until(100)

    deadline = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    assert (1.0, "Unhealthy", f'Readiness probe failed: Get "http://:80/ok": {deadline}') in play.events
    assert "False" == play.condition("Ready")[0]
