"""By hand: the command palette, the menu of a thing, what is added, and a copy of a run that is not one's own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.harness.board import Board, fork
from tests.harness.series import thorough

COPY = "The run is not yours, so this is your own copy of it, with what its scenario still plans and with your change."


def palette(board: Board, typed: str = "") -> Page:
    """The palette, once all that it offers has come, with something typed."""
    expect(board.page.locator("dialog.palette")).to_have_count(0)
    board.page.keyboard.press("ControlOrMeta+k")
    expect(board.page.locator("dialog.palette[data-filled]")).to_be_visible()
    board.page.keyboard.type(typed)
    return board.page


def active(page: Page) -> str:
    """The text of the entry that Enter runs."""
    return page.locator("dialog.palette [aria-selected=true] .palette-text").inner_text()


def drag(what: Locator, to: Locator) -> None:
    """Drags it there by the mouse; what is dragged may lie over the place until then."""
    mouse, boxes = what.page.mouse, (what.bounding_box(), to.bounding_box())
    (x, y), (there, down) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    )
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + there) / 2, (y + down) / 2, steps=3)
    mouse.move(there, down, steps=3)
    mouse.up()


@pytest.fixture
def gap(page: Page) -> Board:
    return Board(page).open("/s/gap-and-reservation")


def test_a_verb_typed_with_its_thing_is_done_in_a_copy_of_the_run_that_says_so(
    gap: Board, axe: Callable[..., None]
) -> None:
    of_all = gap.run
    page = palette(gap, "cordon n2")
    expect(page.locator("dialog.palette [aria-selected=true] code")).to_have_text("kubectl cordon n2")
    combobox = page.get_by_role("combobox", name="A verb, a thing, a scenario, a lesson …")
    expect(combobox).to_have_attribute("aria-activedescendant", "palette-0")
    axe(page)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/r/" in url and of_all not in url)
    gap.settle()

    expect(page.locator("[data-node-card=n2].is-off")).to_be_visible()
    expect(page.locator("#line")).to_contain_text(COPY)
    expect(page.get_by_role("link", name="Back to the run")).to_have_attribute("href", re.compile(of_all))
    expect(page.locator("#narration")).to_contain_text("You cordoned n2")


def test_the_palette_goes_to_things_and_to_scenarios(gap: Board) -> None:
    page = palette(gap, "pod low1")
    on = page.locator(".palette-about")
    expect(on).to_have_text("Nothing is chosen on the board. Write a verb and the name of a thing.")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.palette")).to_have_count(0)
    palette(gap, "low1")
    page.locator("dialog.palette [role=option]", has_text="Pod default/low1").last.click()
    expect(gap.pod("default/low1")).to_have_class(re.compile("sel"))
    palette(gap, "zzzz")
    expect(on).to_have_text("Do it to Pod default/low1")
    expect(page.locator(".palette-told")).to_have_text("Nothing matches.")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("skew of a zone")

    assert "How the skew of a zone is computed" == active(page)


@thorough
def test_the_menu_of_a_thing_has_its_verbs_with_the_kubectl_line(
    page: Page, axe: Callable[..., None]
) -> None:
    board = fork(Board(page).open("/s/gap-and-reservation"))
    page.locator("[data-node-card=n1] .nodename").click(button="right")
    menu = page.get_by_role("dialog", name="Node n1")
    expect(menu.locator(".hand-verb").first).to_be_focused()
    expect(menu.locator("[data-verb=cordon] code")).to_have_text("kubectl cordon n1")
    axe(page)
    page.keyboard.press("ArrowDown")
    expect(menu.locator("[data-verb=drain]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)

    board.pod("default/low1").focus()
    page.keyboard.press("Shift+F10")
    menu = page.get_by_role("dialog", name="Pod default/low1")
    menu.locator("[data-verb=delete_grace]").click()
    form = page.locator("dialog.act")
    form.get_by_label("Seconds").fill("2")
    expect(form.locator(".hand-line")).to_have_text("kubectl delete pod low1 --grace-period=2")
    axe(page)
    page.keyboard.press("Enter")
    expect(page.locator("#narration")).to_contain_text("low1")
    expect(form).to_have_count(0)


def test_a_node_is_added_by_its_form_and_a_pod_by_dragging_it_into_the_queue(page: Page) -> None:
    board = fork(Board(page).open("/s/one-constraint-zone"))
    page.get_by_role("button", name="Add a node, a zone").click()
    menu = page.get_by_role("dialog", name="the cluster")
    menu.get_by_role("button", name="Add: Node").click()
    form = page.locator("dialog.act")
    expect(form.get_by_label("Name")).to_have_value("node-1")
    form.get_by_role("button", name="Do it").click()
    expect(page.locator("[data-node-card=node-1]")).to_be_visible()
    board.settle()

    page.get_by_role("button", name="Add a node, a zone").click()
    drag(menu.get_by_role("button", name="Add: Pod").first, page.locator("#queue"))
    expect(page.locator("#queue [data-pod='default/pod-1']")).to_be_visible()
    board.settle()
    page.get_by_role("button", name="Add a node, a zone").click()
    drag(menu.get_by_role("button", name="Add: Node"), page.locator("[data-zone=zoneB] > header"))
    expect(page.locator("[data-zone=zoneB] [data-node-card=node-2]")).to_be_visible()


def test_a_button_of_the_bar_tells_the_kubectl_line_of_its_verb(page: Page) -> None:
    fork(Board(page).open("/s/gap-and-reservation?at=13"))
    page.locator("[data-node-card=n2] .nodename").click()
    button = page.locator("#inspector").get_by_role("button", name="Cordon", exact=True)
    button.hover()

    expect(button).to_have_attribute("title", "kubectl cordon n2")
    expect(button).to_have_accessible_description("kubectl cordon n2")
