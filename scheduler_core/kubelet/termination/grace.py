"""All rules about how many seconds a terminating process gets.

Source: kubelet `calculateEffectiveGracePeriod`, `killPodNow` (pkg/kubelet/pod_workers.go),
`setTerminationGracePeriod` (pkg/kubelet/kuberuntime), pkg/kubelet/eviction and pkg/kubelet/nodeshutdown,
v1.34; the rules of v1.22-v1.30 are included. All values are whole seconds. A pod that the API server stored
always has `spec.terminationGracePeriodSeconds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MINIMUM_POD_GRACE_S = 1
"""The minimum effective grace period of a pod."""
MINIMUM_STOP_SECONDS = 2
"""The minimum stop timeout of the runtime, so a process has at least this long between SIGTERM and
SIGKILL.
"""
ORPHAN_GRACE_S = 1
"""The grace period of a running pod whose object is gone. Its definition is lost too, so no hook runs."""
MINIMUM_KILL_CALL_S = 10
"""The minimum time for which the caller of `killPodNow` waits."""


@dataclass(frozen=True, slots=True)
class EffectiveGrace:
    """The grace period that a pod worker keeps from now on; `shortened` means that it kept a different one
    before.
    """

    seconds: int
    shortened: bool


class GraceRule(StrEnum):
    """Where a grace period comes from, in the order in which the kubelet looks."""

    KEPT = "kept"
    DELETION = "deletion"
    OVERRIDE = "override"
    SPEC = "spec"
    MINIMUM = "minimum"


@dataclass(frozen=True, slots=True)
class GraceStep:
    """The result of one rule. `offered` is its value in seconds, None when it has none. `seconds` is the
    grace period after this rule, 0 when none is chosen yet.
    """

    rule: GraceRule
    offered: int | None
    taken: bool
    seconds: int


def effective_grace_period(
    current_s: int,
    deletion_grace_s: int | None,
    override_s: int | None,
    spec_grace_s: int | None,
    *,
    before_v1_31: bool = False,
) -> EffectiveGrace:
    """The grace period after a request to kill a pod.

    `current_s` is the worker's present value, 0 before the first request. `deletion_grace_s` is None when the
    pod is not deleted. `override_s` is set by an eviction or a node shutdown. `spec_grace_s` is None only for
    a pod that no API server has defaulted.
    """
    steps = grace_steps(current_s, deletion_grace_s, override_s, spec_grace_s, before_v1_31=before_v1_31)
    effective_s = steps[-1].seconds
    return EffectiveGrace(effective_s, current_s != 0 and current_s != effective_s)


def grace_steps(
    current_s: int,
    deletion_grace_s: int | None,
    override_s: int | None,
    spec_grace_s: int | None,
    *,
    before_v1_31: bool = False,
) -> tuple[GraceStep, ...]:
    """The derivation of `effective_grace_period`: one step for each rule, in their order.

    The last step that was taken decided.
    """
    grace_s, touched = current_s, False
    steps = [GraceStep(GraceRule.KEPT, current_s or None, current_s != 0, current_s)]
    for rule, offered_s in ((GraceRule.DELETION, deletion_grace_s), (GraceRule.OVERRIDE, override_s)):
        taken = offered_s is not None and (grace_s == 0 or offered_s < grace_s)
        if offered_s is not None and taken:
            grace_s, touched = offered_s, True
        steps.append(GraceStep(rule, offered_s, taken, grace_s))
    # Before v1.31 an explicit 0 counted as "not set", and the full value of the spec was used.
    taken = grace_s == 0 and spec_grace_s is not None and (before_v1_31 or not touched)
    grace_s = spec_grace_s if taken and spec_grace_s is not None else grace_s
    steps.append(GraceStep(GraceRule.SPEC, spec_grace_s, taken, grace_s))
    least_s = MINIMUM_POD_GRACE_S
    steps.append(GraceStep(GraceRule.MINIMUM, least_s, grace_s < least_s, max(grace_s, least_s)))
    return tuple(steps)


class KillReason(StrEnum):
    """Why one container is killed while its pod lives on."""

    LIVENESS_PROBE = "livenessProbe"
    STARTUP_PROBE = "startupProbe"
    DEFINITION_CHANGED = "definitionChanged"
    POST_START_HOOK = "postStartHook"


def container_kill_grace_s(
    reason: KillReason,
    deletion_grace_s: int | None,
    spec_grace_s: int,
    liveness_grace_s: int | None,
    startup_grace_s: int | None,
) -> int:
    """The grace period for the kill of one container while its pod lives on.

    `liveness_grace_s` and `startup_grace_s` are the probe's own terminationGracePeriodSeconds, None when
    unset.
    """
    if deletion_grace_s is not None:
        return deletion_grace_s
    if reason is KillReason.LIVENESS_PROBE and liveness_grace_s is not None:
        return liveness_grace_s
    if reason is KillReason.STARTUP_PROBE and startup_grace_s is not None:
        return startup_grace_s
    return spec_grace_s


def soft_eviction_override_s(max_pod_grace_s: int, spec_grace_s: int, *, capped: bool) -> int:
    """The override of a soft eviction: evictionMaxPodGracePeriod, limited to the pod's own grace period since
    v1.32 (`capped`).
    """
    return min(max_pod_grace_s, spec_grace_s) if capped else max_pod_grace_s


def shutdown_override_s(group_s: int, spec_grace_s: int) -> int:
    """The override of a pod in a group of a graceful node shutdown: never more than the pod's own grace
    period.
    """
    return min(group_s, spec_grace_s)


def kill_call_patience_s(override_s: int | None, spec_grace_s: int) -> int:
    """How long the caller of `killPodNow` waits for the pod to be dead: one and a half times the grace
    period, and at least 10 s.
    """
    grace_s = spec_grace_s if override_s is None else override_s
    return max(grace_s + grace_s // 2, MINIMUM_KILL_CALL_S)


def stop_timeout_s(grace_left_s: int) -> int:
    """The timeout of the runtime's StopContainer call: the seconds between SIGTERM and SIGKILL."""
    return max(grace_left_s, MINIMUM_STOP_SECONDS)
