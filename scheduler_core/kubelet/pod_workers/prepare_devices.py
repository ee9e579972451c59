"""A pod waits for its devices: until they are prepared before its start, and until they are unprepared at its
end.

Source: `SyncPod` (pkg/kubelet/kuberuntime/kuberuntime_manager.go) and `SyncTerminatingPod`
(pkg/kubelet/kubelet.go, v1.34). A failure is tried again with the next sync of the pod; attempts that would
fail again are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.actor import message
from scheduler_core.kubelet.dra import manager
from scheduler_core.kubelet.dra.drivers import DriverState
from scheduler_core.kubelet.dra.manager import PreparedClaim
from scheduler_core.kubelet.pod_workers import active_deadline
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.pod_status import creating
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.replacing import replace

RESYNC_MS = 60_000
"""A pod is synced again after 1 min to 1.5 min; here after 1 min."""
BACK_OFF_MS = 10_000
"""A termination that failed is tried again after 10 s to 15 s; here after 10 s."""

Drivers = Mapping[str, DriverState]


def needs_devices(worker: Worker) -> bool:
    """Whether the pod has claims that are not prepared yet."""
    pod = worker.pod
    return bool(pod.spec.resource_claims or pod.extended_claim_name) and not worker.prepared


def prepare(
    worker: Worker, others: Iterable[Worker], drivers: Drivers, writer: ApiWriter
) -> Worker | tuple[Worker, PodAct | None]:
    """The worker with its devices, which can be started now; or the worker that waits, and the act."""
    first_ms = worker.unprepared_ms
    if first_ms is not None and writer.now_ms < _attempt(first_ms, writer.now_ms, RESYNC_MS):
        return replace(worker, due_ms=_attempt(first_ms, writer.now_ms, RESYNC_MS)), None
    error = (
        manager.prepare_resources(worker.pod, writer.api, drivers, prepared_claims(others))
        if writer.connected
        else "no answer"
    )
    if not isinstance(error, str):
        return replace(worker, prepared=error, unprepared_ms=None)
    waits = replace(worker, state=State.PREPARING, due_ms=None, unprepared_ms=first_ms or writer.now_ms)
    if worker.state is not State.PREPARING:
        waits = replace(waits, since_ms=writer.now_ms, unprepared_ms=writer.now_ms)
        writer.status(worker.pod, creating(worker.pod, writer.timestamp))
        waits = active_deadline.planned(waits, writer)
    if error == worker.device_error or not writer.connected:
        return waits, None
    writer.event(worker.pod, "Warning", manager.REASON, manager.failed(error))
    sentence = message("kubelet.failed_prepare", node=writer.node, pod=worker.pod.name, text=error)
    return replace(waits, device_error=error), ("update", sentence)


def unprepare(
    worker: Worker, others: Iterable[Worker], drivers: Drivers, writer: ApiWriter
) -> Worker | tuple[Worker, PodAct | None]:
    """The dead pod's worker without devices, so that its end can be reported; or the worker that waits for a
    driver, and the act.
    """
    first_ms = worker.unprepared_ms
    if first_ms is not None and writer.now_ms < _attempt(first_ms, writer.now_ms, BACK_OFF_MS):
        return replace(worker, due_ms=_attempt(first_ms, writer.now_ms, BACK_OFF_MS)), None
    error = manager.unprepare_error(worker.prepared, drivers, prepared_claims(others))
    if not error:
        return replace(worker, prepared=(), unprepared_ms=None)
    if first_ms is not None:
        return replace(worker, due_ms=None), None
    sentence = message("kubelet.failed_unprepare", node=writer.node, pod=worker.pod.name, text=error)
    return replace(worker, due_ms=None, unprepared_ms=writer.now_ms), ("update", sentence)


def _attempt(first_ms: int, now_ms: int, every_ms: int) -> int:
    """The time (ms) of the first attempt at `now_ms` or later; one was made at `first_ms`."""
    return first_ms + -(-(now_ms - first_ms) // every_ms) * every_ms


def prepared_claims(workers: Iterable[Worker]) -> Iterator[PreparedClaim]:
    """The claims that are prepared for these pods."""
    for worker in workers:
        yield from worker.prepared


def waits(worker: Worker) -> bool:
    """Whether a change of the drivers may end the pod's wait for its devices."""
    return worker.unprepared_ms is not None
