"""The timeline of killing containers: hooks, turns, SIGTERM, exit or SIGKILL.

Source: kubelet `killContainer`, `executePreStopHook`, `terminationOrdering` (pkg/kubelet/kuberuntime,
v1.34). All times are integer milliseconds after the kill began; grace periods and timeouts are whole seconds,
as the kubelet counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.application.behaviour import HookBehaviour
from scheduler_core.kubelet.termination.grace import stop_timeout_s

STOPPING = "Stopping container %(container)s"
SIGKILL_EXIT_CODE = 137


class StepKind(StrEnum):
    """What happens to a container; in the order in which steps of one moment are narrated."""

    EVENT = "event"
    PRE_STOP_STARTED = "preStopStarted"
    PRE_STOP_COMPLETED = "preStopCompleted"
    PRE_STOP_FAILED = "preStopFailed"
    PRE_STOP_TIMED_OUT = "preStopTimedOut"
    WAITS_FOR_TURN = "waitsForTurn"
    SIGTERM = "SIGTERM"
    EXITED = "exited"
    SIGKILL = "SIGKILL"


_KIND_ORDER = {kind: order for order, kind in enumerate(StepKind)}


@dataclass(frozen=True, slots=True)
class DyingContainer:
    """A container as the kill sees it; times are milliseconds.

    `exits_after_ms` counts from SIGTERM; None when the process ignores SIGTERM. `hook` is its preStop hook.
    `exits_at_ms` is when the process exits by itself, whatever is sent (it got SIGTERM earlier).
    `sigkill_takes_ms` is how long the runtime needs to kill it; None when the runtime hangs and nothing dies.
    """

    name: str
    exits_after_ms: int | None
    hook: HookBehaviour | None = None
    sidecar: bool = False
    running: bool = True
    exits_at_ms: int | None = None
    sigkill_takes_ms: int | None = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the timeline. Unused fields are None.

    `stop_timeout` (seconds) is set for SIGTERM, `until_ms` for WAITS_FOR_TURN, and `type`, `reason` and
    `message` for EVENT.
    """

    at_ms: int
    kind: StepKind
    container: str
    stop_timeout: int | None = None
    until_ms: int | None = None
    type: str | None = None
    reason: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """All steps sorted by (time, kind, declaration order), and when the last container ends."""

    steps: tuple[Step, ...]
    finished_ms: int


def pod_timeline(
    containers: Sequence[DyingContainer], grace_s: int, *, full_grace_after_hook: bool = False
) -> Timeline:
    """The kill of a whole pod; sidecars (restartable init containers) end one after the other.

    With `full_grace_after_hook`, as in v1.22-v1.27, the runtime gets the whole grace period again after the
    hook.
    """
    again_s = grace_s if full_grace_after_hook else None
    ends: dict[str, int] = {}
    steps: list[_Placed] = []
    sidecars = [index for index, container in enumerate(containers) if container.sidecar]
    regular_end = 0
    for index, container in enumerate(containers):
        if not container.sidecar and container.running:
            kill = _ContainerKill(index, container, grace_s, stopping_message(container.name), steps)
            end = kill.carried_out(again_s=again_s)
            ends[container.name] = end
            regular_end = max(regular_end, end)
    for place in reversed(range(len(sidecars))):
        container = containers[sidecars[place]]
        if not container.running:
            continue
        turn = regular_end
        if place + 1 < len(sidecars):
            # A sidecar waits only for the one declared next; one that is not running counts as finished.
            turn = max(turn, ends.get(containers[sidecars[place + 1]].name, 0))
        kill = _ContainerKill(sidecars[place], container, grace_s, stopping_message(container.name), steps)
        ends[container.name] = kill.carried_out(turn_ms=turn, again_s=again_s)
    return _timeline(steps, max(ends.values(), default=0))


def in_order_of_cause(steps: Sequence[Step], containers: Sequence[DyingContainer]) -> tuple[Step, ...]:
    """The steps in the order in which they are carried out.

    At one moment regular containers come first, then sidecars in the order of their turns, so that an exit
    precedes the SIGTERM that waited for it.
    """
    sidecars = [container.name for container in containers if container.sidecar]
    stage = {name: len(sidecars) - place for place, name in enumerate(sidecars)}
    return tuple(
        sorted(steps, key=lambda step: (step.at_ms, stage.get(step.container, 0), _KIND_ORDER[step.kind]))
    )


def container_timeline(container: DyingContainer, grace_s: int, message: str) -> Timeline:
    """The kill of one container while its pod lives on (a probe failed, the definition changed): it does not
    wait for a turn.
    """
    steps: list[_Placed] = []
    end = _ContainerKill(0, container, grace_s, message, steps).carried_out() if container.running else 0
    return _timeline(steps, end)


def stopping_message(container: str) -> str:
    """Text of the Killing event when the whole pod is killed."""
    return STOPPING % {"container": container}


_Placed = tuple[int, Step]
"""A step and the place of its container in the pod's declaration."""


