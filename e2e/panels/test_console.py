"""The console beside the board: kubectl's commands without kubectl."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import Board, forked

MANIFEST = """kubectl apply -f - <<EOF
apiVersion: v1
kind: Pod
metadata: {name: typed}
spec: {containers: [{name: a, image: "a:1"}]}
EOF"""


def opened(page: Page) -> Board:
    """A run of one's own with the console below it."""
    board = forked(page.context, "basic-preemption")
    page.keyboard.press("k")
    expect(page.locator("#console-field")).to_be_focused()
    return board


def typed(page: Page, line: str) -> None:
    page.locator("#console-field").fill(line)
    page.keyboard.press("Enter")


def test_what_is_typed_moves_the_board_and_what_is_printed_leads_to_it(
    page: Page, axe: Callable[..., None]
) -> None:
    board = opened(page)
    field, log = page.locator("#console-field"), page.get_by_role("log")
    typed(page, "kubectl get nodes")
    expect(log).to_contain_text("Ready")
    for line in MANIFEST.split("\n"):
        typed(page, line)
    expect(log).to_contain_text("pod/typed created")
    expect(board.pod("default/typed")).to_be_visible()
    typed(page, "get pods | grep typed")
    page.get_by_role("log").get_by_role("button", name="typed", exact=True).last.click()
    expect(board.inspector).to_contain_text("typed")
    field.fill("describe po")
    field.press("Tab")
    expect(page.get_by_role("option", name="pod/")).to_be_visible()

    axe(page)
    field.press("Escape")
    field.press("Tab")
    expect(field).not_to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
