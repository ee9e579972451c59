"""Seconds in JSON."""

from __future__ import annotations

import pytest

from scheduler_core.simulation.inputs.untimed import as_seconds


@pytest.mark.parametrize(("ms", "text"), [(0, "0"), (2_000, "2"), (2_500, "2.5"), (1, "0.001")])
def test_whole_seconds_are_integers_and_others_are_not(ms: int, text: str) -> None:
    assert text == str(as_seconds(ms))
