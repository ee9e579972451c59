"""The syncs of a running pod, which start and restart its containers.

Source: `SyncPod` (pkg/kubelet/kubelet.go, v1.34). Each function returns the changed worker and the act's kind
and sentence, None when there is no act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scheduler_core.actor import message
from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime import pod_start, pod_sync, pod_updates
from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind
from scheduler_core.kubelet.kuberuntime.images import Images
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.pod_workers import active_deadline
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.kubelet.status_manager.status_write import StatusWrite, observing
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


def start_pod(
    worker: Worker, behaviours: Behaviours, images: Images, writer: ApiWriter, *, sandbox: bool = False
) -> tuple[Worker, PodAct | None]:
    """The first sync: writes startTime, and the containers are being created on a node with these images.
    With `sandbox` it says that the sandbox is there (since 1.36)."""
    pod, now_ms = worker.pod, writer.now_ms
    runtime = pod_start.begin(pod, behaviours, now_ms, images, sandbox=sandbox)
    runtime = pod_updates.on_clock(runtime, now_ms, writer.clock_ms)
    worker = replace(worker, state=State.RUNNING, since_ms=now_ms, runtime=runtime)
    worker = write_status(active_deadline.planned(worker, writer), writer)
    sentence = message("kubelet.starts", pod=pod.name, node=writer.node)
    return replace(worker, due_ms=runtime.due_ms), ("start", sentence)


def sync(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """Does what is due next among the pod's containers. A status is written only when it has changed."""
    if worker.runtime is None:
        return replace(worker, due_ms=None), None
    if active_deadline.unknown(worker):
        return active_deadline.planned(replace(worker, due_ms=worker.runtime.due_ms), writer), None
    runtime = pod_updates.on_clock(worker.runtime, writer.now_ms, writer.clock_ms)
    runtime, happened = pod_sync.advance(runtime, writer.now_ms)
    return after_changes(replace(worker, runtime=runtime), happened, writer)


