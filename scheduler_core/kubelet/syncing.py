"""What a kubelet does for a pod that is to run: it starts it, and starts it again.

Each act takes the worker and returns it changed, with what is told (None: nothing to tell).
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.apiserver.actor import Message, message
from scheduler_core.kubelet import status
from scheduler_core.kubelet.behaviour import Application
from scheduler_core.kubelet.outbox import Voice
from scheduler_core.kubelet.worker import State, Worker, backoff_seconds

Told = tuple[str, Message]
"""The kind of the frame and its sentence."""


def start(worker: Worker, application: Application, voice: Voice) -> tuple[Worker, Told | None]:
    """First sight: startTime is written, containers are being created."""
    pod, now_ms = worker.pod, voice.now_ms
    voice.status(pod, status.creating(pod, voice.timestamp))
    starts = now_ms + application.starts_after_ms
    said = message("kubelet.starts", pod=pod.name, node=voice.node)
    return replace(worker, state=State.CREATING, since_ms=now_ms, due_ms=starts), ("start", said)


def run(worker: Worker, application: Application, voice: Voice) -> tuple[Worker, Told | None]:
    """The containers run and are ready."""
    pod, now_ms = worker.pod, voice.now_ms
    completes = application.completes_after_ms
    due = None if completes is None else now_ms + max(completes, 1)
    voice.status(pod, status.running(pod, voice.timestamp, worker.restarts))
    for container in (*pod.spec.init_containers, *pod.spec.containers):
        voice.event(
            pod, "Normal", "Pulled", f'Container image "{container.image}" already present on machine'
        )
        voice.event(pod, "Normal", "Created", f"Created container: {container.name}")
        voice.event(pod, "Normal", "Started", f"Started container {container.name}")
    again = worker.state is State.BACKING_OFF
    worker = replace(worker, state=State.RUNNING, since_ms=now_ms, due_ms=due, exit_codes=(), alive=None)
    if again:
        return worker, ("start", message("kubelet.restarts", pod=pod.name, node=voice.node))
    return worker, ("ready", message("kubelet.ready", pod=pod.name, node=voice.node))


def complete(worker: Worker, application: Application, voice: Voice) -> tuple[Worker, Told | None]:
    """The containers exited by themselves: the restart policy says what follows."""
    pod, now_ms = worker.pod, voice.now_ms
    known = dict(worker.exit_codes)
    codes = {each.name: known.get(each.name, application.exit_code) for each in pod.spec.containers}
    code = max(codes.values(), default=0)
    policy = pod.spec.restart_policy
    if policy == "Always" or (policy == "OnFailure" and code != 0):
        seconds = backoff_seconds(worker.restarts)
        voice.status(pod, status.backing_off(pod, voice.timestamp, worker.restarts, code, seconds))
        if seconds:
            for container in pod.spec.containers:
                text = f"Back-off restarting failed container {container.name} in pod {pod.name}"
                voice.event(pod, "Warning", "BackOff", text)
        said = message("kubelet.backs_off", pod=pod.name, code=code, seconds=seconds)
        restarts, due = worker.restarts + 1, now_ms + seconds * 1000
        return replace(worker, state=State.BACKING_OFF, restarts=restarts, due_ms=due), ("exit", said)
    voice.status(pod, status.ended(pod, voice.timestamp, worker.restarts, codes))
    said = message("kubelet.failed" if code else "kubelet.completed", pod=pod.name, code=code)
    return replace(worker, state=State.REPORTED, due_ms=None), ("exit", said)
