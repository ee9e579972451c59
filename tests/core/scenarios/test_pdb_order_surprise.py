"""A17: the budget is charged from the most important pod down, and violating pods are put back first."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery


def test_a_the_most_important_is_the_victim_and_no_budget_is_violated() -> None:
    play = Play(gallery("pdb-order-surprise"))
    last = play.until_quiet()

    assert {"n1": (["a"], 0)} == play.candidates("p")
    assert not play.exists(last, "a")
    assert [True, True] == [play.untouched(last, name) for name in "bc"]
    assert "n1" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(30, abs=3)
