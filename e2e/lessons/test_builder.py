"""A teacher builds a lesson beside a board, tries it as a learner, and shares it."""

from __future__ import annotations

from collections.abc import Callable

import yaml
from playwright.sync_api import Page, expect

from tests.harness.board import SIZES, THEMES, Board
from tests.harness.series import thorough

REASON = "Pods are put back one by one, the most important first."


def builder(page: Page, seq: int = 1) -> Board:
    """The builder beside a copy of a run of the gallery, at a step."""
    run = Board(page).open("/s/basic-preemption").settle().run
    page.goto("/learn/build")
    page.get_by_label("Address of a run").fill(f"/r/{run}?at={seq}")
    page.get_by_role("button", name="Build from it").click()
    page.wait_for_url("**/learn/build/*")
    return Board(page).settle()


def fill(page: Page, path: str, value: str) -> None:
    page.locator(f'[name="set:{path}@en"]').fill(value)


def text(page: Page) -> str:
    return page.locator("#draft-text").input_value()


def test_a_lesson_is_built_tried_and_kept_through_a_reload(page: Page) -> None:
    builder(page)
    page.get_by_role("button", name="Which victims?").click()
    expect(page.get_by_text("Answer 3")).to_be_visible()
    fill(page, "spec.title", "Making room")
    fill(page, "spec.can", "say which pod is preempted")
    fill(page, "spec.steps[0].title", "p waits")
    fill(page, "spec.steps[0].text", "`p` has priority 100.")
    for place in range(3):
        fill(page, f"spec.steps[0].ask.choices[{place}].because", REASON)
        if place != 1:
            fill(page, f"spec.steps[0].ask.choices[{place}].misconception", "an idea")
    page.locator("#step-title, .draft-head h2").first.click()
    expect(page.locator(".ok-line")).to_have_text("The file is whole. Try it.")
    page.wait_for_function("() => document.getElementById('draft-text').value.split('an idea').length === 3")
    built = text(page)
    page.reload()
    expect(page.locator('[name="set:spec.title@en"]')).to_have_value("Making room")
    assert built == text(page)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Try it").click()
    learner = opened.value
    learner.wait_for_url("**/learn/x-*/1*")

    expect(learner.locator("legend").first).to_have_text("Which pod is preempted for p?")
    assert REASON not in learner.content()


@thorough
def test_a_wanted_state_on_the_board_becomes_the_task(page: Page) -> None:
    builder(page)
    before = page.url
    page.get_by_role("button", name="The task begins here").click()
    page.wait_for_function("(url) => location.href !== url", arg=before)
    board = Board(page).settle()
    page.evaluate(
        """() => podium.player.input({kind: "delete", object: {kind: "Pod", name: "low1"}, gracePeriodSeconds: 0,
          force: true})"""
    )
    page.wait_for_function("() => podium.player.state.model.seq === 2")
    board.settle()
    page.get_by_role("button", name="This is the wanted state").click()
    expect(page.get_by_text("way-1: 1 change")).to_be_visible()
    task = yaml.safe_load(text(page))["spec"]["task"]

    assert ["low1-gone", "low2-stays"] == [check["name"] for check in task["checks"]]
    assert {"step": 1} == task["from"]


@thorough
def test_what_is_clicked_on_the_board_is_an_answer(page: Page) -> None:
    builder(page)
    page.get_by_role("button", name="Where does it go?").click()
    expect(page.get_by_text("Answer 2")).to_be_visible()
    page.locator('#zones .pod[data-pod="default/low2"]').click()
    expect(page.locator("#zones [data-lit=picked]")).to_have_count(1)
    page.get_by_role("button", name="Another answer").click()
    expect(page.get_by_text("Answer 3")).to_be_visible()
    choices = yaml.safe_load(text(page))["spec"]["steps"][0]["ask"]["choices"]

    assert {"pods": ["low2"]} == choices[2]["board"]


def test_the_pages_of_the_builder_are_accessible(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/learn/build")
    axe(page, themes=THEMES)
    builder(page)
    page.get_by_role("button", name="Where does it go?").click()
    expect(page.get_by_text("Answer 2")).to_be_visible()
    axe(page, themes=THEMES)
    page.set_viewport_size(SIZES["phone"])

    assert SIZES["phone"]["width"] == page.evaluate("() => document.documentElement.scrollWidth")
