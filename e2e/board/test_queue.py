"""The scheduling queue on the board: its order is the scheduler's."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.harness.board import SCENARIOS, import_file


def test_active_q_goes_by_the_time_of_the_last_failure(page: Page) -> None:
    board = import_file(page.context, SCENARIOS / "retried.yaml")
    board.until_quiet()
    board.open(f"/r/{board.run}?at={board.act('requeue', last=True)}")
    active = board.page.locator('#queue [data-lane="active"] .qi')

    expect(active).to_have_count(2)
    assert ["default/young", "default/retried"] == [item.get_attribute("data-pod") for item in active.all()]
