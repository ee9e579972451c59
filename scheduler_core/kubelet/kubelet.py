"""The kubelet of one node: starts the pods bound to it, ends them, and proves their end to the API server.

It acts on what it last heard. Its workers are the node's own truth: between a force delete and the death of a
process, or while it hears nothing, they and the API server disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from scheduler_core.apiserver.actor import Act, Message, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.results import Refused
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import EventType, WatchEvent
from scheduler_core.kubelet import status
from scheduler_core.kubelet.behaviour import Application, application_of
from scheduler_core.kubelet.termination import Step, StepKind
from scheduler_core.kubelet.worker import (
    State,
    Worker,
    after_steps,
    backoff_seconds,
    due_steps,
    first_sight,
    heard,
    telling_kind,
    vanished,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

_ACT_KINDS = {
    StepKind.PRE_STOP_STARTED: "prestop",
    StepKind.SIGTERM: "sigterm",
    StepKind.EXITED: "exit",
    StepKind.SIGKILL: "sigkill",
}


@dataclass(frozen=True, slots=True)
class Termination:
    """Where a pod's end has got to. `signal`: the last thing sent (`preStop`, `SIGTERM`, `SIGKILL`);
    `deadline_ms`: when the last SIGKILL comes at the latest; `grace` in seconds.
    """

    since_ms: int
    signal: str
    deadline_ms: int
    grace: int


class Kubelet:
    """An actor. Times are virtual milliseconds."""

    rank = 10

    def __init__(self, node: str, applications: Sequence[Application] = ()) -> None:
        self.node = node
        self.name = f"kubelet {node}"
        self._applications = tuple(applications)
        self._workers: dict[str, Worker] = {}

    # What others may read

    def terminations(self) -> Mapping[str, Termination]:
        """The pods that are being ended here, by key; also those the API server has no more (ghosts)."""
        return {
            worker.pod.key: Termination(worker.since_ms, worker.signal, worker.deadline_ms, worker.grace)
            for worker in self._workers.values()
            if worker.signal and worker.state in (State.TERMINATING, State.DEAD)
        }

    def running(self) -> Mapping[str, str]:
        """What really runs on the node: pod uid → key, whatever the API server says."""
        return {uid: worker.pod.key for uid, worker in self._workers.items() if worker.processes}

    # The actor

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind != "Pod":
            return
        for pod in (event.new, event.old):
            if isinstance(pod, Pod) and pod.node_name == self.node:
                self._heard(event, pod, now_ms)
                return

    def next_ms(self, now_ms: int) -> int | None:
        return min((w.due_ms for w in self._workers.values() if w.due_ms is not None), default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        due = [worker for worker in self._workers.values() if worker.due_ms is not None]
        worker = min(due, key=lambda one: one.due_ms or 0, default=None)
        if worker is None or (worker.due_ms or 0) > now_ms:
            return None
        return _ACTS[worker.state](self, worker, api, now_ms)

    def copy(self) -> Kubelet:
        twin = Kubelet(self.node, self._applications)
        twin._workers = dict(self._workers)
        return twin

    def fingerprint(self) -> Json:
        return [worker.fingerprint() for worker in self._workers.values()]

    # Hearing

    def _heard(self, event: WatchEvent, pod: Pod, now_ms: int) -> None:
        application = self._application(pod)
        worker = self._workers.get(pod.uid)
        if event.type is EventType.DELETED:
            if worker is not None:
                self._keep(pod.uid, vanished(worker, application, now_ms))
            return
        if worker is None:
            worker = first_sight(pod, application, now_ms)
        self._workers[pod.uid] = heard(worker, pod, application, now_ms)

    def _keep(self, uid: str, worker: Worker | None) -> None:
        if worker is None:
            del self._workers[uid]
        else:
            self._workers[uid] = worker

    def _application(self, pod: Pod) -> Application:
        return application_of(pod, self._applications)

    # Acting

    def _start(self, worker: Worker, api: ApiServer, now_ms: int) -> Act | None:
        """First sight: startTime is written, containers are being created."""
        pod = worker.pod
        starts = now_ms + self._application(pod).starts_after_ms
        self._workers[worker.uid] = replace(worker, state=State.CREATING, since_ms=now_ms, due_ms=starts)
        self._write(api, pod, status.creating(pod, api.timestamp(now_ms)), now_ms)
        return self._told("start", message("kubelet.starts", pod=pod.name, node=self.node), pod)

    def _run(self, worker: Worker, api: ApiServer, now_ms: int) -> Act | None:
        """The containers run and are ready."""
        pod = worker.pod
        completes = self._application(pod).completes_after_ms
        due = None if completes is None else now_ms + max(completes, 1)
        self._workers[worker.uid] = replace(worker, state=State.RUNNING, since_ms=now_ms, due_ms=due)
        self._write(api, pod, status.running(pod, api.timestamp(now_ms), worker.restarts), now_ms)
        for container in (*pod.spec.init_containers, *pod.spec.containers):
            pulled = f'Container image "{container.image}" already present on machine'
            self._event(api, pod, "Normal", "Pulled", pulled, now_ms)
            self._event(api, pod, "Normal", "Created", f"Created container: {container.name}", now_ms)
            self._event(api, pod, "Normal", "Started", f"Started container {container.name}", now_ms)
        if worker.state is State.BACKING_OFF:
            return self._told("start", message("kubelet.restarts", pod=pod.name, node=self.node), pod)
        return self._told("ready", message("kubelet.ready", pod=pod.name, node=self.node), pod)

    def _complete(self, worker: Worker, api: ApiServer, now_ms: int) -> Act | None:
        """The containers exited by themselves: the restart policy says what follows."""
        pod = worker.pod
        code = self._application(pod).exit_code
        policy, now = pod.spec.restart_policy, api.timestamp(now_ms)
        if policy == "Always" or (policy == "OnFailure" and code != 0):
            seconds = backoff_seconds(worker.restarts)
            restarts = worker.restarts + 1
            self._workers[worker.uid] = replace(
                worker, state=State.BACKING_OFF, restarts=restarts, due_ms=now_ms + seconds * 1000
            )
            self._write(api, pod, status.backing_off(pod, now, worker.restarts, code, seconds), now_ms)
            if seconds:
                for container in pod.spec.containers:
                    text = f"Back-off restarting failed container {container.name} in pod {pod.name}"
                    self._event(api, pod, "Warning", "BackOff", text, now_ms)
            said = message("kubelet.backs_off", pod=pod.name, code=code, seconds=seconds)
            return self._told("exit", said, pod)
        codes = {container.name: code for container in pod.spec.containers}
        self._workers[worker.uid] = replace(worker, state=State.REPORTED, due_ms=None)
        self._write(api, pod, status.ended(pod, now, worker.restarts, codes), now_ms)
        said = message("kubelet.failed" if code else "kubelet.completed", pod=pod.name, code=code)
        return self._told("exit", said, pod)

    def _terminate(self, worker: Worker, api: ApiServer, now_ms: int) -> Act | None:
        """The next moment of the termination's timeline."""
        steps = due_steps(worker)
        self._workers[worker.uid] = after_steps(worker, steps)
        for step in steps:
            if step.kind is StepKind.EVENT:
                self._event(api, worker.pod, step.type or "", step.reason or "", step.message or "", now_ms)
        kind = telling_kind(steps)
        if kind is None:
            return None
        return self._told(_ACT_KINDS[kind], _termination_message(worker, kind, steps), worker.pod)

    def _remove(self, worker: Worker, api: ApiServer, now_ms: int) -> Act | None:
        """All processes are proven dead: the final status, then DELETE with grace 0 for this very uid."""
        pod = worker.pod
        if not worker.listed:
            del self._workers[worker.uid]
            said = message("kubelet.dead_unlisted", pod=pod.name, node=self.node)
            return self._told("removed", said, pod)
        self._workers[worker.uid] = replace(worker, state=State.REPORTED, due_ms=None, signal="")
        if not pod.finished:
            codes = dict(worker.exit_codes) or {container.name: 137 for container in pod.spec.containers}
            now = api.timestamp(now_ms)
            self._write(api, pod, status.ended(pod, now, worker.restarts, codes), now_ms)
        options = DeleteOptions(grace_period_seconds=0, precondition_uid=pod.meta.uid or None)
        result = api.delete("Pod", pod.key, options, now_ms)
        if isinstance(result, Refused):
            del self._workers[worker.uid]
            return None
        if result.removed:
            return self._told("removed", message("kubelet.removed", pod=pod.name, node=self.node), pod)
        if not result.changed:
            return None
        held = message("kubelet.held", pod=pod.name, finalizers=pod.meta.finalizers)
        return self._told("removed", held, pod)

    # Writing

    def _write(self, api: ApiServer, pod: Pod, write: status.StatusWrite, now_ms: int) -> None:
        """A status of this very pod; one reborn under the same name is left alone."""
        stored = api.pods.get(pod.key)
        if stored is not None and stored.uid == pod.uid:
            api.patch_pod_status(pod.key, write.changes, now_ms, write.conditions)

    def _event(self, api: ApiServer, pod: Pod, type_: str, reason: str, text: str, now_ms: int) -> None:
        api.record_event(pod, type_, reason, text, "kubelet", now_ms, host=self.node)

    def _told(self, kind: str, said: Message, pod: Pod) -> Act:
        return Act("kubelet", self.name, kind, said, focus_pods=(pod.key,), focus_nodes=(self.node,))


def _termination_message(worker: Worker, kind: StepKind, steps: tuple[Step, ...]) -> Message:
    told = [step for step in steps if step.kind is kind]
    names = tuple(step.container for step in told)
    pod = worker.pod.name
    if kind is StepKind.PRE_STOP_STARTED:
        return message("kubelet.prestop", pod=pod, seconds=worker.grace)
    if kind is StepKind.SIGTERM:
        seconds = max(step.stop_timeout or 0 for step in told)
        if len(names) == len({step.container for step in worker.plan}):
            return message("kubelet.sigterm", pod=pod, seconds=seconds)
        return message("kubelet.sigterm_some", pod=pod, containers=names, seconds=seconds)
    if kind is StepKind.SIGKILL:
        return message("kubelet.sigkill", pod=pod)
    return message("kubelet.exited", pod=pod, containers=names)


_ACTS: Mapping[State, Callable[[Kubelet, Worker, ApiServer, int], Act | None]] = {
    State.SEEN: Kubelet._start,
    State.CREATING: Kubelet._run,
    State.RUNNING: Kubelet._complete,
    State.BACKING_OFF: Kubelet._run,
    State.TERMINATING: Kubelet._terminate,
    State.DEAD: Kubelet._remove,
}
