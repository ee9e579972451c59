"""Maintenance by hand: from a node's menu or the palette to the choice, to the board that plays it, to its report."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import Board
from tests.harness.series import thorough

SCENARIO = "/s/podium-three-zones"


def test_from_a_nodes_menu_to_the_film_and_its_report(page: Page, axe: Callable[..., None]) -> None:
    board = Board(page).open(SCENARIO)
    source = board.run
    page.locator("[data-node-card]").first.click(button="right")
    page.locator(".hand-report").click()
    expect(page.locator(".upkeep-nodes :checked")).to_have_count(1)
    axe(page)
    page.get_by_role("button", name="Play it on the board").click()
    page.wait_for_url(lambda url: "/upkeep" not in url and source not in url)
    page.wait_for_function("() => podium.player.state.head > 0")
    page.locator("#line a").click()

    expect(page.locator("#upkeep-progress [role=status]").last).to_contain_text(re.compile("Of \\d+ pods"))
    expect(page.locator(".upkeep-on")).to_have_count(0, timeout=60_000)
    expect(page.locator(".upkeep-line")).to_contain_text("kubectl drain")
    axe(page)


@thorough
def test_the_palette_finds_the_report_by_the_word_drain(page: Page) -> None:
    Board(page).open(SCENARIO)
    page.keyboard.press("ControlOrMeta+k")
    expect(page.locator("dialog.palette[data-filled]")).to_be_visible()
    page.keyboard.type("drain report")
    page.locator("dialog.palette [aria-selected=true]", has_text="Drain report").wait_for()
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile("/upkeep\\?"))
    expect(page.locator(".upkeep-chips").first).to_contain_text("Zone")


@thorough
def test_a_zones_name_leads_to_the_report_on_its_nodes(page: Page) -> None:
    Board(page).open("/s/conflicting-constraints")
    name = page.locator("[data-zone] > header > b").first
    zone = name.inner_text()
    name.click()
    page.locator(".hand-report").click()

    expect(page.locator(".upkeep-chips :checked")).to_have_value(zone)
