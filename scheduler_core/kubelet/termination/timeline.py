"""The timeline of killing containers: hooks, turns, SIGTERM, exit or SIGKILL.

Source: kubelet `killContainer`, `executePreStopHook`, `terminationOrdering` (pkg/kubelet/kuberuntime,
v1.34). All times are integer milliseconds after the kill began; budgets are whole seconds, as the
kubelet counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.termination.grace import MINIMUM_STOP_SECONDS

SIGKILL_EXIT_CODE = 137


class StepKind(StrEnum):
    """What happens to a container; in the order in which steps of the same moment are told."""

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
class PreStop:
    """A preStop hook: how long it takes (None: it hangs) and whether it fails in the end."""

    takes_ms: int | None
    fails: bool = False


@dataclass(frozen=True, slots=True)
class DyingContainer:
    """A container as the kill sees it. `exits_after_ms` counts from SIGTERM; None: it ignores SIGTERM.

    `exits_at_ms`: it ends by itself at that time at the latest, whatever is sent (it got SIGTERM before).
    `sigkill_takes_ms`: how long the runtime needs to kill it; None: it hangs, and nothing dies.
    """

    name: str
    exits_after_ms: int | None
    pre_stop: PreStop | None = None
    sidecar: bool = False
    running: bool = True
    exits_at_ms: int | None = None
    sigkill_takes_ms: int | None = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing on the timeline. Unused fields are None.

    `stop_timeout` (seconds) stands with SIGTERM, `until_ms` with WAITS_FOR_TURN,
    `type`/`reason`/`message` with EVENT.
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
    containers: Sequence[DyingContainer], grace_seconds: int, *, full_grace_after_hook: bool = False
) -> Timeline:
    """The kill of a whole pod; sidecars (restartable init containers) keep their order.

    `full_grace_after_hook`: as v1.22-v1.27, the runtime gets the whole grace again after the hook.
    """
    again = grace_seconds if full_grace_after_hook else None
    ends: dict[str, int] = {}
    steps: list[tuple[int, Step]] = []
    sidecars = [index for index, container in enumerate(containers) if container.sidecar]
    regular_end = 0
    for index, container in enumerate(containers):
        if not container.sidecar and container.running:
            end = _kill(index, container, grace_seconds, stopping_message(container.name), None, steps, again)
            ends[container.name] = end
            regular_end = max(regular_end, end)
    for place in reversed(range(len(sidecars))):
        container = containers[sidecars[place]]
        if not container.running:
            continue
        turn = regular_end
        if place + 1 < len(sidecars):
            # Only the sidecar declared next holds this one back; one that is not running counts as finished.
            turn = max(turn, ends.get(containers[sidecars[place + 1]].name, 0))
        message = stopping_message(container.name)
        ends[container.name] = _kill(sidecars[place], container, grace_seconds, message, turn, steps, again)
    return _timeline(steps, max(ends.values(), default=0))


def in_order_of_cause(steps: Sequence[Step], containers: Sequence[DyingContainer]) -> tuple[Step, ...]:
    """The steps as they are carried out: at one moment regular containers come first, then sidecars in the
    order in which they take turns, so that an exit stands before the SIGTERM that waited for it.
    """
    sidecars = [container.name for container in containers if container.sidecar]
    stage = {name: len(sidecars) - place for place, name in enumerate(sidecars)}
    return tuple(
        sorted(steps, key=lambda step: (step.at_ms, stage.get(step.container, 0), _KIND_ORDER[step.kind]))
    )


def container_timeline(container: DyingContainer, grace_seconds: int, message: str) -> Timeline:
    """The kill of one container while its pod lives on (probe failed, definition changed):
    nobody waits for turns.
    """
    steps: list[tuple[int, Step]] = []
    end = _kill(0, container, grace_seconds, message, None, steps) if container.running else 0
    return _timeline(steps, end)


def stopping_message(container: str) -> str:
    """Text of the Killing event when the pod goes."""
    return f"Stopping container {container}"


def _timeline(steps: list[tuple[int, Step]], finished_ms: int) -> Timeline:
    steps.sort(key=lambda entry: (entry[1].at_ms, _KIND_ORDER[entry[1].kind], entry[0]))
    return Timeline(tuple(step for _, step in steps), finished_ms)


def _kill(
    index: int,
    container: DyingContainer,
    grace: int,
    killing_message: str,
    turn_ms: int | None,
    steps: list[tuple[int, Step]],
    stop_timeout: int | None = None,
) -> int:
    """`killContainer`: appends the steps of one container and returns when it ends.

    `stop_timeout`: what the runtime gets in the place of the rest of the grace.
    """
    name = container.name
    own_end = container.exits_at_ms
    now = 0
    steps.append(
        (index, Step(0, StepKind.EVENT, name, type="Normal", reason="Killing", message=killing_message))
    )
    if container.pre_stop is not None and grace > 0:
        steps.append((index, Step(0, StepKind.PRE_STOP_STARTED, name)))
        takes = container.pre_stop.takes_ms
        if own_end is not None and own_end <= min(grace * 1000, grace * 1000 if takes is None else takes):
            steps.append((index, Step(own_end, StepKind.EXITED, name)))
            return own_end
        if takes is None or takes > grace * 1000:
            now = grace * 1000
            steps.append((index, Step(now, StepKind.PRE_STOP_TIMED_OUT, name)))
        elif container.pre_stop.fails:
            now = takes
            failed = Step(
                now,
                StepKind.EVENT,
                name,
                type="Warning",
                reason="FailedPreStopHook",
                message="PreStopHook failed",
            )
            steps.append((index, failed))
            steps.append((index, Step(now, StepKind.PRE_STOP_FAILED, name)))
        else:
            now = takes
            steps.append((index, Step(now, StepKind.PRE_STOP_COMPLETED, name)))
        # Whole seconds only: the fraction a hook took is a present.
        grace -= now // 1000
    if turn_ms is not None and grace > 0 and turn_ms > now:
        until = min(turn_ms, now + grace * 1000)
        if own_end is not None and own_end <= until:
            steps.append((index, Step(own_end, StepKind.EXITED, name)))
            return own_end
        steps.append((index, Step(now, StepKind.WAITS_FOR_TURN, name, until_ms=until)))
        grace -= (until - now) // 1000
        now = until
    timeout = max(grace if stop_timeout is None else stop_timeout, MINIMUM_STOP_SECONDS)
    steps.append((index, Step(now, StepKind.SIGTERM, name, stop_timeout=timeout)))
    exits = container.exits_after_ms
    if own_end is not None:
        exits = own_end - now if exits is None else min(exits, own_end - now)
    if exits is not None and exits <= timeout * 1000:
        steps.append((index, Step(now + exits, StepKind.EXITED, name)))
        return now + exits
    end = now + timeout * 1000
    if container.sigkill_takes_ms is None:
        return end
    end += container.sigkill_takes_ms
    steps.append((index, Step(end, StepKind.SIGKILL, name)))
    return end
