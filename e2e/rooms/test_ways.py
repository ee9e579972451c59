"""Rooms without a mouse, on a phone, for axe, and in pictures."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
import segno
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from e2e.rooms.room_pages import LESSON, PHONE, Member, code_of, join, open_room
from tests.harness.board import THEMES, empty_page
from tests.harness.series import EVERY, sampled, thorough

Axe = Callable[..., None]
LEAST_PX = 44
#: What differs from run to run is said as in the mock: the code, the address and its QR code.
AS_DRAWN = """async ([qr]) => {
  document.getElementById("room-code").textContent = "K7QF";
  const at = document.querySelector(".join-at");
  if (at) at.textContent = "podium.example/join";
  const image = document.querySelector(".join img");
  if (image) { image.src = qr; await image.decode(); }
}"""
SMALL = """(least) => [...document.querySelectorAll(
    ".room-side button:not(.named), .room-side .choice, .room-mode button"
  )]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least)
  .map((each) => each.outerHTML.slice(0, 120))"""


def qr() -> str:
    out = io.BytesIO()
    segno.make("https://podium.example/join/K7QF", error="m", micro=False).save(
        out, kind="svg", scale=8, border=2, xmldecl=False
    )
    return "data:image/svg+xml;utf8," + out.getvalue().decode().replace("#", "%23")


@thorough
def test_votes_hands_and_the_way_back_need_no_mouse(contexts: Contexts) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    keyboard = dora.page.keyboard
    presenter.press("The prediction of this step")
    expect(dora.question).to_be_visible()

    keyboard.press("c")
    expect(dora.choices.nth(2)).to_contain_text("your answer")
    dora.page.locator(".choice input:checked").focus()
    keyboard.press("ArrowUp")
    expect(dora.choices.nth(1)).to_contain_text("your answer")
    keyboard.press("h")
    expect(presenter.page.locator(".hands")).to_contain_text("1 hand")
    keyboard.press("l")
    expect(dora.page.get_by_role("button", name="I am lost")).to_have_attribute("aria-pressed", "true")
    dora.page.locator("#zones").focus()
    keyboard.press("ArrowLeft")
    expect(dora.page.locator(".room-mode")).to_be_visible()
    keyboard.press("r")

    expect(dora.page.locator(".room-mode")).to_be_hidden()
    dora.stands_at(presenter.board.seq)
    presenter.page.keyboard.press("e")
    expect(dora.page.locator(".room-pause")).to_be_visible()


def test_a_phone_has_all_of_a_room_at_its_width(contexts: Contexts, axe: Axe, both_themes: Picture) -> None:
    presenter = open_room(contexts)
    omar = join(contexts, presenter, "Omar", **PHONE, reduced_motion="reduce")
    presenter.press("The prediction of this step")
    omar.choices.first.click()
    expect(omar.choices.first).to_contain_text("your answer")
    expect(omar.page.locator(".room-where")).to_contain_text("1 person")
    omar.page.evaluate(AS_DRAWN, [qr()])

    axe(omar.page, themes=THEMES)
    assert [] == omar.page.evaluate(SMALL, LEAST_PX)
    assert PHONE["viewport"]["width"] == omar.page.evaluate("() => document.documentElement.scrollWidth")
    both_themes(omar.page, "room-follower-phone", at_rest=True)


def test_the_presenters_page_of_the_mock(contexts: Contexts, axe: Axe, both_themes: Picture) -> None:
    presenter = open_room(contexts, reduced_motion="reduce")
    members = [join(contexts, presenter, name) for name in ("Dora", "Omar", "Aisha")]
    presenter.press("The prediction of this step")
    for member, place in zip(members, (0, 2, 0), strict=True):
        member.choices.nth(place).click()
    members[0].page.keyboard.press("h")
    members[2].board.back()
    expect(presenter.page.locator(".poll")).to_contain_text("3 of 3 answered")
    presenter.press("Close the question").press("Show bars")
    expect(presenter.page.locator(".choice .pc:visible")).to_have_count(3)
    expect(presenter.page.locator(".sign.is-explores")).to_have_count(1)
    expect(presenter.page.locator(".hands")).to_be_visible()
    presenter.page.evaluate(AS_DRAWN, [qr()])
    presenter.page.mouse.move(0, 0)

    axe(presenter.page, themes=THEMES)
    both_themes(presenter.page, "room-presenter", at_rest=True)


def test_every_page_of_a_room_is_accessible(contexts: Contexts, axe: Axe) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    if EVERY == 1:
        look_around(presenter, dora, axe)
    room = presenter.page.url
    pages = presenter.page.context.new_page()
    pages.goto(room + "/desk")
    pages.wait_for_selector('[data-ready="desk"]')
    axe(pages, themes=THEMES)
    pages.goto(room + "/big")
    axe(pages, themes=THEMES)
    stranger = empty_page(contexts.open())
    watch = contexts.watch(stranger.context)
    watch.expect_status(404, "/join/")
    for address in sampled(("/join", f"/join/{code_of(presenter)}", "/join/CCCC", presents(presenter))):
        stranger.goto(address)
        axe(stranger, themes=THEMES)
    dora.page.goto(room + "/home")
    axe(dora.page, themes=THEMES)


@thorough
def test_pages_that_say_no_are_accessible(contexts: Contexts, axe: Axe) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    room, code = presenter.page.url, code_of(presenter)
    link = presents(presenter)
    token = presenter.page.evaluate("() => document.querySelector('[name=csrfmiddlewaretoken]').value")
    presenter.page.request.post(f"{room}/links/2/revoke", form={"csrfmiddlewaretoken": token})
    stranger = empty_page(contexts.open())
    watch = contexts.watch(stranger.context)
    watch.expect_status(404, "/present/")
    watch.expect_status(410, "/join/")
    contexts.watch(dora.page.context).expect_status(409, "/learn/")

    def say_no(page: Page, address: str, heading: str) -> None:
        page.goto(address)
        expect(page.get_by_text(heading).first).to_be_visible()
        axe(page, themes=THEMES)

    say_no(stranger, link, "This link")
    presenter.page.evaluate("() => podiumRoom.command({ do: 'lock', on: true })")
    say_no(stranger, f"/join/{code}", "The presenter has locked this room.")
    presenter.press("The prediction of this step")
    expect(dora.question).to_be_visible()
    say_no(dora.page, LESSON, "A prediction is open")
    presenter.page.evaluate("() => podiumRoom.command({ do: 'end' })")
    expect(presenter.page.get_by_role("heading", name="What was asked")).to_be_visible()
    say_no(stranger, f"/join/{code}", "This room has ended")


@thorough
def test_the_desk_stands_on_a_phone(contexts: Contexts, axe: Axe, both_themes: Picture) -> None:
    presenter = open_room(contexts, reduced_motion="reduce")
    join(contexts, presenter, "Dora")
    presenter.page.set_viewport_size(PHONE["viewport"])
    presenter.page.goto(presenter.page.url + "/desk")
    presenter.page.wait_for_selector('[data-ready="desk"]')
    expect(presenter.page.locator("#desk-people")).to_contain_text("1 person")
    expect(presenter.page.locator("#desk-next li").first).to_be_visible()
    presenter.page.evaluate("() => { document.querySelector('.code-small').textContent = 'K7QF'; }")

    axe(presenter.page, themes=THEMES)
    assert PHONE["viewport"]["width"] == presenter.page.evaluate("() => document.documentElement.scrollWidth")
    both_themes(presenter.page, "room-desk-phone", at_rest=True)


def look_around(presenter: Member, dora: Member, axe: Axe) -> None:
    """The pages with a task, with the wall, and with a question after its answer."""
    presenter.press("The task of this lesson")
    dora.page.locator(".room-task").get_by_role("button", name="Try it alone").click()
    dora.stands_alone()
    axe(dora.page, themes=THEMES)
    expect(presenter.page.locator(".tile")).to_have_count(1)
    axe(presenter.page, themes=THEMES)
    presenter.press("End the task").press("The prediction of this step")
    presenter.press("Close the question").press("Reveal the answer")
    dora.press("Back to the presenter")
    expect(dora.page.locator(".choice.right")).to_be_visible()
    dora.stands_with_all()
    axe(dora.page, themes=THEMES)


def presents(presenter: Member) -> str:
    """A presenter's link that nobody has opened."""
    presenter.press("Links for co-teachers").press("Make a link")
    link = presenter.page.locator(".made code").inner_text()
    presenter.press("Close")
    return link


@pytest.mark.parametrize("size", sampled([{"width": 1024, "height": 768}, {"width": 1280, "height": 720}]))
def test_a_small_projector_cuts_nothing_off(page: Page, contexts: Contexts, size: dict[str, int]) -> None:
    presenter = open_room(contexts, viewport=size)
    inside = """() => [...document.querySelectorAll("#room-tools > *, #room-code, .step-text, .room-more .btn")]
      .filter((each) => each.checkVisibility())
      .filter((each) => { const box = each.getBoundingClientRect();
        return box.right > innerWidth + 1 || box.bottom > innerHeight + 1; }).map((each) => each.className)"""

    assert [] == presenter.page.evaluate(inside)
