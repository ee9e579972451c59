"""Why a node refuses, what it scores and who steps out for whom, drawn on the nodes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.harness.board import Board

CARD = '[data-node-card="{}"]'
UNDRIVEN = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })"


def test_a_pod_that_is_too_tall_is_held_against_the_node_with_the_amount_that_is_missing(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation")
    board.go(board.act("schedule"))
    refused, promised = (page.locator(CARD.format(name)) for name in ("n2", "n1"))

    expect(refused.locator(".cause-square.of-cpu .cause-missing")).to_have_text("+1 cpu")
    expect(refused.locator(".causes li")).to_have_text(["cpu: 2 needed, 1 free, 1 missing."])
    expect(promised.locator(".causes")).to_have_count(0)
    over, rack = (refused.locator(part).bounding_box() for part in (".cause-square > .over", ".rack"))
    assert over is not None
    assert rack is not None
    assert abs(over["y"] + over["height"] - rack["y"]) <= 1.5
    assert abs(over["height"] - rack["height"]) <= 2.5


def test_in_detail_lower_pods_step_out_and_who_does_not_come_back_is_a_victim_back_and_forth(
    page: Page,
) -> None:
    board = Board(page).open("/s/basic-preemption")
    first = board.act("schedule")
    board.go(first - 1).choose_size("into")
    out = page.locator("[data-cause^=out]")
    for _ in range(12):
        board.button("one step on").click()
        board.settle()
        if out.count():
            break

    assert ["default/low1", "default/low2"] == sorted(
        pod.get_attribute("data-pod") or "" for pod in out.all()
    )
    places = [pod.evaluate("(pod) => pod.style.bottom") for pod in out.all()]
    for _ in range(2):
        board.button("one step on").click()
        board.settle()
    expect(page.locator("[data-cause^=back]")).to_have_attribute("data-pod", "default/low1")
    expect(page.locator("[data-cause^=victim]")).to_have_attribute("data-pod", "default/low2")
    for _ in range(2):
        board.button("one step back").click()
        board.settle()
    expect(out).to_have_count(2)

    board.go(first + 1)
    pods = page.locator('[data-pod="default/low1"], [data-pod="default/low2"]')
    assert sorted(places) == sorted(pod.evaluate("(pod) => pod.style.bottom") for pod in pods.all())


def test_bars_of_scores_stand_on_the_nodes_and_the_highest_has_the_pod(page: Page) -> None:
    board = Board(page).open("/s/soft-score-numbers")
    board.go(board.act("schedule"))
    best = page.locator(".score-bar.best")

    expect(page.locator(".score-bar")).to_have_count(4)
    expect(best).to_have_count(1)
    chosen = page.evaluate("() => podium.player.state.model.last.node")
    expect(page.locator(CARD.format(chosen)).locator(".score-bar.best")).to_have_count(1)


def test_a_board_opens_with_its_first_decision_and_a_key_ends_that(page: Page) -> None:
    page.add_init_script(UNDRIVEN)
    board = Board(page)
    page.emulate_media(reduced_motion="reduce")
    board.open("/s/basic-preemption").wait_for(board.act("schedule"))

    page.emulate_media(reduced_motion="no-preference")
    board.open("/s/basic-preemption")
    page.wait_for_function("() => podium.player.state.into")
    page.keyboard.press("Escape")
    at = page.evaluate("() => podium.player.state.into?.k")
    page.wait_for_timeout(2000)

    assert at == page.evaluate("() => podium.player.state.into?.k")