def _timeline(steps: list[_Placed], finished_ms: int) -> Timeline:
    steps.sort(key=lambda entry: (entry[1].at_ms, _KIND_ORDER[entry[1].kind], entry[0]))
    return Timeline(tuple(step for _, step in steps), finished_ms)


class _ContainerKill:
    """`killContainer` for one container, computed in advance. `now_ms` is the time since the kill began, and
    `left_s` is the rest of the grace period in seconds. Steps go into `steps`, which the containers of a pod
    share.
    """

    def __init__(
        self, index: int, container: DyingContainer, grace_s: int, message: str, steps: list[_Placed]
    ) -> None:
        self.index = index
        self.container = container
        self.message = message
        self.now_ms = 0
        self.left_s = grace_s
        self.steps = steps

    def carried_out(self, *, turn_ms: int | None = None, again_s: int | None = None) -> int:
        """Appends all steps and returns when the container ends.

        `turn_ms` is when the containers for which this sidecar waits have ended, None for a regular
        container. `again_s` is the stop timeout (seconds) that replaces the rest of the grace period.
        """
        self._event("Normal", "Killing", self.message)
        hook = self.container.hook
        if hook is not None and self.left_s > 0:
            died_ms = self._runs_hook(hook)
            if died_ms is not None:
                return died_ms
        if turn_ms is not None and self.left_s > 0 and turn_ms > self.now_ms:
            died_ms = self._waits_for_turn(turn_ms)
            if died_ms is not None:
                return died_ms
        return self._stops(stop_timeout_s(self.left_s if again_s is None else again_s))

    def _add(self, at_ms: int, kind: StepKind) -> None:
        self.steps.append((self.index, Step(at_ms, kind, self.container.name)))

    def _event(self, type_: str, reason: str, message: str) -> None:
        step = Step(self.now_ms, StepKind.EVENT, self.container.name, None, None, type_, reason, message)
        self.steps.append((self.index, step))

    def _exits_by(self, at_ms: int) -> int | None:
        """The time of the process's own exit if it comes by `at_ms`; the exit is then a step."""
        own_end = self.container.exits_at_ms
        if own_end is None or own_end > at_ms:
            return None
        self._add(own_end, StepKind.EXITED)
        return own_end

    def _runs_hook(self, hook: HookBehaviour) -> int | None:
        """Runs the preStop hook, which is cut off when the grace period is over; returns the time of an exit
        during it.
        """
        self._add(0, StepKind.PRE_STOP_STARTED)
        limit_ms, takes_ms = self.left_s * 1000, hook.takes_ms
        died_ms = self._exits_by(limit_ms if takes_ms is None else min(limit_ms, takes_ms))
        if died_ms is not None:
            return died_ms
        if takes_ms is None or takes_ms > limit_ms:
            self.now_ms = limit_ms
            self._add(self.now_ms, StepKind.PRE_STOP_TIMED_OUT)
        elif hook.fails:
            self.now_ms = takes_ms
            self._event("Warning", "FailedPreStopHook", "PreStopHook failed")
            self._add(self.now_ms, StepKind.PRE_STOP_FAILED)
        else:
            self.now_ms = takes_ms
            self._add(self.now_ms, StepKind.PRE_STOP_COMPLETED)
        # Upstream rounds the hook's time down to whole seconds, so the container gains the fraction.
        self.left_s -= self.now_ms // 1000
        return None

    def _waits_for_turn(self, turn_ms: int) -> int | None:
        """Lets a sidecar wait for the containers it serves; returns the time of an exit in the meantime."""
        until_ms = min(turn_ms, self.now_ms + self.left_s * 1000)
        died_ms = self._exits_by(until_ms)
        if died_ms is not None:
            return died_ms
        step = Step(self.now_ms, StepKind.WAITS_FOR_TURN, self.container.name, until_ms=until_ms)
        self.steps.append((self.index, step))
        self.left_s -= (until_ms - self.now_ms) // 1000
        self.now_ms = until_ms
        return None

    def _stops(self, timeout_s: int) -> int:
        """Sends SIGTERM, and SIGKILL when the process has not exited within the timeout."""
        container, now_ms = self.container, self.now_ms
        sigterm = Step(now_ms, StepKind.SIGTERM, container.name, stop_timeout=timeout_s)
        self.steps.append((self.index, sigterm))
        exits_ms = container.exits_after_ms
        if container.exits_at_ms is not None:
            own_ms = container.exits_at_ms - now_ms
            exits_ms = own_ms if exits_ms is None else min(exits_ms, own_ms)
        if exits_ms is not None and exits_ms <= timeout_s * 1000:
            self._add(now_ms + exits_ms, StepKind.EXITED)
            return now_ms + exits_ms
        end_ms = now_ms + timeout_s * 1000
        if container.sigkill_takes_ms is None:
            return end_ms
        end_ms += container.sigkill_takes_ms
        self._add(end_ms, StepKind.SIGKILL)
        return end_ms
