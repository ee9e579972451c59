"""Exits, restarts and the back-off between them."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.objects.manifest import Json, find
from tests.core.kubelet.kuberuntime.builders import init, sidecar
from tests.core.kubelet.runtimes import Played, make_pod

MINE = ("default/a",)
APP = {"name": "app", "image": "app:1"}


def test_a_crash_loop_waits_longer_each_time_and_counts_restarts() -> None:
    rule = Application(pods=MINE, completes_after_ms=1_000, exit_code=3)

    play = Played(make_pod(), (rule,)).until(80)

    restarts = [second for second, what, _ in play.happenings if what == "restarted"]
    assert [2.0, 13.0, 34.0, 75.0] == restarts
    assert (3.0, "BackOff", "Back-off restarting failed container app in pod a_default(u)") in play.events
    assert "CrashLoopBackOff" == play.word()
    assert 4 == find(play.container("app"), "restartCount")
    assert {"exitCode": 3, "reason": "Error", "startedAt": "75", "finishedAt": "76"} == find(
        play.container("app"), "lastState", "terminated"
    )
    assert "Running" == play.phase()


def test_a_container_that_crashes_once_goes_on_after_a_restart() -> None:
    play = Played(make_pod(annotations={"podium/crashes-at": "20", "podium/exit-code": "7"})).until(1_000)

    assert [(20.0, "exited", "app"), (20.0, "restarted", "app")] == play.happenings[1:]
    assert 7 == find(play.container("app"), "lastState", "terminated", "exitCode")
    assert 1 == find(play.container("app"), "restartCount")


def test_policy_never_and_on_failure_end_as_their_exit_codes_say() -> None:
    for policy, code, phase, word in (
        ("Never", 0, "Succeeded", "Completed"),
        ("Never", 2, "Failed", "Error"),
        ("OnFailure", 0, "Succeeded", "Completed"),
    ):
        rule = Application(pods=MINE, completes_after_ms=4_000, exit_code=code)

        play = Played(make_pod(restartPolicy=policy), (rule,)).until(100)

        assert (phase, word) == (play.phase(), play.word())
        assert play.runtime.over
        assert play.runtime.failed is (code != 0)
        assert None is play.runtime.due_ms
        reason = "PodCompleted" if code == 0 else "PodFailed"
        assert ("False", reason, None) == play.condition("Ready")


def test_a_failing_init_container_fails_a_pod_that_never_restarts() -> None:
    annotations: dict[str, Json] = {"podium/setup.exit-code": "1"}

    play = Played(make_pod(init=[init("setup")], restartPolicy="Never", annotations=annotations)).until(50)

    assert ("Failed", "Init:Error") == (play.phase(), play.word())
    assert play.runtime.over
    assert play.runtime.failed


def test_a_pod_whose_init_container_failed_is_failed_once_its_sidecars_are_dead() -> None:
    annotations: dict[str, Json] = {"podium/setup.exit-code": "1"}
    pod = make_pod(init=[sidecar("proxy"), init("setup")], restartPolicy="Never", annotations=annotations)

    play = Played(pod).until(20)
    held_back = play.phase()
    play.until(100)

    assert ("Pending", "Failed") == (held_back, play.phase())
    assert (33.0, "SIGKILL", "proxy") == play.happenings[-1]


def test_a_failing_init_container_is_tried_again() -> None:
    annotations: dict[str, Json] = {"podium/setup.exit-code": "1"}

    play = Played(make_pod(init=[init("setup")], annotations=annotations)).until(12)

    assert [(0.0, "Init:0/1"), (2.0, "Init:Error"), (2.0, "Init:0/1"), (3.0, "Init:CrashLoopBackOff")] == (
        play.words
    )
    assert "Pending" == play.phase()


def test_one_of_two_containers_done_is_not_ready() -> None:
    pod = make_pod(
        APP,
        {"name": "job", "image": "j"},
        restartPolicy="OnFailure",
        annotations={"podium/job.exits-after": "5"},
    )

    play = Played(pod).until(50)

    assert "NotReady" == play.word()
    assert ("False", "ContainersNotReady", "containers with unready status: [job]") == play.condition("Ready")


def test_sidecars_end_when_the_regular_containers_are_done() -> None:
    pod = make_pod(
        init=[sidecar("proxy")], restartPolicy="Never", annotations={"podium/app.exits-after": "5"}
    )

    play = Played(pod).until(100)

    assert [
        (7.0, "exited", "app"),
        (7.0, "SIGTERM", "proxy"),
        (37.0, "SIGKILL", "proxy"),
    ] == play.happenings[2:]
    assert (7.0, "Killing", "Stopping container proxy") in play.events
    assert play.runtime.over
    assert "Succeeded" == play.phase()


def test_a_sidecar_that_crashes_is_restarted_even_where_nothing_else_is() -> None:
    pod = make_pod(
        init=[sidecar("proxy")], restartPolicy="Never", annotations={"podium/proxy.crashes-at": "10"}
    )

    play = Played(pod).until(30)

    assert [(10.0, "exited", "proxy"), (10.0, "restarted", "proxy")] == play.happenings[2:]
    assert ("Running", "True") == (play.phase(), play.condition("Initialized")[0])
