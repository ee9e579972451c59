"""Ctrl-Z takes an input back, Ctrl-Y gives it again; the run with the input stays where it was."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.harness.board import Board, fork


def test_an_input_is_taken_back_and_given_again(page: Page) -> None:
    board = fork(Board(page).open("/s/gap-and-reservation"))
    with_input = board.run
    page.evaluate("() => podium.player.input({ kind: 'cordon', node: 'n2' })")
    expect(page.locator("[data-node-card=n2].is-off")).to_be_visible()
    page.keyboard.press("ControlOrMeta+z")
    page.wait_for_url(lambda url: with_input not in url)
    board.settle()

    expect(page.locator("[data-node-card=n2]:not(.is-off)")).to_be_visible()
    expect(page.locator("#line")).to_contain_text("The input was taken back.")
    page.keyboard.press("ControlOrMeta+y")
    page.wait_for_url(re.compile(with_input))
    expect(page.locator("[data-node-card=n2].is-off")).to_be_visible()
