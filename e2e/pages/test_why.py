"""Why is my pod pending: a text is pasted, one card answers, and the board is its second page."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import THEMES, Contexts, Picture
from tests.harness.board import SCENARIOS, Board, empty_page
from tests.harness.series import thorough
from tests.harness.touch import PHONES, Thumb
from tests.harness.watch import Watch

DUMP = SCENARIOS / "dump.yaml"
WAITING = "shop/checkout-5b8d7f6c4-x7l9p"
EVENT = "0/9 nodes are available: 3 Insufficient cpu, 6 node(s) had untolerated taint {dedicated: gpu}."
SECOND = """
---
apiVersion: v1
kind: Pod
metadata: {name: train, namespace: ml}
spec: {containers: [{name: c, image: example/train:1, resources: {requests: {cpu: "64"}}}]}
status: {phase: Pending}
"""


def ask(page: Page, text: str) -> None:
    """Pastes a text at the door and sends it."""
    page.goto("/why")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    page.get_by_label("What you have").press("ControlOrMeta+v")
    page.get_by_role("button", name="Why?").click()


def card_of(page: Page, pod: str) -> None:
    """Waits for the card of a pod, and for the change that helps."""
    expect(page.locator(".answer-pod")).to_contain_text(pod)
    expect(page.locator("#change [data-waits]")).to_have_count(0)


def test_a_pasted_dump_leads_to_the_card_and_from_there_to_the_board_at_the_decision(
    page: Page, record_property: Callable[[str, object], None]
) -> None:
    began = time.monotonic()
    ask(page, DUMP.read_text() + SECOND)
    expect(page.locator(".answer-headline")).to_have_text("checkout-5b8d7f6c4-x7l9p fits on none of 4 nodes.")
    record_property("seconds to the card", round(time.monotonic() - began, 2))
    card_of(page, WAITING)
    record_property("seconds to the change", round(time.monotonic() - began, 2))

    answer = page.locator("[data-answer]")
    expect(answer.locator(".answer-reasons li").first).to_contain_text("2 Insufficient cpu")
    expect(answer).to_contain_text("cpu: needs 1, 400m free")
    expect(answer.locator(".answer-change form")).to_contain_text("Then the scheduler binds")
    expect(page.get_by_role("status").filter(has_text="1 of 2")).to_be_visible()
    page.get_by_role("link", name="See it on the board").click()
    board = Board(page).settle()
    record_property("seconds to the board", round(time.monotonic() - began, 2))

    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text(WAITING.split("/")[1])
    expect(board.in_lane(WAITING, "unschedulable")).to_be_visible()


def test_arrows_and_numbers_lead_to_the_other_waiting_pods(page: Page) -> None:
    ask(page, DUMP.read_text() + SECOND)
    card_of(page, WAITING)
    page.keyboard.press("ArrowRight")
    card_of(page, "ml/train")
    page.keyboard.press("1")

    card_of(page, WAITING)


@thorough
def test_on_a_phone_a_swipe_leads_to_the_other_pod(contexts: Contexts) -> None:
    page = empty_page(contexts.open(**PHONES["large"]))
    ask(page, DUMP.read_text() + SECOND)
    card_of(page, WAITING)
    Thumb(page).swipe((330, 330), (60, 340))

    card_of(page, "ml/train")
    assert 0 == page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


@thorough
def test_without_scripts_the_card_has_a_link_to_its_changes(contexts: Contexts) -> None:
    page = empty_page(contexts.open(java_script_enabled=False))
    page.goto("/why")
    page.get_by_label("What you have").fill(DUMP.read_text())
    page.get_by_role("button", name="Why?").click()
    page.get_by_role("link", name="Show them").click()

    expect(page.locator(".answer-change form")).to_contain_text("Then the scheduler binds")


def test_what_cannot_be_read_comes_back_with_its_line_and_the_text(page: Page, watch: Watch) -> None:
    watch.expect_status(422, "/why")
    text = "kind: Pod\nmetadata:\n  name: p\n   labels: {}\n"
    ask(page, text)

    expect(page.locator(".problem")).to_contain_text("4:")
    expect(page.locator("#why-result")).to_be_focused()
    expect(page.get_by_label("What you have")).to_have_value(text)


@pytest.mark.picture
def test_the_card_is_accessible_and_looks_as_it_should(
    page: Page, axe: Callable[..., None], both_themes: Picture
) -> None:
    ask(page, DUMP.read_text() + SECOND)
    card_of(page, WAITING)

    axe(page, themes=THEMES)
    both_themes(page, "why-card")


@pytest.mark.picture
def test_the_door_and_the_card_of_an_event_look_as_they_should(
    page: Page, axe: Callable[..., None], both_themes: Picture
) -> None:
    page.goto("/why")
    both_themes(page, "why-door")
    ask(page, EVENT)
    expect(page.locator(".explain-parts li")).to_have_count(2)
    axe(page, themes=THEMES)

    both_themes(page, "why-event")
