"""The tools of the timeline: search, bookmarks, figures and the window; and a breakpoint by a click on a thing."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import THEMES, Board
from tests.harness.series import thorough


def kind(page: Page) -> str:
    result: str = page.evaluate("() => podium.player.state.model.frame.kind")
    return result


def test_a_search_leads_from_hit_to_hit_and_bookmarks_and_figures_are_in_the_link(
    page: Page, axe: Callable[..., None]
) -> None:
    board = Board(page).open("/s/basic-preemption?at=1&pod=default/p").settle()
    page.keyboard.press("f")
    page.get_by_label("Search the steps").fill("who:kubelet")
    page.keyboard.press("Enter")
    expect(page.locator(".time-told:visible")).to_contain_text("1 of ")
    board.settle()
    assert 4 == board.seq
    page.get_by_role("button", name="Next", exact=True).click()
    board.settle()
    assert 5 == board.seq
    axe(page, within=".time-tools", themes=THEMES)

    page.get_by_text("Bookmarks", exact=True).click()
    page.get_by_label("Name of a bookmark for this step").fill("the second kubelet act")
    page.keyboard.press("Enter")
    page.get_by_text("Figures", exact=True).click()
    page.get_by_role("button", name="pending pods").click()
    expect(page.locator(".gantt .pinline")).to_have_count(1)
    expect(page).to_have_url(re.compile("mark=5.*pin=pending"))
    page.reload()
    board.settle()
    expect(page.locator(".gantt .pinline")).to_have_count(1)
    page.keyboard.press("End")
    page.keyboard.press("m")
    page.get_by_role("link", name="the second kubelet act").click()
    board.settle()

    assert 5 == board.seq


@thorough
def test_keys_zoom_the_timeline_and_mark_a_stretch_that_becomes_a_film(page: Page) -> None:
    board = Board(page).open("/s/basic-preemption?at=3").settle()
    page.keyboard.press("z")
    expect(page.locator(".gantt .ax").filter(has_text="00:30")).to_have_count(0)
    page.keyboard.press("0")
    expect(page.locator(".gantt .ax").filter(has_text="00:30")).to_have_count(1)
    page.keyboard.press("[")
    page.keyboard.press("End")
    board.settle()
    page.keyboard.press("]")
    expect(page.locator(".gantt .brush")).to_have_count(1)
    page.get_by_role("button", name="Tools of the timeline").click()
    page.get_by_text("View", exact=True).click()

    expect(page.get_by_role("link", name="Take it away as a film")).to_have_attribute(
        "href", f"/r/{board.run}/take?from=4&at={board.seq}"
    )


def test_what_differs_from_another_step_is_lit_on_the_board_and_told_by_field(
    page: Page, axe: Callable[..., None]
) -> None:
    board = Board(page).open("/s/basic-preemption?at=1").settle()
    page.keyboard.press("f")
    page.get_by_text("Differences", exact=True).click()
    page.get_by_role("button", name="Compare with this step").click()
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    board.settle()

    expect(page.locator(".diff-gone")).to_have_text("gone low2")
    expect(page.locator("#zones [data-pod='default/p'][data-diff=changed]")).to_be_visible()
    expect(page).to_have_url(re.compile("diff=1"))
    page.keyboard.press("f")
    page.get_by_text("Differences", exact=True).click()
    expect(page.locator(".diff-list code").filter(has_text="spec.nodeName")).to_be_visible()
    axe(page, within=".time-tools", themes=THEMES)
    page.get_by_role("button", name="Stop comparing").click()
    expect(page.locator("[data-diff], .diff-gone")).to_have_count(0)


@thorough
def test_a_mouse_that_rests_on_the_timeline_sees_that_moment_in_little(page: Page) -> None:
    board = Board(page).open("/s/basic-preemption?at=1").settle()
    page.locator(".gantt-wrap").hover(position={"x": 300, "y": 30})
    picture = page.locator(".time-preview img")

    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("src", re.compile(f"^/r/{board.run}/picture.svg.at=.*size=mini"))
    page.mouse.move(10, 10)
    expect(picture).to_be_hidden()


@thorough
def test_a_click_on_a_thing_sets_a_breakpoint_on_it(page: Page) -> None:
    board = Board(page).open("/s/basic-preemption?at=0").settle()
    page.keyboard.press("b")
    page.get_by_role("button", name="Click on a thing").click()
    board.pod("default/low2").first.click()
    page.get_by_role("button", name="low2 changes").click()
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page.locator("dialog.until")).to_be_hidden()
    board.settle()

    assert ("preempt", board.act("preempt", "default/low2")) == (kind(page), board.seq)
