"""One prediction: asked before the truth is there, answered by mouse and by keyboard, judged and remembered."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import SIZES, THEMES, empty_page
from tests.harness.series import sampled, thorough


def open_exercise(page: Page, slug: str) -> Page:
    page.goto(f"/try/{slug}")
    page.wait_for_selector("html[data-ready=exercise]")
    return page


def tried(page: Page) -> object:
    return json.loads(page.evaluate("() => localStorage.getItem('podium.learn') ?? '{}'")).get("tried")


def test_a_right_prediction_is_told_with_its_reason_and_the_board_plays_on(page: Page) -> None:
    open_exercise(page, "which-node")
    expect(page.get_by_role("button", name="Play or pause")).to_be_hidden()

    page.get_by_role("radio", name="n2").check()
    page.get_by_role("button", name="Predict").click()

    expect(page.locator(".ex-verdict")).to_have_text("Right.")
    expect(page.locator(".ex-answer")).to_contain_text("highest priority")
    expect(page.get_by_role("button", name="Play or pause")).to_be_visible()
    expect(page.locator("[data-say]")).to_contain_text("preempts")
    assert {"which-node": True} == tried(page)


@thorough
def test_a_wrong_prediction_names_what_is_so_by_the_keyboard_alone(page: Page) -> None:
    open_exercise(page, "conflicting-constraints")

    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator(".ex-verdict")).to_have_text("Not right. It is: It stays pending")
    expect(page.locator("[data-truth]")).to_be_focused()
    assert {"conflicting-constraints": False} == tried(page)


@thorough
def test_an_answer_in_words_stands_beside_the_real_one_until_the_person_has_judged_it(page: Page) -> None:
    open_exercise(page, "prestop-budget")

    page.get_by_label("Your answer").fill("<b>as long as both</b>")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text("<b>as long as both</b>")).to_be_visible()
    page.get_by_role("button", name="I was right").click()

    expect(page.locator(".ex-verdict")).to_have_text("Right.")
    assert {"prestop-budget": True} == tried(page)


def test_nothing_of_the_truth_is_fetched_before_the_answer(page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))

    open_exercise(page, "which-node")

    assert [] == [url for url in requests if "film.json" in url or "/answer" in url or "/s/" in url]


@thorough
def test_the_exercise_of_the_day_is_the_same_for_everybody(contexts: Contexts) -> None:
    urls = []
    for zone in ("UTC", "UTC"):
        page = empty_page(contexts.open(timezone_id=zone))
        page.goto("/try/today")
        page.wait_for_selector("html[data-ready=exercise]")
        urls.append(page.url)

    assert urls[0] == urls[1]


@thorough
def test_the_gallery_offers_one_that_was_not_tried(page: Page) -> None:
    page.goto("/try")
    page.wait_for_selector("html[data-ready=exercise]")
    page.goto("/")

    page.get_by_role("link", name="Try one").click()

    page.wait_for_selector("html[data-ready=exercise]")
    assert "/try/" in page.url


def test_an_exercise_is_accessible_before_and_after_the_answer(
    page: Page, axe: Callable[..., None], clean: Callable[[Page], None]
) -> None:
    open_exercise(page, "which-node")
    clean(page)
    page.get_by_role("radio", name="n1").check()
    page.get_by_role("button", name="Predict").click()
    page.locator(".ex-verdict").wait_for()
    page.get_by_role("button", name="Play or pause").click()

    axe(page, within="[data-truth]", themes=THEMES)


@pytest.mark.picture
@pytest.mark.parametrize("size", sampled(["wide", "phone"]))
def test_how_an_exercise_looks(contexts: Contexts, both_themes: Picture, size: str) -> None:
    page = empty_page(contexts.open(viewport=SIZES[size]))
    open_exercise(page, "which-node")

    both_themes(page, "exercise" if size == "wide" else "exercise-phone")


@thorough
def test_a_guess_is_a_click_on_the_board_and_the_words_come_after_the_verdict(page: Page) -> None:
    open_exercise(page, "which-node")
    page.locator('[data-node-card="n1"]').click(force=True)
    expect(page.get_by_role("radio", name="n1")).to_be_checked()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator('[data-node-card="n2"]')).to_have_attribute("data-lit", "right")
    expect(page.locator(".guess-status")).to_have_text("Not right. It is: n2")
    expect(page.locator("[data-truth]")).to_be_hidden()
    page.get_by_role("button", name="Go to the explanation").click()

    expect(page.locator("[data-truth]")).to_be_focused()
    assert "wrong" == page.locator('[data-node-card="n1"]').get_attribute("data-lit")
