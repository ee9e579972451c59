"""A condition on the board as a breakpoint: chosen or written, found, not found, or not readable."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import THEMES, Board, fork
from tests.harness.series import thorough


def ask(page: Page, condition: str) -> None:
    page.get_by_label("Condition").fill(condition)
    page.get_by_label("Condition").press("Enter")


def test_the_run_stops_where_a_condition_begins_to_hold(page: Page, axe: Callable[..., None]) -> None:
    board = Board(page).open("/s/basic-preemption?at=0").settle()
    page.keyboard.press("b")
    axe(page, within="dialog.until", themes=THEMES)
    ask(page, "pod: {name: p, nominated: n1}")
    expect(page.locator("dialog.until")).to_be_hidden()
    expect(page.locator(".say .aside")).to_contain_text("Here it begins to hold")

    assert board.act("schedule", "default/p") == board.settle().seq


@thorough
def test_what_is_chosen_on_the_board_is_proposed_and_an_own_run_goes_on(page: Page) -> None:
    board = Board(page).open("/s/basic-preemption").settle()
    page.goto(f"/r/{board.run}?at=1&pod=default/p")
    board = fork(Board(page).settle()).pick("default/p")
    page.get_by_role("button", name="Play until").click()
    page.get_by_role("button", name="p is bound").click()
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page.locator("dialog.until")).to_be_hidden()
    board.settle()

    assert "bind" == page.evaluate("() => podium.player.state.model.frame.kind")


@thorough
def test_what_cannot_be_read_or_never_holds_is_told_in_the_dialog(page: Page) -> None:
    board = Board(page).open("/s/basic-preemption?at=0").settle()
    page.keyboard.press("b")
    ask(page, "pod: {name: p, nod: n1}")
    expect(page.locator(".until-told")).to_contain_text("condition.pod.nod")
    ask(page, "pod: {name: p, node: n7}")
    expect(page.locator(".until-told")).to_contain_text("It does not begin to hold up to step")

    assert 0 == board.seq


def test_a_condition_that_is_watched_has_a_lane_that_a_reload_keeps(page: Page) -> None:
    Board(page).open("/s/basic-preemption").settle()
    page.keyboard.press("b")
    page.get_by_label("Condition").fill("pod: {name: low2, terminating: true}")
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator(".until-told")).to_contain_text("A lane of the timeline")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".gantt .watchbar")).to_have_count(1)
    page.reload()
    Board(page).settle()

    expect(page.locator(".gantt .watchbar")).to_have_count(1)
