"""The steps of a lesson: predict by mouse, by the board and by keys; right, wrong, and with reloads."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from playground.lessons.files import COURSE, open_lesson
from playground.lessons.lesson import Lesson
from playground.lessons.playback import PlayedStep, Player
from tests.harness.board import SIZES, Board, empty_page
from tests.harness.series import EVERY, sampled, thorough

FILES = sorted(COURSE.glob("*.yaml"))
SLUGS = [path.stem.partition("-")[2] for path in FILES]
ONE = "basic-preemption"
KEYED = sampled(("queue-by-priority", "gap-and-reservation"))
"""Together they ask for a second, for the first choice and for a later one."""


@cache
def played(slug: str) -> tuple[Lesson, tuple[PlayedStep, ...]]:
    path = next(path for path in FILES if path.stem.endswith(f"-{slug}"))
    lesson = open_lesson(path.read_bytes()).lesson
    assert lesson is not None
    return lesson, Player(lesson).steps()


def see_told(page: Page) -> None:
    """Waits until the page's script has kept the answer: then it moves the focus to what is said of it."""
    expect(page.locator("#told")).to_be_focused()


def give(page: Page, step: PlayedStep, *, right: bool = True) -> None:
    """Answers the prediction of a step and waits for what is said of it."""
    assert step.step.ask is not None
    assert step.truth is not None
    if step.truth.second is not None:
        tolerance = step.step.ask.second.tolerance if step.step.ask.second else 0
        page.locator("#second").fill(f"{step.truth.second + (0 if right else tolerance + 1):g}")
    else:
        places = range(len(step.step.ask.choices))
        place = next(item for item in places if (item in step.truth.choices) == right)
        page.locator(".choice label").nth(place).click()
    page.get_by_role("button", name="Predict").click()
    see_told(page)


@pytest.mark.parametrize("slug", sampled(SLUGS, 3 * EVERY - 1))
def test_every_step_of_a_lesson_is_gone_through_by_mouse(contexts: Contexts, slug: str) -> None:
    page = contexts.open(reduced_motion="reduce").new_page()
    steps = played(slug)[1]
    board = Board(page).open(f"/learn/{slug}")
    for number, step in enumerate(steps, 1):
        expect(page.locator("#step-title")).to_have_text(step.step.title.in_language("en"))
        assert step.at == board.settle().seq
        if step.truth is not None:
            give(page, step)
            assert "true" == page.locator("#lesson").get_attribute("data-right")
            page.wait_for_function("(seq) => podium.player.state.model?.seq === seq", arg=step.truth.until)
        if number < len(steps):
            page.locator("a.next").click()
    kept = page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons")[slug]

    assert len(steps) - 1 == kept["step"]
    assert {str(place) for place, item in enumerate(steps) if item.truth} == set(kept["answers"])


def first_asked(slug: str) -> tuple[int, PlayedStep]:
    """The first step with choices, and its number."""
    return next((n, item) for n, item in enumerate(played(slug)[1], 1) if item.truth and item.truth.choices)


def test_a_click_on_the_board_is_an_answer(page: Page) -> None:
    number, step = first_asked(ONE)
    assert step.step.ask is not None
    assert step.truth is not None
    choice = step.step.ask.choices[step.truth.choices[0]]
    assert choice.board is not None
    Board(page).open(f"/learn/{ONE}/{number}")
    for pod in choice.board.pods:
        page.locator(f'#zones .pod[data-pod="{pod}"]').click()

    expect(page.locator(f'input[name=choice][value="{step.truth.choices[0]}"]')).to_be_checked()
    expect(page.locator("#zones [data-lit=picked]")).to_have_count(len(choice.board.pods))


@thorough
def test_a_name_in_the_text_leads_to_what_it_names(page: Page) -> None:
    Board(page).open("/learn/basic-preemption/1").settle()
    name = page.locator(".text button.named").first
    expected = name.inner_text()
    name.click()

    expect(page.locator("#zones :focus")).to_contain_text(expected)


@pytest.mark.parametrize("slug", KEYED)
@thorough
def test_the_predictions_of_a_lesson_are_given_by_keys_alone(contexts: Contexts, slug: str) -> None:
    page = contexts.open(reduced_motion="reduce").new_page()
    steps = played(slug)[1]
    Board(page).open(f"/learn/{slug}")
    for number, step in enumerate(steps, 1):
        expect(page.locator("#step-title")).to_have_text(step.step.title.in_language("en"))
        if step.truth is not None:
            tab_to(page, "#second" if step.truth.second is not None else "input[name=choice]")
            if step.truth.second is not None:
                page.keyboard.type(f"{step.truth.second:g}")
            else:
                page.keyboard.press("Space")
                for _ in range(step.truth.choices[0]):
                    page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            see_told(page)
            assert "true" == page.locator("#lesson").get_attribute("data-right")
        if number < len(steps):
            tab_to(page, "a.next")
            page.keyboard.press("Enter")
    kept = page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons")[slug]

    assert {str(place) for place, item in enumerate(steps) if item.truth} == set(kept["answers"])


