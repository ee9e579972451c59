"""One pod on one node, as the kubelet knows it: what runs there, whatever the API server says.

Source: pkg/kubelet/pod_workers.go (v1.34): one worker for each pod UID; syncing, terminating, terminated, and
never back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.dra.manager import PreparedClaim
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.kubelet.termination.timeline import Step
from scheduler_core.kubelet.volume_manager.mounts import Mount
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod


class State(StrEnum):
    NOT_ADMITTED = "seen"
    """The object has arrived, and its admission is due. The value stands in the marks of stored runs."""
    MOUNTING = "mounting"
    """The pod waits for its volumes."""
    PREPARING = "preparing"
    """The pod waits until the drivers of its devices have prepared its claims."""
    RUNNING = "running"
    """The containers are being started, run, or wait for a restart; `Worker.runtime` has the details."""
    TERMINATING = "terminating"
    DEAD = "dead"
    """All processes have ended; the final status is not written yet."""
    REPORTED = "reported"
    """The final status is written; the worker is dropped when the object is removed."""


ACTIVE = (State.RUNNING, State.MOUNTING, State.PREPARING)
"""The states in which activeDeadlineSeconds count."""


@dataclass(frozen=True, slots=True)
class KillCause:
    """Why the kubelet itself kills a pod: the reason and message in the pod's final status.

    `disruption` is the message of its DisruptionTarget condition, None when it gets none. `rejected` means
    that a restarted kubelet did not admit the running pod again. With `fails` the pod has failed even if its
    processes exit with 0.
    """

    reason: str
    message: str
    disruption: str | None = None
    rejected: bool = False
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Worker:
    """One pod as its kubelet knows it.

    - `pod`: the newest version of the object that has arrived
    - `listed`: the API server has the object
    - `due_ms`: when the worker has something to do; None when nothing happens by itself
    - `runtime`: the pod's containers; None before the first sync
    - `plan`: the steps of the termination that began at `since_ms`, of which `done` have been carried out
    - `effective_grace_s`: the grace period chosen so far, in seconds; 0 before the first choice
    - `orphan`: the API server does not have the pod, so its definition is lost
    - `kill_cause`: why the kubelet itself killed the pod
    - `gives_up_ms`: when the caller of that kill stops waiting
    - `written`: the status that was last sent
    - `mounts`: the pod's volumes from outside the node; None before they were looked up
    - `mirror_ms`: when the mirror pod of a static pod is created again
    - `deadline_at_ms`: when its activeDeadlineSeconds are over; None before that is known
    - `unadmitted`: a restarted kubelet has still to admit the running pod
    - `refused_ms`: when mounting a volume first failed because another pod has it
    - `prepared`: the claims whose devices are prepared for the pod
    - `unprepared_ms`: when preparing, or at the end unpreparing, its devices first failed
    - `device_error`: the last error of preparing that was told
    - `resized`: its resources were changed while it ran
    """

    pod: Pod
    state: State
    since_ms: int
    due_ms: int | None
    listed: bool = True
    effective_grace_s: int = 0
    plan: tuple[Step, ...] = ()
    done: int = 0
    signal: str = ""
    deadline_ms: int = 0
    runtime: PodRuntime | None = None
    orphan: bool = False
    kill_cause: KillCause | None = None
    gives_up_ms: int | None = None
    written: StatusWrite | None = None
    mounts: tuple[Mount, ...] | None = None
    mirror_ms: int | None = None
    deadline_at_ms: int | None = None
    unadmitted: bool = False
    refused_ms: int | None = None
    prepared: tuple[PreparedClaim, ...] = ()
    unprepared_ms: int | None = None
    device_error: str = ""
    resized: bool = False

    @property
    def uid(self) -> str:
        return self.pod.uid

    @property
    def processes(self) -> bool:
        """Whether anything of the pod runs on the node."""
        return self.state in (State.RUNNING, State.TERMINATING) and bool(
            self.runtime and self.runtime.running
        )

    @property
    def only_due(self) -> bool:
        """Whether `due_ms` alone says when the worker wakes, as it nearly always does."""
        return (
            self.gives_up_ms is None
            and self.mirror_ms is None
            and self.deadline_at_ms is None
            and self.state is not State.TERMINATING
        )

    @property
    def asks_ms(self) -> int | None:
        """The time (ms) at which the readiness probe of a pod that is being killed next changes something."""
        if self.state is not State.TERMINATING or self.runtime is None:
            return None
        return self.runtime.due_ms

    def wakes_ms(self, *, speaks: bool) -> int | None:
        """The time (ms) at which the kubelet has something to do for this pod. `speaks` means that its writes
        arrive.
        """
        if self.only_due:
            return self.due_ms
        active_ms = self.deadline_at_ms if self.state in ACTIVE else None
        first = self.due_ms
        for at in (self.gives_up_ms, self.asks_ms, active_ms, self.mirror_ms if speaks else None):
            if at is not None and (first is None or at < first):
                first = at
        return first

    def fingerprint(self) -> Json:
        shown: list[Json] = [
            self.pod.uid,
            self.pod.meta.resource_version,
            self.state.value,
            self.since_ms,
            self.due_ms,
            self.listed,
            self.effective_grace_s,
            self.done,
            self.signal,
            self.deadline_ms,
            None if self.runtime is None else self.runtime.fingerprint(),
        ]
        if self.mounts is not None or self.mirror_ms is not None:
            shown.append([[mount.unique_name for mount in self.mounts or ()], self.mirror_ms])
        if self.orphan or self.kill_cause or self.gives_up_ms is not None:
            kill_cause: Json = None
            if self.kill_cause is not None:
                kill_cause = [self.kill_cause.reason, self.kill_cause.message, self.kill_cause.disruption]
            shown += [self.orphan, kill_cause, self.gives_up_ms]
        if self.unadmitted or self.deadline_at_ms is not None:
            shown.append([self.unadmitted, self.deadline_at_ms])
        if self.refused_ms is not None:
            shown.append(["refused", self.refused_ms])
        if self.prepared or self.unprepared_ms is not None:
            shown.append([[claim.key for claim in self.prepared], self.unprepared_ms, self.device_error])
        if self.resized:
            shown.append("resized")
        return shown
