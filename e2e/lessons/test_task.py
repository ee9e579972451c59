"""The task of a lesson: a run of one's own, checks that turn, prepared inputs, hints, and coming back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from e2e.harness.board import Board
from playground.lessons.files import COURSE, open_lesson

ONE = "basic-preemption"
CHECKS = """() => Object.fromEntries([...document.querySelectorAll("[data-check]")]
  .map((each) => [each.dataset.check, each.dataset.holds]))"""


def begin(page: Page) -> Board:
    lesson = open_lesson(next(COURSE.glob(f"*-{ONE}.yaml")).read_bytes()).lesson
    assert lesson is not None
    board = Board(page).open(f"/learn/{ONE}/{len(lesson.steps)}")
    page.get_by_role("button", name="Change it myself").click()
    page.wait_for_url("**/do/**")
    return board.settle()


def test_a_hint_leads_to_inputs_that_solve_the_task(page: Page) -> None:
    board = begin(page)
    expect(page.locator('[data-check="p-runs"]')).to_have_attribute("data-holds", "false")
    for _ in range(3):
        page.get_by_role("button", name="Give me a hint").click()
    expect(page.get_by_role("button", name="Give me a hint")).to_be_hidden()
    for place in range(2):
        page.locator(".inputs button").nth(place).click()
        board.settle()
    board.until_quiet()

    expect(page.locator("#told")).to_contain_text("2 changes; the fewest are 2.")
    assert {"true"} == set(page.evaluate(CHECKS).values())
    assert page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons['basic-preemption'].done")


def test_a_known_wrong_way_is_recognised(page: Page) -> None:
    board = begin(page)
    page.get_by_role("button", name="Create p").click()
    board.settle()
    board.until_quiet()

    expect(page.locator("#known-way")).to_contain_text("low1 still counted")
    expect(page.locator("#told")).to_be_hidden()


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
