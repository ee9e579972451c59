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
    grace, touched = kept, False
    for candidate in (deletion_grace, override):
        if candidate is not None and (grace == 0 or candidate < grace):
            grace, touched = candidate, True
    # Before v1.31 an explicit 0 was taken for "none yet" and fell through to the whole spec value.
    if grace == 0 and spec_grace is not None and (before_v1_31 or not touched):
        grace = spec_grace
    grace = max(grace, 1)
    return EffectiveGrace(grace, kept != 0 and kept != grace)


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
