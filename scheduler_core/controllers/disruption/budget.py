"""The status of a PodDisruptionBudget, as a rule.

Source: disruption controller `getExpectedPodCount`, `countHealthyPods`, `buildDisruptedPodMap`,
`updatePdbStatus` (pkg/controller/disruption, v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.controllers.common.int_or_percent import scaled

DELETION_TIMEOUT_MS = 120_000
"""Time for which a pod counts as unhealthy after its eviction was approved."""


@dataclass(frozen=True, slots=True)
class BudgetPod:
    """A pod that the budget selects. `controller` is a key of `scales`, None for an unmanaged pod.
    `disrupted_ms` is the time since its eviction was approved, None when none was approved.
    """

    name: str
    ready: bool
    deleting: bool
    controller: str | None
    disrupted_ms: int | None = None


@dataclass(frozen=True, slots=True)
class BudgetStatus:
    """The new status. `disrupted_pods` are the names that stay listed; the oldest of them expires in
    `expires_in_ms`.
    """

    expected_pods: int
    desired_healthy: int
    current_healthy: int
    disruptions_allowed: int
    disrupted_pods: tuple[str, ...]
    unmanaged_pods: tuple[str, ...]
    expires_in_ms: int | None = None

    @property
    def reason(self) -> str:
        return "SufficientPods" if self.disruptions_allowed > 0 else "InsufficientPods"


@dataclass(frozen=True, slots=True)
class SyncFailed:
    """The expected number of pods cannot be computed: disruptionsAllowed becomes 0 and the rest stays."""

    message: str


def budget_status(
    min_available: int | str | None,
    max_unavailable: int | str | None,
    pods: Sequence[BudgetPod],
    scales: Mapping[str, int],
) -> BudgetStatus | SyncFailed:
    """The status for the selected pods, terminating and finished ones included."""
    unmanaged: tuple[str, ...] = ()
    if max_unavailable is None and isinstance(min_available, int):
        expected, desired = len(pods), min_available
    elif max_unavailable is None and min_available is None:
        expected, desired = 0, 0
    else:
        missing = next(
            (pod for pod in pods if pod.controller is not None and pod.controller not in scales), None
        )
        if missing is not None:
            return SyncFailed(f'found no controllers for pod "{missing.name}"')
        controllers = {pod.controller: None for pod in pods if pod.controller is not None}
        expected = sum(scales[name] for name in controllers)
        unmanaged = tuple(pod.name for pod in pods if pod.controller is None)
        if max_unavailable is not None:
            desired = max(0, expected - scaled(max_unavailable, expected))
        else:
            desired = scaled(min_available or 0, expected)
    disrupted = tuple(
        pod
        for pod in pods
        if pod.disrupted_ms is not None and not pod.deleting and pod.disrupted_ms <= DELETION_TIMEOUT_MS
    )
    healthy = sum(1 for pod in pods if pod.ready and not pod.deleting and not _being_evicted(pod))
    allowed = max(0, healthy - desired) if expected > 0 else 0
    waits = [DELETION_TIMEOUT_MS - (pod.disrupted_ms or 0) for pod in disrupted]
    return BudgetStatus(
        expected_pods=expected,
        desired_healthy=desired,
        current_healthy=healthy,
        disruptions_allowed=allowed,
        disrupted_pods=tuple(pod.name for pod in disrupted),
        unmanaged_pods=unmanaged,
        expires_in_ms=min(waits, default=None),
    )


def _being_evicted(pod: BudgetPod) -> bool:
    return pod.disrupted_ms is not None and pod.disrupted_ms < DELETION_TIMEOUT_MS
