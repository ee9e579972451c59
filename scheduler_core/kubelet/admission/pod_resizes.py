"""Resizes of running pods: the kubelet gives a pod its new resources once they fit on the node.

A worker's pod has the allocated resources; the wanted ones wait in a list. Source:
pkg/kubelet/allocation/allocation_manager.go `PushPendingResize`, `sortPendingResizes`, `RetryPendingResizes`,
`handlePodResourcesResize`, `canResizePod` (v1.34, v1.36), pkg/kubelet/kubelet.go `recordPodResize…` events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from json import dumps
from typing import Protocol

from scheduler_core.actor import message
from scheduler_core.kubelet.admission import preemption
from scheduler_core.kubelet.admission.admit import Rejected, admit
from scheduler_core.kubelet.admission.pod_admission import AdmissionContext, admitted_pods
from scheduler_core.kubelet.kuberuntime.containers import Life
from scheduler_core.kubelet.kuberuntime.pod_updates import resized
from scheduler_core.kubelet.pod_workers.allocated_resources import resources_of, with_resources
from scheduler_core.kubelet.pod_workers.kill_pod import PLEG_MS, object_changed
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller
from scheduler_core.kubelet.pod_workers.sync_pod import write_status
from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.status_write import Condition, StatusWrite
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.qos import GUARANTEED
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.resources import CPU, MEMORY, get, units

PENDING, IN_PROGRESS = "PodResizePending", "PodResizeInProgress"
DEFERRED, INFEASIBLE = "Deferred", "Infeasible"
RETRY_MS = 180_000


@dataclass(frozen=True, slots=True)
class PendingResize:
    """A pod whose new resources do not fit yet. `reason` and `text` are those of its condition, "" before the
    first try; `since_ms` is when the condition was set.
    """

    desired: Pod
    reason: str = ""
    text: str = ""
    since_ms: int | None = None

    @property
    def uid(self) -> str:
        return self.desired.uid


@dataclass(frozen=True, slots=True)
class StartedResize:
    """A pod that has its new resources on paper; `restarts` are the containers that restart for them."""

    uid: str
    due_ms: int
    restarts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resizes:
    """The resizes of a kubelet. `due_ms` is when the pending ones are tried; `tried` were tried then."""

    pending: tuple[PendingResize, ...] = ()
    started: tuple[StartedResize, ...] = ()
    due_ms: int | None = None
    tried: frozenset[str] = frozenset()

    def next_ms(self) -> int | None:
        """When something is due; None when nothing is."""
        times = [started.due_ms for started in self.started]
        if self.pending and self.due_ms is not None:
            times.append(self.due_ms)
        return min(times, default=None)

    def retried(self, now_ms: int) -> Resizes:
        """The resizes after something changed on the node: all pending ones are tried."""
        return replace(self, due_ms=now_ms, tried=frozenset()) if self.pending else self

    def without(self, uid: str) -> Resizes:
        pending = tuple(entry for entry in self.pending if entry.uid != uid)
        started = tuple(entry for entry in self.started if entry.uid != uid)
        if len(pending) == len(self.pending) and len(started) == len(self.started):
            return self
        return replace(self, pending=pending, started=started)

    def fingerprint(self) -> Json:
        return [
            [[entry.uid, entry.reason, entry.since_ms] for entry in self.pending],
            [[entry.uid, entry.due_ms] for entry in self.started],
            self.due_ms,
            sorted(self.tried),
        ]


NO_RESIZES = Resizes()


class ResizingKubelet(PodKiller, Protocol):
    """The kubelet that resizes pods."""

    admission_context: AdmissionContext
    release: Release
    resizes: Resizes


def allocated(kubelet: ResizingKubelet, worker: Worker, pod: Pod, now_ms: int) -> Pod:
    """The new version of an admitted pod, with the resources that it has; wanted ones join the list."""
    uid = pod.uid
    if worker.state is not State.RUNNING or pod.terminating or pod.finished:
        kubelet.resizes = kubelet.resizes.without(uid)
        return pod
    if resources_of(pod) == resources_of(worker.pod):
        if any(entry.uid == uid for entry in kubelet.resizes.pending):
            # The wish was taken back; the condition goes with the next try.
            kubelet.resizes = _with_pending(kubelet.resizes, PendingResize(pod, "back"), now_ms)
        return pod
    listed_entry = next((entry for entry in kubelet.resizes.pending if entry.uid == uid), PendingResize(pod))
    again = resources_of(listed_entry.desired) != resources_of(pod) or not listed_entry.reason
    listed = _with_pending(kubelet.resizes, replace(listed_entry, desired=pod), now_ms if again else None)
    kubelet.resizes = replace(listed, pending=tuple(sorted(listed.pending, key=_order(kubelet))))
    return with_resources(pod, worker.pod)


def _with_pending(resizes: Resizes, entry: PendingResize, due_ms: int | None) -> Resizes:
    others = tuple(other for other in resizes.pending if other.uid != entry.uid)
    listed = replace(resizes, pending=(*others, entry))
    return listed if due_ms is None else listed.retried(due_ms)


def _order(kubelet: ResizingKubelet) -> Callable[[PendingResize], tuple[bool, int, bool, float]]:
    """The order of the list: no larger request, higher priority, Guaranteed, longer pending."""

    def key(entry: PendingResize) -> tuple[bool, int, bool, float]:
        pod, worker = entry.desired, kubelet.workers.get(entry.uid)
        before = {} if worker is None else pod_requests(worker.pod)
        grows = any(amount.nano > get(before, name).nano for name, amount in pod_requests(pod).items())
        waits_since = float("inf") if entry.since_ms is None else float(entry.since_ms)
        return grows, -pod.priority, pod_qos_class(pod) != GUARANTEED, waits_since

    return key


def act(kubelet: ResizingKubelet, writer: ApiWriter) -> tuple[Pod, PodAct] | None:
    """Carries out what is due; None when that changes nothing."""
    now_ms = writer.now_ms
    for started in kubelet.resizes.started:
        if started.due_ms <= now_ms:
            return _completed(kubelet, started, writer)
    resizes = kubelet.resizes
    if resizes.due_ms is None or resizes.due_ms > now_ms:
        return None
    for entry in resizes.pending:
        if entry.uid not in resizes.tried:
            kubelet.resizes = replace(kubelet.resizes, tried=kubelet.resizes.tried | {entry.uid})
            happened = _try(kubelet, entry, writer)
            if happened is not None:
                return happened
    due_ms = now_ms + RETRY_MS if kubelet.resizes.pending else None
    kubelet.resizes = replace(kubelet.resizes, due_ms=due_ms, tried=frozenset())
    return None


def _try(kubelet: ResizingKubelet, entry: PendingResize, writer: ApiWriter) -> tuple[Pod, PodAct] | None:
    worker = kubelet.workers.get(entry.uid)
    if worker is None or worker.state is not State.RUNNING:
        kubelet.resizes = kubelet.resizes.without(entry.uid)
        return None
    if entry.reason == "back":
        kubelet.resizes = kubelet.resizes.without(entry.uid)
        _write_conditions(entry.desired, writer, without=(PENDING,))
        return None
    context = kubelet.admission_context
    if context.node is not None:
        beyond = _beyond(entry.desired, context.node)
        if beyond and not kubelet.release.refuses_resize_beyond_node:
            return _refused(kubelet, entry, INFEASIBLE, beyond, writer)
        others = admitted_pods(kubelet.workers, entry.uid)
        answer = admit(
            entry.desired, context.node, others, context.conditions, shutting_down=context.shutting_down
        )
        if isinstance(answer, Rejected):
            return _refused(kubelet, entry, DEFERRED, answer.message, writer)
        if answer.victims:
            return _makes_room(kubelet, entry, answer.victims, writer)
    return _started(kubelet, worker, entry, writer)


def _beyond(pod: Pod, node: Node) -> str:
    """Why the pod can never fit on the node, "" where it can. Since v1.36 the API server refuses such a
    resize.
    """
    requests = pod_requests(pod)
    for name in (MEMORY, CPU):
        requested, capacity = units(name, get(requests, name)), units(name, get(node.allocatable, name))
        if requested > capacity:
            words = f"{name}, requested: {requested}, capacity: {capacity}"
            return f"Node didn't have enough capacity: {words}"
    return ""


def _refused(
    kubelet: ResizingKubelet, entry: PendingResize, reason: str, words: str, writer: ApiWriter
) -> tuple[Pod, PodAct] | None:
    """The resize stays in the list; the condition and the Event say why, once for each reason."""
    pod = entry.desired
    stored = pod.status.condition(PENDING)
    if (entry.reason, entry.text) == (reason, words) and stored is not None:
        return None
    since_ms = writer.now_ms if entry.since_ms is None else entry.since_ms
    changed = replace(entry, reason=reason, text=words, since_ms=since_ms)
    kubelet.resizes = replace(
        kubelet.resizes,
        pending=tuple(changed if other.uid == entry.uid else other for other in kubelet.resizes.pending),
    )
    condition: Condition = {"type": PENDING, "status": "True", "reason": reason, "message": words}
    _write_conditions(pod, writer, condition)
    if entry.reason != reason:
        writer.event(pod, "Warning", f"Resize{reason}", f"Pod resize {reason}: {_described(pod, words)}")
    message_id = "kubelet.resize_deferred" if reason == DEFERRED else "kubelet.resize_infeasible"
    return pod, ("reject", message(message_id, node=writer.node, pod=pod.name, text=words))


def _makes_room(
    kubelet: ResizingKubelet, entry: PendingResize, victims: tuple[Pod, ...], writer: ApiWriter
) -> tuple[Pod, PodAct]:
    """A critical pod gets its resources once these pods are dead."""
    cause = KillCause(preemption.REASON, preemption.TEXT, preemption.DISRUPTION_TEXT)
    for victim in victims:
        writer.event(victim, "Warning", preemption.REASON, preemption.TEXT)
        kubelet.kill(victim.uid, None, cause, writer.now_ms)
    sentence = message("kubelet.makes_room", node=writer.node, victim=victims[0].name, pod=entry.desired.name)
    return entry.desired, ("preempt", sentence)


def _started(
    kubelet: ResizingKubelet, worker: Worker, entry: PendingResize, writer: ApiWriter
) -> tuple[Pod, PodAct]:
    """The pod gets its new resources; containers whose policy asks for it are restarted."""
    now_ms, pod = writer.now_ms, entry.desired
    restarts = tuple(_restarted(worker.pod, pod))
    worker = replace(object_changed(worker, pod, now_ms, kubelet.release), resized=True)
    if restarts and worker.runtime is not None:
        runtime = resized(worker.runtime, restarts, now_ms)
        worker = replace(worker, runtime=runtime, due_ms=runtime.due_ms)
    kubelet.workers[pod.uid] = worker
    resizes = kubelet.resizes.without(pod.uid)
    started = (*resizes.started, StartedResize(pod.uid, now_ms + PLEG_MS, restarts))
    kubelet.resizes = replace(resizes, started=started)
    _write_conditions(pod, writer, {"type": IN_PROGRESS, "status": "True"}, without=(PENDING,))
    writer.event(pod, "Normal", "ResizeStarted", f"Pod resize started: {_described(pod)}")
    return pod, ("update", message("kubelet.resize_started", node=writer.node, pod=pod.name))


def _completed(
    kubelet: ResizingKubelet, started: StartedResize, writer: ApiWriter
) -> tuple[Pod, PodAct] | None:
    """The containers have their new resources, and the status says so; one that restarts is waited for."""
    worker = kubelet.workers.get(started.uid)
    resizes = kubelet.resizes
    others = tuple(entry for entry in resizes.started if entry is not started)
    if worker is None or worker.runtime is None or worker.state is not State.RUNNING:
        kubelet.resizes = replace(resizes, started=others)
        return None
    lives = {plan.name: run for plan, run in worker.runtime.pairs()}
    if any(lives[name].life is not Life.RUNNING or lives[name].kill is not None for name in started.restarts):
        later = replace(started, due_ms=writer.now_ms + PLEG_MS)
        kubelet.resizes = replace(resizes, started=(*others, later))
        return None
    kubelet.resizes = replace(resizes, started=others)
    kubelet.workers[started.uid] = write_status(worker, writer)
    pod = worker.pod
    _write_conditions(pod, writer, without=(IN_PROGRESS,))
    writer.event(pod, "Normal", "ResizeCompleted", f"Pod resize completed: {_described(pod)}")
    return pod, ("update", message("kubelet.resize_completed", node=writer.node, pod=pod.name))


def _write_conditions(pod: Pod, writer: ApiWriter, *added: Condition, without: tuple[str, ...] = ()) -> None:
    """Adds conditions to the stored pod, and takes others away."""
    stored = writer.api.pods.get(pod.key, pod)
    changes: dict[str, Json] = {}
    if any(stored.status.condition(kind) is not None for kind in without):
        changes["conditions"] = [
            entry for entry in stored.condition_manifests if text(find(entry, "type")) not in without
        ]
    generation = {"observedGeneration": pod.meta.generation} if pod.meta.generation else {}
    writer.status(pod, StatusWrite(changes, tuple({**condition, **generation} for condition in added)))


def _restarted(old: Pod, new: Pod) -> Iterator[str]:
    """The containers that change in a resource whose resize policy is RestartContainer."""
    for before, after in zip(
        old.container_manifests("containers"), new.container_manifests("containers"), strict=False
    ):
        for policy in items(find(after, "resizePolicy")):
            name = text(find(policy, "resourceName"))
            changed = any(
                find(before, "resources", field, name) != find(after, "resources", field, name)
                for field in ("requests", "limits")
            )
            if changed and find(policy, "restartPolicy") == "RestartContainer":
                yield text(find(after, "name"))
                break


def _described(pod: Pod, error: str = "") -> str:
    """The JSON in the Event: the resources of the containers, the generation, and why not."""
    described: dict[str, Json] = {}
    for part in ("initContainers", "containers"):
        entries: list[Json] = [
            {"name": find(container, "name"), "resources": find(container, "resources") or {}}
            for container in pod.container_manifests(part)
        ]
        if entries:
            described[part] = entries
    described["generation"] = pod.meta.generation
    if error:
        described["error"] = error
    return dumps(described, separators=(",", ":"), ensure_ascii=False)
