"""The containers of a start state that are stuck: what keeps each so, and since when.

What a dump shows as stuck stays stuck. A container is stuck where its status contradicts what its application
would do by itself: it runs and should be ready by now, it should have ended, it should have started. Then its
application is taken to behave as the status shows, until somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, Behaviours
from scheduler_core.kubelet.kuberuntime.adoption import (
    BACK_OFF_REASON,
    IMAGE_REASONS,
    STARTING_REASONS,
    Moments,
    State,
    entries_of,
    state_of,
)
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, Plan, plans_of
from scheduler_core.kubelet.kuberuntime.crash_loop import FORGET_MS
from scheduler_core.kubelet.pod_workers.wait_for_volumes import MOUNT_PATIENCE_MS
from scheduler_core.kubelet.termination.grace import MINIMUM_STOP_SECONDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

SETTLING_MS = 10_000
"""How long a container that should be ready, or a pod that should be dead, may need until its status says so:
the kubelet looks every second and writes the status at most every ten."""
LOST_READY_MS = 5_000
"""A container that became unready so long after its start has been ready before."""
CRASHES_AGAIN = 2
"""A container that was restarted so often after short runs is in a crash loop."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """One container, or with `container` None all containers of a pod. `cause` is one of `not_ready`,
    `not_started`, `init_runs`, `image`, `crash_loop`, `creating`, `waits` (another reason), `kill_hangs`.
    `since_ms` is None where the status does not say. `fields` are how its application behaves, as in
    `BehaviourChange`; `cure` is the `behave` input that lets it go on.
    """

    container: str | None
    cause: str
    since_ms: int | None
    fields: Mapping[str, Json]
    cure: Mapping[str, Json]
    args: Mapping[str, Json] = field(default_factory=dict)


def changes_of(stuck: Iterable[Stuck], now_ms: int) -> tuple[BehaviourChange, ...]:
    """How the applications behave, as changes at the start."""
    return tuple(BehaviourChange(now_ms, entry.container, entry.fields, initial=True) for entry in stuck)


def stuck_containers(
    pod: Pod, behaviours: Behaviours, moments: Moments, *, volume_taken: bool = False
) -> Iterator[Stuck]:
    """The stuck containers of a pod on a node whose kubelet is heard. `volume_taken` means that another pod
    on another node has a volume of the pod, which explains that its containers are not created.
    """
    if pod.finished:
        return
    if pod.terminating:
        yield from _hanging(pod, moments)
        return
    if pod.status.assumed or not pod.container_statuses():
        yield from _unready_without_entries(pod, moments)
        return
    entries, its_turn = entries_of(pod), True
    for plan in plans_of(pod, behaviours):
        entry = entries.get(plan.name)
        if entry is None:
            continue
        state = state_of(entry, moments)
        match state.kind:
            case "waiting":
                yield from _waiting(pod, plan, state, moments, may_start=its_turn and not volume_taken)
            case "terminated":
                yield from _crashing(pod, plan, state)
            case "running":
                yield from _running(pod, plan, state, moments)
        its_turn = its_turn and _lets_others_start(plan, state)


def _lets_others_start(plan: Plan, state: State) -> bool:
    """Whether the containers declared after it may start: an init container has ended well, a sidecar is
    started.
    """
    if plan.kind is ContainerKind.INIT:
        return state.kind == "terminated" and state.exit_code == 0
    return plan.kind is ContainerKind.REGULAR or (state.kind == "running" and state.started is True)


def _hanging(pod: Pod, moments: Moments) -> Iterator[Stuck]:
    """A pod whose grace period is over although a process of it still runs."""
    deletion_ms = moments.of(pod.meta.deletion_requested_at)
    runs = any(state_of(entry, moments).kind == "running" for entry in entries_of(pod).values())
    if deletion_ms is None or not runs:
        return
    grace_s = pod.meta.deletion_grace_period_seconds or 0
    over_ms = deletion_ms + grace_s * 1000
    if over_ms + MINIMUM_STOP_SECONDS * 1000 + SETTLING_MS < moments.now_ms:
        fields: dict[str, Json] = {"exitsAfterSigterm": None, "sigkill": False}
        yield Stuck(None, "kill_hangs", over_ms, fields, {"exitsAfterSigterm": 0}, {"seconds": grace_s})


def _unready_without_entries(pod: Pod, moments: Moments) -> Iterator[Stuck]:
    ready = pod.status.condition("Ready")
    gated = ready is not None and ready.reason == "ReadinessGatesNotReady"
    if pod.status.phase == "Running" and ready is not None and ready.status == "False" and not gated:
        since_ms = moments.of(ready.last_transition_at)
        yield Stuck(None, "not_ready", since_ms, {"readiness": False}, {"readiness": True})


def _running(pod: Pod, plan: Plan, state: State, moments: Moments) -> Iterator[Stuck]:
    began_ms = moments.now_ms if state.started_ms is None else state.started_ms
    if plan.kind is ContainerKind.INIT:
        ends_ms = None if plan.takes_ms is None else began_ms + plan.takes_ms
        if ends_ms is not None and ends_ms < moments.now_ms:
            cure: dict[str, Json] = {"exitsAfter": 0}
            yield Stuck(plan.name, "init_runs", state.started_ms, {"endless": True}, cure)
        return
    yield from _crashes_again(plan, state, began_ms, moments)
    if plan.startup is not None and state.started is False:
        first_ms = began_ms + plan.startup.initial_delay_ms
        if max(first_ms, began_ms + plan.behaviour.ready_after_ms) + SETTLING_MS < moments.now_ms:
            yield Stuck(plan.name, "not_started", state.started_ms, {"startup": False}, {"startup": True})
        return
    if not state.ready and _should_be_ready(pod, plan, state, began_ms, moments):
        since_ms = _unready_since(pod, moments)
        since_ms = since_ms if since_ms is not None else state.started_ms
        yield Stuck(plan.name, "not_ready", since_ms, {"readiness": False}, {"readiness": True})


def _should_be_ready(pod: Pod, plan: Plan, state: State, began_ms: int, moments: Moments) -> bool:
    """Whether a container that is not ready would be by itself: it has lost its readiness, or its probe has
    asked as often as the kubelet lets it fail."""
    lost_ms = _unready_since(pod, moments)
    if state.started_ms is not None and lost_ms is not None and lost_ms > began_ms + LOST_READY_MS:
        return True
    serves_ms = began_ms + plan.behaviour.ready_after_ms
    if plan.readiness is None:
        return serves_ms + SETTLING_MS < moments.now_ms or state.started_ms is None
    probe = plan.readiness
    failure_ms = began_ms + probe.initial_delay_ms + probe.failure_threshold * probe.period_ms
    answered_ms = serves_ms + probe.success_threshold * probe.period_ms
    return max(failure_ms, answered_ms) < moments.now_ms or state.started_ms is None


def _unready_since(pod: Pod, moments: Moments) -> int | None:
    ready = pod.status.condition("Ready")
    return None if ready is None or ready.status != "False" else moments.of(ready.last_transition_at)


def _crashes_again(plan: Plan, state: State, began_ms: int, moments: Moments) -> Iterator[Stuck]:
    """A container that runs between two crashes: it ends as it did before."""
    run_ms, last = state.run_ms, state.last
    if state.restarts < CRASHES_AGAIN or last is None or run_ms is None or _states_its_end(plan):
        return
    if run_ms < FORGET_MS and began_ms + run_ms > moments.now_ms:
        yield _crash_loop(plan, state, run_ms, last.exit_code, last.ended_ms)


def _crashing(pod: Pod, plan: Plan, state: State) -> Iterator[Stuck]:
    """A container that has just ended and is restarted: it ends like that again."""
    if plan.restarts(pod.spec.restart_policy, state.exit_code) and not _states_its_end(plan):
        yield _crash_loop(plan, state, state.run_ms, state.exit_code, state.ended_ms)


def _crash_loop(plan: Plan, state: State, run_ms: int | None, code: int, since_ms: int | None) -> Stuck:
    run_s = 1.0 if run_ms is None else max(run_ms, 1_000) / 1000
    fields: dict[str, Json] = {"exitsAfter": run_s, "exitCode": code}
    args: dict[str, Json] = {"restarts": state.restarts, "code": code}
    return Stuck(plan.name, "crash_loop", since_ms, fields, {"exitsAfter": None}, args)


def _states_its_end(plan: Plan) -> bool:
    """Whether the behaviour of the application says when it ends."""
    return plan.behaviour.completes_after_ms is not None or bool(plan.behaviour.crashes_at_ms)


def _waiting(pod: Pod, plan: Plan, state: State, moments: Moments, *, may_start: bool) -> Iterator[Stuck]:
    """A container without a process. `may_start`: nothing that is known here keeps it from its start."""
    started_ms = moments.of(pod.status.start_at)
    args: dict[str, Json] = {"reason": state.reason}
    if state.reason == BACK_OFF_REASON:
        if not _states_its_end(plan):
            last = state.last
            code, ended_ms = (1, None) if last is None else (last.exit_code, last.ended_ms)
            yield _crash_loop(plan, state, state.run_ms, code, ended_ms)
    elif state.reason in IMAGE_REASONS:
        image: dict[str, Json] = {**args, "image": plan.image}
        yield Stuck(plan.name, "image", started_ms, {"pull": False}, {"pull": True}, image)
    elif state.reason not in STARTING_REASONS:
        yield Stuck(plan.name, "waits", started_ms, {"startsAfter": None}, {"startsAfter": 0}, args)
    elif may_start and _should_have_started(plan, started_ms, moments):
        yield Stuck(plan.name, "creating", started_ms, {"startsAfter": None}, {"startsAfter": 0}, args)


def _should_have_started(plan: Plan, started_ms: int | None, moments: Moments) -> bool:
    """Whether a container that its kubelet creates would have been started long ago."""
    if started_ms is None or plan.behaviour.pull_ms is None:
        return False
    takes_ms = plan.behaviour.pull_ms + (plan.behaviour.starts_after_ms or 0)
    return started_ms + takes_ms + MOUNT_PATIENCE_MS < moments.now_ms
