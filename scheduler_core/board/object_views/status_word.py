"""The STATUS column of `kubectl get pods`.

Source: pkg/printers/internalversion `printPod` (v1.34); the steps follow its code.
"""

from __future__ import annotations

from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, integer, text


def pod_status_word(pod: Pod) -> str:
    """`Pending`, `ContainerCreating`, `Running`, `Terminating`, `Init:0/1`, `Evicted`, …"""
    word = pod.status.reason or pod.status.phase or "Pending"
    scheduled = pod.status.condition("PodScheduled")
    if scheduled is not None and scheduled.reason == "SchedulingGated":
        word = "SchedulingGated"
    stopped_at = _init_word(pod)
    initialized = pod.status.condition("Initialized")
    if stopped_at:
        word = stopped_at
    if not stopped_at or (initialized is not None and initialized.status == "True"):
        word = _container_word(pod, word)
    if pod.terminating:
        if pod.status.reason == "NodeLost":
            return "Unknown"
        if pod.status.reason == "NodeDown":
            # Not printed by kubectl: the pod-safety proposal asked for this word.
            return "NodeDown"
        if not pod.finished:
            return "Terminating"
    return word


def _init_word(pod: Pod) -> str:
    statuses = {text(find(entry, "name")): entry for entry in _statuses(pod, "initContainerStatuses")}
    count = len(pod.spec.init_containers)
    for index, container in enumerate(pod.spec.init_containers):
        status = statuses.get(container.name)
        if status is None:
            continue
        terminated, waiting = find(status, "state", "terminated"), find(status, "state", "waiting")
        if terminated is not None:
            if integer(find(terminated, "exitCode")) == 0:
                continue
            return "Init:" + _ended(terminated)
        if container.sidecar and find(status, "started") is True:
            continue
        reason = text(find(waiting, "reason"))
        if reason and reason != "PodInitializing":
            return f"Init:{reason}"
        return f"Init:{index}/{count}"
    return ""


def _container_word(pod: Pod, word: str) -> str:
    running = False
    for status in reversed(_statuses(pod, "containerStatuses")):
        waiting, terminated = find(status, "state", "waiting"), find(status, "state", "terminated")
        if text(find(waiting, "reason")):
            word = text(find(waiting, "reason"))
        elif terminated is not None:
            word = _ended(terminated)
        elif find(status, "ready") is True and find(status, "state", "running") is not None:
            running = True
    if word == "Completed" and running:
        return "Running" if pod.ready else "NotReady"
    return word


def _ended(terminated: Json) -> str:
    reason = text(find(terminated, "reason"))
    if reason:
        return reason
    signal = integer(find(terminated, "signal")) or 0
    return f"Signal:{signal}" if signal else f"ExitCode:{integer(find(terminated, 'exitCode')) or 0}"


def _statuses(pod: Pod, part: str) -> list[Json]:
    return list(pod.container_statuses(part))