def probe_terminating(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """The readiness probes of a pod that is being killed."""
    due_ms = worker.due_ms
    worker, act = sync(worker, writer)
    return replace(worker, due_ms=due_ms), act


def after_changes(
    worker: Worker, happened: Sequence[ContainerChange], writer: ApiWriter
) -> tuple[Worker, PodAct | None]:
    """The worker after the changes in `happened`; writes their Events and the status."""
    runtime = worker.runtime
    if runtime is None:
        return worker, None
    for change in happened:
        for event in change.events:
            writer.event(worker.pod, event.type, event.reason, event.message)
    if any(change.kind in (ChangeKind.STARTED, ChangeKind.RESTARTED) for change in happened):
        worker = replace(worker, since_ms=writer.now_ms)
    before = worker.written
    if runtime.over and worker.prepared:
        # The phase becomes final only after the devices are given back (`mergePodStatus`).
        status = _without_phase(
            status_of_runtime(runtime, writer.api.timestamp, resources=_reports(worker, writer))
        )
        writer.status(worker.pod, status)
        return replace(worker, state=State.DEAD, due_ms=writer.now_ms, written=status), None
    worker = write_status(worker, writer)
    if runtime.over:
        codes = [
            runtime.exit_codes.get(plan.name, 0)
            for plan in runtime.plans
            if plan.kind is ContainerKind.REGULAR or runtime.exit_codes.get(plan.name)
        ]
        code = max(codes, default=0) if runtime.failed else 0
        sentence = message(
            "kubelet.failed" if runtime.failed else "kubelet.completed", pod=worker.pod.name, code=code
        )
        return replace(worker, state=State.REPORTED, due_ms=None), ("exit", sentence)
    act = _act_of(runtime, happened, writer.node, ready=_ready(worker.written))
    if act is None and worker.written is not before:
        act = "update", message("kubelet.posts_pod", pod=worker.pod.name, node=writer.node)
    return replace(worker, due_ms=runtime.due_ms), act


def write_status(worker: Worker, writer: ApiWriter) -> Worker:
    """The worker after its status was written, if it differs from the last one."""
    if worker.runtime is None:
        return worker
    write = status_of_runtime(worker.runtime, writer.api.timestamp, resources=_reports(worker, writer))
    write = observing(write, writer.observed_generation(worker.pod))
    if write == worker.written:
        return worker
    writer.status(worker.pod, write)
    return replace(worker, written=write)


def _reports(worker: Worker, writer: ApiWriter) -> bool:
    """Whether the status has the resources of the containers."""
    return worker.resized or writer.api.options.release.reports_container_resources


def _without_phase(write: StatusWrite) -> StatusWrite:
    changes = {name: value for name, value in write.changes.items() if name != "phase"}
    return replace(write, changes=changes)


def _ready(write: StatusWrite | None) -> bool:
    conditions = () if write is None else write.conditions
    return any(condition["type"] == "Ready" and condition["status"] == "True" for condition in conditions)


_ActOf = Callable[[PodRuntime, Sequence[ContainerChange], str, bool], PodAct]


def _act_of(
    runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, *, ready: bool
) -> PodAct | None:
    """The sentence of the act, which is named after the first kind of change in `_ACTS`."""
    for what, act_of in _ACTS.items():
        changes = [change for change in happened if change.kind is what]
        if changes:
            return act_of(runtime, changes, node, ready)
    return None


def _names(happened: Sequence[ContainerChange]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(change.container for change in happened))


def _counted(message_id: str, names: Sequence[str]) -> str:
    """Returns the id of the sentence about one container, or of that about several containers."""
    return message_id if len(names) == 1 else f"{message_id}_many"


def _all(runtime: PodRuntime, happened: Sequence[ContainerChange]) -> bool:
    """Whether the changes are about all containers of the pod; init containers do not count."""
    return len(_names(happened)) == len(
        [plan for plan in runtime.plans if plan.kind is not ContainerKind.INIT]
    )


def _restarted(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    if _all(runtime, happened):
        return "start", message("kubelet.restarts", pod=runtime.pod.name, node=node)
    return "start", message(
        "kubelet.restarts_some", containers=_names(happened), pod=runtime.pod.name, node=node
    )


def _started(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    if ready:
        return "ready", message("kubelet.ready", pod=runtime.pod.name, node=node)
    return "start", message("kubelet.started", containers=_names(happened), pod=runtime.pod.name, node=node)


def _is_ready(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    if ready:
        return "ready", message("kubelet.ready", pod=runtime.pod.name, node=node)
    return "ready", message("kubelet.ready_some", containers=_names(happened), pod=runtime.pod.name)


def _exited(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    pod, code = runtime.pod.name, max(change.code for change in happened)
    waits = [change.seconds for change in happened if change.seconds is not None]
    if waits and _all(runtime, happened):
        return "exit", message("kubelet.backs_off", pod=pod, code=code, seconds=max(waits))
    names = _names(happened)
    if waits:
        message_id = _counted("kubelet.backs_off_some", names)
        return "exit", message(message_id, containers=names, pod=pod, code=code, seconds=max(waits))
    return "exit", message("kubelet.exited_with", containers=names, pod=pod, code=code)


def _restarts_all(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    code = max(change.code for change in happened)
    pod = runtime.pod.name
    return "exit", message("kubelet.restarts_all", containers=_names(happened), pod=pod, code=code)


def _simply(kind: str, message_id: str, *, counted: bool = True) -> _ActOf:
    def act_of(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
        names = _names(happened)
        template = _counted(message_id, names) if counted else message_id
        return kind, message(template, containers=names, pod=runtime.pod.name)

    return act_of


def _within(kind: str, message_id: str) -> _ActOf:
    def act_of(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
        seconds = max(change.seconds or 0 for change in happened)
        names = _names(happened)
        return kind, message(message_id, containers=names, pod=runtime.pod.name, seconds=seconds)

    return act_of


def _probe_failed(runtime: PodRuntime, happened: Sequence[ContainerChange], node: str, ready: bool) -> PodAct:
    first = happened[0]
    probe = message(f"probe.{first.probe.lower()}") if first.probe is not None else None
    names = _names(happened)
    message_id = _counted("kubelet.probe_failed", names)
    return "probe", message(message_id, probe=probe, containers=names, pod=runtime.pod.name)


_ACTS: Mapping[ChangeKind, _ActOf] = {
    ChangeKind.RESTARTED: _restarted,
    ChangeKind.STARTED: _started,
    ChangeKind.PULL_FAILED: _simply("pull", "kubelet.pull_failed"),
    ChangeKind.PULLING: _simply("pull", "kubelet.pulls"),
    ChangeKind.PULLED: _simply("pull", "kubelet.pulled"),
    ChangeKind.PRE_STOP: _within("prestop", "kubelet.prestop_some"),
    ChangeKind.SIGTERM: _within("sigterm", "kubelet.sigterm_some"),
    ChangeKind.SIGKILL: _simply("sigkill", "kubelet.sigkill_some", counted=False),
    ChangeKind.RESTARTS_ALL: _restarts_all,
    ChangeKind.EXITED: _exited,
    ChangeKind.HOOK_FAILED: _simply("probe", "kubelet.post_start_failed"),
    ChangeKind.READY: _is_ready,
    ChangeKind.UNREADY: _simply("probe", "kubelet.unready"),
    ChangeKind.PROBE_FAILED: _probe_failed,
}


def closes_gates(worker: Worker, pod: Pod) -> bool:
    """Whether a version of the pod may change its Ready condition, because the pod has readiness gates. That
    with which the kubelet met it changes nothing while a gate is closed and the pod is not ready.
    """
    if worker.state is not State.RUNNING or not pod.readiness_gates:
        return False
    return worker.pod is not pod or pod.ready or gates_are_open(pod)


def gates_are_open(pod: Pod) -> bool:
    """Whether the conditions of all readiness gates are True."""
    conditions = (pod.status.condition(text(find(gate, "conditionType"))) for gate in pod.readiness_gates)
    return all(condition is not None and condition.status == "True" for condition in conditions)
