"""T27: maxSkew - 1 is added to every raw score, so the relative difference shrinks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, gallery


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    play = Play(gallery("watered-down"))
    play.until_quiet()
    return play.decisions("p")


@pytest.mark.parametrize(
    ("number", "raw", "normalised", "totals", "node"),
    [
        (0, (4, 1), (25, 100), (440, 595), "n2"),
        (1, (8, 5), (62, 100), (514, 595), "n2"),
        (2, (4, 1), (25, 100), (440, 507), "n2"),
        (3, (8, 5), (62, 100), (514, 507), "n1"),
    ],
    ids=["maxSkew 1", "maxSkew 5", "maxSkew 1 with fat", "maxSkew 5 with fat"],
)
def test_the_numbers(
    made: list[dict[str, Any]],
    number: int,
    raw: tuple[int, int],
    normalised: tuple[int, int],
    totals: tuple[int, int],
    node: str,
) -> None:
    decision = made[number]
    found = [decision["scores"][name]["PodTopologySpread"] for name in ("n1", "n2")]

    assert raw == (found[0][0], found[1][0])
    assert normalised == (found[0][1], found[1][1])
    assert {"n1": totals[0], "n2": totals[1]} == decision["totals"]
    assert node == decision["node"]
