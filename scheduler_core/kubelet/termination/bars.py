"""A termination's plan as bars: the stages of each container, with their times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.termination.timeline import SIGKILL_EXIT_CODE, Step, StepKind

_HOOK_ENDS = {
    StepKind.PRE_STOP_COMPLETED: "completed",
    StepKind.PRE_STOP_FAILED: "failed",
    StepKind.PRE_STOP_TIMED_OUT: "timed out",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. `kind` is preStop, waits, SIGTERM, exit or SIGKILL; times are milliseconds after the kill
    began.

    `timeout` (seconds) is set for SIGTERM, `code` for exit and SIGKILL, and `outcome` (`completed`, `failed`,
    `timed out`) for preStop.
    """

    container: str
    kind: str
    from_ms: int
    to_ms: int
    timeout: int | None = None
    code: int | None = None
    outcome: str | None = None


def bars(plan: Sequence[Step]) -> tuple[Bar, ...]:
    """The whole plan, including the future, in the order in which the bars begin."""
    result: list[Bar] = []
    for index, step in enumerate(plan):
        rest = [later for later in plan[index + 1 :] if later.container == step.container]
        match step.kind:
            case StepKind.PRE_STOP_STARTED:
                ended = next((later for later in rest if later.kind in _HOOK_ENDS), None)
                if ended is None:  # The container exited during its hook.
                    ended = next((later for later in rest if later.kind is StepKind.EXITED), step)
                outcome = _HOOK_ENDS.get(ended.kind, "failed")
                result.append(Bar(step.container, "preStop", step.at_ms, ended.at_ms, outcome=outcome))
            case StepKind.WAITS_FOR_TURN:
                result.append(Bar(step.container, "waits", step.at_ms, step.until_ms or step.at_ms))
            case StepKind.SIGTERM:
                to_ms = rest[-1].at_ms if rest else step.at_ms
                result.append(Bar(step.container, "SIGTERM", step.at_ms, to_ms, timeout=step.stop_timeout))
            case StepKind.EXITED:
                result.append(Bar(step.container, "exit", step.at_ms, step.at_ms, code=0))
            case StepKind.SIGKILL:
                result.append(Bar(step.container, "SIGKILL", step.at_ms, step.at_ms, code=SIGKILL_EXIT_CODE))
            case _:
                pass
    return tuple(result)
