"""When thresholds are crossed, and which one is acted upon first."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.signals import Observation
from scheduler_core.kubelet.eviction.thresholds import (
    Amount,
    Threshold,
    eviction_order,
    first_observed,
    grace_met,
    thresholds_met,
    with_new_stats,
)
from scheduler_core.objects.scalars.quantity import parse_quantity

HARD = Threshold("memory.available", Amount(parse_quantity("100")))
SOFT = Threshold("memory.available", Amount(parse_quantity("300")), grace_ms=30_000)
DISK = Threshold("nodefs.available", Amount(share=0.1), min_reclaim=Amount(parse_quantity("50")))


def test_a_threshold_is_crossed_below_its_amount_and_not_at_it() -> None:
    assert [False, True] == [HARD.crossed(Observation(free, 1_000, 0)) for free in (100, 99)]


def test_a_share_counts_of_the_capacity_and_reclaim_asks_for_more() -> None:
    free = Observation(120, 1_000, 0)

    assert not DISK.crossed(free)
    assert DISK.crossed(free, enforce_min_reclaim=True)


def test_a_signal_without_figures_is_skipped() -> None:
    assert [SOFT] == thresholds_met([HARD, SOFT, DISK], {"memory.available": Observation(200, 1_000, 0)})


def test_a_grace_period_counts_from_the_first_of_unbroken_observations() -> None:
    observed = first_observed([SOFT], {}, 10_000)
    observed = first_observed([SOFT], observed, 20_000)

    assert [[], [SOFT]] == [grace_met(observed, at) for at in (39_999, 40_000)]
    assert {} == first_observed([], observed, 30_000)


def test_figures_that_are_not_newer_are_not_acted_upon_again() -> None:
    measured = {"memory.available": Observation(0, 1_000, 5)}

    assert [] == with_new_stats([HARD], measured, {"memory.available": 5})
    assert [HARD] == with_new_stats([HARD], measured, {"memory.available": 4})


def test_memory_comes_before_disks_and_hard_before_soft() -> None:
    assert [HARD, SOFT, DISK] == sorted([DISK, SOFT, HARD], key=eviction_order)
