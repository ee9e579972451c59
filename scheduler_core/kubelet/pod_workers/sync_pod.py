"""What a kubelet does for a pod that is to run: it starts its containers and starts them again.

Each act takes the worker and returns it changed, with what is told (None: nothing to tell).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from scheduler_core.actor import Message, message
from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.kuberuntime.container_events import Happening, What
from scheduler_core.kubelet.kuberuntime.containers import Kind
from scheduler_core.kubelet.kuberuntime.pod_containers import PodRuntime
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.objects.manifest import items, text

Told = tuple[str, Message]
"""The kind of the frame and its sentence."""


def start(worker: Worker, behaviours: Behaviours, voice: Voice) -> tuple[Worker, Told | None]:
    """First sight: startTime is written, containers are being created."""
    pod, now_ms = worker.pod, voice.now_ms
    runtime = pod_runtime.begin(pod, behaviours, now_ms)
    runtime = pod_runtime.on_clock(runtime, now_ms, voice.clock_ms)
    worker = _written(replace(worker, state=State.RUNNING, since_ms=now_ms, runtime=runtime), voice)
    said = message("kubelet.starts", pod=pod.name, node=voice.node)
    return replace(worker, due_ms=runtime.due_ms), ("start", said)


def go_on(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """What is due next among the pod's containers; a status is written only where it is another one."""
    if worker.runtime is None:
        return replace(worker, due_ms=None), None
    runtime = pod_runtime.on_clock(worker.runtime, voice.now_ms, voice.clock_ms)
    runtime, happened = pod_runtime.advance(runtime, voice.now_ms)
    return after(replace(worker, runtime=runtime), happened, voice)


def ask(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """The readiness probes of a pod that is being ended."""
    due_ms = worker.due_ms
    worker, told = go_on(worker, voice)
    return replace(worker, due_ms=due_ms), told


def after(worker: Worker, happened: Sequence[Happening], voice: Voice) -> tuple[Worker, Told | None]:
    """The worker once `happened` is told: events, the status, and the sentence of the act."""
    runtime = worker.runtime
    if runtime is None:
        return worker, None
    for one in happened:
        for event in one.events:
            voice.event(worker.pod, event.type, event.reason, event.message)
    if any(one.what in (What.STARTED, What.RESTARTED) for one in happened):
        worker = replace(worker, since_ms=voice.now_ms)
    before = worker.written
    worker = _written(worker, voice)
    if runtime.over:
        codes = [
            runtime.exit_codes.get(plan.name, 0)
            for plan in runtime.plans
            if plan.kind is Kind.REGULAR or runtime.exit_codes.get(plan.name)
        ]
        code = max(codes, default=0) if runtime.failed else 0
        said = message(
            "kubelet.failed" if runtime.failed else "kubelet.completed", pod=worker.pod.name, code=code
        )
        return replace(worker, state=State.REPORTED, due_ms=None), ("exit", said)
    told = _told(runtime, happened, voice.node, ready=_ready(worker.written))
    if told is None and worker.written is not before:
        told = "update", message("kubelet.posts_pod", pod=worker.pod.name, node=voice.node)
    return replace(worker, due_ms=runtime.due_ms), told


def _written(worker: Worker, voice: Voice) -> Worker:
    if worker.runtime is None:
        return worker
    write = pod_runtime.status(worker.runtime, voice.api.timestamp)
    if write == worker.written:
        return worker
    voice.status(worker.pod, write)
    return replace(worker, written=write)


def _ready(write: StatusWrite | None) -> bool:
    conditions = () if write is None else write.conditions
    return any(each["type"] == "Ready" and each["status"] == "True" for each in conditions)


_Teller = Callable[[PodRuntime, Sequence[Happening], str, bool], Told]


def _told(runtime: PodRuntime, happened: Sequence[Happening], node: str, *, ready: bool) -> Told | None:
    """The act is named after the weightiest thing that happened; the events tell the rest."""
    for what, teller in _TELLERS.items():
        found = [one for one in happened if one.what is what]
        if found:
            return teller(runtime, found, node, ready)
    return None


def _names(happened: Sequence[Happening]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.container for one in happened))


def _all(runtime: PodRuntime, happened: Sequence[Happening]) -> bool:
    return len(_names(happened)) == len([plan for plan in runtime.plans if plan.kind is not Kind.INIT])


def _restarted(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
    if _all(runtime, happened):
        return "start", message("kubelet.restarts", pod=runtime.pod.name, node=node)
    return "start", message(
        "kubelet.restarts_some", containers=_names(happened), pod=runtime.pod.name, node=node
    )


def _started(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
    if ready:
        return "ready", message("kubelet.ready", pod=runtime.pod.name, node=node)
    return "start", message("kubelet.started", containers=_names(happened), pod=runtime.pod.name, node=node)


def _is_ready(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
    if ready:
        return "ready", message("kubelet.ready", pod=runtime.pod.name, node=node)
    return "ready", message("kubelet.ready_some", containers=_names(happened), pod=runtime.pod.name)


def _exited(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
    pod, code = runtime.pod.name, max(one.code for one in happened)
    waits = [one.seconds for one in happened if one.seconds is not None]
    if waits and _all(runtime, happened):
        return "exit", message("kubelet.backs_off", pod=pod, code=code, seconds=max(waits))
    names = _names(happened)
    if waits:
        return "exit", message(
            "kubelet.backs_off_some", containers=names, pod=pod, code=code, seconds=max(waits)
        )
    return "exit", message("kubelet.exited_with", containers=names, pod=pod, code=code)


def _simply(kind: str, message_id: str) -> _Teller:
    def tell(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
        return kind, message(message_id, containers=_names(happened), pod=runtime.pod.name)

    return tell


def _within(kind: str, message_id: str) -> _Teller:
    def tell(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
        seconds = max(one.seconds or 0 for one in happened)
        names = _names(happened)
        return kind, message(message_id, containers=names, pod=runtime.pod.name, seconds=seconds)

    return tell


def _probe_failed(runtime: PodRuntime, happened: Sequence[Happening], node: str, ready: bool) -> Told:
    first = happened[0]
    probe = text(first.probe.lower() if first.probe is not None else "")
    names = _names(happened)
    return "probe", message("kubelet.probe_failed", probe=probe, containers=names, pod=runtime.pod.name)


_TELLERS: Mapping[What, _Teller] = {
    What.RESTARTED: _restarted,
    What.STARTED: _started,
    What.PULL_FAILED: _simply("pull", "kubelet.pull_failed"),
    What.PULLING: _simply("pull", "kubelet.pulls"),
    What.PULLED: _simply("pull", "kubelet.pulled"),
    What.PRE_STOP: _within("prestop", "kubelet.prestop_some"),
    What.SIGTERM: _within("sigterm", "kubelet.sigterm_some"),
    What.SIGKILL: _simply("sigkill", "kubelet.sigkill_some"),
    What.EXITED: _exited,
    What.HOOK_FAILED: _simply("probe", "kubelet.post_start_failed"),
    What.READY: _is_ready,
    What.UNREADY: _simply("probe", "kubelet.unready"),
    What.PROBE_FAILED: _probe_failed,
}


def closes_gates(worker: Worker) -> bool:
    """Whether a new version of the pod may change what the kubelet says of it (readiness gates)."""
    spec = worker.pod.manifest.get("spec")
    return (
        worker.state is State.RUNNING
        and isinstance(spec, Mapping)
        and bool(items(spec.get("readinessGates")))
    )
