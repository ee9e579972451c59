"""A guess is pinned on the board, the board plays, the verdict falls on its step, and the words come afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Contexts
from tests.harness.board import SIZES, Board, empty_page
from tests.harness.series import thorough
from tests.harness.watch import Watch

HERE = "() => { globalThis.samePage = true; }"
NOTES_PICTURES = """(decided) => {
  const { player } = podium;
  globalThis.seen = [];
  new MutationObserver(() => {
    const pill = document.querySelector(".verdict-pill");
    if (!pill.hidden && !seen.includes("verdict")) seen.push("verdict", player.state.model.seq);
    if (document.getElementById("told") && !seen.includes("words")) seen.push("words", player.state.model.seq);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
SETTLE_MS = 40_000


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drags the middle of one element onto another."""
    begin, over = start.bounding_box(), end.bounding_box()
    assert begin is not None
    assert over is not None
    page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(over["x"] + over["width"] / 2, over["y"] + 40, steps=6)
    page.mouse.up()


def predict(page: Page) -> None:
    page.evaluate(HERE)
    page.evaluate(NOTES_PICTURES)
    page.get_by_role("button", name="Predict").click()


def answer_text(page: Page) -> Locator:
    """What is said of the answer, once it is there."""
    words = page.locator("#told")
    expect(words).to_be_focused(timeout=SETTLE_MS)
    return words


def test_a_pod_is_dragged_onto_a_node_and_the_verdict_falls_while_the_board_plays(page: Page) -> None:
    Board(page).open("/learn/one-constraint-zone/3").settle()
    drag(
        page, page.locator('#queue .qi[data-pod="default/mypod2"]'), page.locator('[data-node-card="node1"]')
    )
    expect(page.locator("input[name=choice]:checked ~ .said")).to_contain_text("Only zone A")
    expect(page.locator("#zones [data-guess]")).to_have_count(2)

    predict(page)
    expect(page.locator(".guess-status")).to_have_text("Not so. What happens is: Both zones")
    expect(page.locator("#zones [data-lit=right]")).to_have_count(4)
    expect(answer_text(page).locator("h3").first).to_contain_text("zones take turns")

    assert ["verdict", 7, "words", 8] == page.evaluate("seen")
    assert page.evaluate("samePage"), "the page was loaded again"


def test_a_victim_is_crossed_and_a_right_guess_is_marked_where_it_stands(page: Page) -> None:
    Board(page).open("/learn/basic-preemption/2").settle()
    page.locator('#zones .pod[data-pod="default/low2"]').click()
    expect(page.locator("#zones [data-guess]")).to_have_attribute("data-guess", "✗ your guess")

    predict(page)
    expect(page.locator('#zones .pod[data-pod="default/low2"]')).to_have_attribute("data-lit", "right")
    expect(page.locator(".verdict-pill")).to_have_text("Right: low2 is preempted")
    answer_text(page)

    assert ["verdict", 3, "words", 3] == page.evaluate("seen")


@thorough
def test_that_nothing_happens_is_pinned_beside_the_queue(page: Page) -> None:
    Board(page).open("/learn/gap-and-reservation/3").settle()
    stays = page.get_by_role("button", name="Nowhere, it stays pending")
    stays.click()
    expect(page.locator("input[name=choice]:checked ~ .said")).to_contain_text("stays pending")

    predict(page)
    expect(answer_text(page).locator("h3").first).to_have_text("Right")

    assert "right" == stays.get_attribute("data-lit")


def test_a_second_is_a_flag_on_the_timeline_beside_the_one_at_which_it_happens(page: Page) -> None:
    Board(page).open("/learn/basic-preemption/3").settle()
    axis = page.locator(".gantt-wrap").bounding_box()
    assert axis is not None
    page.mouse.move(axis["x"] + axis["width"] * 0.3, axis["y"] + axis["height"] / 2)
    page.mouse.down()
    page.mouse.move(axis["x"] + axis["width"] * 0.35, axis["y"] + axis["height"] / 2, steps=3)
    page.mouse.up()
    second = float(page.locator("#second").input_value())
    expect(page.locator(".guess-flag.mine")).to_be_visible()
    expect(page.locator(".guess-flag.so")).to_be_hidden()

    predict(page)
    expect(answer_text(page)).to_contain_text(f"It happens at second 31. Your answer was second {second:g}.")
    expect(page.locator(".guess-flag.so")).to_be_visible()

    assert 3 <= second < 28
    assert ["verdict", 9, "words", 9] == page.evaluate("seen")


@thorough
def test_the_same_is_predicted_again_from_the_same_picture(page: Page) -> None:
    board = Board(page).open("/learn/basic-preemption/2").settle()
    before = board.seq
    page.locator(".choice label").nth(0).click()
    predict(page)
    answer_text(page)
    page.get_by_role("link", name="Predict it again").click()
    expect(page.locator("#told")).to_have_count(0)
    assert before == board.wait_for(before).seq
    page.locator(".choice label").nth(2).click()
    page.get_by_role("button", name="Predict").click()
    expect(answer_text(page).locator("h3").first).to_have_text("Right")
    answer = page.evaluate(
        "() => JSON.parse(localStorage['podium.learn']).lessons['basic-preemption'].answers[1]"
    )

    assert (2, True, False) == (answer["tries"], answer["right"], answer["first"]["right"])
    assert page.evaluate("samePage"), "the page was loaded again"


def test_by_keys_alone_one_is_told_before_the_explanation_and_may_go_to_it(page: Page) -> None:
    Board(page).open("/learn/gap-and-reservation/2").settle()
    page.locator("#second").focus()
    page.keyboard.type("10")
    page.evaluate(HERE)
    page.keyboard.press("Enter")
    skip = page.get_by_role("button", name="Go to the explanation")
    expect(skip).to_be_focused()
    expect(page.locator(".guess-status")).to_have_text("Watch the board.")
    page.keyboard.press("Enter")
    expect(answer_text(page)).to_contain_text("It happens at second 31. Your answer was second 10.")

    assert page.evaluate("samePage"), "the page was loaded again"


def test_without_motion_there_are_stills_of_the_guess_the_verdict_and_the_end(contexts: Contexts) -> None:
    page = empty_page(contexts.open(reduced_motion="reduce"))
    Board(page).open("/learn/pdb-best-effort/3").settle()
    page.locator(".choice label").nth(0).click()
    predict(page)
    answer_text(page)

    assert ["verdict", 10, "words", 13] == page.evaluate("seen")


def test_no_answer_is_asked_for_without_a_page_load(page: Page, watch: Watch) -> None:
    watch.expect_status(422)
    Board(page).open("/learn/basic-preemption/2").settle()
    with page.expect_response("**/answer") as refusal:
        predict(page)
    expect(page.get_by_role("alert").filter(has_text="Choose an answer first.")).to_be_visible()

    assert 422 == refusal.value.status
    assert page.evaluate("samePage"), "the page was loaded again"


@pytest.mark.parametrize("size", ["wide", "medium"])
@thorough
def test_what_is_chosen_never_covers_the_task(contexts: Contexts, size: str) -> None:
    page = empty_page(contexts.open(viewport=SIZES[size], reduced_motion="reduce"))
    Board(page).open("/learn/basic-preemption/4").settle()
    page.locator("form[action$=sandbox]").evaluate("(form) => form.requestSubmit()")
    page.wait_for_url("**/do/**")
    board = Board(page).settle()
    board.pod("default/low1").first.click()
    expect(page.locator("#inspector-body")).to_contain_text("low1")
    task, below = page.locator("#lesson").bounding_box(), page.locator("#inspector-body").bounding_box()
    assert task is not None
    assert below is not None

    expect(page.locator("#step-title")).to_be_in_viewport()
    assert task["height"] > SIZES[size]["height"] / 4
    assert task["y"] + task["height"] <= below["y"] or below["y"] + below["height"] <= task["y"]


def test_on_a_phone_the_board_comes_to_the_front_for_the_verdict_and_the_text_after_it(
    contexts: Contexts,
) -> None:
    page = empty_page(contexts.open(viewport=SIZES["phone"], has_touch=True, is_mobile=True))
    Board(page).open("/learn/pdb-best-effort/3").settle()
    expect(page.locator("#step-title")).to_be_in_viewport()
    page.locator(".choice label").nth(0).tap()
    page.locator("#lesson").get_by_role("button", name="Predict").tap()
    expect(page.locator(".verdict-pill")).to_be_in_viewport(timeout=SETTLE_MS)
    expect(page.locator('[data-node-card="n1"]')).to_be_in_viewport()
    expect(page.locator("#told")).to_be_focused(timeout=SETTLE_MS)

    expect(page.locator("#told h3").first).to_be_in_viewport()


@thorough
def test_a_button_that_can_do_nothing_says_why(page: Page) -> None:
    Board(page).open("/learn/queue-by-priority/2").settle()
    on = page.get_by_role("button", name="one step on")

    expect(on).to_be_disabled()
    expect(on).to_have_accessible_description("What follows is shown after your prediction.")
    expect(page.get_by_role("button", name="one step back")).to_have_accessible_description(
        "This is the first step."
    )
    expect(page.locator(".say .said")).to_have_text("This is the start.")


@thorough
def test_what_a_decision_said_is_gone_when_the_next_pod_of_its_kind_has_come(page: Page) -> None:
    Board(page).open("/learn/one-constraint-zone/3").settle()
    expect(page.get_by_role("region", name="Topology spread")).to_have_text(
        "The scheduler has not decided about mypod2 yet. Pods with foo=bar now: 2 in zoneA, 2 in zoneB."
    )
    expect(page.locator("#zones .node.no, #zones .causes")).to_have_count(0)
    page.locator(".choice label").nth(0).click()
    predict(page)
    answer_text(page)

    expect(page.locator(".spread-stage .spc")).to_contain_text("2 + 1 − 2 = 1")


@thorough
def test_the_verdict_covers_no_node_and_no_pod_on_a_small_phone(contexts: Contexts) -> None:
    small = {"width": 360, "height": 640}
    page = empty_page(contexts.open(viewport=small, has_touch=True, is_mobile=True))
    Board(page).open("/learn/basic-preemption/2").settle()
    page.locator(".choice label").nth(1).tap()
    page.locator("#lesson").get_by_role("button", name="Predict").tap()
    expect(page.locator(".verdict-pill")).to_be_in_viewport(timeout=SETTLE_MS)
    pill, node = page.locator(".verdict-pill").bounding_box(), page.locator(".node").bounding_box()
    assert pill is not None
    assert node is not None

    assert pill["y"] >= node["y"] + node["height"]


@thorough
def test_a_board_on_which_nothing_was_decided_says_what_one_waits_for(page: Page) -> None:
    Board(page).open("/learn/queue-by-priority/1").settle()

    expect(page.locator(".board-line")).to_have_text(
        "The scheduler is stopped. Waiting for a node: a, b, c. The lesson goes on at its next step."
    )
