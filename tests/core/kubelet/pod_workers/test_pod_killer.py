"""Which pods a kubelet still has to count when it protects its node."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.pod_workers.pod_killer import active_pods, is_dead
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.objects.pod import Pod
from tests import builders


def worker(name: str, state: State = State.RUNNING, phase: str = "Running") -> Worker:
    return Worker(Pod.parse(builders.pod(name, status={"phase": phase})), state, 0, None)


def test_pods_that_terminate_are_active_until_their_processes_have_ended() -> None:
    workers = {
        "u1": worker("seen", State.NOT_ADMITTED),
        "u2": worker("running"),
        "u3": worker("terminating", State.TERMINATING),
        "u4": worker("dead", State.DEAD),
        "u5": worker("reported", State.REPORTED),
    }

    assert ["seen", "running", "terminating"] == [pod.name for pod in active_pods(workers)]


@pytest.mark.parametrize("phase", ["Succeeded", "Failed"])
def test_a_finished_pod_is_not_active(phase: str) -> None:
    assert [] == active_pods({"u1": worker("done", phase=phase)})


def test_a_pod_without_a_worker_is_as_dead_as_one_whose_processes_have_ended() -> None:
    assert is_dead(None)
    assert is_dead(worker("p", State.DEAD))
    assert is_dead(worker("p", State.REPORTED))
    assert not is_dead(worker("p", State.TERMINATING))
