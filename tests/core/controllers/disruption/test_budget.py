"""The status of a PodDisruptionBudget from its pods and the scales of their controllers."""

from __future__ import annotations

from scheduler_core.controllers.disruption.budget import (
    DELETION_TIMEOUT_MS,
    BudgetPod,
    BudgetStatus,
    SyncFailed,
    budget_status,
)


def pods(count: int, ready: int, controller: str | None = "web") -> list[BudgetPod]:
    return [BudgetPod(f"p{n}", ready=n < ready, deleting=False, controller=controller) for n in range(count)]


def allowed(status: BudgetStatus | SyncFailed) -> int:
    assert isinstance(status, BudgetStatus)
    return status.disruptions_allowed


def test_a_number_of_available_pods_needs_no_scale() -> None:
    assert 1 == allowed(budget_status(2, None, pods(3, ready=3, controller=None), {}))


def test_a_percentage_counts_from_the_scale_not_from_the_pods_that_exist() -> None:
    assert 0 == allowed(budget_status("50%", None, pods(3, ready=3), {"web": 6}))
    assert 1 == allowed(budget_status("50%", None, pods(4, ready=4), {"web": 6}))


def test_pods_of_an_unknown_controller_make_the_sync_fail() -> None:
    assert SyncFailed('found no controllers for pod "p0"') == budget_status(None, 1, pods(1, ready=1), {})


def test_an_approved_eviction_counts_until_its_timeout() -> None:
    def with_disrupted(since_ms: int) -> BudgetStatus | SyncFailed:
        evicted = BudgetPod("p0", ready=True, deleting=False, controller="web", disrupted_ms=since_ms)
        return budget_status(None, 1, [evicted, *pods(3, ready=3)[1:]], {"web": 3})

    assert [0, 1] == [allowed(with_disrupted(since)) for since in (1_000, DELETION_TIMEOUT_MS + 1)]
