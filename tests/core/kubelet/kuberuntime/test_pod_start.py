"""Containers that a kubelet takes over: running, after its restart, after a power cut."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_start
from scheduler_core.kubelet.kuberuntime.adoption import adopt
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.objects.manifest import find
from scheduler_core.objects.pod import Pod
from tests.core.kubelet.kuberuntime.builders import init, probed
from tests.core.kubelet.runtimes import Played, make_pod, stamp

MINE = ("default/a",)
APP = {"name": "app", "image": "app:1"}


def test_a_kubelet_that_comes_back_forgets_waits_and_finds_what_ended_meanwhile() -> None:
    rule = Application(pods=MINE, completes_after_ms=1_000, exit_code=1)
    play = Played(make_pod(), (rule,)).until(20)
    assert "CrashLoopBackOff" == play.word()

    play.runtime = pod_start.resumed(play.runtime, 20_000)
    play.until(20)

    assert (20.0, "restarted", "app") == play.happenings[-1]


def test_after_a_power_cut_everything_starts_anew_and_counts_as_a_restart() -> None:
    play = Played(make_pod(init=[init("setup")])).until(50)

    play.runtime = pod_start.rebooted(play.runtime, 50_000)
    play.until(100)

    assert ["restarted", "exited", "restarted"] == [
        what for second, what, _ in play.happenings if second >= 50
    ]
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

    runtime = adopt(pod, behaviours_of(pod), 0)

    assert None is runtime.due_ms
    assert ("app",) == runtime.running
    assert status["containerStatuses"] == status_of_runtime(runtime, stamp).changes["containerStatuses"]
