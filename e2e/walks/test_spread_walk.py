"""The source of PodTopologySpread followed on the board: state, critical paths, dry run, weights, arithmetic."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.harness.board import Board, empty_page
from tests.harness.series import sampled, thorough


def stepped(page: Page, slug: str, pod: str, into: int) -> Board:
    """The board of a scenario with the cursor inside the first decision about `pod`, at its stop `into`."""
    board = Board(page).open(f"/s/{slug}")
    board.open(f"/r/{board.run}?at={board.act('schedule', pod) - 1}&into={into}")
    page.wait_for_function("(k) => podium.player.state.into?.k === k", arg=into)
    return board


def rows(table: Locator) -> list[str]:
    return [re.sub(r"\s+", " ", row).strip() for row in table.locator("tbody tr").all_inner_texts()]


def test_prefilter_shows_the_pairs_and_both_critical_paths(page: Page) -> None:
    walks = stepped(page, "prefilter-board", "default/mypod", 0).inspector.locator(".walk")

    assert ["zone1 3", "zone2 4"] == rows(walks.nth(0).locator("table").first)
    assert ["node-a 2", "node-b 1", "node-x 0", "node-y 4"] == rows(walks.nth(1).locator("table").first)
    paths = [walks.nth(n).locator(".paths b").all_inner_texts() for n in (0, 1)]
    assert [["zone1 3", "zone2 4"], ["node-x 0", "node-b 1"]] == paths


@thorough
def test_the_dry_run_shows_the_paths_after_each_change(page: Page) -> None:
    board = stepped(page, "critical-path-drill", "default/drill", 4)

    drill = ["1 zone A 1 B 2", "C → 1 A 1 C 1", "C → 0 C 0 A 1", "C → 1 C 1 A 1", "C → 2 A 1 C 2"]
    assert drill == rows(board.inspector.locator(".walk table"))[:5]


@thorough
def test_prescore_shows_the_weight_and_score_the_arithmetic(page: Page) -> None:
    board = stepped(page, "soft-score-numbers", "default/mypod", 5)
    assert "ln(2+2) = 1.3863" in board.inspector.locator(".walk").inner_text()

    board = stepped(page, "soft-score-numbers", "default/mypod", 8)
    assert "node1 2·1.3863 = 2.7726 → 3 100·(3+1−3)/3 = 33 66" in rows(
        board.inspector.locator(".walk table").last
    )


@pytest.mark.parametrize("width", sampled([390, 1440]))
def test_the_walk_is_accessible_and_does_not_widen_the_page(contexts, axe, width: int) -> None:
    page = empty_page(contexts.open(viewport={"width": width, "height": 844}))
    run = stepped(page, "prefilter-board", "default/mypod", 0).run
    axe(page)

    page.goto(f"/r/{run}/pods/default/mypod/why")
    page.locator(".spread-walk summary").click()
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_a_soft_constraint_is_drawn_with_its_weight_and_the_score_of_each_domain(page: Page) -> None:
    board = Board(page).open("/s/soft-score-numbers")
    board.open(f"/r/{board.run}?at={board.act('bind', 'default/mypod')}&pod=default/mypod")
    chart = page.locator(".spread-stage .spc.soft")

    assert ["zoneA2 × 1.386 = 2.7733 × 2 = 66", "zoneB1 × 1.386 = 1.39100 × 2 = 200"] == [
        under.replace("\n", "").replace("\xa0", " ") for under in chart.locator(".under").all_inner_texts()
    ]
    assert "weight ln(2 + 2) = 1.386" in chart.locator(".splegend").inner_text()
    assert [["p1", "p2"], ["p3", "mypod"]] == [
        column.locator(".blk text").all_text_contents() for column in chart.locator(".col").all()
    ]
    assert 0 == chart.locator(".maxl").count()


@thorough
def test_several_soft_constraints_add_up(page: Page) -> None:
    board = Board(page).open("/s/host-and-zone-soft")
    board.open(f"/r/{board.run}?at={board.act('bind', 'default/mypod')}&pod=default/mypod")

    added = rows(page.locator(".spread-stage .spall table"))
    assert ["n3 1.61 1.39 3.00 → 3 100 200", "n2 0.00 2.77 2.77 → 3 100 200"] == added[:2]
