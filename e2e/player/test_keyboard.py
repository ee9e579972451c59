"""The board for who has no mouse and no picture: where the focus stands, and what is said."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.harness.board import Board

#: Stops of the Tab key from the board on, until a step can be made.
FIRST_STOPS = 4


def test_a_run_is_stepped_read_and_asked_about_by_keyboard_alone(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation")
    keyboard, focused = page.keyboard, page.locator(":focus")

    expect(page.locator("#zones")).to_be_focused()
    expect(board.narration).to_contain_text("Space plays")
    expect(page.get_by_role("region", name="no zone")).to_have_count(0)
    for _ in range(FIRST_STOPS):
        keyboard.press("Tab")
        if focused.get_attribute("aria-label") == "one step on":
            break
    keyboard.press("Enter")
    board.wait_for(1)
    keyboard.press("Enter")
    board.wait_for(2)

    page.get_by_role("link", name="Skip to the board").focus()
    keyboard.press("Enter")
    for _ in ("low1", "low2", "the slot beside them"):
        keyboard.press("ArrowDown")
    expect(focused).to_have_accessible_name("reserved for p on n1, 2 cpu")
    keyboard.press("ArrowUp")
    keyboard.press("Enter")

    expect(board.inspector.get_by_role("status").first).to_have_text("Why: low2")
