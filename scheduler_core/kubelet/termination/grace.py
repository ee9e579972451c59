"""How many seconds a dying process gets.

Source: kubelet `calculateEffectiveGracePeriod` (pkg/kubelet/pod_workers.go) and `setTerminationGracePeriod`
(pkg/kubelet/kuberuntime), v1.34; the behaviour of v1.22-v1.30 is kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MINIMUM_STOP_SECONDS = 2
"""StopContainer never gets less, so a process asked to end has at least this between SIGTERM and SIGKILL."""


@dataclass(frozen=True, slots=True)
class EffectiveGrace:
    """The grace a pod worker keeps from now on, in seconds, and whether that is less than it kept before."""

    seconds: int
    shortened: bool


class GraceRule(StrEnum):
    """Where a grace comes from, in the order in which the kubelet asks."""

    KEPT = "kept"
    DELETION = "deletion"
    OVERRIDE = "override"
    SPEC = "spec"
    MINIMUM = "minimum"


@dataclass(frozen=True, slots=True)
class GraceStep:
    """What one rule did. `offered` None: it said nothing. `seconds`: the grace after it, 0 = none yet."""

    rule: GraceRule
    offered: int | None
    taken: bool
    seconds: int


def effective_grace_period(
    kept: int,
    deletion_grace: int | None,
    override: int | None,
    spec_grace: int | None,
    *,
    before_v1_31: bool = False,
) -> EffectiveGrace:
    """What a kill request makes of the worker's grace. `kept` 0 = none yet; `override` =
    internal (eviction …).
    """
    steps = grace_steps(kept, deletion_grace, override, spec_grace, before_v1_31=before_v1_31)
    grace = steps[-1].seconds
    return EffectiveGrace(grace, kept != 0 and kept != grace)


def grace_steps(
    kept: int,
    deletion_grace: int | None,
    override: int | None,
    spec_grace: int | None,
    *,
    before_v1_31: bool = False,
) -> tuple[GraceStep, ...]:
    """How `effective_grace_period` comes to its number: one step for each rule, in their order.

    The last step that was taken decided.
    """
    grace, touched = kept, False
    steps = [GraceStep(GraceRule.KEPT, kept or None, kept != 0, kept)]
    for rule, offered in ((GraceRule.DELETION, deletion_grace), (GraceRule.OVERRIDE, override)):
        taken = offered is not None and (grace == 0 or offered < grace)
        if offered is not None and taken:
            grace, touched = offered, True
        steps.append(GraceStep(rule, offered, taken, grace))
    # Before v1.31 an explicit 0 was taken for "none yet" and fell through to the whole spec value.
    taken = grace == 0 and spec_grace is not None and (before_v1_31 or not touched)
    grace = spec_grace if taken and spec_grace is not None else grace
    steps.append(GraceStep(GraceRule.SPEC, spec_grace, taken, grace))
    steps.append(GraceStep(GraceRule.MINIMUM, 1, grace < 1, max(grace, 1)))
    return tuple(steps)


class KillReason(StrEnum):
    """Why one container alone is killed while its pod lives on."""

    LIVENESS_PROBE = "livenessProbe"
    STARTUP_PROBE = "startupProbe"
    DEFINITION_CHANGED = "definitionChanged"


def container_kill_grace(
    reason: KillReason,
    deletion_grace: int | None,
    spec_grace: int | None,
    liveness_grace: int | None,
    startup_grace: int | None,
) -> int:
    """The grace for the kill of a single container (its pod is not being terminated)."""
    if deletion_grace is not None:
        return deletion_grace
    if spec_grace is None:
        return MINIMUM_STOP_SECONDS
    if reason is KillReason.LIVENESS_PROBE and liveness_grace is not None:
        return liveness_grace
    if reason is KillReason.STARTUP_PROBE and startup_grace is not None:
        return startup_grace
    return spec_grace
