"""E10: before 1.28 the override came after the hook, and the budget was spent twice."""

from __future__ import annotations

import pytest

from tests.core.endings import budget, code, exits, seconds
from tests.core.playing import Documents, gallery, played

SLUG = "override-after-hook"


def under(documents: Documents, version: str) -> Documents:
    documents[0]["spec"]["version"] = version
    return documents


def test_v1_23_gives_the_whole_30_again_after_the_hook() -> None:
    play = played(gallery(SLUG))

    assert "1.23" == gallery(SLUG)[0]["spec"]["version"]
    assert [("prestop", 0), ("sigterm", 12), ("exit", 37)] == seconds(play)[:3]
    assert (30, 0) == (budget(play), code(play))


def test_v1_34_kills_at_30() -> None:
    play = played(under(gallery(SLUG), "1.34"))

    assert [("prestop", 0), ("sigterm", 12), ("sigkill", 30)] == seconds(play)[:3]
    assert (18, 137) == (budget(play), code(play))


@pytest.mark.parametrize(("version", "end"), [("1.22", 37), ("1.27", 37), ("1.28", 30)])
def test_it_was_so_from_1_22_to_1_27(version: str, end: int) -> None:
    play = played(under(gallery(SLUG), version))

    assert end == seconds(play, kinds=("exit", "sigkill"))[0][1]


def test_the_first_scenario_under_v1_23_is_this_one() -> None:
    assert seconds(played(gallery(SLUG))) == seconds(
        played(under(exits(gallery("prestop-budget"), 25), "1.23"))
    )


@pytest.mark.parametrize(("version", "end"), [("1.23", 60), ("1.34", 32)])
def test_a_hanging_hook_costs_30_more(version: str, end: int) -> None:
    play = played(under(gallery("hanging-hook"), version))

    assert [("prestop", 0), ("sigterm", 30), ("sigkill", end)] == seconds(play)[:3]
