"""A node that is cut off: two truths on the board, what can be done, and asking before what is dangerous."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import CONTEXT, Contexts, Picture
from tests.harness.board import SCENARIOS, THEMES, Board, empty_page, import_file
from tests.harness.series import thorough
from tests.harness.server import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
Axe = Callable[..., None]


@pytest.fixture(scope="session")
def lost(browser: Browser, server: Server) -> tuple[str, int]:
    """The cluster of the mock, played until nothing happens; the run and the step that the mock shows."""
    context = browser.new_context(**(CONTEXT | {"base_url": server.url}))
    board = import_file(context, SCENARIOS / "partitioned.yaml")
    board.until_quiet()
    step = board.act("bind", last=True)
    run = board.run
    context.close()
    return run, step


@pytest.fixture
def board(context: BrowserContext) -> Board:
    """Three nodes with a pod of a StatefulSet each, one's own, all quiet."""
    board = import_file(context, SCENARIOS / "three-of-a-set.yaml")
    board.until_quiet()
    return board.choose_size("act")


def at_the_mock(board: Board, lost: tuple[str, int]) -> Board:
    run, step = lost
    return board.open(f"/r/{run}?at={step}&pod=default/pet-2")


def expect_narration(board: Board, words: str) -> None:
    expect(board.narration).to_have_text(words)
    board.settle()


def break_node(board: Board, node: str, what: str) -> None:
    """One entry of the menu of a node."""
    board.page.locator(f'[data-node="{node}"]').click()
    board.inspector.get_by_role("button", name="Break something").click()
    menu = board.page.get_by_role("dialog", name=f"Break something on {node}")
    menu.get_by_role("button", name=what).first.click()


def card(board: Board, node: str) -> Locator:
    return board.page.locator(f'[data-node-card="{node}"]')


def bar(board: Board) -> Locator:
    return board.page.get_by_role("region", name="API server and invariants")


def row(board: Board, name: str) -> Locator:
    return board.page.locator(".trow", has_text=name)


def on_until(board: Board, result: Locator) -> None:
    for _ in range(12):
        if result.is_visible():
            return
        board.forward()
    expect(result).to_be_visible()


# --- the story of D01, by its buttons -----------------------------------------------------------------


def test_a_pod_of_a_lost_node_stays_until_the_way_is_healed_and_is_then_made_anew(board: Board) -> None:
    expect(bar(board)).to_be_hidden()

    break_node(board, "n3", "Cut off from the API server")

    expect_narration(board, "You cut the connection between n3 and the API server")
    expect(bar(board)).to_contain_text("one process per StatefulSet name")
    expect(card(board, "n3")).to_contain_class("is-split")
    expect(card(board, "n3")).to_contain_text("What runs on n3")
    expect(card(board, "n1").locator(".cable")).to_contain_text("0 s ago")
    expect(card(board, "n1")).not_to_contain_class("is-split")

    on_until(board, card(board, "n3").get_by_text("unreachable:NoSchedule, NoExecute"))
    expect(card(board, "n3")).to_contain_text("Ready Unknown · NodeStatusUnknown")
    expect(card(board, "n3").locator(".cable")).to_contain_text("last heard 1 min ago")
    board.pick("default/db-2")
    board.inspector.get_by_role("button", name="Delete", exact=True).click()
    board.page.get_by_role("button", name="Delete db-2").click()
    expect_narration(board, "You deleted Pod db-2")

    expect(row(board, "db-2").locator(".obj")).to_contain_text("Terminating(node unreachable 1m)")
    expect(row(board, "db-2").locator(".proc")).to_contain_text("has not received the deletion")
    expect(row(board, "db-2").locator(".eq")).to_have_text("≠")
    expect(board.inspector).to_contain_text("Waits for the kubelet on n3 to confirm.")
    expect(board.inspector).to_contain_text("the StatefulSet creates no new db-2")
    board.until_quiet()
    expect(row(board, "db-2").locator(".obj")).to_contain_text("deadline passed")

    board.inspector.get_by_role("button", name="Repair the network").click()

    expect_narration(board, "You restored the connection between n3 and the API server")
    board.until_quiet()
    expect(bar(board)).to_be_hidden()
    expect(card(board, "n3")).not_to_contain_class("is-split")
    assert 1 == len([act for act in board.acts() if act[3] == "create" and act[4] == "default/db-2"])
    expect(board.pod("default/db-2")).to_contain_text("Running")


