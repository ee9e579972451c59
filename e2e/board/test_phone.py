"""On an upright phone by thumb: three pages to swipe, one bar below them; and on its side."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import SCENARIOS, THEMES, Board, import_file
from tests.harness.series import thorough
from tests.harness.touch import PHONES, Thumb

#: Controls lower than a thumb needs. Names in a sentence, nodes and pods are reached in larger things around them.
LOW = """() => [...document.querySelectorAll("button, select, summary, .tabs a")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("#zones")
    && !each.matches(".named, .explained, .to-card, .phone-grip") && each.getBoundingClientRect().height < 44)
  .map((each) => each.outerHTML.slice(0, 90))"""
PHONE = PHONES["large"]


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


@pytest.fixture
def thumb(board: Board) -> Thumb:
    return Thumb(board.page)


def test_swipes_lead_from_the_board_to_the_reasons_and_back(board: Board, thumb: Thumb) -> None:
    thumb.stands_on("Board")

    thumb.swipe_left()
    thumb.stands_on("Why")
    expect(board.inspector).to_contain_text("0/6 nodes are available:")
    expect(board.inspector).to_be_in_viewport(ratio=0.99)

    thumb.swipe_right()
    thumb.stands_on("Board")


@pytest.mark.parametrize("size", PHONES)
@thorough
def test_the_queue_and_a_few_nodes_are_on_one_page(contexts: Contexts, size: str) -> None:
    board = Board(contexts.open(**PHONES[size]).new_page()).open("/s/one-constraint-zone")
    seq = board.act("schedule", "default/mypod") - 1

    board.go(seq)

    expect(board.pod("default/mypod")).to_be_in_viewport(ratio=0.99)
    for node in ("node1", "node2", "node3", "node4"):
        expect(board.page.locator(f'[data-node-card="{node}"]')).to_be_in_viewport(ratio=0.99)
    expect(board.page.locator("#chips")).to_be_hidden()
    width = PHONES[size]["viewport"]["width"]
    assert width == board.page.evaluate("() => document.documentElement.scrollWidth")


@thorough
def test_more_nodes_than_the_page_holds_have_chips_that_lead_to_them(board: Board) -> None:
    expect(board.page.locator("#chips button")).to_have_text(["a1", "a2", "b1", "b2", "c1", "c2"])
    expect(board.page.locator('[data-node-card="node-c2"]')).not_to_be_in_viewport()

    board.page.locator("#chips button", has_text="c2").tap()

    expect(board.page.locator('[data-node-card="node-c2"]')).to_be_in_viewport(ratio=0.99)


def test_a_tap_on_a_pod_leads_to_its_reasons(board: Board, thumb: Thumb) -> None:
    board.in_lane("default/ml-1", "unschedulable").tap()

    thumb.stands_on("Why")
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("ml-1")
    tabs = board.inspector.get_by_role("navigation")
    for tab, text in (("Events", "FailedScheduling"), ("YAML", "kind: Pod"), ("Describe", "Priority:")):
        tabs.get_by_role("link", name=tab).tap()
        expect(board.inspector).to_contain_text(text)


@thorough
def test_a_name_in_the_sentence_leads_to_the_thing_and_lights_it(board: Board, thumb: Thumb) -> None:
    thumb.turn_to("Why")

    board.narration.get_by_role("button", name="report-2").tap()

    thumb.stands_on("Board")
    expect(board.pod("default/report-2")).to_have_attribute("data-shown", "")
    expect(board.pod("default/report-2")).to_be_in_viewport()


def test_a_long_touch_opens_the_verbs_and_chooses_nothing(board: Board, thumb: Thumb) -> None:
    expect(board.page.locator(".phone-hint")).to_be_visible()

    thumb.hold(board.on_node("default/report-2", "node-a2"))

    expect(board.page.get_by_role("dialog", name="Pod default/report-2")).to_be_visible()
    thumb.stands_on("Board")
    expect(board.page.locator(".phone-hint")).to_be_hidden()
    assert board.page.locator('[data-verb="delete"]').first.is_visible()


def test_the_bar_is_pulled_up_for_the_timeline(board: Board, thumb: Thumb) -> None:
    timeline, more = (
        board.page.locator(".gantt-wrap"),
        board.page.get_by_role("button", name="Timeline and more"),
    )
    expect(timeline).to_be_hidden()

    thumb.pull(-80)
    expect(timeline).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert [] == board.page.evaluate(LOW)
    board.page.get_by_role("slider", name="time", exact=True).focus()
    board.page.keyboard.press("Home")
    board.wait_for(0)

    more.tap()
    expect(timeline).to_be_hidden()


def test_steps_are_in_reach_of_the_thumb_on_each_page(board: Board, thumb: Thumb) -> None:
    seq = board.seq
    for page in ("Board", "Why"):
        thumb.turn_to(page)
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


def test_the_pages_are_tabs_for_keys_and_screen_readers(
    board: Board, thumb: Thumb, axe: Callable[..., None]
) -> None:
    page = board.page
    seq = board.seq
    thumb.tab("Board").focus()

    page.keyboard.press("ArrowRight")

    thumb.stands_on("Why")
    expect(thumb.tab("Why")).to_be_focused()
    for name in ("Board", "Why"):
        assert page.locator(f"#{thumb.tab(name).get_attribute('aria-controls')}").count() == 1
    assert seq == board.seq
    axe(page, themes=THEMES)


@thorough
def test_on_its_side_nodes_reasons_and_transport_share_the_page(board: Board) -> None:
    page = board.page
    page.set_viewport_size({"width": 844, "height": 390})
    board.settle()

    expect(page.locator('[data-node-card="node-a2"] .rack')).to_be_in_viewport(ratio=0.99)
    for part in ("#chips", ".tabs", "#narration", ".transport"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    expect(board.inspector.get_by_role("heading", name="checkout-7").first).to_be_in_viewport()
    assert [] == page.evaluate(LOW)
    assert (844, 390) == tuple(page.evaluate("() => [document.body.scrollWidth, document.body.scrollHeight]"))


@thorough
def test_the_menu_holds_what_the_bar_has_no_room_for(board: Board) -> None:
    board.page.get_by_role("button", name="Menu").tap()
    menu = board.page.get_by_role("dialog")

    for word in ("Gallery", "Your cluster", "How exact is it?", "Stop the scheduler", "Apply YAML"):
        expect(menu).to_contain_text(word)
    menu.get_by_role("button", name="Light or dark").tap()
    expect(board.page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.picture
def test_how_the_bar_looks_when_it_is_pulled_up(board: Board, both_themes: Picture) -> None:
    board.page.get_by_role("button", name="Timeline and more").tap()
    both_themes(board.page, "phone-pulled-up", at_rest=True)
