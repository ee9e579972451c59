"""`kill_container_timeline.json`: hooks, turns, SIGTERM and SIGKILL of a kill, with their times."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.application.behaviour import HookBehaviour
from scheduler_core.kubelet.termination.grace import (
    KillReason,
    container_kill_grace_s,
    effective_grace_period,
    shutdown_override_s,
    soft_eviction_override_s,
)
from scheduler_core.kubelet.termination.timeline import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    Timeline,
    container_timeline,
    pod_timeline,
)
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text
from scheduler_core.objects.releases.releases import BASELINE
from scheduler_core.objects.scalars.seconds import seconds

_TEXTS = {
    KillReason.LIVENESS_PROBE: "failed liveness probe",
    KillReason.STARTUP_PROBE: "failed startup probe",
    KillReason.DEFINITION_CHANGED: "definition changed",
}


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`; its times are seconds."""
    containers = [mapping(entry) for entry in items(case.get("containers"))]
    trigger = text(case.get("trigger"))
    if trigger in {reason.value for reason in KillReason}:
        grace, timeline = _one_container(case, KillReason(trigger), containers)
    else:
        grace = _pod_grace(case, trigger)
        timeline = pod_timeline([_dying(container) for container in containers], grace)
    return {
        "gracePeriod": grace,
        "events": [_event(step) for step in timeline.steps],
        "finishedAt": seconds(timeline.finished_ms),
    }


def _pod_grace(case: Manifest, trigger: str) -> int:
    spec_s = integer(case.get("terminationGracePeriodSeconds")) or 0
    override_s: int | None = None
    if trigger == "evictionHard":
        override_s = BASELINE.hard_eviction_grace_s
    elif trigger == "evictionSoft":
        limit_s = integer(case.get("evictionMaxPodGracePeriod")) or 0
        override_s = soft_eviction_override_s(limit_s, spec_s, capped=BASELINE.soft_eviction_capped)
    elif trigger == "nodeShutdown":
        override_s = shutdown_override_s(integer(case.get("shutdownGracePeriodSeconds")) or 0, spec_s)
    deletion_s = integer(case.get("deletionGracePeriodSeconds"))
    return effective_grace_period(0, deletion_s, override_s, spec_s).seconds


def _one_container(case: Manifest, reason: KillReason, containers: list[Manifest]) -> tuple[int, Timeline]:
    name = text(case.get("container"))
    container = next((entry for entry in containers if entry.get("name") == name), containers[0])
    grace = container_kill_grace_s(
        reason,
        integer(case.get("deletionGracePeriodSeconds")),
        integer(case.get("terminationGracePeriodSeconds")) or 0,
        integer(container.get("livenessTerminationGracePeriodSeconds")),
        integer(container.get("startupTerminationGracePeriodSeconds")),
    )
    message = f"Container {text(container.get('name'))} {_TEXTS[reason]}, will be restarted"
    return grace, container_timeline(_dying(container), grace, message)


def _dying(container: Manifest) -> DyingContainer:
    hook = container.get("preStop")
    pre_stop = None
    if isinstance(hook, Mapping):
        pre_stop = HookBehaviour(_milliseconds(hook.get("seconds")), flag(hook.get("fails")))
    return DyingContainer(
        text(container.get("name")),
        _milliseconds(container.get("exitsAfterSigterm")),
        pre_stop,
        sidecar=flag(container.get("sidecar")),
        running=container.get("running") is not False,
    )


def _event(step: Step) -> Json:
    answer: dict[str, Json] = {"t": seconds(step.at_ms), "what": step.kind.value, "container": step.container}
    if step.kind is StepKind.EVENT:
        answer.update(type=step.type, reason=step.reason, message=step.message)
    elif step.kind is StepKind.SIGTERM:
        answer["stopTimeout"] = step.stop_timeout
    elif step.kind is StepKind.SIGKILL:
        answer["exitCode"] = SIGKILL_EXIT_CODE
    elif step.kind is StepKind.WAITS_FOR_TURN:
        answer["until"] = seconds(step.until_ms or 0)
    return answer


def _milliseconds(seconds: Json) -> int | None:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else None