@thorough
def test_everything_is_healed_beside_the_api_server(board: Board) -> None:
    break_node(board, "n3", "Cut one way: it receives nothing")
    expect_narration(board, "You cut the connection one way: nothing that the API server sends reaches n3")
    expect(card(board, "n3").locator(".cable")).to_contain_text("receives nothing")

    bar(board).get_by_role("button", name="Restore the network").click()

    expect_narration(board, "You restored all connections of the network")
    expect(bar(board)).to_be_hidden()


#: Node, entry of its menu, sign on its card.
MATTERS = (
    ("n1", "Cut off from the storage", "no storage"),
    ("n2", "Stop the kubelet", "kubelet down"),
    ("n3", "Switch the machine off", "no power"),
    ("n1", "Destroy the machine", "destroyed"),
)


@thorough
def test_a_machine_says_in_words_what_is_the_matter(board: Board) -> None:
    for node, what, sign in MATTERS:
        break_node(board, node, what)

        expect(card(board, node).locator(".signs")).to_contain_text(sign)
        expect(bar(board)).to_be_visible()


@thorough
def test_a_machine_without_its_object_is_still_shown(board: Board) -> None:
    break_node(board, "n2", "Delete the Node object")
    dialog = board.page.get_by_role("alertdialog", name="Delete the Node object n2?")
    dialog.get_by_label("Type n2 to confirm").fill("n2")
    dialog.get_by_role("button", name="Delete the Node object").click()

    expect(dialog).to_have_count(0)
    expect(card(board, "n2").locator(".signs")).to_contain_text("no Node object")


@thorough
def test_ways_that_the_api_server_does_not_notice_and_a_store_that_is_cut_off_are_in_its_bar(
    board: Board,
) -> None:
    break_node(board, "n1", "Cut off from n2")
    expect(bar(board)).to_contain_text("n1 and n2 do not reach each other")

    board.page.locator("#owner-tools").get_by_role("button", name="Break something").click()
    menu = board.page.get_by_role("dialog", name="Break something", exact=True)
    menu.get_by_role("button", name="Cut the store off").click()

    expect_narration(board, "You cut the API server off from its store: nothing can be written")
    expect(bar(board)).to_contain_text("etcd cut off: nothing can be written")


@thorough
def test_an_application_removes_a_member_while_it_has_a_majority(board: Board) -> None:
    board.page.locator("#owner-tools").get_by_role("button", name="Break something").click()
    menu = board.page.get_by_role("dialog", name="Break something", exact=True)
    expect(menu.locator("[name=members]")).to_have_value("default/db")
    menu.get_by_role("button", name="Remove member 2").click()

    expect_narration(board, "db removes member 2 with 3 of 3 votes; processes that claim to be member 2: 1")


@thorough
def test_a_delay_is_asked_for_and_shown_on_the_cable(board: Board) -> None:
    break_node(board, "n1", "Slow its connection down")
    window = board.page.get_by_role("dialog", name="Slow its connection down")
    window.get_by_label("Seconds").fill("3")
    window.get_by_role("button", name="Slow its connection down").click()

    expect(card(board, "n1").locator(".cable")).to_contain_text("3 s late")


@thorough
def test_a_drain_says_how_many_pods_are_left(board: Board) -> None:
    break_node(board, "n1", "Drain it")
    window = board.page.get_by_role("dialog", name="Drain n1")
    window.get_by_role("button", name="Drain it").click()
    expect(card(board, "n1").locator(".signs")).to_have_text("draining, 1 left")
    expect(board.inspector.get_by_role("heading", name="Drain")).to_be_visible()

    board.until_quiet()

    expect(card(board, "n1").locator(".signs")).to_have_text("drained")
    expect(bar(board)).to_be_hidden()


# --- asking before danger -----------------------------------------------------------------------------


def ask_force(board: Board) -> Locator:
    board.page.locator('[data-rung="force"]').get_by_role("button").click()
    return board.page.get_by_role("alertdialog", name="Force delete pet-2?")


@pytest.fixture
def own(context: BrowserContext) -> Board:
    """The cluster of the mock as one's own run, at its newest step; pet-2 is chosen."""
    board = import_file(context, SCENARIOS / "partitioned.yaml")
    board.until_quiet()
    return board.open(f"/r/{board.run}?pod=default/pet-2")


