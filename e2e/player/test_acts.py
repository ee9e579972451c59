"""What one did is a row of chips: each can be taken out, and given again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import SIZES, Board, fork
from tests.harness.series import thorough


def cordoned(board: Board, *nodes: str) -> Board:
    """A run of one's own in which these nodes were cordoned by hand, one after another."""
    for node in nodes:
        board.page.evaluate("(node) => podium.player.input({ kind: 'cordon', node })", node)
        expect(board.page.locator(f"[data-node-card={node}].is-off")).to_be_visible()
    return board


def test_an_act_is_taken_out_and_given_again(page: Page, axe: Callable[..., None]) -> None:
    board = cordoned(fork(Board(page).open("/s/gap-and-reservation")), "n2", "n1")
    with_both = board.run
    page.locator("#acts-link").click()
    chips = page.locator("dialog.acts-of .act-chip")
    expect(chips).to_have_count(2)
    axe(page)
    chips.filter(has_text="kubectl cordon n2").get_by_role("button").click()
    page.wait_for_url(lambda url: with_both not in url)
    board.settle()

    expect(page.locator("[data-node-card=n1].is-off")).to_be_visible()
    expect(page.locator("[data-node-card=n2]:not(.is-off)")).to_be_visible()
    expect(page.locator("#line")).to_contain_text("The act was taken out.")
    page.keyboard.press("ControlOrMeta+y")
    page.wait_for_url(re.compile(with_both))
    expect(page.locator("[data-node-card=n2].is-off")).to_be_visible()


@thorough
def test_by_thumb_an_act_is_taken_out_as_well(page: Page) -> None:
    board = cordoned(fork(Board(page).open("/s/gap-and-reservation")), "n2")
    page.set_viewport_size(SIZES["phone"])
    run = board.run
    page.goto(f"/r/{run}/acts")
    take_out = page.get_by_role("button", name=re.compile("Take out"))
    box = take_out.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    take_out.click()
    page.wait_for_url(lambda url: run not in url)

    expect(page.locator("#board")).to_be_visible()


@thorough
def test_a_run_to_which_nobody_did_anything_has_no_such_button(page: Page) -> None:
    fork(Board(page).open("/s/gap-and-reservation"))

    expect(page.locator("#acts-link")).to_be_hidden()
