"""What a dump shows as stuck stays stuck until somebody says otherwise, and what is due goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import api_object
from tests.core.dumps.builders import acts, ago, dump, ended, entry, found_pod, ready_node, running, waiting
from tests.core.dumps.stuck_pods import (
    CREATING,
    INIT_RUNS,
    KILL_HANGS,
    NO_IMAGE,
    NO_SECRET,
    NOT_READY,
    NOT_STARTED,
    PROBE,
    containers_with,
)
from tests.core.play import Play


def cluster(*objects: dict[str, Any]) -> Play:
    return Play(dump(ready_node("n"), *objects))


def behave(**fields: Any) -> dict[str, Any]:
    return {"kind": "behave", "pod": "default/p", "container": None, **fields}


@pytest.mark.parametrize(
    ("pod", "given"),
    [
        (NOT_READY, behave(readiness=True)),
        (NOT_STARTED, behave(startup=True)),
        (INIT_RUNS, {**behave(exitsAfter=0), "container": "wait"}),
        (NO_SECRET, behave(startsAfter=0)),
        (CREATING, behave(startsAfter=0)),
    ],
    ids=["not ready", "not started", "init container", "no secret", "creating"],
)
def test_a_stuck_pod_does_nothing_until_somebody_says_otherwise(
    pod: dict[str, Any], given: dict[str, Any]
) -> None:
    play = cluster(pod)
    before = acts(play, 200)
    play.give(play.until(200), given)
    world = play.recording.world(play.until(240))

    assert ([], True) == (before, world.api.pods["default/p"].ready)


def test_a_pull_that_fails_is_tried_again_when_its_back_off_is_over() -> None:
    # Since its start 100 s ago it was tried after 0, 10, 30, 70 s; the next times are 150 s and 310 s.
    play = cluster(NO_IMAGE)
    tries = acts(play, 120)
    play.give(play.until(120), behave(pull=True))
    world = play.recording.world(play.until(300))

    assert [(50, "pull", "p"), (51, "pull", "p")] == tries
    assert world.api.pods["default/p"].ready


def test_a_crash_loop_goes_on_with_its_back_off_and_its_short_runs() -> None:
    # Three restarts: 40 s of back-off, of which 25 s are over. The last run took 7 s.
    loops = waiting("app", "CrashLoopBackOff", restartCount=3, lastState=ended(32, 25, 3))
    play = cluster(found_pod("p", "n", [loops], ready="False"))
    steps = acts(play, 130)
    play.give(play.until(130), behave(exitsAfter=None))
    world = play.recording.world(play.until(900))
    status = world.api.pods["default/p"].container_statuses()[0]

    assert [(15, "start"), (22, "exit"), (102, "start"), (109, "exit")] == [act[:2] for act in steps]
    assert (6, True) == (status["restartCount"], status["ready"])  # type: ignore[index,call-overload]


def test_a_container_between_two_crashes_ends_as_it_did_before() -> None:
    loops = running("app", 3, restartCount=4, lastState=ended(100, 90, 2))
    play = cluster(found_pod("p", "n", [loops]))

    assert [(7, "exit", "p")] == acts(play, 60)


def test_a_young_container_is_not_stuck() -> None:
    young = [running("app", 8, ready=False)]
    pod = found_pod(
        "p",
        "n",
        young,
        age=10,
        ready="False",
        ready_since=10,
        containers=containers_with(readinessProbe=PROBE),
    )

    assert [(2, "ready", "p")] == acts(cluster(pod), 60)


def test_a_container_that_has_lost_its_readiness_is_stuck_even_while_it_is_young() -> None:
    young = [running("app", 20, ready=False)]
    pod = found_pod(
        "p",
        "n",
        young,
        age=22,
        ready="False",
        ready_since=4,
        containers=containers_with(readinessProbe=PROBE),
    )

    assert [] == acts(cluster(pod), 60)


def test_a_container_that_its_kubelet_creates_goes_on() -> None:
    creating = waiting("app", "ContainerCreating")
    notes = {"annotations": {"podium/pull-takes": "30"}}
    pod = found_pod("p", "n", [creating], age=20, phase="Pending", ready="False", metadata=notes)

    assert [(10, "pull"), (11, "ready")] == [act[:2] for act in acts(cluster(pod), 60)]


def test_a_startup_probe_fails_as_often_as_it_may_and_no_more() -> None:
    # Failed at 0, 10, … 30 s after the start 35 s ago; the sixth failure kills the container.
    probe = {**PROBE, "failureThreshold": 6}
    pod = found_pod(
        "p",
        "n",
        [running("app", 35, ready=False, started=False)],
        ready="False",
        containers=containers_with(startupProbe=probe),
        metadata={"annotations": {"podium/exits-after-sigterm": "1"}},
    )

    assert (15, "sigterm") in [act[:2] for act in acts(cluster(pod), 40)]


def test_a_half_used_grace_runs_its_other_half() -> None:
    play = cluster(found_pod("p", "n", [running("app", 900)], deleted=400, grace=900))

    assert [(500, "sigkill", "p"), (501, "removed", "p")] == acts(play, 900)


def test_an_exit_that_was_due_comes_at_once_and_one_that_is_not_comes_later() -> None:
    late = found_pod(
        "p", "n", deleted=10, grace=60, metadata={"annotations": {"podium/exits-after-sigterm": "25"}}
    )

    assert [(15, "exit"), (16, "removed")] == [act[:2] for act in acts(cluster(late), 60)]


def test_a_pod_that_is_not_dead_after_its_grace_stays_until_its_processes_end() -> None:
    play = cluster(KILL_HANGS)
    before = acts(play, 300)
    play.give(play.until(300), behave(exitsAfterSigterm=0))
    world = play.recording.world(play.until(310))

    assert ([], []) == (before, list(world.api.pods))


def test_a_finalizer_holds_a_pod_that_has_ended() -> None:
    pod = found_pod(
        "p",
        "n",
        [entry("app", {"terminated": {"exitCode": 0, "finishedAt": ago(90)}})],
        phase="Succeeded",
        deleted=100,
        grace=0,
        metadata={"finalizers": ["example.com/audit"]},
    )
    play = cluster(pod)
    before = acts(play, 100)
    target = {"kind": "Pod", "namespace": "default", "name": "p"}
    play.give(
        play.until(100), {"kind": "remove-finalizer", "object": target, "finalizer": "example.com/audit"}
    )

    assert ([], []) == (before, list(play.recording.world(play.until(110)).api.pods))


def test_closed_readiness_gates_change_nothing() -> None:
    pod = found_pod("p", "n", ready="False", readinessGates=[{"conditionType": "example.com/target"}])
    pod["status"]["conditions"][1]["reason"] = "ReadinessGatesNotReady"
    pod["status"]["conditions"][2]["status"] = "True"

    assert [] == acts(cluster(pod), 60)


def test_the_verbs_of_a_readiness_gate_open_and_close_it() -> None:
    gate = "example.com/target"
    pod = found_pod("p", "n", ready="False", readinessGates=[{"conditionType": gate}])
    pod["status"]["conditions"][1]["reason"] = "ReadinessGatesNotReady"
    pod["status"]["conditions"][2]["status"] = "True"
    play = cluster(pod)
    ready = []
    for second in (60, 70):
        seq = play.until(second)
        verbs: Any = play.recording.ask("verbs", seq, kind="Pod", key="default/p")
        (of_gate,) = [verb for verb in verbs["verbs"] if verb["id"] == "set_condition"]
        play.give(seq, of_gate["inputs"][0])
        ready.append(play.recording.world(play.until(second + 5)).api.pods["default/p"].ready)

    assert [True, False] == ready


def test_a_dump_of_failures_that_repeat_is_quiet() -> None:
    crashes = waiting("app", "CrashLoopBackOff", restartCount=9, lastState=ended(200, 190))
    play = cluster(
        found_pod("p", "n", [crashes], ready="False"),
        found_pod("q", "n", [waiting("app", "ImagePullBackOff")], phase="Pending", ready="False"),
    )

    assert play.until_quiet() < 20


@pytest.mark.parametrize("reason", ["InvalidImageName", "ErrImageNeverPull", "RunContainerError", "Weather"])
def test_a_container_that_waits_for_another_reason_stays_so(reason: str) -> None:
    play = cluster(found_pod("p", "n", [waiting("app", reason)], phase="Pending", ready="False"))
    changes = acts(play, 600)

    assert [] == changes


def test_a_pod_whose_volume_another_node_has_waits_for_the_volume_alone() -> None:
    claim = api_object(
        "PersistentVolumeClaim", "data", spec={"accessModes": ["ReadWriteOnce"], "volumeName": "v"}
    )
    volume = api_object(
        "PersistentVolume",
        "v",
        spec={
            "capacity": {"storage": "1Gi"},
            "accessModes": ["ReadWriteOnce"],
            "csi": {"driver": "csi.example.com", "volumeHandle": "v"},
            "claimRef": {"kind": "PersistentVolumeClaim", "namespace": "default", "name": "data"},
        },
    )
    data = [{"name": "d", "persistentVolumeClaim": {"claimName": "data"}}]
    waits = found_pod(
        "p", "n", [waiting("app", "ContainerCreating")], phase="Pending", ready="False", volumes=data
    )
    play = cluster(ready_node("other"), claim, volume, found_pod("old", "other", volumes=data), waits)
    play.give(
        play.until(60), {"kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "old"}}
    )
    world = play.recording.world(play.until(200))

    assert world.api.pods["default/p"].ready