@thorough
def test_force_delete_says_what_can_happen_and_keeps_the_focus(
    own: Board, axe: Axe, both_themes: Picture
) -> None:
    request = ask_force(own)
    axe(own.page, within="dialog", themes=THEMES)
    expect(request).to_contain_text("Warning: Immediate deletion does not wait for confirmation")
    expect(request.get_by_role("row", name="name pet-2")).to_contain_text("released without proof")
    expect(request.get_by_role("row", name="pet-2 processes")).to_contain_text("up to 2 while n3 is cut off")
    expect(request.get_by_role("row", name="data-pet-2")).to_contain_text("Multi-Attach")
    cancel, go = (request.get_by_role("button", name=name, exact=True) for name in ("Cancel", "Force delete"))
    expect(cancel).to_be_focused()
    expect(go).to_be_disabled()

    request.get_by_label("Type pet-2 to confirm").fill("pet-")
    own.page.keyboard.press("Enter")
    expect(go).to_be_disabled()
    expect(request).to_be_visible()
    for _ in range(8):
        own.page.keyboard.press("Tab")
        inside = "() => [document.body, null].includes(document.activeElement)"
        assert own.page.evaluate(f"{inside} || Boolean(document.activeElement.closest('dialog'))")
    own.page.keyboard.press("Escape")

    expect(request).to_have_count(0)
    expect(own.page.locator('[data-rung="force"]').get_by_role("button")).to_be_focused()
    own.page.locator("#owner-tools").get_by_role("button", name="Break something").click()
    axe(own.page, within="dialog[open]", themes=THEMES)
    both_themes(own.page, "faults", at_rest=True)


def test_by_force_two_copies_run_and_the_board_says_so(own: Board) -> None:
    request = ask_force(own)
    request.get_by_label("Type pet-2 to confirm").fill("pet-2")
    request.get_by_role("button", name="Force delete", exact=True).click()
    expect_narration(own, "You force-deleted Pod pet-2")
    expect(request).to_have_count(0)
    expect(row(own, "pet-2").locator(".proc.ghost")).to_contain_text("ghost, still running")
    expect(row(own, "pet-2").locator(".none")).to_have_text("pet-2: no object")

    own.until_quiet()

    expect(bar(own).locator(".inv.fails").first).to_contain_text("2 processes of pet-2")


@thorough
def test_fencing_first_makes_it_safe(own: Board) -> None:
    request = ask_force(own)
    request.get_by_role("button", name="Fence n3 first").click()
    window = own.page.get_by_role("dialog", name="Fence n3")
    window.get_by_role("button", name="Fence it").click()
    expect_narration(own, "You fenced n3 (power): no process runs on it any more")

    expect(card(own, "n3").locator(".signs")).to_contain_text("fenced (power)")
    request = ask_force(own)

    expect(request).to_contain_text("nothing can run twice")


@thorough
def test_an_attachment_is_broken_off_after_asking(own: Board) -> None:
    own.page.locator('[data-node="n3"]').click()
    own.inspector.get_by_role("button", name="Remove attachment pv-2").click()
    dialog = own.page.get_by_role("alertdialog", name="Remove the attachment of pv-2 to n3?")
    expect(dialog).to_contain_text("pet-2 may still be writing")
    dialog.get_by_label("Type pv-2 to confirm").fill("pv-2")
    dialog.get_by_role("button", name="Remove the attachment").click()

    expect_narration(
        own, "You removed the attachment of pv-2 to n3; a process there may still be writing to it"
    )


# --- how it looks -------------------------------------------------------------------------------------


WIDER = """() => [...document.querySelectorAll('.is-split, .truths, .trow')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1).length"""


def test_two_truths_pass_axe_fit_their_places_and_offer_no_button_to_who_may_not_act(
    page: Page, lost: tuple[str, int], axe: Axe
) -> None:
    board = at_the_mock(Board(page), lost)

    expect(row(board, "queue-1").locator(".ghost")).to_be_visible()
    expect(board.inspector).to_contain_text("What you can do, safest first")
    expect(page.locator(".lad button")).to_have_count(0)
    expect(page.get_by_role("button", name="Break something")).to_have_count(0)
    axe(page, themes=THEMES)
    wider = [page.evaluate(WIDER)]
    page.set_viewport_size({"width": 1024, "height": 768})
    board.settle()
    wider.append(page.evaluate(WIDER))

    assert [0, 0] == wider


def test_the_board_of_the_partition_mock(page: Page, lost: tuple[str, int], both_themes: Picture) -> None:
    at_the_mock(Board(page), lost)

    both_themes(page, "partition", at_rest=True)


@thorough
def test_the_partition_on_a_phone(contexts: Contexts, lost: tuple[str, int], both_themes: Picture) -> None:
    board = at_the_mock(Board(empty_page(contexts.open(**PHONE))), lost)

    assert 0 == board.page.evaluate(WIDER)
    both_themes(board.page, "partition-phone", at_rest=True)
