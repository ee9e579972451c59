"""The inspector: each tab a fragment on the board and a page of its own."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from e2e.conftest import Contexts
from tests.harness.board import Board, empty_page, run_of
from tests.harness.series import thorough

TELLING = {
    "why": "0/2 nodes are available: 2 Insufficient cpu.",
    "describe": "Priority Class Name:  p100",
    "events": "FailedScheduling",
    "yaml": "nominatedNodeName: n1",
    "room": "Room for more pods like p: 0",
}
OF_A_NODE = {"describe": "Allocated resources", "yaml": "kubernetes.io/hostname: n1", "events": ""}
WORDS = {
    "why": "Why",
    "describe": "Describe",
    "events": "Events",
    "yaml": "YAML",
    "room": "Room",
    "history": "History",
}


def at_nomination(page: Page) -> Board:
    return Board(page).open("/s/gap-and-reservation?at=4&pod=default/p")


def test_each_tab_is_a_fragment_on_the_board_and_a_page_with_an_address(page: Page) -> None:
    board = at_nomination(page)
    run = board.run
    addresses = {}
    for tab, telling in TELLING.items():
        link = board.inspector.get_by_role("link", name=WORDS[tab])
        link.click()
        expect(board.inspector).to_contain_text(telling)
        expect(link).to_have_attribute("aria-current", "page")
        expect(page.locator("#board")).to_be_visible()
        addresses[tab] = link.get_attribute("href")
    for tab, address in addresses.items():
        assert f"/r/{run}/pods/default/p/{tab}?at=4" == address
        page.goto(address)

        expect(page.get_by_role("heading", level=1)).to_contain_text("default/p")
        expect(page.locator("#inspector")).to_contain_text(TELLING[tab])
    page.locator(".crumbs").get_by_role("link").click()

    assert 4 == board.settle().seq


def test_the_tabs_follow_the_steps_and_a_node_has_its_own(page: Page) -> None:
    board = at_nomination(page)
    board.inspector.get_by_role("link", name="YAML").click()
    expect(board.inspector.locator("pre")).to_contain_text("phase: Pending")
    board.to_the_end()
    expect(board.inspector.locator("pre")).to_contain_text("phase: Running")
    page.locator('[data-node="n1"]').click()

    for tab, telling in OF_A_NODE.items():
        board.inspector.get_by_role("link", name=WORDS[tab]).click()
        board.settle()

        expect(board.inspector.locator("#inspector-body")).to_contain_text(telling)
        expect(board.inspector).not_to_contain_text("This content could not be loaded.")


@thorough
def test_the_pages_work_without_a_script(contexts: Contexts) -> None:
    context = contexts.open(java_script_enabled=False)
    page = empty_page(context)
    page.goto(f"/r/{run_of(context, 'gap-and-reservation')}/pods/default/p/why?at=4")

    for tab in ("describe", "events", "yaml", "room", "why"):
        page.locator(".itabs").get_by_role("link", name=WORDS[tab]).click()
        expect(page.locator("#inspector")).to_contain_text(TELLING[tab])


@thorough
def test_the_inspector_is_a_drawer_where_room_is_short(page: Page) -> None:
    board = at_nomination(page)
    opener = page.get_by_role("button", name="inspector", exact=True)
    expect(opener).to_be_hidden()
    expect(board.inspector).to_be_in_viewport()

    page.set_viewport_size({"width": 900, "height": 800})
    opener.click()
    expect(board.inspector).to_be_in_viewport()
    expect(opener).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")

    expect(opener).to_have_attribute("aria-expanded", "false")


@thorough
def test_the_columns_of_kubectl_stay_columns_and_the_panel_can_be_made_wider(page: Page) -> None:
    board = at_nomination(page)
    board.inspector.get_by_role("link", name="Describe").click()
    text = board.inspector.locator("pre")
    expect(text).to_have_css("white-space", "pre")
    edge = page.get_by_role("separator", name="Width of the inspector")
    width = "() => document.getElementById('inspector').getBoundingClientRect().width"
    before = page.evaluate(width)

    edge.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")

    wider = page.evaluate(width)
    assert before + 48 == wider
    expect(edge).to_have_attribute("aria-valuenow", str(round(wider)))
    page.reload()
    board.settle()
    assert wider == page.evaluate(width)
    edge.dblclick()
    assert before == page.evaluate(width)

    box = edge.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y, steps=2)
    page.mouse.up()
    assert 38 <= page.evaluate(width) - before <= 42


@thorough
def test_the_history_of_a_pod_leads_to_each_of_its_moments(page: Page) -> None:
    board = at_nomination(page)
    board.inspector.get_by_role("link", name=WORDS["history"]).click()
    rows = board.inspector.locator(".history-rows > li")
    expect(rows.filter(has_text="spec.nodeName")).to_have_count(1)
    expect(rows.locator("xpath=self::*[@aria-current]")).to_have_attribute("data-step", "2")

    rows.filter(has_text="spec.nodeName").get_by_role("link").click()
    board.settle()

    assert "bind" == page.evaluate("() => podium.player.state.model.frame.kind")
