"""The status that a kubelet writes for a pod: its containers, its phase, its conditions.

Source: pkg/kubelet/kubelet_pods.go (`getPhase`, `convertToAPIContainerStatuses`), pkg/kubelet/status
(`generate.go`, `TerminatePod`), v1.34. A pod here has no addresses and no container ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime.container_start import pull_error
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Ended,
    Life,
    Plan,
    plans_of,
)
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.status_manager.status_write import CONTAINERS_NOT_READY, Condition, StatusWrite
from scheduler_core.objects.manifest import Json, find, integer, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import shared

CONTAINERS_NOT_INITIALIZED = "ContainersNotInitialized"
READINESS_GATES_NOT_READY = "ReadinessGatesNotReady"
POD_COMPLETED, POD_FAILED = "PodCompleted", "PodFailed"
NOT_LOCATED = "The container could not be located when the pod was terminated"
_UNKNOWN_END: Json = {"exitCode": 137, "reason": "ContainerStatusUnknown", "message": NOT_LOCATED}

Stamp = Callable[[int], str]
"""From virtual milliseconds to the timestamp that the node writes."""
Entries: TypeAlias = Sequence[tuple[Plan, Mapping[str, Json]]]
"""The containers with their entries in the status."""


def status_of(
    pod: Pod,
    plans: Sequence[Plan],
    runs: Sequence[ContainerRun],
    stamp: Stamp,
    *,
    sandbox: bool,
    stopping: bool = False,
    terminal: bool = False,
    started_at: str | None = None,
    resources: bool = False,
    resetting: bool = False,
) -> StatusWrite:
    """The status of a pod whose containers are as in `runs`.

    `stopping` means that no container is started any more, `terminal` that all containers are dead for good,
    `resetting` that all containers are being killed and removed by a restart rule. `started_at` is the
    startTime, None when another kubelet wrote it. With `resources` the entries have the resources of their
    containers.
    """
    begun = any(
        plan.kind is ContainerKind.REGULAR and (_has_run(run) or run.last is not None)
        for plan, run in zip(plans, runs, strict=True)
    )
    has_init = any(plan.kind is not ContainerKind.REGULAR for plan in plans)
    entries = [
        (plan, _entry(pod, plan, run, stamp, has_init=has_init, stopping=stopping))
        for plan, run in zip(plans, runs, strict=True)
    ]
    if resources:
        entries = _with_resources(pod, entries)
    if terminal:
        entries = terminated(entries)
    phase = get_phase(pod.spec.restart_policy, entries, terminal=terminal)
    if phase in ("Succeeded", "Failed") and (resetting or any(run.runs or run.renews for run in runs)):
        # The status manager withholds a final phase as long as something may run (`mergePodStatus`).
        phase = "Running" if begun else "Pending"
    elif terminal and phase not in ("Succeeded", "Failed"):
        # One of the containers never ran (`TerminatePod`).
        phase = "Failed"
    changes: dict[str, Json] = {"phase": phase}
    if started_at is not None:
        changes["startTime"] = started_at
    # The kubelet lists regular containers by name and init containers as declared.
    changes["containerStatuses"] = [
        entry for _, entry in sorted(_of_kind(entries, regular=True), key=lambda pair: pair[0].name)
    ]
    if has_init:
        changes["initContainerStatuses"] = [entry for _, entry in _of_kind(entries, regular=False)]
    conditions = _conditions(pod, entries, phase, sandbox=sandbox and not terminal)
    if any(plan.rules.may_restart_all for plan in plans):
        conditions = (*conditions, _all_restarting(phase, resetting=resetting))
    return StatusWrite(shared(changes), tuple(map(shared, conditions)))


def status_of_runtime(
    runtime: PodRuntime, stamp: Stamp, *, terminal: bool = False, resources: bool = False
) -> StatusWrite:
    """The status that the kubelet would write now. `terminal` means that the pod was killed and all its
    containers are dead.
    """
    return status_of(
        runtime.pod,
        runtime.plans,
        runtime.runs,
        lambda at_ms: stamp(runtime.clock(at_ms)),
        sandbox=runtime.sandbox and not runtime.over,
        stopping=runtime.stopping,
        terminal=terminal,
        started_at=None if runtime.adopted else stamp(runtime.clock(runtime.begun_ms)),
        resources=resources,
        resetting=runtime.reset_ms is not None,
    )


def _with_resources(
    pod: Pod, entries: Sequence[tuple[Plan, dict[str, Json]]]
) -> list[tuple[Plan, dict[str, Json]]]:
    """The entries with the allocated and the actual resources, which are those that the pod was given."""
    given = {
        text(find(container, "name")): mapping(find(container, "resources"))
        for part in ("initContainers", "containers")
        for container in pod.container_manifests(part)
    }
    return [
        (
            plan,
            {
                **entry,
                "allocatedResources": given[plan.name].get("requests") or {},
                "resources": given[plan.name],
            },
        )
        for plan, entry in entries
    ]


def creating(pod: Pod, now: str) -> StatusWrite:
    """The status of a pod that is first seen `now`, before any of its containers is started."""
    plans = plans_of(pod, DEFAULT_BEHAVIOURS)
    runs = [ContainerRun() for _ in plans]
    return status_of(pod, plans, runs, lambda _: now, sandbox=False, started_at=now)


def running(pod: Pod, now: str) -> StatusWrite:
    """The status of a pod whose containers have all been running and ready since `now`."""
    plans = plans_of(pod, DEFAULT_BEHAVIOURS)
    done = ContainerRun(Life.ENDED, started_ms=0, end=Ended(0, 0, 0, "Completed"), ready=True)
    up = ContainerRun(Life.RUNNING, started_ms=0, started=True, ready=True)
    runs = [done if plan.kind is ContainerKind.INIT else up for plan in plans]
    return status_of(pod, plans, runs, lambda _: now, sandbox=True)


def get_phase(policy: str, entries: Entries, *, terminal: bool) -> str:
    """The phase by the first rule that fits. Source: `getPhase`."""
    pending_init = failed_init = running_ = waiting = stopped = succeeded = 0
    regular_has_run = restarting = False
    has_rules = any(plan.rules.policy for plan, _ in entries if plan.kind is not ContainerKind.SIDECAR)
    for plan, entry in entries:
        state = mapping(entry.get("state"))
        ended, waits = state.get("terminated"), state.get("waiting")
        last = find(entry, "lastState", "terminated")
        if plan.kind is ContainerKind.INIT:
            end = ended if ended is not None else last if waits is not None else None
            if end is not None:
                code = integer(find(end, "exitCode")) or 0
                failed_init += code != 0 and not plan.restarts(policy, code)
            else:
                pending_init += 1
        elif plan.kind is ContainerKind.SIDECAR:
            if "running" in state:
                pending_init += entry.get("started") is not True
                running_ += 1
            elif waits is not None and last is None:
                pending_init += 1
                waiting += 1
        elif "running" in state:
            running_, regular_has_run = running_ + 1, True
        elif ended is not None or last is not None:
            stopped, regular_has_run = stopped + 1, True
            code = integer(find(last if ended is None else ended, "exitCode")) or 0
            restarting = restarting or plan.restarts(policy, code)
            succeeded += ended is not None and integer(find(ended, "exitCode")) == 0
        else:
            waiting += 1
    if failed_init:
        return "Failed"
    if (pending_init and not regular_has_run) or waiting:
        return "Pending"
    if running_:
        return "Running"
    if not stopped:
        return "Pending"
    if terminal:
        return "Succeeded" if stopped == succeeded else "Failed"
    if policy == "Always" and not has_rules:
        return "Running"
    if has_rules and restarting:
        return "Running"
    if stopped == succeeded:
        return "Succeeded"
    return "Failed" if policy == "Never" or has_rules else "Running"


def terminated(entries: Sequence[tuple[Plan, dict[str, Json]]]) -> list[tuple[Plan, dict[str, Json]]]:
    """The entries of a killed pod, in which a container without an end counts as failed. One that was never
    reached by the initialization still waits. Source: `TerminatePod`, `initializedContainers`.
    """
    last = max(
        (
            place
            for place, (plan, entry) in enumerate(entries)
            if plan.kind is not ContainerKind.REGULAR and _was_started(entry)
        ),
        default=0,
    )
    initialized = has_initialized(entries)
    return [
        (
            plan,
            {**entry, "ready": False, "started": False, "state": {"terminated": _UNKNOWN_END}}
            if find(entry, "state", "terminated") is None
            and (initialized if plan.kind is ContainerKind.REGULAR else place <= last)
            else entry,
        )
        for place, (plan, entry) in enumerate(entries)
    ]


def has_initialized(entries: Entries) -> bool:
    """Whether the pod got past its init containers. Source: `hasPodInitialized`."""
    init = [pair for pair in entries if pair[0].kind is not ContainerKind.REGULAR]
    if not init or any(plan.kind is ContainerKind.REGULAR and _was_started(entry) for plan, entry in entries):
        return True
    plan, entry = init[-1]
    if plan.kind is ContainerKind.SIDECAR:
        return find(entry, "state", "running") is not None and entry.get("started") is True
    ended = find(entry, "state", "terminated")
    return ended is not None and integer(find(ended, "exitCode")) == 0


def _was_started(entry: Mapping[str, Json]) -> bool:
    """Whether the container does not wait for its first start."""
    return find(entry, "state", "waiting") is None or find(entry, "lastState", "terminated") is not None


def _of_kind(
    entries: Sequence[tuple[Plan, dict[str, Json]]], *, regular: bool
) -> list[tuple[Plan, dict[str, Json]]]:
    return [entry for entry in entries if (entry[0].kind is ContainerKind.REGULAR) is regular]


def _has_run(run: ContainerRun) -> bool:
    return run.started_ms is not None or run.entry is not None


def _entry(
    pod: Pod, plan: Plan, run: ContainerRun, stamp: Stamp, *, has_init: bool, stopping: bool
) -> dict[str, Json]:
    """The entry of a container in `containerStatuses`. Source: `convertToAPIContainerStatuses`."""
    if run.entry is not None:
        return dict(mapping(run.entry))
    entry: dict[str, Json] = {
        "name": plan.name,
        "image": plan.image,
        "ready": run.ready,
        "started": run.started,
        "restartCount": run.restarts,
        "state": _state(pod, plan, run, stamp, has_init=has_init, stopping=stopping),
    }
    last = run.last
    if run.end is not None and "waiting" in mapping(entry["state"]):
        last = run.end
    if last is not None:
        entry["lastState"] = {"terminated": _terminated(last, stamp)}
    return entry


def _state(
    pod: Pod, plan: Plan, run: ContainerRun, stamp: Stamp, *, has_init: bool, stopping: bool
) -> dict[str, Json]:
    """The `state` of a container: running, terminated, or waiting with its reason."""
    if run.life is Life.RUNNING:
        return {"running": {"startedAt": run.since or stamp(run.started_ms or 0)}}
    if run.life is Life.ENDED and run.end is not None:
        if run.wait_s and not stopping:
            named = f"container={plan.name} pod={pod.name}_{pod.namespace}({pod.uid})"
            message = f"back-off {go_duration(run.wait_s)} restarting failed {named}"
            return {"waiting": {"reason": "CrashLoopBackOff", "message": message}}
        return {"terminated": _terminated(run.end, stamp)}
    if run.life is Life.PULL_FAILED:
        if run.wait_s:
            message = f'Back-off pulling image "{plan.image}": ErrImagePull: {pull_error(plan.image)}'
            return {"waiting": {"reason": "ImagePullBackOff", "message": message}}
        return {"waiting": {"reason": "ErrImagePull", "message": pull_error(plan.image)}}
    if run.end is not None:
        # After a reboot: the runtime has the exited container until a new one starts.
        return {"terminated": _terminated(run.end, stamp)}
    return {"waiting": {"reason": "PodInitializing" if has_init else "ContainerCreating"}}


def go_duration(seconds: int) -> str:
    """A duration as Go prints it: `40s`, `1m20s`, `5m0s`."""
    return f"{seconds}s" if seconds < 60 else f"{seconds // 60}m{seconds % 60}s"


def _terminated(end: Ended, stamp: Stamp) -> dict[str, Json]:
    answer: dict[str, Json] = {"exitCode": end.exit_code, "reason": end.reason}
    if end.started_ms is not None:
        answer["startedAt"] = end.since or stamp(end.started_ms)
    return {**answer, "finishedAt": stamp(end.ended_ms)}


def _conditions(pod: Pod, entries: Entries, phase: str, *, sandbox: bool) -> tuple[Condition, ...]:
    ready, containers_ready = _readiness(pod, entries, phase)
    # A pod that was created with spec.nodeName has no PodScheduled condition of a scheduler.
    scheduled = (_true("PodScheduled"),) if pod.status.condition("PodScheduled") is None else ()
    return (
        {"type": "PodReadyToStartContainers", "status": "True" if sandbox else "False"},
        _initialized(entries, phase),
        ready,
        containers_ready,
        *scheduled,
    )


def _all_restarting(phase: str, *, resetting: bool) -> Condition:
    """The condition AllContainersRestarting of a pod with a rule that restarts all containers. Source:
    generate.go `GenerateAllContainersRestartingCondition` (v1.36)."""
    kind = "AllContainersRestarting"
    if phase in ("Succeeded", "Failed"):
        return _false(kind, POD_COMPLETED if phase == "Succeeded" else POD_FAILED)
    if not resetting:
        return {"type": kind, "status": "False"}
    return {
        "type": kind,
        "status": "True",
        "reason": "RestartAllContainersStarted",
        "message": "container exited with restart policy rule",
    }


def _initialized(entries: Entries, phase: str) -> Condition:
    """The condition Initialized. Source: generate.go `GeneratePodInitializedCondition`."""
    if phase == "Succeeded":
        return {"type": "Initialized", "status": "True", "reason": POD_COMPLETED}
    incomplete: list[str] = []
    for plan, entry in entries:
        if plan.kind is ContainerKind.REGULAR:
            state = mapping(entry.get("state"))
            if "waiting" not in state or find(entry, "lastState", "terminated") is not None:
                return _true("Initialized")
        elif entry.get("started" if plan.kind is ContainerKind.SIDECAR else "ready") is not True:
            incomplete.append(plan.name)
    if not incomplete:
        return _true("Initialized")
    message = f"containers with incomplete status: [{' '.join(incomplete)}]"
    return _false("Initialized", CONTAINERS_NOT_INITIALIZED, message)


def _readiness(pod: Pod, entries: Entries, phase: str) -> tuple[Condition, Condition]:
    """The conditions Ready and ContainersReady. Source: generate.go `GeneratePodReadyCondition`."""
    if phase in ("Succeeded", "Failed"):
        reason = POD_COMPLETED if phase == "Succeeded" else POD_FAILED
        return _false("Ready", reason), _false("ContainersReady", reason)
    unready = [
        plan.name
        for plan, entry in entries
        if plan.kind is not ContainerKind.INIT and entry.get("ready") is not True
    ]
    if unready:
        message = f"containers with unready status: [{' '.join(unready)}]"
        return (
            _false("Ready", CONTAINERS_NOT_READY, message),
            _false("ContainersReady", CONTAINERS_NOT_READY, message),
        )
    gates = _closed_gates(pod)
    ready = _false("Ready", READINESS_GATES_NOT_READY, ", ".join(gates)) if gates else _true("Ready")
    return ready, _true("ContainersReady")


def _closed_gates(pod: Pod) -> list[str]:
    """Upstream's text for each readiness gate that is not met."""
    texts: list[str] = []
    for gate in pod.readiness_gates:
        kind = text(find(gate, "conditionType"))
        condition = pod.status.condition(kind)
        if condition is None:
            texts.append(f'corresponding condition of pod readiness gate "{kind}" does not exist.')
        elif condition.status != "True":
            texts.append(f'the status of pod readiness gate "{kind}" is not "True", but {condition.status}')
    return texts


def _true(kind: str) -> Condition:
    return {"type": kind, "status": "True"}


def _false(kind: str, reason: str, message: str = "") -> Condition:
    condition: dict[str, Json] = {"type": kind, "status": "False", "reason": reason}
    if message:
        condition["message"] = message
    return condition
