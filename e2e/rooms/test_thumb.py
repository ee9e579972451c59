"""A room on a phone by thumb alone: from the code on the projector to what one takes home."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from e2e.rooms.room_pages import Member, code_of, open_room
from tests.harness.board import empty_page
from tests.harness.series import thorough
from tests.harness.touch import PHONES, Thumb

#: A step with a question, after which the task comes.
LESSON = "/learn/prestop-budget/3"
LEAST_PX = 44
#: Controls that are seen and lower than a thumb needs, and the page where it is wider than its window. A name in a
#: sentence is as high as its line; a node's name stands in a larger thing; a grip on a line of time is only one more
#: way to a number.
AWKWARD = """(least) => [
  ...[...document.querySelectorAll("button, select, summary, input, a.btn, label.choice")].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.closest("#zones, label")
    && !each.matches(".named, .explained, .to-card, [role=slider]") && each.getBoundingClientRect().height < least)
    .map((each) => each.outerHTML.slice(0, 90)),
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than its window"] : []),
]"""
#: What differs from room to room: the day of its deletion and its address.
AS_DRAWN = """() => {
  document.querySelector(".page-head p").textContent = "The room has ended.";
  document.getElementById("home-link").value = "https://podium.example/rooms/r";
}"""


def handy(page: Page) -> None:
    assert [] == page.evaluate(AWKWARD, LEAST_PX)


def join_by_thumb(page: Page, code: str) -> Member:
    page.goto("/join")
    handy(page)
    page.get_by_label("Code of the room").fill(code.lower())
    page.get_by_role("button", name="Join").tap()
    page.get_by_label("Your name").fill("Omar")
    handy(page)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url("**/rooms/*")
    page.locator(".phone-tabs").wait_for()
    return Member(page).settle()


@thorough
@pytest.mark.parametrize("size", ["small", "large"])
def test_a_thumb_goes_from_the_code_to_what_is_taken_home(
    contexts: Contexts, both_themes: Picture, size: str
) -> None:
    presenter = open_room(contexts, LESSON, viewport={"width": 1280, "height": 720})
    page = empty_page(contexts.open(**PHONES[size], reduced_motion="reduce"))
    omar = join_by_thumb(page, code_of(presenter))
    thumb = Thumb(page)
    expect(page.locator(".room-where")).to_contain_text("1 person")

    # the question
    presenter.go_on("ask")
    thumb.stands_on("Question")
    omar.choices.first.tap()
    expect(omar.choices.first).to_contain_text("your answer")
    handy(page)
    presenter.go_on("reveal")
    expect(page.locator(".choice.right")).to_have_count(1)
    omar.settle()

    # what one tells of oneself: the hand is in the bar, the rest above it once it is pulled up
    page.get_by_role("button", name="Hand").tap()
    expect(presenter.page.locator(".hands")).to_contain_text("1 hand")
    lost = page.get_by_role("button", name="I am lost")
    expect(lost).to_be_hidden()
    page.get_by_role("button", name="Timeline and more").tap()
    lost.tap()
    expect(lost).to_have_attribute("aria-pressed", "true")
    for name in ("With you", "I am lost", "Try it"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=0.99)
    handy(page)
    thumb.pull(120)
    expect(lost).to_be_hidden()

    # the task, on a board of one's own
    presenter.go_on("task")
    thumb.turn_to("Task")
    page.locator(".room-task").get_by_role("button", name="Try it alone").tap()
    omar.stands_alone()
    handy(page)
    presenter.press("Hand out the solution")
    inputs = page.locator(".solution .inputs button")
    inputs.first.wait_for()
    for button in inputs.all():
        button.tap()
        expect(button).to_have_class(re.compile("given"))
        omar.settle()
    omar.board.button("play").tap()
    expect(page.locator(".room-task")).to_have_class(re.compile("solved"))

    # the end
    presenter.go_on("end")
    presenter.page.get_by_role("dialog").get_by_role("button", name="End the room").click()
    expect(page.get_by_role("heading", name="What was asked")).to_be_visible()
    expect(page.locator(".choice.wrong, .choice.right").first).to_contain_text("your answer")
    for name in ("The board at the end", "My own board", "The lesson"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=0.99)
    handy(page)
    page.evaluate(AS_DRAWN)
    both_themes(page, f"room-taken-home-{size}", at_rest=True, full_page=True)
