"""The containers of a pod that is killed as a whole."""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime import pod_termination
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.kubelet.termination.timeline import pod_timeline
from scheduler_core.objects.manifest import find
from tests.core.kubelet.kuberuntime.builders import sidecar
from tests.core.kubelet.runtimes import Played, make_pod, stamp


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
