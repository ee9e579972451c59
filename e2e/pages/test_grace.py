"""The grace calculator: typed into, followed by its links, read by axe; and where one finds it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts
from tests.harness.board import SIZES, THEMES, Board, empty_page, in_language
from tests.harness.series import sampled, thorough
from tests.harness.server import Server


def numbers(page: Page) -> list[str]:
    return page.locator(".grace-number b").all_inner_texts()


def result(page: Page, *expected: str) -> None:
    for place, text in enumerate(expected):
        expect(page.locator(".grace-number b").nth(place)).to_have_text(text)


def test_what_is_typed_is_worked_out_at_once_and_stands_in_the_address(contexts: Contexts) -> None:
    page = empty_page(contexts.open())
    page.goto("/grace")
    result(page, "30 s", "30 s")

    page.get_by_label("Deletion", exact=True).fill("0")

    result(page, "1 s", "30 s")
    expect(page.get_by_label("Deletion", exact=True)).to_be_focused()
    page.wait_for_url("**/grace?*deletion=0*")
    page.reload()
    result(page, "1 s", "30 s")


def test_the_sequence_of_the_catalogue_by_its_links(contexts: Contexts) -> None:
    page = empty_page(contexts.open())
    page.goto("/grace?kept=0&deletion=30&spec=30")
    steps = (
        ("30", "deletion", "10", "10 s"),
        ("30-10", "override", "60", "10 s"),
        ("30-10-10", "override", "5", "5 s"),
    )

    for trail, field, typed, expected in steps:
        page.get_by_role("link", name="and continue").first.click()
        page.wait_for_url(f"**past={trail}", wait_until="networkidle")
        page.locator(f"#grace-{field}").fill(typed)
        result(page, expected, expected)

    expect(page.locator(".grace-trail")).to_contain_text("30 → 10 → 10")
    expect(page.locator(".grace-version").first).to_contain_text("shortened from 10")
    expect(page.locator(".grace-version").first).to_contain_text("The override decided.")


@thorough
def test_without_scripts_the_form_does_the_same(contexts: Contexts) -> None:
    page = empty_page(contexts.open(java_script_enabled=False))
    page.goto("/grace")

    page.locator("#grace-deletion").fill("10")
    page.locator("#grace-kept").fill("30")
    page.get_by_role("button", name="Calculate").click()

    assert ["10 s", "10 s"] == numbers(page)


@pytest.mark.parametrize(
    ("address", "size"),
    sampled(
        [
            (address, size)
            for address in ("/grace?deletion=0&kept=30&spec=30&past=60-30", "/grace?deletion=soon")
            for size in ("wide", "phone")
        ]
    ),
)
def test_it_is_clean_and_accessible_in_both_themes(
    contexts: Contexts, server: Server, axe: Callable[..., None], size: str, address: str
) -> None:
    page = empty_page(contexts.open(viewport=SIZES[size]))
    page.goto(address)
    page.wait_for_load_state("networkidle")

    axe(page, themes=THEMES)

    assert page.evaluate("() => document.documentElement.scrollWidth") == SIZES[size]["width"]


@pytest.mark.parametrize(
    ("language", "end"), sampled([("uk", "30 с"), ("id", "30 dtk"), ("zh-hans", "30 秒")])
)
@thorough
def test_it_speaks_every_language(contexts: Contexts, server: Server, language: str, end: str) -> None:
    page = empty_page(in_language(contexts.open(), server.url, language))
    page.goto("/grace")

    assert language == str(page.locator("html").get_attribute("lang")).lower()
    assert "Grace calculator" != page.locator("h1").inner_text()
    result(page, end, end)


@thorough
def test_one_finds_it_from_the_card_and_from_the_board(contexts: Contexts, axe: Callable[..., None]) -> None:
    page = empty_page(contexts.open())
    page.goto("/topics/exit")
    axe(page)
    page.get_by_role("link", name="Grace calculator").click()
    expect(page.locator("h1")).to_have_text("Grace calculator")

    page.get_by_role("link", name="Open a run with these values").click()
    Board(page).settle()
    page.get_by_role("link", name="Grace calculator").click()
    expect(page.locator("h1")).to_have_text("Grace calculator")


@thorough
def test_a_board_says_its_release_and_leads_to_others(contexts: Contexts, axe: Callable[..., None]) -> None:
    page = empty_page(contexts.open())
    Board(page).open("/s/override-after-hook")

    expect(page.locator("#version")).to_contain_text("v1.23")
    page.keyboard.press("Tab")
    page.locator("#version").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#release-pop")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="v1.36", exact=True).click()
    expect(page.locator("#beside[data-ready]")).to_be_attached()
    expect(page.get_by_role("heading", name="Kubernetes v1.36")).to_be_attached()


@thorough
def test_a_scenario_is_played_again_with_old_kubelets(contexts: Contexts) -> None:
    page = empty_page(contexts.open())
    board = Board(page).open("/s/hard-eviction")

    page.get_by_role("button", name="Again with v1.23").click()
    page.wait_for_url("**/r/*")
    board.settle()

    expect(page.locator("#version")).to_contain_text("v1.23")
    assert board.state["canAct"]
    expect(page.locator(".crumb h1")).to_be_visible()
