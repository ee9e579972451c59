"""Zones: how much of one is lost, and how fast its nodes may be tainted."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.nodelifecycle.zones import Limiter, ZoneState, interval_ms, zone_state


@pytest.mark.parametrize(
    ("ready", "lost", "state"),
    [
        (0, 0, ZoneState.NORMAL),
        (1, 0, ZoneState.NORMAL),
        (0, 1, ZoneState.FULL),
        (1, 2, ZoneState.NORMAL),
        (2, 3, ZoneState.PARTIAL),
        (3, 3, ZoneState.NORMAL),
        (9, 11, ZoneState.PARTIAL),
        (10, 11, ZoneState.NORMAL),
        (0, 60, ZoneState.FULL),
    ],
)
def test_the_state_of_a_zone(ready: int, lost: int, state: ZoneState) -> None:
    assert state is zone_state([True] * ready + [False] * lost)


def test_the_rate_of_a_zone_by_its_state_and_size() -> None:
    assert 10_000 == interval_ms(ZoneState.NORMAL, 3) == interval_ms(ZoneState.FULL, 300)
    assert interval_ms(ZoneState.PARTIAL, 50) is None
    assert 100_000 == interval_ms(ZoneState.PARTIAL, 51)


def test_a_limiter_has_one_token() -> None:
    taken = Limiter().taken(5_000)
    assert taken is not None
    assert taken.taken(14_999) is None
    assert taken.taken(15_000) is not None


def test_who_waited_for_a_token_goes_on_waiting_at_another_rate() -> None:
    waiting = Limiter(10_000, 15_000)

    assert Limiter(100_000, 106_000) == waiting.swapped(100_000, 6_000)
    assert Limiter(100_000, 20_000) == waiting.swapped(100_000, 20_000)
    assert waiting is waiting.swapped(10_000, 0)
    never = waiting.swapped(None, 0)
    assert never.taken(10**9) is None
    assert Limiter(10_000, 40_000) == never.swapped(10_000, 30_000)
