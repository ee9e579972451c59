"""A container is pulled, created and started, and its postStart hook runs.

Source: `startContainer` (pkg/kubelet/kuberuntime/kuberuntime_container.go), pkg/kubelet/images (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable

from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_ends import back_off
from scheduler_core.kubelet.kuberuntime.container_kill import single_kill
from scheduler_core.kubelet.kuberuntime.container_probes import probes_on
from scheduler_core.kubelet.kuberuntime.containers import ContainerRun, Life, Plan, own_exit
from scheduler_core.kubelet.kuberuntime.images import pull_wait_s
from scheduler_core.kubelet.termination.grace import KillReason
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace

PULLING = 'Pulling image "%(image)s"'
PULL_FAILED = 'Failed to pull image "%(image)s": %(error)s'
PULL_BACK_OFF = 'Back-off pulling image "%(image)s"'
PULLED = 'Successfully pulled image "%(image)s" in %(took)s (%(waited)s including waiting)'
CREATED = "Created container: %(container)s"
STARTED = "Started container %(container)s"
PRESENT = 'Container image "%(image)s" already present on machine'
HOOK_FAILED = "PostStartHook failed"
BACK_OFF_PERIOD_S = 10
"""Seconds between two syncs of a pod that the kubelet could not sync completely (backOffPeriod)."""
PULL_NOTICED_MS = 1_000
"""How long a failed pull is shown as ErrImagePull before it is ImagePullBackOff."""


def _pull(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int) -> tuple[ContainerRun, ContainerChange]:
    """The container whose image is being pulled, or whose pull has failed (ErrImagePull)."""
    pulling = PodEvent("Normal", "Pulling", PULLING % {"image": plan.image})
    took = plan.behaviour.pull_ms
    if took is not None:
        run = replace(run, life=Life.PULLING, due_ms=now_ms + took)
        return run, ContainerChange(ChangeKind.PULLING, plan.name, (pulling,))
    events = (
        pulling,
        PodEvent("Warning", "Failed", PULL_FAILED % {"image": plan.image, "error": pull_error(plan.image)}),
        PodEvent("Warning", "Failed", "Error: ErrImagePull"),
    )
    run = replace(run, life=Life.PULL_FAILED, due_ms=now_ms + PULL_NOTICED_MS, wait_s=0)
    return replace(run, pull_failures=run.pull_failures + 1), ContainerChange(
        ChangeKind.PULL_FAILED, plan.name, events
    )


def pull_error(image: str) -> str:
    failed = f'failed to pull and unpack image "{image}": failed to resolve reference "{image}"'
    return f"rpc error: code = NotFound desc = {failed}: {image}: not found"


def _pull_again(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int) -> tuple[ContainerRun, ContainerChange]:
    """The container in ImagePullBackOff, for 10, 20, 40 … at most 300 s, or in the pull that follows it."""
    if run.wait_s:
        return _pull(pod, plan, run, now_ms)
    wait = pull_wait_s(run.pull_failures)
    events = (
        PodEvent("Normal", "BackOff", PULL_BACK_OFF % {"image": plan.image}),
        PodEvent("Warning", "Failed", "Error: ImagePullBackOff"),
    )
    run = replace(run, wait_s=wait, due_ms=now_ms - PULL_NOTICED_MS + wait * 1000)
    return run, ContainerChange(ChangeKind.PULL_FAILED, plan.name, events, seconds=wait)


def _pulled(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int) -> tuple[ContainerRun, ContainerChange]:
    took = _go_time(plan.behaviour.pull_ms or 0)
    text_ = PULLED % {"image": plan.image, "took": took, "waited": took}
    after_ms = plan.behaviour.starts_after_ms
    due_ms = None if after_ms is None else now_ms + after_ms
    run = replace(run, life=Life.CREATING, due_ms=due_ms, pulled=True)
    return run, ContainerChange(ChangeKind.PULLED, plan.name, (PodEvent("Normal", "Pulled", text_),))


def _go_time(milliseconds: int) -> str:
    """A duration as Go prints it: 300ms, 2.5s, 1m30s."""
    if milliseconds < 1000:
        return f"{milliseconds}ms"
    minutes, rest = divmod(milliseconds, 60_000)
    seconds = f"{rest / 1000:g}s"
    return f"{minutes}m{seconds}" if minutes else seconds


def _start(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int) -> tuple[ContainerRun, ContainerChange]:
    """The container with a new process, which first runs its postStart hook if it has one."""
    # Upstream records the back-off at each sync, every 10 s in a crash loop; here all are recorded together.
    events = [back_off(pod, plan)] * ((run.wait_s - 1) // BACK_OFF_PERIOD_S if run.wait_s else 0)
    if not run.pulled:
        events.append(PodEvent("Normal", "Pulled", PRESENT % {"image": plan.image}))
    events += [
        PodEvent("Normal", "Created", CREATED % {"container": plan.name}),
        PodEvent("Normal", "Started", STARTED % {"container": plan.name}),
    ]
    if run.end is not None:
        loop = run.loop.restarted(run.end.ended_ms, now_ms)
        run = replace(run, restarts=run.restarts + 1, last=run.end, loop=loop)
    run = started_now(plan, replace(run, end=None, wait_s=0, entry=None), now_ms)
    if plan.post_start is not None:
        takes = plan.post_start.takes_ms
        run = replace(run, life=Life.HOOK, due_ms=None if takes is None else now_ms + takes)
    else:
        run = probes_on(plan, run, now_ms)
    kind = ChangeKind.RESTARTED if run.restarts else ChangeKind.STARTED
    return run, ContainerChange(kind, plan.name, tuple(events))


def started_now(plan: Plan, run: ContainerRun, now_ms: int) -> ContainerRun:
    """The container with a process that starts now."""
    own = own_exit(plan, now_ms)
    return replace(
        run,
        life=Life.RUNNING,
        due_ms=None,
        started_ms=now_ms,
        pulled=False,
        renews=False,
        exit_ms=None if own is None else own[0],
        exits_with=0 if own is None else own[1],
        started=False,
        ready=False,
        since="",
    )


def _hook_over(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int) -> tuple[ContainerRun, ContainerChange]:
    """The container after its postStart hook: its probes begin, or it is killed when the hook failed."""
    if plan.post_start is None or not plan.post_start.fails:
        run = probes_on(plan, replace(run, life=Life.RUNNING, due_ms=None), run.started_ms or now_ms)
        return run, ContainerChange(ChangeKind.STARTED, plan.name)
    kill = single_kill(pod, plan, KillReason.POST_START_HOOK, "FailedPostStartHook", now_ms)
    event = PodEvent("Warning", "FailedPostStartHook", HOOK_FAILED)
    run = replace(run, due_ms=None, kill=kill)
    return run, ContainerChange(ChangeKind.HOOK_FAILED, plan.name, (event,))


STARTING: dict[Life, Callable[[Pod, Plan, ContainerRun, int], tuple[ContainerRun, ContainerChange]]] = {
    Life.WAITING: _pull,
    Life.PULLING: _pulled,
    Life.PULL_FAILED: _pull_again,
    Life.CREATING: _start,
    Life.HOOK: _hook_over,
    Life.ENDED: _start,
}