def tab_to(page: Page, name: str) -> None:
    """Presses Tab from where the lesson's text begins until the focus is on `name`."""
    page.locator("#lesson").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement.matches(name)", name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


@thorough
def test_one_that_is_always_wrong_is_told_why_and_goes_on(page: Page) -> None:
    _, steps = played(ONE)
    Board(page).open(f"/learn/{ONE}/1")
    for number, step in enumerate(steps, 1):
        expect(page.locator("#step-title")).to_have_text(step.step.title.in_language("en"))
        if step.truth is not None:
            give(page, step, right=False)
            expect(page.locator("#told h3").first).to_contain_text("Not so")
            assert "false" == page.locator("#lesson").get_attribute("data-right")
        if number < len(steps):
            page.locator("a.next").click()
    answers = page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons")[ONE]["answers"]

    assert [False] * len(answers) == [answer["right"] for answer in answers.values()]


def test_a_reload_at_every_step_brings_the_same_state_back(contexts: Contexts) -> None:
    _, steps = played(ONE)
    page = contexts.open(reduced_motion="reduce").new_page()  # a truth stands there at once
    board = Board(page).open(f"/learn/{ONE}/1")
    for number, step in enumerate(steps, 1):
        expect(page.locator("#step-title")).to_have_text(step.step.title.in_language("en"))
        if step.truth is not None:
            give(page, step)
            page.wait_for_function("(seq) => podium.player.state.model?.seq === seq", arg=step.truth.until)
        before = board.settle().here
        expect(page).to_have_url(re.compile(rf"[?&]at={before[0]}\b"))
        address = page.url
        page.reload()
        board.settle()
        assert (before, address) == (board.here, page.url)
        if number < len(steps):
            page.locator("a.next").click()
    answers = page.evaluate("() => JSON.parse(localStorage['podium.learn']).lessons")[ONE]["answers"]

    assert [1] * len(answers) == [answer["tries"] for answer in answers.values()]


@thorough
def test_with_reduced_motion_the_truth_stands_there_at_once(contexts: Contexts) -> None:
    number, step = first_asked(ONE)
    assert step.truth is not None
    page = contexts.open(reduced_motion="reduce").new_page()
    board = Board(page).open(f"/learn/{ONE}/{number}?choice={step.truth.choices[0]}")
    page.wait_for_function("(seq) => podium.player.state.model?.seq === seq", arg=step.truth.until)

    assert step.truth.until == board.settle().seq
    assert not board.state["playing"]


@thorough
def test_an_address_carries_a_lesson_that_lies_on_no_server(page: Page) -> None:
    text = (
        FILES[0]
        .read_text(encoding="utf-8")
        .replace("  number: 1\n", "")
        .replace("metadata: {name: queue-by-priority}", "metadata: {name: my-own}")
    )
    page.goto("/learn/open")
    page.get_by_label("Text").fill(text)
    page.evaluate("() => { navigator.clipboard.writeText = async (link) => { globalThis.copied = link; }; }")
    page.get_by_role("button", name="Copy a link").click()
    expect(page.locator("[data-told]")).to_contain_text("The link is copied")
    link = page.evaluate("() => copied")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_url("**/learn/*/1*")

    expect(page.locator("#step-title")).to_have_text(
        played("queue-by-priority")[1][0].step.title.in_language("en")
    )
    page.goto("about:blank")
    page.goto(link[:-20])
    expect(page.locator("[data-told]")).to_contain_text("This link is damaged")


@pytest.mark.parametrize("address", sampled([f"/learn/{ONE}/2?choice=0", f"/learn/{ONE}/2", "/learn/open"]))
def test_the_pages_are_accessible_in_both_themes_and_at_every_width(
    contexts: Contexts, clean: Callable[[Page], None], address: str
) -> None:
    page = contexts.open(reduced_motion="reduce").new_page()
    page.goto(address)
    if "open" not in address:
        page.wait_for_function("() => globalThis.podium?.player.still")

    clean(page)


@pytest.mark.picture
@pytest.mark.parametrize("size", sampled(["wide", "phone"]))
@pytest.mark.parametrize("question", ["ask", "told"])
def test_how_a_lesson_looks(contexts: Contexts, both_themes: Picture, size: str, question: str) -> None:
    page = empty_page(contexts.open(viewport=SIZES[size], reduced_motion="reduce"))
    number, step = first_asked(ONE)
    assert step.truth is not None
    wrong = next(place for place in range(4) if place not in step.truth.choices)
    Board(page).open(f"/learn/{ONE}/{number}" + (f"?choice={wrong}" if question == "told" else "")).settle()

    both_themes(page, f"lesson-{question}" + ("" if size == "wide" else "-phone"), at_rest=True)
