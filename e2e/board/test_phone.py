"""On a phone, 390 × 844, by touch: chips, swipe, sheet, transport at the thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Contexts
from tests.harness.board import SCENARIOS, Board, import_file

#: Controls lower than a thumb needs. Names in a sentence, nodes and pods are reached in larger things around them.
LOW = """() => [...document.querySelectorAll("button, select, summary, .tabs a")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("#zones")
    && !each.matches(".named, .explained, .grab, .to-card") && each.getBoundingClientRect().height < 44)
  .map((each) => each.outerHTML.slice(0, 90))"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def board(contexts: Contexts) -> Board:
    """The cluster of the mocks, on a phone, right after checkout-7 was nominated."""
    context = contexts.open(**PHONE)
    board = import_file(context, SCENARIOS / "who-has-to-leave.yaml")
    board.page.keyboard.press("5")
    board.page.keyboard.press("ArrowRight")
    board.page.wait_for_function("() => podium.player.state.quiet && podium.player.still")
    seq = board.act("sigterm", "default/report-2")
    return board.open(f"/r/{board.run}?at={seq}&pod=default/checkout-7")


def chip(board: Board, short: str) -> Locator:
    return board.page.locator("#chips button", has_text=short)


def test_each_node_is_a_chip_that_leads_to_its_card(board: Board) -> None:
    chips = board.page.locator("#chips button")
    expect(chips).to_have_text(["a1", "a2", "b1", "b2", "c1", "c2"])
    expect(chip(board, "a2")).to_have_attribute("aria-current", "true")
    for each in chips.all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 44

    chip(board, "c1").tap()

    expect(chip(board, "c1")).to_have_attribute("aria-current", "true")
    expect(board.page.locator('[data-node-card="node-c1"]')).to_be_in_viewport(ratio=0.9)
    expect(board.page.locator('[data-node-card="node-c2"]')).to_be_in_viewport()


def test_a_swipe_leads_to_the_next_node(board: Board) -> None:
    zones = board.page.locator("#zones")
    box = zones.bounding_box()
    assert box is not None

    swipe(board.page, (330, box["y"] + 80), (40, box["y"] + 80))

    expect(chip(board, "b1")).to_have_attribute("aria-current", "true")


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger from `start` to `end`, resting there: no momentum; the browser makes scrolling of it."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    for part in range(1, 11):
        share = part / 10
        touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    page.wait_for_timeout(200)
    touch("touchMove", end)
    touch("touchEnd")


def test_the_sheet_snaps_to_a_third_two_thirds_and_full(board: Board) -> None:
    app, grab = board.page.locator("#board"), board.page.get_by_role("button", name="size of the sheet")
    heights = []
    for size in ("third", "two", "full"):
        expect(app).to_have_attribute("data-sheet", size)
        board.page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
        box = board.inspector.locator("#inspector-body").bounding_box()
        assert box is not None
        heights.append(box["height"])
        grab.tap()

    assert heights == sorted(heights)
    assert heights[2] > heights[0] + 200
    expect(app).to_have_attribute("data-sheet", "third")


def test_the_sheet_has_the_queue_among_its_tabs(board: Board) -> None:
    tabs = board.inspector.get_by_role("navigation")
    expect(board.inspector).to_contain_text("0/6 nodes are available:")

    tabs.get_by_role("link", name="Queue").tap()
    expect(board.in_lane("default/ml-1", "unschedulable")).to_be_visible()
    board.in_lane("default/ml-1", "unschedulable").tap()

    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("ml-1")
    for tab, text in (("Events", "FailedScheduling"), ("YAML", "kind: Pod"), ("Describe", "Priority:")):
        tabs.get_by_role("link", name=tab).tap()
        expect(board.inspector).to_contain_text(text)


def test_the_transport_is_large_enough_and_in_reach_of_the_thumb(board: Board) -> None:
    seq = board.seq
    assert [] == board.page.evaluate(LOW)
    for name in ("one step back", "play", "one step on"):
        box = board.button(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] > 700

    board.button("one step on").tap()
    board.wait_for(seq + 1)
    board.button("one step back").tap()
    board.wait_for(seq)


def test_on_its_side_nodes_sheet_and_transport_share_the_page(board: Board) -> None:
    page = board.page
    page.set_viewport_size({"width": 844, "height": 390})
    board.settle()

    expect(page.locator('[data-node-card="node-a2"] .rack')).to_be_in_viewport(ratio=0.99)
    for part in ("#chips", ".tabs", "#narration", ".transport"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    expect(board.inspector.get_by_role("heading", name="checkout-7").first).to_be_in_viewport()
    assert [] == page.evaluate(LOW)
    assert (844, 390) == tuple(page.evaluate("() => [document.body.scrollWidth, document.body.scrollHeight]"))


def test_the_menu_holds_what_the_bar_has_no_room_for(board: Board) -> None:
    board.page.get_by_role("button", name="Menu").tap()
    menu = board.page.get_by_role("dialog")

    for word in ("Gallery", "Your cluster", "How exact is it?", "Stop the scheduler", "Apply YAML"):
        expect(menu).to_contain_text(word)
    menu.get_by_role("button", name="Light or dark").tap()
    expect(board.page.locator("html")).to_have_attribute("data-theme", "light")
