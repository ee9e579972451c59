"""The rule of the eviction subresource: may this pod be evicted, and does its budget lose a disruption?

Source: registry/core/pod/storage/eviction.go `EvictionREST.Create`, `canIgnorePDB`, `checkAndDecrement`
(v1.34; the causes of v1.35 on).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_DISRUPTED_PODS = 2_000
RETRY_AFTER_SECONDS = 10
WOULD_VIOLATE = "Cannot evict pod as it would violate the pod's disruption budget."
_SEVERAL_BUDGETS = (
    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."
)


@dataclass(frozen=True, slots=True)
class EvictedPod:
    name: str
    phase: str
    ready: bool
    deleting: bool = False


@dataclass(frozen=True, slots=True)
class SelectingBudget:
    """A budget whose selector matches the pod, with the fields of its status. `reason` and `explanation` are
    those of its condition DisruptionAllowed where that is False, else "".
    """

    name: str
    disruptions_allowed: int
    current_healthy: int
    desired_healthy: int
    generation: int = 1
    observed_generation: int = 1
    always_allow_unhealthy: bool = False
    disrupted_pods: int = 0
    reason: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class EvictionVerdict:
    """The answer. `code` 201 means that the pod is deleted with the condition DisruptionTarget.
    `budget_checked` is False when the budgets did not matter.

    `budget_used` means that disruptionsAllowed falls by one and that the pod is noted in disruptedPods; it is
    None without a budget.
    """

    code: int
    message: str = ""
    cause: str = ""
    retry_after_seconds: int | None = None
    budget_checked: bool = True
    budget_used: bool | None = None

    @property
    def evicted(self) -> bool:
        return self.code == 201


def decide_eviction(
    pod: EvictedPod | None, budgets: Sequence[SelectingBudget], name: str, *, names_cause: bool = False
) -> EvictionVerdict:
    """The answer to a POST of `pods/<name>/eviction`; `pod` is None when no pod has that name. With
    `names_cause` the cause says why a budget allows nothing (since v1.35).
    """
    if pod is None:
        return EvictionVerdict(404, f'pods "{name}" not found')
    if pod.deleting or pod.phase in ("Succeeded", "Failed", "Pending"):
        return EvictionVerdict(201, budget_checked=False)
    if len(budgets) > 1:
        return EvictionVerdict(500, _SEVERAL_BUDGETS)
    if not budgets:
        return EvictionVerdict(201)
    budget = budgets[0]
    if not pod.ready:
        enough = budget.current_healthy >= budget.desired_healthy > 0
        if budget.always_allow_unhealthy or enough:
            return EvictionVerdict(201, budget_used=False)
    return _check_and_decrement(budget, names_cause)


def _check_and_decrement(budget: SelectingBudget, names_cause: bool) -> EvictionVerdict:
    """Whether the budget of a healthy pod allows a disruption; 429 or 403 when it does not."""
    if budget.observed_generation < budget.generation:
        cause = f"The disruption budget {budget.name} is still being processed by the server."
        return EvictionVerdict(429, WOULD_VIOLATE, cause, RETRY_AFTER_SECONDS)
    forbidden = f'poddisruptionbudget.policy "{budget.name}" is forbidden: '
    if budget.disruptions_allowed < 0:
        return EvictionVerdict(403, f"{forbidden}pdb disruptions allowed is negative")
    if budget.disrupted_pods > MAX_DISRUPTED_PODS:
        why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller"
        return EvictionVerdict(403, forbidden + why)
    if budget.disruptions_allowed == 0:
        return EvictionVerdict(429, WOULD_VIOLATE, _cause(budget, names_cause))
    return EvictionVerdict(201, budget_used=True)


def _cause(budget: SelectingBudget, names_cause: bool) -> str:
    """Why the budget allows no disruption; before v1.35 every refusal counted healthy pods."""
    counts = (
        f"The disruption budget {budget.name} needs {budget.desired_healthy} healthy pods and has "
        f"{budget.current_healthy} currently"
    )
    if not names_cause:
        return counts
    refuses = f"The disruption budget {budget.name} does not allow evicting pods currently"
    if budget.reason == "SyncFailed":
        return f"{refuses} because it failed sync: {budget.explanation}"
    if budget.current_healthy <= budget.desired_healthy:
        return counts
    return f"{refuses} ({budget.reason}): {budget.explanation}" if budget.reason else refuses
