"""Other values by hand: a number in the panel of a chosen object is dragged, and the run is shown then and now."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import SIZES, Board, empty_page
from tests.harness.series import thorough

CPU = 'input[data-path="spec.containers[0].resources.requests.cpu"]'
NOTCH_PX = 6


def waiting(page: Page) -> Board:
    """At the end small2 waits: it requests 1 cpu, and n2 has 500m left."""
    board = Board(page).open("/s/gap-and-reservation?at=26&pod=default/small2")
    place = board.inspector.locator("details[data-scalpel]")
    place.locator("summary").first.click()
    expect(board.inspector.locator(CPU)).to_be_visible()
    return board


def drag(page: Page, control: Locator, notches: int) -> None:
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + notches * NOTCH_PX, y, steps=5)
    page.mouse.up()


def test_a_dragged_number_shows_then_and_now_and_the_link_holds_it(page: Page) -> None:
    board = waiting(page)
    drag(page, board.inspector.locator(CPU), -12)
    expect(board.inspector.locator(CPU)).to_have_value("400m")
    verdict = board.inspector.locator(".verdict")
    expect(verdict).to_contain_text("small2 is bound to n2")
    assert verdict.evaluate("(it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight")
    expect(board.inspector.locator(".fares rect.st-runs")).to_have_count(1)
    page.goto(board.inspector.get_by_role("link", name="Link to these changes").get_attribute("href") or "")

    expect(page.locator(".verdict")).to_contain_text("small2 is bound to n2")
    expect(page.locator(CPU)).to_have_value("400m")


@thorough
def test_a_chip_is_switched_off_and_on_again(page: Page) -> None:
    board = waiting(page)
    control = board.inspector.locator(CPU)
    control.fill("500m")
    control.press("Enter")
    chip = board.inspector.locator(".patch-on")
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(board.inspector.locator(".verdict")).to_have_count(0)
    expect(control).to_have_value("1")
    chip.click()

    expect(board.inspector.locator(".verdict")).to_contain_text("small2 is bound to n2")


@thorough
def test_a_number_in_the_yaml_is_dragged(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation?at=26&pod=default/small2")
    board.inspector.get_by_role("link", name="YAML").click()
    number = board.inspector.locator('b[data-path="spec.containers[0].resources.requests.cpu"]')
    expect(number).to_have_text('"1"')
    drag(page, number, -12)
    expect(number).to_have_text("400m")

    expect(board.inspector.locator(".verdict")).to_contain_text("small2 is bound to n2")


def test_arrow_keys_turn_a_number_and_escape_gives_it_back(page: Page) -> None:
    board = waiting(page)
    control = board.inspector.locator(CPU)
    control.press("PageDown")
    expect(control).to_have_value("500m")
    expect(board.inspector.locator(".patch")).to_have_count(1)
    control.press("Escape")

    expect(control).to_have_value("1")
    expect(board.inspector.locator(".patch")).to_have_count(0)


def test_values_stand_beside_the_thing_on_the_board_and_are_turned_there(page: Page) -> None:
    board = waiting(page)
    beside = page.locator(".on-board")
    number = beside.locator(CPU)
    drag(page, number, 2)
    expect(number).to_have_value("1100m")
    number.press("PageDown")
    expect(number).to_have_value("600m")
    number.press("ArrowDown")
    number.press("ArrowDown")
    expect(number).to_have_value("500m")
    expect(beside.locator(".on-board-says")).to_contain_text("small2 is bound to n2")
    expect(board.inspector.locator(CPU)).to_have_value("500m")
    number.press("Escape")
    expect(beside.locator(".on-board-says")).to_be_empty()
    page.locator('[data-node="n2"]').click()
    expect(beside).to_have_attribute("data-key", "n2")
    beside.locator("select").select_option("true")
    expect(board.inspector.locator(".patch-on")).to_contain_text("spec.unschedulable: false → true")
    board.inspector.get_by_role("link", name="Describe").click()
    text = board.inspector.locator('b[data-path="status.allocatable.pods"]')
    text.click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(board.inspector.locator(".patch-on").last).to_contain_text("110 → 3")
    beside.get_by_role("button", name="Close").click()

    expect(beside).to_have_count(0)


@thorough
def test_a_value_that_the_api_server_refuses_is_said_in_its_words(page: Page) -> None:
    board = waiting(page)
    control = board.inspector.locator(CPU)
    control.fill("-1")
    control.press("Enter")

    expect(board.inspector.locator(".patch")).to_contain_text("must be non-negative")


@pytest.mark.picture
def test_then_and_now_in_the_panel(page: Page, both_themes: Picture) -> None:
    board = waiting(page)
    drag(page, board.inspector.locator(CPU), -12)
    expect(board.inspector.locator(".verdict")).to_contain_text("small2 is bound to n2")
    place = board.inspector.locator("details[data-scalpel]")
    place.evaluate("element => element.scrollIntoView()")
    page.mouse.move(0, 0)

    both_themes(page, "scalpel", at_rest=True)


@pytest.mark.picture
@thorough
def test_then_and_now_on_a_phone(contexts: Contexts, both_themes: Picture) -> None:
    page = empty_page(contexts.open(viewport=SIZES["phone"], reduced_motion="reduce"))
    run = Board(page).open("/s/gap-and-reservation").run
    chip = '[[null,"Pod","default/small2","spec.containers[0].resources.requests.cpu","1","500m"]]'
    page.goto(f"/r/{run}/scalpel?at=26&kind=Pod&key=default/small2&chips={quote(chip)}")
    expect(page.locator(".verdict")).to_contain_text("small2 is bound to n2")

    both_themes(page, "scalpel-phone", at_rest=True)
