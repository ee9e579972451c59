"""Three runs beside each other on one clock; on a phone one stands in front."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import THEMES


def test_three_runs_play_on_one_clock_and_what_differs_is_lit(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/s/gap-and-reservation")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/beside?with=grace:5&with=version:1.23&t=0")
    expect(page.locator("#beside[data-ready]")).to_be_attached()
    sides = [page.locator(f"#side-{letter}") for letter in "ABC"]
    for side in sides:
        expect(side.locator("[data-pod='default/low2']")).to_be_visible()
    page.get_by_role("button", name="Go to the first difference").click()

    expect(sides[1].locator(".side-told")).to_have_text("p is bound at 0:06 instead of 0:31.")
    expect(sides[2].locator(".side-told")).to_have_text("At this moment nothing differs from run A.")
    lit = [side.locator("[data-pod][data-differs]").count() > 0 for side in sides]
    axe(page, themes=THEMES)

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="C Kubernetes v1.23").click()
    expect(page.locator("[data-tab=C]")).to_have_attribute("aria-current", "true")
    expect(sides[2]).to_be_in_viewport(ratio=0.9)

    assert [True, True, False] == lit
