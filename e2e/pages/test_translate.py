"""A translator changes a text, comes back to it, and takes the changes along as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.harness.board import THEMES

TEXT = "/translate/uk?q=02-basic-preemption.yaml: spec.steps[0].title"


def test_a_change_is_kept_and_downloaded_as_a_file(
    page: Page, axe: Callable[..., None], tmp_path: Path
) -> None:
    page.goto(TEXT)
    axe(page, themes=THEMES)
    expect(page.get_by_role("button", name="Download what I changed")).to_be_hidden()
    page.locator(".tr textarea").fill("Вузол без місця")
    page.locator("h1").click()
    page.reload()
    expect(page.locator(".tr textarea")).to_have_value("Вузол без місця")
    with page.expect_download() as given:
        page.get_by_role("button", name="Download what I changed").click()
    given.value.save_as(tmp_path / "mine.po")

    assert 'msgid "A full node"\nmsgstr "Вузол без місця"' in (tmp_path / "mine.po").read_text(
        encoding="utf-8"
    )


def test_a_picture_of_the_page_shows_its_texts_in_place(page: Page) -> None:
    page.goto("/translate/uk?q=templates/explain/explain.html")

    expect(page.locator(".tr-page mark").last).to_have_text("Текст події")


def test_see_it_leads_to_the_page_that_shows_the_text(page: Page) -> None:
    page.goto(TEXT)
    page.get_by_role("button", name="Read podium in this language").click()
    with page.expect_popup() as opened:
        page.locator(".tr-where a").click()
    lesson = opened.value
    lesson.wait_for_url("**/learn/basic-preemption/1*")

    expect(lesson.locator("#step-title")).to_have_text("Повний вузол")
