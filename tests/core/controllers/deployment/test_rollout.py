"""How a Deployment moves replicas between its ReplicaSets, in numbers."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.deployment.rollout import (
    Resize,
    Rollout,
    SetSize,
    fence_posts,
    new_set_size,
    proportional_sizes,
    resolved,
    rolling_step,
)

ROLLOUT = Rollout(replicas=10, max_surge=3, max_unavailable=2)


@pytest.mark.parametrize(
    ("amount", "up", "down"), [(3, 3, 3), ("25%", 3, 2), ("0%", 0, 0), ("100%", 10, 10), (None, 3, 2)]
)
def test_a_percentage_is_rounded_up_for_surge_and_down_for_unavailable(
    amount: int | str | None, up: int, down: int
) -> None:
    assert (up, down) == (resolved(amount, 10, round_up=True), resolved(amount, 10, round_up=False))


@pytest.mark.parametrize(
    ("surge", "unavailable", "replicas", "expected"),
    [
        ("0%", "0%", 10, (0, 1)),
        (0, "1%", 10, (0, 1)),
        (1, 0, 10, (1, 0)),
        (0, 5, 3, (0, 3)),
        (0, 0, 0, (0, 0)),
    ],
)
def test_surge_and_unavailable_are_never_both_0_while_there_are_replicas(
    surge: int | str, unavailable: int | str, replicas: int, expected: tuple[int, int]
) -> None:
    assert expected == fence_posts(surge, unavailable, replicas)


@pytest.mark.parametrize(
    ("new", "total", "expected"), [(0, 10, 3), (3, 13, 3), (3, 11, 5), (9, 10, 10), (12, 20, 10)]
)
def test_the_new_set_grows_into_the_surge_and_no_further(new: int, total: int, expected: int) -> None:
    assert expected == new_set_size(ROLLOUT, new, total)


def test_a_recreated_deployment_gets_all_its_replicas_at_once() -> None:
    assert 10 == new_set_size(Rollout(10, None, None), 0, 0)


def test_old_pods_go_as_far_as_enough_are_available() -> None:
    new, old = SetSize("new", 3, 0), SetSize("old", 10, 10)

    assert Resize("old", 8) == rolling_step(ROLLOUT, new, [old])
    assert rolling_step(ROLLOUT, new, [SetSize("old", 8, 8)]) == Resize("new", 5)
    assert rolling_step(ROLLOUT, SetSize("new", 5, 0), [SetSize("old", 8, 8)]) is None


def test_unhealthy_old_pods_go_first_whichever_set_has_them() -> None:
    sets = [SetSize("oldest", 5, 5), SetSize("broken", 5, 2)]

    assert Resize("broken", 3) == rolling_step(ROLLOUT, SetSize("new", 3, 0), sets)


def test_with_no_old_pods_left_there_is_nothing_to_do() -> None:
    assert rolling_step(ROLLOUT, SetSize("new", 10, 4), [SetSize("old", 0, 0)]) is None


def test_a_change_of_scale_within_a_rollout_is_shared_in_proportion() -> None:
    sets = [SetSize("old", 8, 8), SetSize("new", 5, 0)]

    assert [Resize("old", 14), Resize("new", 9)] == proportional_sizes(Rollout(20, 3, 2), sets, before=13)
    assert [Resize("old", 0), Resize("new", 0)] == proportional_sizes(Rollout(0, 3, 2), sets, before=13)
    assert [] == proportional_sizes(ROLLOUT, sets, before=13)
