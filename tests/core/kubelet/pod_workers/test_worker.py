"""When a worker has something to do, and what runs of its pod."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime.adoption import adopt
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from tests.core.kubelet.runtimes import make_pod

WORKER = Worker(make_pod(), State.NOT_ADMITTED, 0, 5_000)


def test_a_worker_wakes_at_the_first_thing_that_is_due() -> None:
    assert 5_000 == WORKER.wakes_ms(speaks=True)
    assert 2_000 == replace(WORKER, gives_up_ms=2_000).wakes_ms(speaks=True)
    assert replace(WORKER, due_ms=None).wakes_ms(speaks=True) is None


def test_a_mirror_pod_can_be_made_only_while_writes_arrive() -> None:
    mirrored = replace(WORKER, mirror_ms=1_000)

    assert (1_000, 5_000) == (mirrored.wakes_ms(speaks=True), mirrored.wakes_ms(speaks=False))


def test_only_a_running_or_terminating_pod_has_processes() -> None:
    running = adopt(make_pod(), DEFAULT_BEHAVIOURS, 0)
    states = [state for state in State if replace(WORKER, state=state, runtime=running).processes]

    assert [State.RUNNING, State.TERMINATING] == states
    assert not replace(WORKER, state=State.RUNNING).processes
