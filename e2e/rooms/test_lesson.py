"""A presenter and three followers go through a lesson: they follow, predict, explore, try it alone and take it home."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from e2e.conftest import Contexts
from e2e.rooms.rooming import PHONE, join, open_room

INTO = "() => podium.player.state.into && [podium.player.state.into.frame.seq, podium.player.state.into.k]"
SHARES = "() => [...document.querySelectorAll('.choice .pc b')].map((each) => each.textContent)"


def test_three_followers_and_a_presenter_do_a_lesson(contexts: Contexts) -> None:
    presenter = open_room(contexts)
    dora = join(contexts, presenter, "Dora")
    omar = join(contexts, presenter, "Omar", **PHONE)
    mei = join(contexts, presenter, "Mei", reduced_motion="reduce")
    all_three = (dora, omar, mei)

    # predict, discuss, predict again; nobody sees the bars before they may
    presenter.press("The prediction of this step")
    for each, place in ((dora, 0), (omar, 1)):
        each.choices.nth(place).click()
    mei.page.locator('[data-node-card="n1"] .nodename').click()
    expect(presenter.page.locator(".poll")).to_contain_text("3 of 3 answered")
    expect(mei.choices.first).to_contain_text("your answer")
    hidden = [each.page.locator(".choice .pc:visible").count() for each in (presenter, *all_three)]
    presenter.press("Close the question").press("Show bars")
    expect(dora.page.locator(".choice .pc:visible")).to_have_count(3)
    first = [each.page.evaluate(SHARES) for each in (presenter, dora)]
    presenter.press("Vote again")
    for each, place in ((dora, 2), (omar, 1), (mei, 2)):
        expect(each.asked).to_contain_text("Once more")
        each.choices.nth(place).click()
    expect(presenter.page.locator(".poll")).to_contain_text("3 of 3 answered")
    presenter.press("Close the question").press("Reveal the answer")
    expect(dora.page.locator(".choice.right")).to_contain_text("your answer")
    expect(omar.page.locator(".choice.wrong")).to_contain_text("The idea:")
    expect(presenter.page.locator(".poll-truth")).to_contain_text("Changed since the round before: 2")
    presenter.press("Put it away")

    assert [0, 0, 0, 0] == hidden
    assert [["67%", "33%", "0%"]] * 2 == first

    # explore, and be brought back
    here = presenter.board.seq
    dora.page.keyboard.press("ArrowLeft")
    dora.stands_at(here - 1)
    expect(dora.page.locator(".room-mode")).to_contain_text("You explore alone.")
    expect(presenter.page.locator(".sign", has_text="Dora")).to_have_class(re.compile("is-explores"))
    presenter.press("Bring everyone here")
    dora.stands_at(here)
    expect(dora.page.locator(".room-mode")).to_be_hidden()

    # the presenter steps on, all go along
    presenter.page.keyboard.press("ArrowRight")
    for each in all_three:
        each.stands_at(here + 1)

    # into a decision and out of it again, and everybody sees the same stop
    presenter.page.keyboard.press("1")
    while not presenter.page.evaluate(INTO):
        presenter.page.keyboard.press("ArrowRight")
        presenter.settle()
    presenter.page.keyboard.press("ArrowRight")
    stop = presenter.settle().page.evaluate(INTO)
    for each in all_three:
        each.page.wait_for_function(
            f"(stop) => JSON.stringify(({INTO})()) === JSON.stringify(stop)", arg=stop
        )
    presenter.page.keyboard.press("2")
    presenter.page.keyboard.press("ArrowRight")
    here = presenter.settle().board.seq - 1
    for each in all_three:
        each.stands_at(here + 1)

    # everybody alone, with the solution of the lesson
    presenter.press("The task of this lesson")
    for each in (dora, omar):
        each.page.locator(".room-task").get_by_role("button", name="Try it alone").click()
        each.stands_alone()
    presenter.press("Hand out the solution")
    inputs = dora.page.locator(".solution .inputs button")
    expect(inputs).to_have_count(3)
    for button in inputs.all():
        button.click()
        expect(button).to_have_class(re.compile("given"))
        dora.settle()
    dora.board.until_quiet()
    expect(dora.page.locator(".room-task")).to_have_class(re.compile("solved"))
    presenter.page.keyboard.press("w")
    wall = presenter.page.locator(".wall")
    expect(wall.locator(".tile")).to_have_count(2)
    expect(wall.locator(".tile.is-done")).to_contain_text("Dora")
    presenter.page.keyboard.press("w")
    presenter.press("End the task")
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
    expect(dora.asked).to_contain_text("The question is closed.")
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

    for each in (presenter, omar):
        each.page.wait_for_function("(run) => podium.player.state.run.id === run", arg=own)
    expect(dora.page.get_by_text("Everybody sees your board now.")).to_be_visible()
    presenter.page.wait_for_function("() => podiumRoom.state.room.showing")
    presenter.page.locator(".sign", has_text="Dora").click()
    presenter.press("Back to the stage")
    omar.page.wait_for_function("(run) => podium.player.state.run.id !== run", arg=own)
    shown: list[Any] = [each.page.evaluate("() => podium.player.state.run.id") for each in (presenter, omar)]
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


def test_what_a_presenter_changes_all_see(contexts: Contexts) -> None:
    presenter = open_room(contexts, "/s/gap-and-reservation")
    dora = join(contexts, presenter, "Dora")

    presenter.page.locator('[data-node="n2"]').first.click()
    presenter.page.locator("#inspector").get_by_role("button", name="Cordon").click()

    expect(dora.page.locator('[data-node-card="n2"]')).to_contain_text("cordoned")
    assert presenter.board.settle().here == dora.board.settle().here
