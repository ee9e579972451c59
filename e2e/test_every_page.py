"""Every kind of page, in sizes, themes and languages: quiet console, clean network, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from e2e.conftest import Contexts
from e2e.watch import Watch

SCENARIO = "/s/gap-and-reservation"
PAGES = {"gallery": "/", "import": "/import", "exact": "/exact", "board": SCENARIO}
SIZES = {
    "wide": {"width": 1440, "height": 900},
    "medium": {"width": 900, "height": 800},
    "phone": {"width": 390, "height": 844},
}


def settle(page: Page) -> None:
    """Until the page has all it asked for, and the board (where there is one) a state to show."""
    page.wait_for_load_state("networkidle")
    if page.locator("#board").count():
        page.wait_for_function("() => globalThis.podium?.player.state.model != null")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_clean_and_accessible(
    contexts: Contexts, axe: Callable[..., None], name: str, size: str, scheme: str
) -> None:
    page = contexts.open(viewport=SIZES[size], color_scheme=scheme).new_page()

    page.goto(PAGES[name])
    settle(page)

    axe(page)


@pytest.mark.parametrize("language", ["en", "id", "zh-hans", "uk"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_clean_in_every_language(contexts: Contexts, server, name: str, language: str) -> None:
    context = contexts.open()
    context.add_cookies([{"name": "podium_language", "value": language, "url": server.url}])
    page = context.new_page()

    page.goto(PAGES[name])
    settle(page)

    assert language == str(page.locator("html").get_attribute("lang")).lower()


@pytest.mark.parametrize("address", ["/nothing", "/s/nothing", "/r/nothing"])
def test_what_is_not_there_says_so_on_a_page(
    page: Page, watch: Watch, axe: Callable[..., None], address: str
) -> None:
    watch.expect_status(404, address)

    answer = page.goto(address)

    assert answer is not None
    assert 404 == answer.status
    assert page.locator("h1").inner_text().strip()
    axe(page)


def test_a_page_does_not_scroll_sideways_on_a_phone(contexts: Contexts) -> None:
    page = contexts.open(viewport=SIZES["phone"]).new_page()

    widths = {}
    for name, address in PAGES.items():
        page.goto(address)
        settle(page)
        widths[name] = page.evaluate("() => document.documentElement.scrollWidth")

    assert dict.fromkeys(PAGES, 390) == widths
