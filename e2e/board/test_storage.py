"""Claims and volumes on the board: a sign on the pod, a disk below the zone, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Picture
from tests.harness.board import SCENARIOS, THEMES, Board, import_file


@pytest.fixture
def board(page: Page) -> Board:
    board = import_file(page.context, SCENARIOS / "disks.yaml")
    board.until_quiet()
    return board


def shelves(board: Board) -> dict[str, list[str]]:
    """Zone ("" for the board as a whole) → what its disks say, line by line."""
    return {
        shelf.evaluate("(shelf) => shelf.closest('.zone')?.getAttribute('aria-label') ?? ''"): [
            text.replace("\n", " ") for text in shelf.locator(".dk-text").all_inner_texts()
        ]
        for shelf in board.page.locator("#zones .shelf").all()
    }


def test_disks_stand_below_what_they_are_tied_to_and_say_who_uses_them(board: Board) -> None:
    board.open(f"/r/{board.run}?at=0")
    assert {
        "zone-a": ["data-pet-0 10Gi RWO pv-7 · Pending"],
        "zone-b": ["local-b1 100Gi RWO Available · only on node-b1"],
        "": ["scratch 50Gi RWO Pending · class local", "nowhere 1Gi RWX Pending · class missing"],
    } == shelves(board)

    board.to_the_end()
    assert {
        "zone-a": ["data-pet-0 10Gi RWO pv-7 · attached to node-a1"],
        "zone-b": ["scratch 100Gi RWO local-b1 · batch-1 on node-b1"],
        "": ["nowhere 1Gi RWX Pending · class missing"],
    } == shelves(board)
    assert "node-a1: 1 of at most 1" in board.page.locator(".shelf-head").first.inner_text()


def test_a_pod_shows_whether_its_claims_are_bound_and_a_disk_leads_to_its_pod(board: Board) -> None:
    signs = {
        key: board.pod(f"default/{key}")
        .locator(".vol.is-open:not([hidden]), .vol.is-bound:not([hidden])")
        .get_attribute("class")
        for key in ("pet-0", "batch-1", "lost-1")
    }
    assert {"pet-0": "vol is-bound", "batch-1": "vol is-bound", "lost-1": "vol is-open"} == signs
    assert "claims nowhere, data-pet-0, not all bound" in board.pod("default/lost-1").inner_text()

    board.page.locator('[data-disk="local-b1"]').click()
    expect(board.inspector.get_by_role("heading", level=2).first).to_contain_text("batch-1")


def test_the_board_with_disks(
    context: BrowserContext, both_themes: Picture, axe: Callable[..., None]
) -> None:
    board = import_file(context, SCENARIOS / "disks.yaml")
    board.until_quiet()

    board.open(f"/r/{board.run}?at={board.act('bind', 'default/batch-1')}&pod=default/pet-0")

    both_themes(board.page, "disks", at_rest=True)
    axe(board.page, themes=THEMES)
