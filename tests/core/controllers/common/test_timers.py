"""What a controller waits for, as the board shows it."""

from __future__ import annotations

import pytest

from scheduler_core.actor import message
from scheduler_core.controllers.common.timers import Timer, waits_for

WHY = message("bound", pod="p")


@pytest.mark.parametrize(
    ("timer", "expected"),
    [
        (Timer("toleration", 0, 1, WHY, pod="default/p", node="n1"), "toleration:default/p"),
        (Timer("rate", 0, 1, WHY, node="n1"), "rate:n1"),
        (Timer("detach", 0, 1, WHY, node="n3", volume="pv-1"), "detach:pv-1/n3"),
    ],
)
def test_a_timer_is_known_by_its_kind_and_object(timer: Timer, expected: str) -> None:
    assert expected == timer.key


def test_its_times_are_told_in_seconds() -> None:
    result = Timer("rate", 1_500, 10_000, WHY, node="n1").to_json()

    assert ("rate", "n1", None, 1.5, 10) == (
        result["kind"],
        result["node"],
        result["pod"],
        result["from"],
        result["to"],
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("toleration:default/p", ("default/p", None)),
        ("quarantine:n1", (None, "n1")),
        ("detach:pv-1/n3", (None, "n3")),
    ],
)
def test_the_key_says_which_pod_or_node_is_waited_for(
    key: str, expected: tuple[str | None, str | None]
) -> None:
    assert expected == waits_for(key)
