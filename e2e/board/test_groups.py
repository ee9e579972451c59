"""A group of pods on the board: its frame in the queue, its places on trial, and what they become."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.harness.board import Board


def test_a_gang_is_tried_pod_by_pod_and_keeps_its_places_only_when_all_fit(page: Page) -> None:
    board = Board(page).open("/s/gang-quorum")
    frame = page.get_by_role("region", name="Group g")
    tried = page.locator("#zones .slot.tried")
    board.go(board.act("schedule"))
    expect(frame.locator(".seat.is-trial")).to_have_count(1)
    expect(tried).to_have_count(1)
    board.go(board.act("bind") - 1)
    expect(tried).to_have_count(0)
    expect(page.locator("#zones .slot.assumed")).to_have_count(2)
    board.go(board.act("bind", last=True))

    expect(page.locator("#zones .slot")).to_have_count(0)
    expect(frame).to_have_count(0)
    expect(page.locator('[data-node-card] [data-pod^="default/"]')).to_have_count(2)
