"""A presenter and three followers go through a lesson: they follow, predict, explore, try it alone and take it home."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from e2e.conftest import Contexts
from e2e.rooms.room_pages import PHONE, join, open_room
from tests.harness.series import thorough

INTO = "() => podium.player.state.into && [podium.player.state.into.frame.seq, podium.player.state.into.k]"
SHARES = "() => [...document.querySelectorAll('.choice .pc b')].map((each) => each.textContent)"


@thorough
def test_three_followers_and_a_presenter_do_a_lesson(contexts: Contexts) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    omar = join(contexts, presenter, "Omar", **PHONE)
    mei = join(contexts, presenter, "Mei", reduced_motion="reduce")
    all_three = (dora, omar, mei)

    # predict, discuss, predict again; nobody sees the bars before they may
    question_at = presenter.board.seq
    presenter.press("The prediction of this step")
    for entry, place in ((dora, 0), (omar, 1)):
        entry.choices.nth(place).click()
    mei.page.locator('[data-node-card="n1"] .nodename').click()
    expect(presenter.page.locator(".poll")).to_contain_text("3 of 3 answered")
    expect(mei.choices.first).to_contain_text("your answer")
    hidden = [item.page.locator(".choice .pc:visible").count() for item in (presenter, *all_three)]
    presenter.press("Close the question").press("Show bars")
    expect(dora.page.locator(".choice .pc:visible")).to_have_count(3)
    first = [item.page.evaluate(SHARES) for item in (presenter, dora)]
    presenter.press("Vote again")
    for entry, place in ((dora, 2), (omar, 1), (mei, 2)):
        expect(entry.question).to_contain_text("Once more")
        entry.choices.nth(place).click()
    expect(presenter.page.locator(".poll")).to_contain_text("3 of 3 answered")
    presenter.press("Close the question").press("Reveal the answer")
    for watched in (presenter.page.locator(".poll"), dora.question, omar.question):
        expect(watched).to_contain_text("Watch the board.")
    before = [item.page.locator(".choice.right").count() for item in (presenter, *all_three)]
    expect(dora.page.locator(".choice.right")).to_contain_text("your answer")
    seen_at = [item.board.seq for item in (presenter, dora)]
    expect(omar.page.locator(".choice.wrong")).to_contain_text("The idea:")
    expect(presenter.page.locator(".poll-truth")).to_contain_text("Changed since the round before: 2")
    presenter.settle()
    presenter.press("Put it away")
    presenter.page.evaluate("(seq) => podium.player.seek(seq)", question_at)
    for entry in all_three:
        entry.stands_at(question_at)

    assert [0, 0, 0, 0] == hidden == before
    assert min(seen_at) > question_at
    assert [["67%", "33%", "0%"]] * 2 == first

    # explore, and be brought back
    here = presenter.board.seq
    dora.stands_at(here)
    dora.page.keyboard.press("ArrowLeft")
    dora.stands_at(here - 1)
    expect(dora.page.locator(".room-mode")).to_contain_text("You explore alone.")
    expect(presenter.page.locator(".sign", has_text="Dora")).to_have_class(re.compile("is-explores"))
    presenter.press("Bring everyone here")
    dora.stands_at(here)
    expect(dora.page.locator(".room-mode")).to_be_hidden()

    # the presenter steps on, all go along
    presenter.page.keyboard.press("ArrowRight")
    for entry in all_three:
        entry.stands_at(here + 1)

    # into a decision and out of it again, and everybody sees the same stop
    presenter.page.keyboard.press("1")
    while not presenter.page.evaluate(INTO):
        presenter.page.keyboard.press("ArrowRight")
        presenter.settle()
    presenter.page.keyboard.press("ArrowRight")
    stop = presenter.settle().page.evaluate(INTO)
    for entry in all_three:
        entry.page.wait_for_function(
            f"(stop) => JSON.stringify(({INTO})()) === JSON.stringify(stop)", arg=stop
        )
    presenter.page.keyboard.press("2")
    presenter.page.keyboard.press("ArrowRight")
    here = presenter.settle().board.seq - 1
    for entry in all_three:
        entry.stands_at(here + 1)

    # everybody alone, with the solution of the lesson
    presenter.press("The task of this lesson")
    for entry in (dora, omar):
        entry.page.locator(".room-task").get_by_role("button", name="Try it alone").click()
        entry.stands_alone()
    presenter.press("Hand out the solution")
    inputs = dora.page.locator(".solution .inputs button")
    expect(inputs).to_have_count(3)
    for button in inputs.all():
        button.click()
        expect(button).to_have_class(re.compile("given"))
        dora.settle()
    dora.board.until_quiet()
    expect(dora.page.locator(".room-task")).to_have_class(re.compile("solved"))
    wall = presenter.page.locator(".wall")
    expect(wall.locator(".tile")).to_have_count(2)
    expect(wall.locator(".tile.is-done")).to_contain_text("Dora")
    presenter.press("End the task")
    expect(wall).to_be_hidden()
    dora.press("Back to the presenter")
    dora.stands_at(here + 1)

    # the end: what was answered is taken home
    desk = presenter.page.context.new_page()
    desk.goto(presenter.page.url + "/desk")
    desk.wait_for_selector('[data-ready="desk"]')
    desk.get_by_role("button", name="End the room").click()
    desk.get_by_role("dialog").get_by_role("button", name="End the room").click()
    for page in (desk, dora.page, omar.page):
        expect(page.get_by_role("heading", name="What was asked")).to_be_visible()
    expect(dora.page.locator(".choice.right")).to_contain_text("your answer")


#: What a presenter's page shows of its question: the sides of what is cut off at the edge of its panel.
CUT = """() => { const panel = document.querySelector(".poll-scroll").getBoundingClientRect();
  return [".choice.right", ".poll-truth"].filter((each) => {
    const box = document.querySelector(each).getBoundingClientRect();
    return box.top < panel.top - 1 || box.bottom > panel.bottom + 1; }); }"""


def test_a_lesson_with_a_question_and_a_task_takes_six_clicks(contexts: Contexts) -> None:
    clicks = """() => { globalThis.clicks = 0;
      addEventListener("pointerdown", () => { globalThis.clicks += 1; }, true); }"""
    size = {"width": 1280, "height": 720}
    presenter = open_room(contexts, "/learn/prestop-budget/3", viewport=size)  # the first click
    dora = join(contexts, presenter, "Dora")
    presenter.page.evaluate(clicks)
    large = presenter.page.locator(".join img").bounding_box()

    presenter.go_on("ask")
    expect(dora.question).to_be_visible()
    small = presenter.page.locator(".join img").bounding_box()
    dora.choices.first.click()
    presenter.go_on("reveal")
    expect(presenter.page.locator(".choice.right")).to_be_visible()
    expect(presenter.page.locator(".poll")).to_have_attribute("data-state", "revealed")
    presenter.settle()
    cut = presenter.page.evaluate(CUT)
    presenter.go_on("task")
    expect(presenter.page.locator(".wall")).to_be_visible()
    presenter.go_on("end")
    presenter.page.get_by_role("dialog").get_by_role("button", name="End the room").focus()
    made = 1 + presenter.page.evaluate("() => globalThis.clicks") + 1
    presenter.page.get_by_role("dialog").get_by_role("button", name="End the room").click()

    for page in (presenter.page, dora.page):
        expect(page.get_by_role("heading", name="What was asked")).to_be_visible()
    expect(presenter.page.get_by_role("link", name="CSV")).to_be_visible()
    assert large is not None
    assert small is not None
    assert small["height"] < large["height"] / 2
    assert [] == cut
    assert 6 == made


@thorough
def test_a_remote_leads_through_the_scenes_and_the_truth_waits_for_the_board(contexts: Contexts) -> None:
    presenter = open_room(contexts, "/learn/basic-preemption/2")
    dora = join(contexts, presenter, "Dora")
    keyboard = presenter.page.keyboard
    text = "() => document.querySelector('.choice.right') && podium.player.state.model.seq"
    scene = presenter.page.locator("#board")
    expect(scene).to_have_attribute("data-scene", "tell")
    expect(presenter.page.locator(".step-text")).to_contain_text("No node passes the filters")

    keyboard.press("PageDown")
    expect(scene).to_have_attribute("data-scene", "ask")
    dora.choices.nth(2).click()
    expect(presenter.page.locator(".poll")).to_contain_text("1 of 1 answered")
    keyboard.press("Space")
    expect(scene).to_have_attribute("data-scene", "show")
    decided = presenter.page.wait_for_function("() => podiumRoom.state.poll?.truth?.decided").json_value()
    observed = [item.page.wait_for_function(text).json_value() for item in (presenter, dora)]
    expect(presenter.board.pod("default/low2").first).to_have_attribute("data-guess", "C 1")
    expect(presenter.board.pod("default/low2").first).to_have_attribute("data-lit", "right")
    keyboard.press("PageDown")
    expect(scene).to_have_attribute("data-scene", "tell")
    presenter.page.wait_for_function("() => podiumRoom.state.lesson.step === 3")
    keyboard.press("PageUp")
    presenter.page.wait_for_function("() => podiumRoom.state.lesson.step === 2")

    assert all(seq >= decided for seq in observed)


@thorough
def test_the_end_is_in_the_menu_of_the_room(contexts: Contexts) -> None:
    presenter = open_room(contexts, "/s/gap-and-reservation", viewport={"width": 1280, "height": 720})
    menu = presenter.page.locator("#room-menu")
    wide = """() => [...document.querySelectorAll("#room-menu :is(button, select)")]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.id || each.textContent)"""
    presenter.page.get_by_role("button", name="More", exact=True).click()
    cut = presenter.page.evaluate(wide)
    languages = menu.get_by_label("Language").locator("option").count()

    menu.get_by_role("button", name="End the room").click()

    expect(presenter.page.get_by_role("dialog")).to_contain_text("End the room?")
    assert [] == cut
    assert 4 == languages


@thorough
def test_a_line_that_breaks_brings_back_the_place_and_the_vote_without_a_reload(contexts: Contexts) -> None:
    presenter = open_room(contexts)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    dora = join(contexts, presenter, "Dora")
    dora.page.route_web_socket(re.compile("/ws/room/"), through)
    dora.page.reload()
    dora.settle()
    presenter.press("The prediction of this step")
    dora.choices.nth(2).click()
    expect(presenter.page.locator(".poll")).to_contain_text("1 of 1 answered")
    dora.page.evaluate("() => { globalThis.sameDocument = true; }")
    dora.board.back()
    here = dora.board.seq

    lines[-1].close()
    presenter.press("Close the question")

    expect(dora.page.locator("#line")).to_contain_text("Connected again.")
    dora.settle().stands_at(here)
    expect(dora.question).to_contain_text("The question is closed.")
    expect(dora.choices.nth(2)).to_contain_text("your answer")
    assert "explore" == dora.mode
    assert dora.page.evaluate("() => globalThis.sameDocument")


def test_a_learners_board_is_shown_to_all_once_they_agree(contexts: Contexts) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    omar = join(contexts, presenter, "Omar")
    dora.press("Try it")
    dora.stands_alone()
    own = dora.page.evaluate("() => podium.player.state.run.id")
    expect(presenter.page.locator(".sign", has_text="Dora")).to_have_class(re.compile("is-explores"))

    presenter.page.locator(".sign", has_text="Dora").click()
    presenter.press("Ask to show this board to all")
    dora.press("Show my board")

    for entry in (presenter, omar):
        entry.page.wait_for_function("(run) => podium.player.state.run.id === run", arg=own)
    expect(dora.page.get_by_text("Everybody sees your board now.")).to_be_visible()
    presenter.page.wait_for_function("() => podiumRoom.state.room.showing")
    presenter.page.locator(".sign", has_text="Dora").click()
    presenter.press("Back to the stage")
    omar.page.wait_for_function("(run) => podium.player.state.run.id !== run", arg=own)
    shown: list[Any] = [item.page.evaluate("() => podium.player.state.run.id") for item in (presenter, omar)]
    assert shown[0] == shown[1]


def test_followers_see_what_the_presenter_chooses_and_points_at(contexts: Contexts) -> None:
    presenter = open_room(contexts, "/s/gap-and-reservation")
    dora = join(contexts, presenter, "Dora")
    here = presenter.board.seq
    for key, seq in (("ArrowRight", here + 1), ("n", here + 2)):
        presenter.page.keyboard.press(key)
        dora.stands_at(seq)
        presenter.settle()

    presenter.board.pod("default/low1").first.click()
    expect(dora.board.pod("default/low1").first).to_have_class(re.compile(r"\bsel\b"))
    presenter.page.keyboard.press("Escape")
    presenter.page.keyboard.press("p")
    box = presenter.page.locator('[data-node-card="n1"]').bounding_box()
    assert box is not None
    presenter.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(dora.page.locator(".spotlight")).to_be_visible()
    dora.page.wait_for_function(
        """() => { const [ring, node] = [".spotlight", '[data-node-card="n1"]'].map((each) =>
             document.querySelector(each).getBoundingClientRect());
           const off = (side, size) => ring[side] + ring[size] / 2 - node[side] - node[size] / 2;
           return Math.hypot(off("left", "width"), off("top", "height")) < 30; }"""
    )
    presenter.page.keyboard.press("p")
    expect(dora.page.locator(".spotlight")).to_be_hidden()


@thorough
def test_what_a_presenter_changes_all_see(contexts: Contexts) -> None:
    presenter = open_room(contexts, "/s/gap-and-reservation")
    dora = join(contexts, presenter, "Dora")

    presenter.page.locator('[data-node="n2"]').first.click()
    presenter.page.locator("#inspector").get_by_role("button", name="Cordon").click()

    expect(dora.page.locator('[data-node-card="n2"]')).to_contain_text("cordoned")
    assert presenter.board.settle().here == dora.board.settle().here
