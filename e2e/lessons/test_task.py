"""The task of a lesson: a run of one's own, checks that turn, prepared inputs, hints, and coming back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from playground.lessons.files import COURSE, open_lesson
from playground.lessons.lesson import Lesson
from tests.harness.board import SIZES, Board, empty_page
from tests.harness.series import EVERY, sampled, thorough

ONE = "basic-preemption"
CHECKS = """() => Object.fromEntries([...document.querySelectorAll("[data-check]")]
  .map((each) => [each.dataset.check, each.dataset.holds]))"""


SLUGS = [path.stem.partition("-")[2] for path in sorted(COURSE.glob("*.yaml"))]


def read(slug: str) -> Lesson:
    lesson = open_lesson(next(COURSE.glob(f"*-{slug}.yaml")).read_bytes()).lesson
    assert lesson is not None
    return lesson


def begin(page: Page, slug: str = ONE) -> Board:
    board = Board(page).open(f"/learn/{slug}/{len(read(slug).steps)}")
    page.get_by_role("button", name="Change it myself").click()
    page.wait_for_url("**/do/**")
    return board.settle()


@pytest.mark.parametrize("slug", sampled(SLUGS, 3 * EVERY - 1))
def test_the_last_hint_of_a_lesson_solves_its_task(contexts: Contexts, slug: str) -> None:
    page = contexts.open(reduced_motion="reduce").new_page()
    board = begin(page, slug)
    task = read(slug).task
    assert task is not None
    for _ in task.hints:
        page.get_by_role("button", name="Give me a hint").click()
    expect(page.get_by_role("button", name="Give me a hint")).to_be_hidden()
    for button in page.locator(".inputs button").all():
        button.click()
        expect(button).to_have_class(re.compile("given"))
        board.settle()
    board.until_quiet()

    expect(page.locator("#told")).to_be_visible()
    assert {"true"} == set(page.evaluate(CHECKS).values())


def test_a_solved_task_counts_its_changes_and_is_kept(page: Page) -> None:
    board = begin(page)
    expect(page.locator('[data-check="p-runs"]')).to_have_attribute("data-holds", "false")
    for _ in range(3):
        page.get_by_role("button", name="Give me a hint").click()
    expect(page.get_by_role("button", name="Give me a hint")).to_be_hidden()
    for button in page.locator(".inputs button").all():
        button.click()
        expect(button).to_have_class(re.compile("given"))
        board.settle()
    board.until_quiet()

    expect(page.locator("#told")).to_contain_text("2 changes; the fewest are 2.")
    expect(page.locator("#told")).to_contain_text("Now you can:")
    expect(page.locator(".course-bar a[aria-current]")).to_have_class("done")
    assert {"true"} == set(page.evaluate(CHECKS).values())
    assert page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons['basic-preemption'].done")


@thorough
def test_a_known_wrong_way_is_recognised(page: Page) -> None:
    board = begin(page)
    page.get_by_role("button", name="Create p").click()
    board.wait_for(1)
    board.until_quiet()

    expect(page.locator("#known-way")).to_contain_text("low1 is older, so it is put back first")
    expect(page.locator("#told")).to_be_hidden()


@thorough
def test_one_comes_back_to_the_sandbox_that_was_left_and_may_start_over(page: Page) -> None:
    board = begin(page)
    page.get_by_role("button", name="Create p").click()
    expect(page.locator('[data-check="p-as-given"]')).to_have_attribute("data-holds", "true")
    left = board.settle().run
    page.goto(f"/learn/{ONE}/1")
    page.get_by_role("button", name="Change it myself").click()
    page.wait_for_url(f"**/do/{left}**")
    expect(page.locator('[data-check="p-as-given"]')).to_have_attribute("data-holds", "true")
    page.get_by_role("button", name="Start over").click()
    page.wait_for_function("(run) => document.getElementById('board')?.dataset.run !== run", arg=left)

    assert 0 == board.settle().seq


def test_a_task_is_accessible_in_both_themes_and_at_every_width(
    page: Page, clean: Callable[[Page], None]
) -> None:
    begin(page)
    page.get_by_role("button", name="Give me a hint").click()
    page.get_by_role("button", name="Create p").click()
    expect(page.locator('[data-check="p-as-given"]')).to_have_attribute("data-holds", "true")

    clean(page)


@pytest.mark.picture
@pytest.mark.parametrize("size", sampled(["wide", "phone"]))
def test_how_a_task_looks(contexts: Contexts, both_themes: Picture, size: str) -> None:
    page = empty_page(contexts.open(viewport=SIZES[size], reduced_motion="reduce"))
    board = begin(page)
    page.get_by_role("button", name="Create p").click()
    expect(page.locator('[data-check="p-as-given"]')).to_have_attribute("data-holds", "true")
    board.settle()
    page.reload()  # what has just arrived is marked for a moment only
    board.settle()
    expect(page.locator('[data-check="p-as-given"]')).to_have_attribute("data-holds", "true")

    both_themes(page, "task" if size == "wide" else "task-phone", at_rest=True)
