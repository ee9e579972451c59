"""Every kind of page in sizes, themes and languages: quiet console, nothing from elsewhere, nothing for axe to find."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts
from tests.harness.board import SCENARIOS, Board, empty_page, fork, import_file, in_language
from tests.harness.series import sampled
from tests.harness.server import Server
from tests.harness.watch import Watch

SCENARIO = "/s/gap-and-reservation"


def plain(address: str, page: Page) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")


def moment(slug: str, at: int, pod: str, page: Page) -> Board:
    board = Board(page).open(f"/s/{slug}")
    return board.open(f"/r/{board.run}?at={at}&pod={pod}")


def inside(page: Page) -> None:
    board = Board(page).open("/s/conflicting-constraints")
    board.open(f"/r/{board.run}?at=1&into=2")
    page.wait_for_function("() => podium.player.state.into?.k === 2")


def owned(page: Page) -> None:
    """One's own run, a node chosen, a dialog open."""
    board = fork(moment("gap-and-reservation", 4, "default/p", page))
    page.locator('[data-node="n1"]').click()
    board.inspector.get_by_role("button", name="Taint", exact=True).click()
    page.get_by_role("dialog").wait_for()


def help_dialog(page: Page) -> None:
    Board(page).open(SCENARIO)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()


def imported(page: Page) -> None:
    """A text with problems, in the editor."""
    plain("/import", page)
    page.wait_for_selector(".cm-content")
    page.locator(".cm-content").click()
    page.keyboard.insert_text(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: A_b}\nspec: {containers: [{name: c\n"
    )
    page.locator(".problem").first.wait_for()


def report(page: Page) -> None:
    board = import_file(page.context, SCENARIOS / "dump.yaml")
    plain(f"/r/{board.run}/report", page)


def edit_link(page: Page) -> None:
    """The page of one's own edit link, by way of the list of one's runs."""
    run = fork(moment("gap-and-reservation", 4, "default/p", page)).run
    plain("/runs", page)
    page.locator("table.runs summary", has_text="Remove").first.click()
    page.get_by_role("button", name="Remove this run for good").first.wait_for()
    page.locator(f'a[href="/r/{run}/edit-link"]').click()
    page.get_by_role("button", name="Take the link back").wait_for()


def tab(name: str, page: Page) -> None:
    board = Board(page).open(SCENARIO)
    plain(f"/r/{board.run}/pods/default/p/{name}?at=4", page)


def advised(page: Page) -> None:
    """What would make a pod fit, asked for on the board."""
    board = moment("conflicting-constraints", 1, "default/mypod", page)
    board.inspector.get_by_role("link", name="What would make it fit").click()
    board.inspector.locator(".advices li").first.wait_for()


def advice(page: Page) -> None:
    board = Board(page).open("/s/conflicting-constraints")
    plain(f"/r/{board.run}/pods/default/mypod/advice?at=1", page)


EVENT = (
    "0/9 nodes are available: 3 Insufficient cpu, 6 quantum. preemption: 0/9 nodes are available: "
    "9 No preemption victims found for incoming pod."
)


def explained(page: Page) -> None:
    """The text of an event, sent from the form; a short one gets an address of its own."""
    plain("/explain", page)
    page.get_by_label("Text of the event").fill(EVENT)
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".explain-parts li")).to_have_count(3)
    page.wait_for_url("**/explain?text=*")


STATES: dict[str, Callable[[Page], object]] = {
    "gallery": partial(plain, "/"),
    "import": imported,
    "why is it pending": partial(plain, "/why"),
    "explain": explained,
    "card of a plugin": partial(plain, "/explain/PodTopologySpread"),
    "exact": partial(plain, "/exact"),
    "releases": partial(plain, "/releases/"),
    "a release": partial(plain, "/releases/1.36"),
    "report": report,
    "edit link": edit_link,
    "board at the start": lambda page: Board(page).open(SCENARIO),
    "board with victims": partial(moment, "gap-and-reservation", 13, "default/p"),
    "board with scores": partial(moment, "soft-score-numbers", 3, "default/mypod"),
    "board inside a decision": inside,
    "board of the owner": owned,
    "list of keys": help_dialog,
    "board with advice": advised,
    "advice": advice,
    "why": partial(tab, "why"),
    "describe": partial(tab, "describe"),
    "events": partial(tab, "events"),
    "yaml": partial(tab, "yaml"),
}


@pytest.mark.parametrize("state", sampled(list(STATES)))
def test_a_page_is_clean_and_accessible_in_both_themes_and_at_every_width(
    page: Page, clean: Callable[[Page], None], state: str
) -> None:
    STATES[state](page)

    clean(page)


@pytest.mark.parametrize("language", sampled(["uk", "id", "zh-hans"]))
def test_a_page_without_a_board_is_clean_in_every_language(
    contexts: Contexts, server: Server, language: str
) -> None:
    """Gallery and board are read in all languages by test_chrome.py."""
    page = empty_page(in_language(contexts.open(), server.url, language))

    results = []
    for address in ("/import", "/why", "/exact", "/explain", "/releases/1.35"):
        plain(address, page)
        results.append(str(page.locator("html").get_attribute("lang")).lower())

    assert [language] * 5 == results


@pytest.mark.parametrize("address", sampled(["/r/nothing", "/nothing"]))
def test_what_is_not_there_says_so_on_a_page(
    contexts: Contexts, clean: Callable[[Page], None], address: str
) -> None:
    context = contexts.open()
    watch: Watch = contexts.watch(context)
    watch.expect_status(404, address)
    page = empty_page(context)

    answer = page.goto(address)

    assert answer is not None
    assert 404 == answer.status
    assert page.locator("h1").inner_text().strip()
    clean(page)
