"""The sentence of a step points at what it names."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.harness.board import Board


def test_what_the_sentence_names_is_marked_and_its_names_lead_there(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation")
    page.goto(f"/r/{board.run}?at={board.act('preempt', 'default/low1')}")
    board.settle()
    victim = board.on_node("default/low1", "n1")
    name = page.locator(".said").get_by_role("button", name="low1")

    expect(victim).to_have_attribute("data-pointed", "scheduler")
    expect(board.on_node("default/low2", "n1")).not_to_have_attribute("data-pointed", "scheduler")
    name.hover()
    expect(page.locator("#overlay .reach path")).to_have_count(1)
    name.click()
    expect(victim).to_be_focused()
    board.forward()
    expect(victim).not_to_have_attribute("data-pointed", "scheduler")
