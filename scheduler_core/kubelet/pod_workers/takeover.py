"""Workers of pods that a kubelet sees for the first time: new, already running, or left by the previous
process.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime import pod_start, pod_termination, pod_updates
from scheduler_core.kubelet.kuberuntime.adoption import Moments, adopt, has_begun
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.pod_workers import active_deadline
from scheduler_core.kubelet.pod_workers.allocated_resources import resources_of, with_resources
from scheduler_core.kubelet.pod_workers.kill_pod import begin_termination, continued_termination
from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.termination.grace import ORPHAN_GRACE_S
from scheduler_core.kubelet.termination.timeline import StepKind
from scheduler_core.kubelet.volume_manager.mounts import has_claims
from scheduler_core.objects.manifest import find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace


def new_worker(
    pod: Pod, behaviours: Behaviours, now_ms: int, start_at: int | None = None, release: Release = BASELINE
) -> Worker:
    """The worker of a pod that is new to this kubelet; a pod that already runs is taken over as it is.
    `start_at` is second 0 in epoch milliseconds, where the moments of its status count.
    """
    if pod.finished:
        return Worker(pod, State.REPORTED, now_ms, None)
    if not has_begun(pod) and not _goes_on_starting(pod, start_at):
        return Worker(pod, State.NOT_ADMITTED, now_ms, now_ms)
    runtime = adopt(pod, behaviours, now_ms, start_at)
    # The first sync of a pod with a deadline works out when that is.
    due_ms = runtime.due_ms if active_deadline.seconds_of(pod) is None else now_ms
    starts = (run.started_ms for run in runtime.runs if run.runs and run.started_ms is not None)
    since_ms = max(starts, default=now_ms)
    worker = Worker(pod, State.RUNNING, since_ms, due_ms, runtime=runtime)
    if not pod.terminating:
        return worker
    deletion_ms = Moments(now_ms, start_at).of(pod.meta.deletion_requested_at)
    return continued_termination(worker, now_ms if deletion_ms is None else deletion_ms, now_ms, release)


def only_finalizers_hold(pod: Pod) -> bool:
    """Whether a kubelet has done everything for a pod that is being deleted: it has ended, and the kubelet's
    DELETE with grace 0 was answered.
    """
    return pod.finished and bool(pod.meta.finalizers) and pod.meta.deletion_grace_period_seconds == 0


def _goes_on_starting(pod: Pod, start_at: int | None) -> bool:
    """Whether a kubelet has begun to create the containers of a pod, and goes on with that. A pod that needs
    volumes or devices begins anew, because its kubelet may still wait for them.
    """
    if start_at is None or pod.status.start_at is None or not pod.container_statuses():
        return False
    return not has_claims(pod) and not pod.spec.resource_claims and not pod.extended_claim_name


def rebooted(pod: Pod, behaviours: Behaviours, now_ms: int) -> Worker:
    """The worker of a pod on a machine that was off: nothing runs, and its containers are restarted.

    The first sync writes the status that the container runtime gives, so the pod is not ready at once.
    Source: kubelet.go `SyncPod`, `generateAPIPodStatus`.
    """
    if pod.status.phase != "Running":
        return new_worker(pod, behaviours, now_ms)
    runtime = adopt(pod, behaviours, now_ms)
    if pod.terminating or pod.spec.restart_policy == "Never":
        runtime = pod_termination.stop(pod_start.powered_off(runtime, now_ms))
        return Worker(pod, State.DEAD, now_ms, now_ms, runtime=runtime)
    return Worker(pod, State.RUNNING, now_ms, now_ms, runtime=pod_start.rebooted(runtime, now_ms))


def taken_over(
    left: Unattended, pod: Pod, behaviours: Behaviours, now_ms: int, release: Release = BASELINE
) -> Worker:
    """The worker of a pod whose processes ran on without a kubelet. It has the resources that it was given: a
    kubelet keeps its allocations in a file.
    """
    if resources_of(pod) != resources_of(left.runtime.pod):
        pod = with_resources(pod, left.runtime.pod)
    runtime = pod_updates.behaviours_changed(
        pod_updates.object_changed(left.runtime, pod, now_ms), behaviours, now_ms
    )
    runtime = pod_start.resumed(runtime, now_ms, resets_ready=release.resets_ready_on_restart)
    worker = Worker(pod, State.RUNNING, left.since_ms, runtime.due_ms, runtime=runtime, mounts=left.mounts)
    reported = any(find(entry, "resources") is not None for entry in pod.container_statuses())
    worker = replace(worker, prepared=left.prepared, resized=reported)
    return worker if pod.terminating else replace(worker, due_ms=first_sync_ms(worker, now_ms))


def to_be_admitted(worker: Worker, now_ms: int) -> Worker:
    """The worker of a pod that a new kubelet process found; pods that are being deleted or have ended are not
    admitted again. Source: `HandlePodAdditions`.
    """
    if worker.state is not State.RUNNING or worker.pod.terminating:
        return worker
    return replace(worker, unadmitted=True, due_ms=now_ms)


def first_sync_ms(worker: Worker, now_ms: int) -> int | None:
    """When the containers of a pod that a new kubelet process took over next need it."""
    runtime = worker.runtime
    if runtime is None:
        return now_ms
    if not runtime.sandbox or runtime.over or _is_news(runtime, worker.pod):
        return now_ms
    return runtime.due_ms


def _is_news(runtime: PodRuntime, pod: Pod) -> bool:
    """Whether the object says something else of the containers: the kubelet that saw a change died before it
    wrote it, or the new kubelet has no result of a probe yet.
    """
    ready = all(run.ready for plan, run in runtime.pairs() if plan.kind is ContainerKind.REGULAR)
    return bool(runtime.running) and (pod.status.phase == "Pending" or ready != pod.ready)


def orphan(left: Unattended, now_ms: int, release: Release = BASELINE) -> Worker | None:
    """The worker of a running pod that the API server does not have: it is killed at once."""
    if not left.runtime.running:
        return None
    worker = Worker(
        left.pod, State.RUNNING, left.since_ms, None, listed=False, runtime=left.runtime, orphan=True
    )
    worker = replace(worker, mounts=left.mounts, prepared=left.prepared)
    return begin_termination(worker, ORPHAN_GRACE_S, now_ms, release)


def left_behind(workers: Mapping[str, Worker]) -> dict[str, Unattended]:
    """The pods whose processes run on when the kubelet process dies, by UID."""
    remains = ((uid, _left_behind(worker)) for uid, worker in workers.items())
    return {uid: left for uid, left in remains if left is not None}


def _left_behind(worker: Worker) -> Unattended | None:
    """What remains on the machine of a worker's pod when the kubelet dies; None when nothing of it ran."""
    runtime = worker.runtime
    if runtime is None or (worker.state is State.RUNNING and not runtime.sandbox):
        return None
    if worker.state is State.DEAD and not worker.pod.terminating:
        return None  # Its end was never reported; the next kubelet finds a pod that does not run.
    if worker.state is State.TERMINATING:
        # A process that got SIGTERM exits in its own time; no SIGKILL follows.
        for step in worker.plan[: worker.done]:
            if step.kind is StepKind.SIGTERM:
                runtime = pod_termination.exit_requested(
                    runtime, step.container, worker.since_ms + step.at_ms
                )
    return Unattended(
        worker.pod,
        worker.since_ms,
        runtime,
        terminating=worker.state in (State.TERMINATING, State.DEAD),
        listed=worker.listed,
        mounts=worker.mounts,
        prepared=worker.prepared,
    )
