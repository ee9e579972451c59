"""A cluster of many nodes on one screen: squares, a lens, a search that chooses, frames that select."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Picture
from tests.builders import pod
from tests.harness.board import SIZES, Board, import_file
from tools.dump import dump

NODES, PODS = 60, 300
SQUARES = "() => document.querySelector('.ls-canvas').getAttribute('aria-label')"
SELECTED = "() => podium.board.selection.names"


@pytest.fixture
def board(context: BrowserContext, tmp_path: Path) -> Board:
    """A cluster in which a pod fits nowhere, opened on the pod."""
    cluster: dict[str, Any] = dump(NODES, PODS)
    cluster["items"].append(pod("checkout-7d9f", "900"))
    path = tmp_path / "cluster.yaml"
    path.write_text(yaml.safe_dump(cluster))
    shown = import_file(context, path)
    shown.page.wait_for_selector(".ls-canvas")
    return shown.settle()


def corner(page: Page) -> tuple[float, float]:
    box = page.locator(".ls-field").bounding_box()
    assert box is not None
    return box["x"], box["y"]


def frame(page: Page, left: float, top: float, right: float, bottom: float) -> None:
    """Draws a frame between two points of the field."""
    x, y = corner(page)
    page.mouse.move(x + left, y + top)
    page.mouse.down()
    page.mouse.move(x + right, y + bottom, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_all_nodes_are_on_one_screen_and_nothing_is_scrolled(board: Board, size: tuple[int, int]) -> None:
    page = board.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    board.settle()

    assert page.evaluate(SQUARES).startswith(f"{NODES} nodes")
    page.wait_for_function("() => document.querySelector('.ls-field').clientHeight > 150")
    assert page.evaluate(
        "() => { const z = document.getElementById('zones'); return z.scrollHeight <= z.clientHeight; }"
    )


def test_the_legend_counts_the_reasons_for_which_the_chosen_pod_is_refused(board: Board) -> None:
    page = board.page
    expect(page.locator(".ls-legend")).to_contain_text("cpu")
    counts = page.locator("button.ls-entry").all_inner_texts()
    assert NODES == sum(int(words.split()[-1]) for words in counts)


def test_a_search_lights_a_node_and_enter_chooses_it(board: Board) -> None:
    page = board.page
    name = page.evaluate("() => [...podium.player.state.model.nodes.keys()][40]")
    page.locator(".find input").fill(name)
    expect(page.locator(".find .told")).to_contain_text("Nodes: 1")
    page.keyboard.press("Enter")

    expect(page.locator(f'.ls-at.sel[data-node-card="{name}"]')).to_be_visible()
    expect(page.locator("#inspector h2").first).to_contain_text(name)


def test_a_frame_selects_nodes_and_one_over_nothing_selects_none(board: Board) -> None:
    page = board.page
    frame(page, 2, 40, 400, 300)
    some = page.evaluate(SELECTED)
    expect(page.locator(".ls-selection")).to_contain_text(f"{len(some)} nodes selected")
    address = page.get_by_role("link", name="Drain …").get_attribute("href") or ""
    frame(page, 0, 0, 1, 6)

    assert 0 < len(some) < NODES
    assert len(some) == address.count("node=")
    assert [] == page.evaluate(SELECTED)
    expect(page.locator(".ls-selection.missed")).to_contain_text("No node is in this frame")


def test_the_lens_tells_of_the_square_under_the_pointer_and_of_the_one_with_the_focus(board: Board) -> None:
    page = board.page
    x, y = corner(page)
    page.mouse.move(x + 20, y + 60)
    expect(page.locator(".ls-lens")).to_contain_text("requested: cpu")
    page.mouse.move(x - 30, y - 30)
    expect(page.locator(".ls-lens")).to_be_hidden()
    first = page.locator(".ls-cursor").get_attribute("aria-label")
    page.locator(".ls-cursor").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ls-lens")).to_contain_text("requested: cpu")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")

    assert first != page.locator(".ls-cursor").get_attribute("aria-label")
    assert 1 == len(page.evaluate(SELECTED))
    expect(page.locator(".ls-at.sel")).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    assert 2 == len(page.evaluate(SELECTED))


def test_a_screen_reader_has_a_table_and_axe_finds_nothing(board: Board, axe: Callable[..., None]) -> None:
    page = board.page

    expect(page.locator(".landscape table tbody tr")).not_to_have_count(0)
    axe(page)


@pytest.mark.picture
def test_the_landscape_at_two_sizes(board: Board, both_themes: Picture) -> None:
    page = board.page
    page.emulate_media(reduced_motion="reduce")
    for name in ("wide", "phone"):
        page.set_viewport_size(SIZES[name])
        board.settle()
        page.wait_for_function("() => document.querySelector('.ls-field').clientHeight > 150")
        page.mouse.move(0, 0)
        both_themes(page, f"landscape-{name}", at_rest=True)
