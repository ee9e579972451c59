"""The containers of a pod as one value, the time of their next change, and the containers that may start now.

Source: `computePodActions`, `SyncPod` (pkg/kubelet/kuberuntime/kuberuntime_manager.go, v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.kuberuntime.container_probes import next_reports
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, ContainerRun, Life, Plan, full_name
from scheduler_core.kubelet.kuberuntime.images import NO_IMAGES, Images, images_of, pull_ms
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class PodRuntime:
    """The containers of a pod.

    - `plans`, `runs`: one entry for each container
    - `due_ms`: when `advance` has something to do; None when nothing happens by itself
    - `begun_ms`: when the kubelet started the pod
    - `adopted`: another kubelet wrote its startTime
    - `clocks`: pairs of a time and how far the node's clock is ahead from then on, in milliseconds
    - `stopping`: the whole pod is being killed
    - `images`: the images that were on the node when the pod started
    - `reset_ms`: all containers are being killed and removed, because a rule restarts all; the next one is
      killed from then on, None when none is
    """

    pod: Pod
    plans: tuple[Plan, ...]
    runs: tuple[ContainerRun, ...]
    begun_ms: int
    due_ms: int | None = None
    sandbox: bool = False
    adopted: bool = False
    stopping: bool = False
    clocks: tuple[tuple[int, int], ...] = ()
    images: Images = NO_IMAGES
    reset_ms: int | None = None

    @property
    def running(self) -> tuple[str, ...]:
        """The names of the containers that have a process."""
        return tuple(plan.name for plan, run in self.pairs() if run.runs)

    @property
    def exit_codes(self) -> dict[str, int]:
        """The exit codes of the containers that ended and do not run again, by name."""
        return {
            plan.name: run.end.exit_code
            for plan, run in self.pairs()
            if run.life is Life.ENDED and run.end is not None
        }

    @property
    def over(self) -> bool:
        """Whether the pod has ended by itself: nothing runs, and nothing will be restarted."""
        if self.reset_ms is not None or any(run.runs or run.kill is not None for run in self.runs):
            return False
        return self.init_failed() or self.completed()

    @property
    def failed(self) -> bool:
        """Whether a pod that is over has failed."""
        return self.init_failed() or any(
            run.end is not None and run.end.exit_code != 0
            for plan, run in self.pairs()
            if plan.kind is ContainerKind.REGULAR
        )

    def clock(self, at_ms: int) -> int:
        """The time that the node's clock showed at `at_ms`."""
        ahead = [by_ms for from_ms, by_ms in self.clocks if from_ms <= at_ms]
        return at_ms + (ahead[-1] if ahead else 0)

    def run(self, container: str) -> ContainerRun | None:
        return next((run for plan, run in self.pairs() if plan.name == container), None)

    def fingerprint(self) -> Json:
        state: list[Json] = [
            self.begun_ms,
            self.due_ms,
            self.sandbox,
            self.stopping,
            [list(clock) for clock in self.clocks],
            [run.fingerprint() for run in self.runs],
        ]
        return state if self.reset_ms is None else [*state, self.reset_ms]

    def pairs(self) -> list[tuple[Plan, ContainerRun]]:
        return list(zip(self.plans, self.runs, strict=True))

    def init_failed(self) -> bool:
        """Whether an init container failed and is not restarted."""
        policy = self.pod.spec.restart_policy
        return any(
            plan.kind is ContainerKind.INIT
            and run.life is Life.ENDED
            and run.end is not None
            and run.end.exit_code != 0
            and not plan.restarts(policy, run.end.exit_code)
            for plan, run in self.pairs()
        )

    def completed(self) -> bool:
        """Whether all regular containers have ended and none of them is restarted."""
        policy = self.pod.spec.restart_policy
        regular = [(plan, run) for plan, run in self.pairs() if plan.kind is ContainerKind.REGULAR]
        return bool(regular) and all(
            run.life is Life.ENDED
            and run.due_ms is None
            and run.end is not None
            and not plan.restarts(policy, run.end.exit_code)
            for plan, run in regular
        )


