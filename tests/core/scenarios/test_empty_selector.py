"""T29: an empty selector counts no existing pod."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    play = Play(gallery("empty-selector"))
    play.until_quiet()
    return play.decisions("p")


def test_with_a_selector_n1_is_refused(made: list[dict[str, Any]]) -> None:
    assert [("kubernetes.io/hostname", 2, 1, 0, 3, False)] == spread(made[0], "n1")
    assert "n2" == made[0]["node"]
    assert not made[0]["scored"]


@pytest.mark.parametrize("number", [1, 2], ids=["{}", "absent"])
def test_without_one_the_constraint_is_always_satisfied(made: list[dict[str, Any]], number: int) -> None:
    assert {"n1": 392, "n2": 397} == made[number]["totals"]
    assert "n2" == made[number]["node"]


def test_an_empty_selector_counts_only_the_pod_itself(made: list[dict[str, Any]]) -> None:
    assert [("kubernetes.io/hostname", 0, 1, 0, 1, True)] == spread(made[1], "n1")
