"""Five screens in each language: longer words break no layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from e2e.conftest import Contexts
from tests.harness.board import Board, empty_page, in_language
from tests.harness.series import sampled
from tests.harness.server import Server

SCREENS = {
    "board": "/s/gap-and-reservation?at=4&pod=default/p",
    "gallery": "/",
    "learn": "/learn",
    "lesson": "/learn/basic-preemption/2?choice=0",
    "import": "/import",
}


#: Pixels by which the page, or the row of the transport, is wider than its place.
WIDEST = """() => Math.max(0, ...[document.documentElement, ...document.querySelectorAll(".transport")]
  .map((each) => each.scrollWidth - each.clientWidth))"""


#: The words in the menu of languages stand half a pixel here or there; the menu is left out of the pictures.
WITHOUT_MENU = (
    """() => document.querySelector("#language select")?.style.setProperty("visibility", "hidden")"""
)


@pytest.mark.picture
@pytest.mark.parametrize("language", sampled(["uk", "id", "zh-hans"]))
def test_five_screens_in_a_language(
    contexts: Contexts, server: Server, picture: Callable[..., None], language: str
) -> None:
    page = empty_page(in_language(contexts.open(reduced_motion="reduce"), server.url, language))
    widths = []
    for name, address in SCREENS.items():
        show(page, address)
        widths.append(page.evaluate(WIDEST))
        picture(page, f"{language}-{name}", at_rest=name in ("board", "lesson"))

    assert [0] * len(SCREENS) == widths


def show(page: Page, address: str) -> None:
    if address.startswith(("/s/", "/learn/")):
        Board(page).open(address).settle()
    else:
        page.goto(address)
        page.wait_for_load_state("networkidle")
    page.evaluate(WITHOUT_MENU)
