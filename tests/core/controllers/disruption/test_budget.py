"""The status of a PodDisruptionBudget, beyond the recorded cases."""

from __future__ import annotations

from scheduler_core.controllers.disruption.budget import (
    DELETION_TIMEOUT_MS,
    BudgetPod,
    BudgetStatus,
    SyncFailed,
    budget_status,
)


def pods(ready: int, unready: int = 0, controller: str | None = "web") -> list[BudgetPod]:
    return [BudgetPod(f"p{number}", number < ready, False, controller) for number in range(ready + unready)]


def status(minimum: int | str | None, maximum: int | str | None, result: list[BudgetPod]) -> BudgetStatus:
    made = budget_status(minimum, maximum, result, {"web": len(result)})
    assert isinstance(made, BudgetStatus)
    return made


def test_a_number_counts_the_pods_that_are_there() -> None:
    made = status(2, None, pods(3))

    assert (3, 2, 3, 1, "SufficientPods") == (
        made.expected_pods,
        made.desired_healthy,
        made.current_healthy,
        made.disruptions_allowed,
        made.reason,
    )


def test_percentages_are_of_what_the_controllers_want_and_rounded_up() -> None:
    assert (3, 2) == (
        status("50%", None, pods(5)).desired_healthy,
        status(None, "50%", pods(5)).desired_healthy,
    )


def test_an_unready_pod_uses_up_the_budget() -> None:
    made = status(None, 1, pods(2, unready=1))

    assert (0, "InsufficientPods") == (made.disruptions_allowed, made.reason)


def test_a_pod_whose_eviction_was_approved_counts_as_gone_for_two_minutes() -> None:
    def evicted(ago_ms: int) -> BudgetStatus:
        return status(None, 1, [*pods(2), BudgetPod("x", True, False, "web", ago_ms)])

    early, late = evicted(1_000), evicted(DELETION_TIMEOUT_MS + 1)

    assert (2, 0, ("x",), DELETION_TIMEOUT_MS - 1_000) == (
        early.current_healthy,
        early.disruptions_allowed,
        early.disrupted_pods,
        early.expires_in_ms,
    )
    assert (3, 1, (), None) == (
        late.current_healthy,
        late.disruptions_allowed,
        late.disrupted_pods,
        late.expires_in_ms,
    )


def test_a_pod_without_its_controller_cannot_be_counted_in_percent() -> None:
    assert SyncFailed('found no controllers for pod "p0"') == budget_status("50%", None, pods(1), {})


def test_pods_that_nothing_manages_are_named_and_expected_by_no_one() -> None:
    made = status(None, 1, pods(2, controller=None))

    assert (("p0", "p1"), 0, 0) == (made.unmanaged_pods, made.expected_pods, made.disruptions_allowed)
