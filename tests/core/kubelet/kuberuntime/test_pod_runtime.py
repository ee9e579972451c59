"""The containers of a pod, from the sandbox to the last restart."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_start, pod_sync, pod_termination, pod_updates
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.kubelet.termination.timeline import pod_timeline
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.pod import Pod
from tests.core.kubelet.runtimes import Played, make_pod, stamp

MINE = ("default/a",)
APP = {"name": "app", "image": "app:1"}
PRESENT = 'Container image "app:1" already present on machine'


def init(name: str, **fields: Json) -> Json:
    return {"name": name, "image": "i", **fields}


def sidecar(name: str, **fields: Json) -> Json:
    return {"name": name, "image": "s", "restartPolicy": "Always", **fields}


def test_a_plain_pod_is_ready_a_second_later_in_one_act_and_then_rests() -> None:
    play = Played(make_pod())

    assert "Pending" == play.phase()
    play.until(100)

    assert [(1.0, "started", "app")] == play.told
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
    ] == play.told
    assert [(0.0, "Init:0/2"), (5.0, "Init:1/2"), (7.0, "PodInitializing"), (8.0, "Running")] == play.words


def test_a_post_start_hook_holds_back_the_status_and_the_next_container() -> None:
    hook = {"postStart": {"exec": {"command": ["sh", "-c", "sleep 4"]}}}
    pod = make_pod({**APP, "lifecycle": hook}, {"name": "web", "image": "w"})

    play = Played(pod).until(3)
    waiting = find(play.container("app"), "state", "waiting", "reason")
    play.until(100)

    assert "ContainerCreating" == waiting
    assert [(1.0, "started", "app"), (5.0, "started", "app"), (5.0, "started", "web")] == play.told
    assert "Running" == play.word()


def test_a_failing_post_start_hook_kills_its_container() -> None:
    hook = {"postStart": {"httpGet": {"port": 80}}}
    pod = make_pod({**APP, "lifecycle": hook}, annotations={"podium/post-start-takes": "2 fails"})

    play = Played(pod).until(3)

    assert (3.0, "FailedPostStartHook", "PostStartHook failed") in play.events


def test_an_image_is_pulled_before_its_container_is_created() -> None:
    play = Played(make_pod(annotations={"podium/pull-takes": "3"})).until(100)

    assert [
        (0.0, "Pulling", 'Pulling image "app:1"'),
        (3.0, "Pulled", 'Successfully pulled image "app:1" in 3s (3s including waiting)'),
        (4.0, "Created", "Created container: app"),
        (4.0, "Started", "Started container app"),
    ] == play.events


def test_an_image_nobody_has_is_tried_again_with_growing_waits() -> None:
    play = Played(make_pod(annotations={"podium/pull-takes": "fails"})).until(35)

    tries = [second for second, reason, _ in play.events if reason == "Pulling"]
    assert [0.0, 10.0, 30.0] == tries
    assert ["ErrImagePull", "ImagePullBackOff", "ErrImagePull"] == [word for _, word in play.words[1:4]]
    assert "Pending" == play.phase()


def test_a_crash_loop_waits_longer_each_time_and_counts_restarts() -> None:
    rule = Application(pods=MINE, completes_after_ms=1_000, exit_code=3)

    play = Played(make_pod(), (rule,)).until(80)

    restarts = [second for second, what, _ in play.told if what == "restarted"]
    assert [2.0, 13.0, 34.0, 75.0] == restarts
    assert (3.0, "BackOff", "Back-off restarting failed container app in pod a") in play.events
    assert "CrashLoopBackOff" == play.word()
    assert 4 == find(play.container("app"), "restartCount")
    assert {"exitCode": 3, "reason": "Error", "startedAt": "75", "finishedAt": "76"} == find(
        play.container("app"), "lastState", "terminated"
    )
    assert "Running" == play.phase()


def test_a_container_that_crashes_once_goes_on_after_a_restart() -> None:
    play = Played(make_pod(annotations={"podium/crashes-at": "20", "podium/exit-code": "7"})).until(1_000)

    assert [(20.0, "exited", "app"), (20.0, "restarted", "app")] == play.told[1:]
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
    assert (33.0, "SIGKILL", "proxy") == play.told[-1]


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
    ] == play.told[2:]
    assert (7.0, "Killing", "Stopping container proxy") in play.events
    assert play.runtime.over
    assert "Succeeded" == play.phase()


def test_a_sidecar_that_crashes_is_restarted_even_where_nothing_else_is() -> None:
    pod = make_pod(
        init=[sidecar("proxy")], restartPolicy="Never", annotations={"podium/proxy.crashes-at": "10"}
    )

    play = Played(pod).until(30)

    assert [(10.0, "exited", "proxy"), (10.0, "restarted", "proxy")] == play.told[2:]
    assert ("Running", "True") == (play.phase(), play.condition("Initialized")[0])


# Probes


def probed(kind: str, grace: int | None = None, **fields: Json) -> Json:
    probe: dict[str, Json] = {"httpGet": {"port": 80}, "periodSeconds": 10, "failureThreshold": 1, **fields}
    if grace is not None:
        probe["terminationGracePeriodSeconds"] = grace
    return {kind: probe}


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
    ] == [each for each in play.told if each[0] > 15]
    assert (21.0, "Killing", "Container app failed liveness probe, will be restarted") in play.events
    assert 1 == find(play.container("app"), "restartCount")
    assert "Running" == play.word()


def test_a_failed_startup_probe_kills_within_its_own_grace() -> None:
    container = {**APP, **probed("startupProbe", 5)}

    play = Played(
        make_pod(container, terminationGracePeriodSeconds=60, annotations={"podium/startup-fails-at": "0-8"})
    ).until(100)

    assert [(1.0, "SIGTERM", "app"), (6.0, "SIGKILL", "app"), (6.0, "restarted", "app")] == [
        each for each in play.told if each[1] in ("SIGTERM", "SIGKILL", "restarted")
    ][:3]
    assert (1.0, "Killing", "Container app failed startup probe, will be restarted") in play.events


def test_without_a_value_of_its_own_a_probe_kills_within_the_grace_of_the_pod() -> None:
    play = Played(make_pod({**APP, **probed("livenessProbe")}, terminationGracePeriodSeconds=60)).until(15)

    play.behave(liveness=False).until(200)

    assert (81.0, "SIGKILL", "app") in play.told


def test_a_probe_never_restarts_what_its_pod_does_not_restart() -> None:
    container = {**APP, **probed("livenessProbe", 10)}
    play = Played(make_pod(container, restartPolicy="Never")).until(15)

    play.behave(liveness=False).until(200)

    assert (21.0, "Killing", "Container app failed liveness probe") in play.events
    assert ("Failed", "Error") == (play.phase(), play.word())


def test_liveness_kills_a_slow_starter_that_has_no_startup_probe() -> None:
    container = {**APP, "livenessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5}}

    play = Played(make_pod(container, annotations={"podium/ready-after": "20"})).until(12)

    assert (11.0, "SIGTERM", "app") in play.told


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
    assert (21.0, "ready", "app") == play.told[-1]
    assert find(play.container("app"), "started") is True
    assert "True" == play.condition("Ready")[0]
    assert {"probeFailed", "started", "ready"} == {what for _, what, _ in play.told}


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
    ] == play.told[1:]
    assert 0 == find(play.container("app"), "restartCount")
    text = "Readiness probe failed: HTTP probe failed with statuscode: 503"
    assert (21.0, "Unhealthy", text) in play.events


def test_ready_after_counts_even_where_no_probe_asks() -> None:
    play = Played(make_pod(annotations={"podium/ready-after": "5"})).until(100)

    assert [(1.0, "started", "app"), (6.0, "ready", "app")] == play.told
    assert not any(reason == "Unhealthy" for _, reason, _ in play.events)


def test_an_answer_that_comes_after_the_timeout_is_none() -> None:
    container = {**APP, "readinessProbe": {"httpGet": {"port": 80, "path": "/ok"}, "timeoutSeconds": 2}}

    play = Played(make_pod(container, annotations={"podium/answers-after": "3"})).until(100)

    deadline = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    assert (1.0, "Unhealthy", f'Readiness probe failed: Get "http://:80/ok": {deadline}') in play.events
    assert "False" == play.condition("Ready")[0]


# ChangeKind others do


def test_an_out_of_memory_kill_is_told_by_its_reason() -> None:
    play = Played(make_pod()).until(10)

    play.happened(pod_updates.killed(play.runtime, "app", 10_000)).until(20)

    assert {"exitCode": 137, "reason": "OOMKilled", "startedAt": "1", "finishedAt": "10"} == find(
        play.container("app"), "lastState", "terminated"
    )


def test_behaviour_can_change_while_a_container_runs() -> None:
    play = Played(make_pod()).until(10)

    play.behave(exitsAfter=30, exitCode=4).until(31)

    assert (31.0, "exited", "app") in play.told
    assert play.behave(exitsAfterSigterm=3).runtime.plans[0].behaviour.exits_after_sigterm_ms == 3_000


def test_readiness_can_be_taken_from_a_pod_without_probes_and_given_back() -> None:
    play = Played(make_pod()).until(10)

    play.behave(readiness=False).until(20)
    lost = play.condition("Ready")[0]
    play.behave(readiness=True).until(30)

    assert ("False", "True") == (lost, play.condition("Ready")[0])


def test_a_kill_of_the_pod_takes_the_containers_over_as_they_are() -> None:
    pod = make_pod(
        init=[sidecar("proxy")], annotations={"podium/app.exits-after": "20"}, restartPolicy="Never"
    )
    play = Played(pod).until(12)

    dying = pod_termination.dying(play.runtime, 12_000)
    steps = pod_timeline(dying, 30).steps
    stopped = pod_termination.stop(play.runtime)

    assert [("proxy", True, True), ("app", False, True)] == [
        (one.name, one.sidecar, one.running) for one in dying
    ]
    # It would have exited by itself at second 22.
    assert 10_000 == dying[1].exits_at_ms
    assert any(step.container == "proxy" for step in steps)
    assert None is stopped.due_ms
    over = pod_termination.ended(pod_termination.ended(stopped, "app", 0, 22_000), "proxy", 137, 40_000)
    written = status_of_runtime(over, stamp, terminal=True)
    assert "Succeeded" == written.changes["phase"]
    assert () == over.running


def test_what_never_ran_is_not_located_at_the_end() -> None:
    play = Played(make_pod())

    written = status_of_runtime(pod_termination.stop(play.runtime), stamp, terminal=True).changes

    assert "ContainerStatusUnknown" == find(written, "containerStatuses", 0, "state", "terminated", "reason")
    assert "Failed" == written["phase"]


def test_a_kubelet_that_comes_back_forgets_waits_and_finds_what_ended_meanwhile() -> None:
    rule = Application(pods=MINE, completes_after_ms=1_000, exit_code=1)
    play = Played(make_pod(), (rule,)).until(20)
    assert "CrashLoopBackOff" == play.word()

    play.runtime = pod_start.resumed(play.runtime, 20_000)
    play.until(20)

    assert (20.0, "restarted", "app") == play.told[-1]


def test_after_a_power_cut_everything_starts_anew_and_counts_as_a_restart() -> None:
    play = Played(make_pod(init=[init("setup")])).until(50)

    play.runtime = pod_start.rebooted(play.runtime, 50_000)
    play.until(100)

    assert ["restarted", "exited", "restarted"] == [what for second, what, _ in play.told if second >= 50]
    changed = "Pod sandbox changed, it will be killed and re-created."
    assert [(51.0, "SandboxChanged", changed)] == [
        event for event in play.events if event[1] == "SandboxChanged"
    ]
    assert 1 == find(play.container("app"), "restartCount")
    assert "Running" == play.word()


def test_a_pod_that_runs_already_is_taken_over_without_a_word() -> None:
    status = {
        "phase": "Running",
        "containerStatuses": [
            {"name": "app", "ready": True, "restartCount": 4, "state": {"running": {"startedAt": "x"}}}
        ],
    }
    pod = Pod.parse({**make_pod({**APP, **probed("livenessProbe")}).manifest, "status": status})

    runtime = pod_start.adopt(pod, behaviours_of(pod), 0)

    assert None is runtime.due_ms
    assert ("app",) == runtime.running
    assert status["containerStatuses"] == status_of_runtime(runtime, stamp).changes["containerStatuses"]


def test_readiness_gates_hold_back_ready_but_not_containers_ready() -> None:
    play = Played(make_pod(readinessGates=[{"conditionType": "example.com/lb"}])).until(5)

    told = 'corresponding condition of pod readiness gate "example.com/lb" does not exist.'
    assert ("False", "ReadinessGatesNotReady", told) == play.condition("Ready")
    assert "True" == play.condition("ContainersReady")[0]

    condition = {"type": "example.com/lb", "status": "True"}
    play.pod = Pod.parse({**play.pod.manifest, "status": {"conditions": [condition]}})
    play.runtime = pod_updates.heard(play.runtime, play.pod, 5_000)

    assert "True" == play.condition("Ready")[0]


def with_image(pod: Pod, image: str) -> Pod:
    spec = pod.manifest["spec"]
    return Pod.parse({**pod.manifest, "spec": {**spec, "containers": [{**APP, "image": image}]}})  # type: ignore[dict-item]


def test_another_image_ends_the_container_and_starts_the_new_one_at_once_whatever_the_policy() -> None:
    play = Played(make_pod(restartPolicy="Never")).until(10)

    play.pod = with_image(play.pod, "app:2")
    play.runtime = pod_updates.heard(play.runtime, play.pod, 10_000)
    play.until(100)

    assert [(10.0, "SIGTERM", "app"), (40.0, "SIGKILL", "app"), (40.0, "restarted", "app")] == play.told[1:]
    assert (10.0, "Killing", "Container app definition changed, will be restarted") in play.events
    assert ("app:2", 1) == (find(play.container("app"), "image"), find(play.container("app"), "restartCount"))
    assert "Running" == play.word()


def test_an_image_that_exists_mends_a_pod_taken_over_without_one() -> None:
    waiting = {"name": "app", "image": "app:1", "state": {"waiting": {"reason": "ImagePullBackOff"}}}
    status: Json = {"phase": "Pending", "containerStatuses": [waiting]}
    pod = Pod.parse({**make_pod().manifest, "status": status})
    runtime = pod_start.adopt(pod, behaviours_of(pod), 0)
    assert None is runtime.due_ms

    runtime = pod_updates.heard(runtime, with_image(pod, "app:2"), 5_000)
    runtime, _ = pod_sync.advance(runtime, 6_000)

    assert ("app",) == runtime.running
    assert "Running" == status_of_runtime(runtime, stamp).changes["phase"]
