"""What would make it fit: asked for on the board, tried in a fork, and seen to work."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.harness.board import RUN_ADDRESS, Board, empty_page, moment

POD = "default/mypod"


def board_with_advice(page: Page) -> Board:
    """The board right after the pod fitted nowhere, with the advice open."""
    board = moment(page, "conflicting-constraints", "schedule", POD)
    board.inspector.get_by_role("link", name="What would make it fit").click()
    expect(board.inspector.locator(".advices li").first).to_be_visible()
    return board


def test_everything_in_the_way_is_listed_and_an_advice_works_in_the_fork_it_is_tried_in(page: Page) -> None:
    board = board_with_advice(page)
    before = board.run
    heading = board.inspector.get_by_role("heading", name="What would make it fit")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    rows = board.inspector.locator(".obstacles tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("the real scheduler stopped here")
    expect(rows.first).to_contain_text("zone=zoneA: the skew would be 3 + 1 − 2 = 2, and maxSkew is 1")
    offer = board.inspector.locator(".advices li", has_text="maxSkew").first
    result = re.search(r"Then the scheduler binds mypod to (\S+)\.", offer.inner_text())
    assert result is not None

    offer.get_by_role("button", name="Try it in a fork").click()
    page.wait_for_url(RUN_ADDRESS)
    board.settle()
    assert board.run != before

    expect(board.on_node(POD, result[1])).to_be_visible()
    expect(board.page.locator(".say .aside")).to_have_text(f"Now fits on {result[1]}")
    expect(board.page.locator("#origin")).to_contain_text("Your fork of step")
    board.page.locator("#origin").click()
    board.settle()
    assert before == board.run


def test_without_a_script_the_advice_is_a_page_with_forms(contexts) -> None:
    page = empty_page(contexts.open(java_script_enabled=False))
    page.goto("/s/conflicting-constraints")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/pods/default/mypod/advice")

    page.get_by_role("button", name="Try it in a fork").first.click()

    assert page.locator("#board").get_attribute("data-run") != run
