"""Fields of disruption budgets and of rolling updates."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, CardWords, gettext_noop

WORKLOADS: Mapping[str, CardWords] = {
    "minAvailable": CardWords(
        FIELD,
        gettext_noop(
            "The number or percentage of selected pods that a PodDisruptionBudget wants to stay healthy."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-budgets",
        also=("spec.minAvailable",),
        shows=("minAvailable",),
    ),
    "disruptionsAllowed": CardWords(
        FIELD,
        gettext_noop(
            "How many selected pods the Eviction API may remove now. At 0 it refuses. Preemption only "
            "prefers not to violate it."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-budgets",
        formula=gettext_noop("disruptionsAllowed = currentHealthy − desiredHealthy, at least 0"),
        also=("status.disruptionsAllowed",),
        shows=("disruptionsAllowed", "minAvailable"),
        plugin="DefaultPreemption",
    ),
    "maxUnavailable": CardWords(
        FIELD,
        gettext_noop(
            "How many pods may be missing: during a rolling update of a Deployment, or in a "
            "PodDisruptionBudget for evictions."
        ),
        "/concepts/workloads/controllers/deployment/#max-unavailable",
        shows=("maxUnavailable",),
    ),
    "maxSurge": CardWords(
        FIELD,
        gettext_noop("How many pods above the wanted number a rolling update of a Deployment may create."),
        "/concepts/workloads/controllers/deployment/#max-surge",
        shows=("maxSurge",),
    ),
}
