"""The processes on a machine and the progress of each pod's kill, as values for the views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.termination.bars import Bar, bars
from scheduler_core.kubelet.termination.timeline import Step
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class Termination:
    """The progress of a pod's kill. `signal` is the last one sent (`preStop`, `SIGTERM`, `SIGKILL`),
    `deadline_ms` is the latest time of the last SIGKILL, and `effective_grace_s` is its grace period in
    seconds.

    `plan` is the whole timeline, in milliseconds after `since_ms`; the steps up to `reached_ms` have been
    carried out.
    """

    since_ms: int
    signal: str
    deadline_ms: int
    effective_grace_s: int
    plan: tuple[Step, ...] = ()
    reached_ms: int = -1
    uid: str = ""

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The timeline as bars; those that begin up to `reached_ms` have begun."""
        return bars(self.plan)


@dataclass(frozen=True, slots=True)
class Process:
    """The processes of one pod on a machine, whatever the API server says.

    `state` is running, terminating or dead. `listed` means that, as far as the kubelet knows, the API server
    has the pod. `knows_deletion` means that a kubelet is killing the pod.
    """

    pod: Pod
    state: str
    since_ms: int
    listed: bool
    knows_deletion: bool
    deadline_ms: int | None = None
    signal: str = ""


class Terminations:
    """The pods of one machine that are being killed. What is known of a worker is kept as long as the worker
    stays the same value, which only saves time.
    """

    def __init__(self) -> None:
        self._terminations: dict[str, tuple[Worker, Termination]] = {}

    def of(self, workers: Iterable[Worker]) -> Mapping[str, Termination]:
        """Those of `workers` by key, including those that the API server no longer has."""
        before, self._terminations = self._terminations, {}
        for worker in workers:
            if worker.signal and worker.state in (State.TERMINATING, State.DEAD):
                entry = before.get(worker.uid)
                if entry is None or entry[0] is not worker:
                    entry = worker, _termination(worker)
                self._terminations[worker.uid] = entry
        return {worker.pod.key: termination for worker, termination in self._terminations.values()}


def _termination(worker: Worker) -> Termination:
    return Termination(
        worker.since_ms,
        worker.signal,
        worker.deadline_ms,
        worker.effective_grace_s,
        worker.plan,
        worker.plan[worker.done - 1].at_ms if worker.done else -1,
        worker.pod.uid,
    )


def processes_of(workers: Iterable[Worker], unattended: Iterable[Unattended]) -> tuple[Process, ...]:
    """All processes on the machine, and dead ones that are not reported yet."""
    attended = (_attended(worker) for worker in workers if worker.processes or worker.state is State.DEAD)
    return (*attended, *(_alone(pod) for pod in unattended))


def _attended(worker: Worker) -> Process:
    killed = worker.state is State.TERMINATING
    return Process(
        worker.pod,
        worker.state.value,
        worker.since_ms,
        worker.listed,
        knows_deletion=worker.state is not State.RUNNING,
        deadline_ms=worker.deadline_ms if killed else None,
        signal=worker.signal,
    )


def _alone(unattended: Unattended) -> Process:
    state = ("terminating" if unattended.terminating else "running") if unattended.runtime.running else "dead"
    return Process(unattended.pod, state, unattended.since_ms, unattended.listed, knows_deletion=False)
