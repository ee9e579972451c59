"""The way through the course: what a browser knows of it, taking it along, and how the page looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import SIZES, empty_page, in_language
from tests.harness.series import sampled, thorough
from tests.harness.server import Server

DONE = {"step": 1, "answers": {}, "done": True}
#: Two lessons are done and the third is begun, as in the mock.
PROGRESS: dict[str, Any] = {
    "version": 1,
    "lessons": {
        "queue-by-priority": DONE,
        "basic-preemption": DONE,
        "gap-and-reservation": {"step": 2, "answers": {}},
    },
    "skipped": {},
    "tried": {},
    "last": "gap-and-reservation",
}
#: The part of the address that "Copy a link" copies; the script's own address may have a hash.
FRAGMENT = """async () => {
  const map = document.querySelector("script[type=importmap]");
  const plain = "/static/js/lessons/progress.js";
  const { asFragment } = await import(map ? JSON.parse(map.textContent).imports[plain] : plain);
  return asFragment();
}"""


def learn(page: Page, address: str = "/learn") -> Page:
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def remember(page: Page, progress: dict[str, Any]) -> None:
    learn(page)
    page.evaluate("text => localStorage.setItem('podium.learn', text)", json.dumps(progress))


def ready(page: Page) -> None:
    page.wait_for_function("() => document.documentElement.dataset.ready")


def test_the_path_shows_all_lessons_and_each_can_be_opened(page: Page) -> None:
    learn(page)

    links = page.locator(".ls h3 a")
    assert 15 == links.count()
    assert all(item.get_attribute("href") for item in links.all())
    assert ["1", "15"] == [page.locator(".pt").first.inner_text(), page.locator(".pt").last.inner_text()]


@thorough
def test_somebody_new_starts_with_the_first_lesson(page: Page) -> None:
    learn(page)

    expect(page.get_by_role("heading", name="Start with lesson 1")).to_be_visible()
    assert page.locator(".ls h3 a").first.get_attribute("href") == page.locator("[data-go]").get_attribute(
        "href"
    )
    expect(page.locator("[data-wrong]")).to_be_hidden()


def test_what_is_done_is_found_again(page: Page) -> None:
    remember(page, PROGRESS)

    learn(page)

    expect(page.locator(".ls.done")).to_have_count(2)
    expect(page.locator("[data-sum]")).to_contain_text("2 of 15 done")
    expect(page.locator("[data-continue]")).to_contain_text("lesson 3")


def test_progress_goes_to_another_browser_by_link(page: Page, contexts: Contexts) -> None:
    remember(page, PROGRESS)
    fragment = page.evaluate(FRAGMENT)
    other = empty_page(contexts.open())

    learn(other, f"/learn#{fragment}")

    expect(other.locator("[data-told]")).to_have_text("The progress was joined with what was here.")
    expect(other.locator(".ls.done")).to_have_count(2)
    assert "#" not in other.url


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps({"version": 2}), "has version 2"),
        ("<script>alert(1)</script>", "not JSON"),
        (json.dumps([1]), "not the progress"),
    ],
    ids=["newer", "markup", "another"],
)
@thorough
def test_a_bad_file_is_refused_with_its_reason_and_nothing_is_lost(
    page: Page, text: str, message: str
) -> None:
    remember(page, PROGRESS)
    learn(page)

    file: Any = {"name": "progress.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("[data-load]").set_input_files(file)

    expect(page.locator("[data-told]")).to_contain_text(message)
    expect(page.locator(".ls.done")).to_have_count(2)


def test_a_file_brings_back_what_was_saved(page: Page, contexts: Contexts) -> None:
    remember(page, PROGRESS)
    learn(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    other = learn(empty_page(contexts.open()))

    other.locator("[data-load]").set_input_files(str(saved.value.path()))

    expect(other.locator(".ls.done")).to_have_count(2)


@thorough
def test_a_link_that_was_cut_says_so(page: Page) -> None:
    learn(page, "/learn#progress=q1YqSy0q")

    expect(page.locator("[data-told]")).to_contain_text("damaged")


@thorough
def test_the_page_to_keep_lists_what_one_can_do(page: Page) -> None:
    remember(page, PROGRESS)

    learn(page, "/learn/kept")

    expect(page.locator(".cans li")).to_have_count(2)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator(".gtop")).to_be_hidden()
    page.emulate_media(media="screen")


@thorough
def test_the_keyboard_leads_from_the_head_to_a_lesson(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Course", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn")
    ready(page)

    page.locator(".ls h3 a").first.focus()
    here = page.url
    page.keyboard.press("Enter")

    page.wait_for_url(lambda url: url != here)


@pytest.mark.parametrize("address", ["/learn", "/learn/kept"])
def test_the_pages_are_accessible_in_both_themes_and_at_every_width(
    page: Page, clean: Callable[[Page], None], address: str
) -> None:
    remember(page, PROGRESS)
    learn(page, address)

    clean(page)


@pytest.mark.parametrize("language", sampled(["uk", "id", "zh-hans"]))
def test_nothing_is_wider_than_a_phone_in_any_language(
    contexts: Contexts, server: Server, language: str
) -> None:
    page = empty_page(in_language(contexts.open(viewport=SIZES["phone"]), server.url, language))

    widths = []
    for address in ("/learn", "/learn/kept", "/try/which-node"):
        learn(page, address)
        widths.append(page.evaluate("() => document.documentElement.scrollWidth"))

    assert [390] * 3 == widths


@pytest.mark.picture
def test_the_mock_of_the_path(page: Page, both_themes: Picture) -> None:
    remember(page, PROGRESS)
    learn(page)

    both_themes(page, "learn")


@pytest.mark.picture
@thorough
def test_the_path_on_a_phone(contexts: Contexts, both_themes: Picture) -> None:
    page = empty_page(contexts.open(viewport=SIZES["phone"], has_touch=True))
    remember(page, PROGRESS)
    learn(page)

    both_themes(page, "learn-phone")
