"""`effective_grace_period.json`: the grace a pod worker keeps, in v1.31+ and before."""

from __future__ import annotations

from scheduler_core.kubelet.termination.grace import EffectiveGrace, effective_grace_period
from scheduler_core.objects.manifest import Json, Manifest, integer


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    return {**_fields(_grace(case, before=False)), "before_v1_31": _fields(_grace(case, before=True))}


def _grace(case: Manifest, *, before: bool) -> EffectiveGrace:
    return effective_grace_period(
        integer(case.get("statusGracePeriod")) or 0,
        integer(case.get("deletionGracePeriodSeconds")),
        integer(case.get("override")),
        integer(case.get("terminationGracePeriodSeconds")),
        before_v1_31=before,
    )


def _fields(grace: EffectiveGrace) -> dict[str, Json]:
    return {"gracePeriod": grace.seconds, "shortened": grace.shortened}
