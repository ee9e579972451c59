"""The containers of a pod that is killed as a whole.

`dying` passes the containers to the termination timeline; `ended` records the end of each.
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_kill import exit_reason, without_process
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, ContainerRun, Life
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, planned, replaced
from scheduler_core.kubelet.termination.timeline import SIGKILL_EXIT_CODE, DyingContainer, StepKind
from scheduler_core.objects.replacing import replace


def dying(runtime: PodRuntime, now_ms: int) -> list[DyingContainer]:
    """The containers of the pod as its kill sees them; an init container counts while it runs."""
    return [
        DyingContainer(
            plan.name,
            plan.behaviour.exits_after_sigterm_ms,
            plan.pre_stop,
            sidecar=plan.kind is ContainerKind.SIDECAR,
            running=run.runs,
            exits_at_ms=_own_end(run, now_ms),
            sigkill_takes_ms=plan.behaviour.sigkill_takes_ms,
        )
        for plan, run in runtime.pairs()
        if plan.kind is not ContainerKind.INIT or run.runs
    ]


def _own_end(run: ContainerRun, now_ms: int) -> int | None:
    """When a process exits by itself or through an earlier kill, in milliseconds after `now_ms`."""
    ends = [] if run.exit_ms is None else [run.exit_ms]
    if run.kill is not None:
        ends += [
            run.kill.begun_ms + step.at_ms
            for step in run.kill.steps[run.kill.done :]
            if step.kind in (StepKind.EXITED, StepKind.SIGKILL)
        ]
    return min((max(end - now_ms, 0) for end in ends), default=None)


def stop(runtime: PodRuntime) -> PodRuntime:
    """The pod once its kill begins: no container is started any more, and liveness and startup probes stop.
    The readiness probe continues until the containers are dead.
    """
    runs = tuple(replace(run, startup=None, liveness=None, kill=None, due_ms=None) for run in runtime.runs)
    return planned(replace(runtime, runs=runs, stopping=True, reset_ms=None))


def exit_requested(runtime: PodRuntime, container: str, sigterm_ms: int) -> PodRuntime:
    """The pod with a container that got SIGTERM at `sigterm_ms` from a kubelet that has died since; it exits
    in its own time.
    """
    for index, (plan, run) in enumerate(runtime.pairs()):
        needs = plan.behaviour.exits_after_sigterm_ms
        if plan.name == container and run.runs and needs is not None:
            exits_ms = sigterm_ms + needs
            if run.exit_ms is None or exits_ms < run.exit_ms:
                runtime = replaced(runtime, index, replace(run, exit_ms=exits_ms, exits_with=0))
    return runtime


def next_exit_ms(runtime: PodRuntime) -> int | None:
    """When the next process exits by itself, whether or not a kubelet runs."""
    exits = (run.exit_ms for run in runtime.runs if run.runs and run.exit_ms is not None)
    return min(exits, default=None)


def exited_alone(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[str, ...]]:
    """The pod after processes exited by `now_ms` while no kubelet ran, and their names. Nothing is
    restarted.
    """
    runs, names = list(runtime.runs), []
    for index, (plan, run) in enumerate(runtime.pairs()):
        if run.runs and run.exit_ms is not None and run.exit_ms <= now_ms:
            end = run.ended(run.exit_ms, run.exits_with, exit_reason(run.exits_with))
            runs[index] = replace(without_process(run), life=Life.ENDED, end=end)
            names.append(plan.name)
    return replace(runtime, runs=tuple(runs)), tuple(names)


def killed_alone(runtime: PodRuntime, container: str, now_ms: int) -> PodRuntime:
    """The pod after the kernel killed a container for its memory while no kubelet ran. Nothing is
    restarted.
    """
    runs = list(runtime.runs)
    for index, (plan, run) in enumerate(runtime.pairs()):
        if plan.name == container and run.runs:
            end = run.ended(now_ms, SIGKILL_EXIT_CODE, "OOMKilled")
            runs[index] = replace(without_process(run), life=Life.ENDED, end=end)
    return replace(runtime, runs=tuple(runs))


def ended(runtime: PodRuntime, container: str, code: int, now_ms: int) -> PodRuntime:
    """The pod after one of its containers has been killed."""
    runs = list(runtime.runs)
    for index, (plan, run) in enumerate(runtime.pairs()):
        if plan.name == container and run.runs:
            end = run.ended(now_ms, code, exit_reason(code))
            runs[index] = replace(without_process(run), life=Life.ENDED, end=end)
    return planned(replace(runtime, runs=tuple(runs)))
