"""The sync of a pod whose containers are all dead: the final status, and DELETE of its object.

Source: `SyncTerminatedPod` (pkg/kubelet/kubelet.go), `TerminatePod` (pkg/kubelet/status, v1.34).
"""

from __future__ import annotations

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime import pod_start
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.kubelet.status_manager.status_write import Condition, StatusWrite, rejected_status
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.manifest import text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace

DISRUPTION_REASON = "TerminationByKubelet"


def sync_terminated(
    worker: Worker, release: Release, writer: ApiWriter
) -> tuple[Worker | None, PodAct | None]:
    """Writes the final status of a dead pod and, if it was deleted, sends DELETE with grace period 0 and its
    UID as a precondition. The worker is None when it is dropped.
    """
    pod = worker.pod
    if not worker.listed:
        return None, ("removed", message("kubelet.dead_unlisted", pod=pod.name, node=writer.node))
    phase = pod.status.phase
    if not pod.finished:
        final = _final(worker, release, writer)
        writer.status(pod, final)
        phase = text(final.changes.get("phase"))
    worker = replace(worker, state=State.REPORTED, due_ms=None, gives_up_ms=None, signal="")
    if not pod.terminating:
        return worker, ("exit", _end_sentence(worker, writer.node, phase))
    result = writer.delete(pod)
    if result is None:
        return worker, ("exit", message("kubelet.dead_unsaid", pod=pod.name, node=writer.node))
    return None if isinstance(result, Refused) else worker, act_of_delete(pod, result, writer.node)


def _end_sentence(worker: Worker, node: str, phase: str) -> Message:
    if worker.kill_cause is not None:
        ended = "kubelet.ended_well" if phase == "Succeeded" else "kubelet.ended"
        return message(ended, pod=worker.pod.name, node=node, reason=worker.kill_cause.reason)
    codes = () if worker.runtime is None else worker.runtime.exit_codes.values()
    ended = "kubelet.completed" if phase == "Succeeded" else "kubelet.failed"
    return message(ended, pod=worker.pod.name, code=max(codes, default=0))


def act_of_delete(pod: Pod, result: Result, node: str) -> PodAct | None:
    """The sentence about the API server's answer; None when it changed nothing."""
    if not isinstance(result, Ok) or not result.changed:
        return None
    if result.removed:
        return "removed", message("kubelet.removed", pod=pod.name, node=node)
    return "removed", message("kubelet.held", pod=pod.name, finalizers=pod.meta.finalizers)


def _final(worker: Worker, release: Release, writer: ApiWriter) -> StatusWrite:
    """The final status. A pod that the kubelet killed and whose processes exit with 0 ends as Succeeded,
    without reason and message: the status of SyncTerminatingPod's end replaces that of its beginning
    (upstream issues 118310, 120182). Up to v1.26 a pod with restartPolicy Always ends as Failed.
    """
    pod, kill_cause = worker.pod, worker.kill_cause
    if kill_cause is not None and kill_cause.rejected:
        return rejected_status(pod, kill_cause.reason, kill_cause.message, writer.timestamp)
    runtime = worker.runtime or pod_start.begin(pod, DEFAULT_BEHAVIOURS, writer.now_ms)
    reports = worker.resized or release.reports_container_resources
    write = status_of_runtime(runtime, writer.api.timestamp, terminal=True, resources=reports)
    changes, conditions = dict(write.changes), write.conditions
    if kill_cause is not None:
        decided = release.final_phase_after_deletion or pod.spec.restart_policy != "Always"
        if changes["phase"] != "Succeeded" or not decided or kill_cause.fails:
            changes.update(phase="Failed", reason=kill_cause.reason, message=kill_cause.message)
        if kill_cause.disruption is not None:
            condition: Condition = {
                "type": "DisruptionTarget",
                "status": "True",
                "reason": DISRUPTION_REASON,
                "message": kill_cause.disruption,
            }
            conditions = (condition, *conditions)
    elif pod.terminating and not release.final_phase_after_deletion:
        changes.pop("phase")
        conditions = ()
    return StatusWrite(changes, conditions)
