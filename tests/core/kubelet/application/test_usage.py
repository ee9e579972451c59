"""Use over time: texts, changes, and when an amount is passed."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.application.usage import Curve, Load, constant, parse_usage

MI = 2**20


def test_an_amount_holds_for_ever() -> None:
    curve = parse_usage("200Mi")

    assert curve is not None
    assert [200 * MI, 200 * MI] == [curve.at(0), curve.at(10**9)]


def test_amounts_over_time_are_joined_by_straight_lines() -> None:
    curve = parse_usage("0:100,10:200,20:0")

    assert curve is not None
    assert [100, 150, 200, 100, 0, 0] == [curve.at(ms) for ms in (0, 5_000, 10_000, 15_000, 20_000, 99_000)]


def test_steps_hold_until_the_next_one() -> None:
    curve = parse_usage("steps 0:100, 10:200")

    assert curve is not None
    assert [100, 100, 200] == [curve.at(ms) for ms in (0, 9_999, 10_000)]


@pytest.mark.parametrize("message", ["", "much", "10:5,3:6", "1,2", "-5", "a:5", "0:5,,1:6"])
def test_what_is_no_use_is_none(message: str) -> None:
    assert parse_usage(message) is None


def test_a_change_holds_from_its_moment_on() -> None:
    changed = constant(100).then(5_000, 300, 10_000)

    assert [100, 100, 200, 300] == [changed.at(ms) for ms in (4_000, 5_000, 10_000, 15_000)]
    assert 300 == constant(100).then(5_000, 300, 0).at(5_000)


def test_the_moment_an_amount_is_passed_is_exact() -> None:
    growing = Curve(((0, 0), (10_000, 1_000)))
    load = Load((growing, constant(500)))

    assert 5_010 == load.first_above(1_000, 0)
    assert 10_000 == load.first_above(1_499, 0)
    assert load.first_above(1_500, 0) is None
    assert 7_000 == load.first_above(100, 7_000)


def test_constant_curves_count_as_one_in_a_sum() -> None:
    growing = Curve(((0, 100), (1_000, 1_100)))
    curves = [constant(500), growing, constant(200)]

    load = Load.of(curves)

    assert (constant(700), growing) == load.curves
    assert [Load(tuple(curves)).at(at) for at in (0, 500, 2_000)] == [load.at(at) for at in (0, 500, 2_000)]
    assert Load(tuple(curves)).first_above(1_000, 0) == load.first_above(1_000, 0)
