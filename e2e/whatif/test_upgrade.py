"""The upgrade report in a browser, and the board of the rolling upgrade that is made of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import THEMES


def test_the_report_names_what_changes_and_its_rolling_upgrade_opens_on_a_board(
    page: Page, axe: Callable[..., None]
) -> None:
    page.goto("/s/tainted-zone")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/upgrade?at=0&from=1.34&to=1.36")
    expect(page.locator("#upgrade progress")).to_have_count(0)
    expect(page.get_by_text("The rejection by a taint no longer names the taint").first).to_be_visible()
    axe(page, themes=THEMES)
    for width in (1440, 1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        expect(page.get_by_role("heading", level=1)).to_be_visible()

        assert 0 >= overflow, width

    page.get_by_role("button", name="Play the rolling upgrade on the board").click()
    page.wait_for_url("**/r/*?at=0")
    expect(page.locator("#board")).to_be_visible()


def test_side_by_side_says_why_the_runs_differ_where_a_person_asks(page: Page) -> None:
    page.goto("/s/tainted-zone")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/beside?with=version:1.34&t=0")
    expect(page.locator("#beside[data-ready]")).to_be_attached()
    page.get_by_role("link", name="Why they differ").click()

    expect(page.locator(".side-why")).to_contain_text("the order of a heap decides")