def only_retries(runtime: PodRuntime) -> bool:
    """Whether all that the pod will do by itself is to retry what has failed: a pull, or a restart."""
    return runtime.reset_ms is None and all(
        run.kill is None
        and not (run.runs and run.exit_ms is not None)
        and (run.due_ms is None or (run.wait_s > 0 and run.life in (Life.PULL_FAILED, Life.ENDED)))
        and not next_reports(plan, run)
        for plan, run in runtime.pairs()
    )


def planned(runtime: PodRuntime) -> PodRuntime:
    """The pod with its `due_ms` computed again."""
    times: list[int] = []
    for plan, run in runtime.pairs():
        if not runtime.stopping:
            times += [time for time in (run.due_ms, run.exit_ms if run.runs else None) if time is not None]
            if run.kill is not None:
                times.append(run.kill.due_ms)
        times += [report.at_ms for _, report in next_reports(plan, run)]
    if runtime.reset_ms is not None and all(run.kill is None for run in runtime.runs):
        times.append(runtime.reset_ms)
    due = min(times, default=None)
    return runtime if due == runtime.due_ms else replace(runtime, due_ms=due)


def replaced(runtime: PodRuntime, index: int, run: ContainerRun) -> PodRuntime:
    return replace(runtime, runs=(*runtime.runs[:index], run, *runtime.runs[index + 1 :]))


def _blocks(plan: Plan, run: ContainerRun) -> bool:
    """Whether this init container or sidecar keeps the containers declared after it from starting."""
    if plan.kind is ContainerKind.INIT:
        return not (run.life is Life.ENDED and run.end is not None and run.end.exit_code == 0)
    return plan.kind is ContainerKind.SIDECAR and not run.started


def turns(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """The pod with a start time for the containers that may start now: one init container or sidecar after
    the other, then all regular containers.
    """
    if runtime.stopping or runtime.reset_ms is not None or runtime.init_failed():
        return runtime
    pairs = runtime.pairs()
    for index, (plan, run) in enumerate(pairs):
        if plan.kind is ContainerKind.REGULAR:
            break
        if not _blocks(plan, run) or _regular_ran(pairs):
            continue
        if run.life is Life.WAITING and run.due_ms is None:
            return _queued(runtime, [index], now_ms)
        return runtime
    waiting = [
        index
        for index, (plan, run) in enumerate(pairs)
        if plan.kind is ContainerKind.REGULAR and run.life is Life.WAITING and run.due_ms is None
    ]
    return _queued(runtime, waiting, now_ms) if waiting and not _queue_hangs(pairs) else runtime


def _regular_ran(pairs: Sequence[tuple[Plan, ContainerRun]]) -> bool:
    return any(plan.kind is ContainerKind.REGULAR and run.life is not Life.WAITING for plan, run in pairs)


def _queue_hangs(pairs: Sequence[tuple[Plan, ContainerRun]]) -> bool:
    """Whether a postStart hook that does not return keeps the kubelet from starting the next container."""
    return any(plan.kind is ContainerKind.REGULAR and run.life is Life.HOOK for plan, run in pairs)


def _queued(runtime: PodRuntime, indexes: Sequence[int], now_ms: int) -> PodRuntime:
    """The pod with start times for `indexes`. The kubelet starts containers in the order of their
    declaration: it pulls and starts one and waits for its postStart hook before it starts the next.
    """
    runs = list(runtime.runs)
    free_ms, pulls_ms = now_ms, 0
    present = {*runtime.images, *images_of(runtime.pairs())}
    for index in indexes:
        plan = runtime.plans[index]
        takes_ms, after_ms = pull_ms(plan, present), plan.behaviour.starts_after_ms
        if after_ms is None and takes_ms == 0:
            runs[index] = replace(runs[index], life=Life.CREATING)
            continue
        if takes_ms != 0:
            runs[index] = replace(runs[index], due_ms=free_ms)
            pulls_ms += takes_ms or 0
            if takes_ms is None:
                continue
            present.add(full_name(plan.image))
            starts = max(free_ms + takes_ms, now_ms + pulls_ms + (after_ms or 0))
        else:
            starts = max(free_ms, now_ms + pulls_ms + (after_ms or 0))
            runs[index] = replace(runs[index], life=Life.CREATING, due_ms=starts)
        if plan.post_start is not None and plan.post_start.takes_ms is None:
            break
        free_ms = starts + (0 if plan.post_start is None else plan.post_start.takes_ms or 0)
    return replace(runtime, runs=tuple(runs))
