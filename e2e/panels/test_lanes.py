"""How a pod ends, a lane a container; and what if: a handle is pulled, and a fork shows what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.harness.board import THEMES, Board, moment
from tests.harness.series import thorough

POD = "default/app"


def opened(page: Page, kind: str = "prestop") -> Board:
    """The scenario at the step where app's end begins (or got to `kind`), app chosen."""
    return moment(page, "prestop-budget", kind, POD)


@pytest.fixture
def board(page: Page) -> Board:
    return opened(page)


def lanes(board: Board) -> Locator:
    """On the stage where the nodes leave most of it empty, else in the inspector."""
    return board.page.locator(".lanesec")


def slider(board: Board, name: str) -> Locator:
    return lanes(board).get_by_role("slider", name=name)


def number(board: Board, name: str) -> Locator:
    return lanes(board).get_by_role("spinbutton", name=name)


def bars(board: Board) -> list[str]:
    return [str(bar.get_attribute("title")) for bar in lanes(board).locator(".lc-bar").all()]


def tried(board: Board) -> Board:
    """Tries the wish; the fork at the new termination."""
    before = board.run
    lanes(board).get_by_role("button", name="Try it in a fork").click()
    board.page.wait_for_url(re.compile(rf"/r/(?!{before})"))
    board.settle()
    board.page.wait_for_function("(pod) => podium.player.state.model.pods.get(pod)?.term", arg=POD)
    return board.settle()


@thorough
def test_hook_and_shutdown_share_one_budget_which_keys_change_and_the_end_is_remembered(board: Board) -> None:
    assert ["preStop, 0–12 s", "SIGTERM, 12–22 s"] == bars(board)
    expect(lanes(board).locator(".lc-says")).to_have_text("exits at 22 s, code 0")
    expect(lanes(board)).to_contain_text("grace 30 s")
    assert ["30", "12", "10"] == [
        str(slider(board, name).get_attribute("aria-valuenow"))
        for name in ("grace period", "app: preStop hook takes", "app: exits after SIGTERM in")
    ]
    expect(lanes(board).get_by_role("button", name="Try it in a fork")).to_be_disabled()

    # the keyboard moves a handle and not the board
    before = board.seq
    slider(board, "grace period").focus()
    for key in ("ArrowRight", "PageUp", "ArrowLeft", "ArrowLeft"):
        board.page.keyboard.press(key)
    expect(number(board, "grace period")).to_have_value("39")
    assert before == board.seq
    lanes(board).get_by_role("button", name="As in this run").click()
    expect(number(board, "grace period")).to_have_value("30")

    # when the pod is gone
    board.go(board.act("removed", POD))
    expect(lanes(board).locator(".lc-says")).to_have_text("exits at 22 s, code 0")


def test_a_handle_is_pulled_to_40_and_a_fork_shows_the_longer_end(board: Board) -> None:
    number(board, "app: exits after SIGTERM in").fill("25")
    grip = slider(board, "grace period")
    box = lanes(board).locator(".lc").bounding_box()
    start = grip.bounding_box()
    assert box is not None
    assert start is not None
    middle = (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    a_second = (middle[0] - box["x"]) / 30
    board.page.mouse.move(*middle)
    board.page.mouse.down()
    board.page.mouse.move(box["x"] + 40 * a_second, middle[1], steps=5)
    board.page.mouse.up()
    expect(number(board, "grace period")).to_have_value("40")
    expect(lanes(board).locator(".lc-question")).to_have_text(
        "What if the grace period were 40 s, app exited 25 s after SIGTERM?"
    )

    tried(board)

    assert board.state["canAct"]
    assert ["preStop, 0–12 s", "SIGTERM, 12–37 s"] == bars(board)
    expect(lanes(board).locator(".lc-says")).to_have_text("exits at 37 s, code 0")
    expect(lanes(board)).to_contain_text("grace 40 s")


@thorough
def test_a_longer_shutdown_is_killed_and_a_spent_grace_leaves_two_seconds(board: Board) -> None:
    number(board, "app: exits after SIGTERM in").fill("25")
    tried(board)
    expect(lanes(board).locator(".lc-says")).to_have_text("SIGKILL at 30 s, code 137")

    number(board, "app: preStop hook takes").fill("40")
    tried(board)
    expect(lanes(board)).to_contain_text("2 s at least")
    expect(lanes(board).locator(".lc-says")).to_contain_text("32 s")


@thorough
def test_an_end_that_nobody_asked_for_leaves_only_behaviour_to_try(
    page: Page, played_run: Callable[[str], str]
) -> None:
    board = Board(page).open(f"/r/{played_run('six-pods.yaml')}?pod=default/cache")
    board.go(board.act("sigterm", "default/cache"))

    lanes(board).get_by_text("Try other values").click()
    expect(lanes(board).locator("p").first).to_contain_text("No kubectl delete started this termination")
    expect(slider(board, "grace period")).to_have_count(0)
    number(board, "cache: exits after SIGTERM in").fill("1")
    before = board.run
    lanes(board).get_by_role("button", name="Try it in a fork").click()
    board.page.wait_for_url(re.compile(rf"/r/(?!{before})"))
    board.settle()
    board.page.wait_for_function("() => podium.player.state.model.pods.get('default/cache')?.term")
    expect(lanes(board).locator(".lc-says")).to_have_text("exits at 1 s, code 0")


def test_the_lanes_of_a_pod_are_solid_up_to_now_and_stand_on_a_stage_with_room(
    page: Page, picture: Callable[..., None], axe: Callable[..., None]
) -> None:
    board = opened(page, "sigterm")
    expect(lanes(board).locator(".lc-bar.is-preStop")).not_to_have_class(re.compile("todo"))
    expect(lanes(board).locator(".lc-bar.is-SIGTERM")).to_have_class(re.compile("todo"))
    expect(lanes(board).locator(".lc-head")).to_be_visible()
    picture(page, "lanes-dark", at_rest=True)
    axe(page, themes=THEMES)

    on_stage = page.locator(".lane-stage .lanesec")
    expect(on_stage).to_be_visible()
    expect(lanes(board)).to_have_count(1)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(on_stage).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(on_stage).to_have_count(0)
    expect(lanes(board)).to_have_count(1)
