"""The owner's hands on the cluster: every dialog of the board does what it says."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.harness.board import SCENARIOS, Board, import_file
from tests.harness.series import sampled, thorough


@pytest.fixture
def board(context: BrowserContext) -> Board:
    """A small cluster of one's own: two nodes, a Deployment of two, a lone pod; all quiet."""
    board = import_file(context, SCENARIOS / "small-shop.yaml")
    board.to_the_end()
    board.until_quiet()
    board.choose_size("act")
    return board


def act(board: Board, button: str) -> None:
    board.inspector.get_by_role("button", name=button, exact=True).click()


def dialog(board: Board, title: str) -> Locator:
    result = board.page.get_by_role("dialog", name=title)
    expect(result).to_be_visible()
    return result


def choose_node(board: Board, name: str) -> None:
    board.page.locator(f'[data-node="{name}"]').click()
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text(f"Node {name}")


def expect_narration(board: Board, words: str) -> None:
    """The newest step is the visitor's, and the narration says it with these words."""
    expect(board.narration).to_have_text(words)
    board.settle()


@pytest.mark.parametrize(
    ("choice", "words"),
    sampled(
        [
            ("the pod's own grace period", "You deleted Pod lone"),
            ("5 s", "You deleted Pod lone with a grace period of 5 s"),
            ("1 s (--now)", "You deleted Pod lone with a grace period of 1 s"),
        ]
    ),
)
def test_a_pod_is_deleted_with_the_grace_that_was_chosen(board: Board, choice: str, words: str) -> None:
    board.pick("shop/lone")
    act(board, "Delete")
    window = dialog(board, "Delete pod lone")
    window.locator("label", has_text=choice).first.click()
    window.get_by_role("button", name="Delete lone").click()

    expect_narration(board, words)

    expect(window).to_have_count(0)
    board.choose_size("quiet").forward()
    expect(board.pod("shop/lone")).to_have_count(0)


def test_a_dialog_that_is_cancelled_changes_nothing_and_who_deletes_by_force_is_asked_once_more(
    board: Board,
) -> None:
    was = board.here
    board.pick("shop/lone")
    act(board, "Delete")
    window = dialog(board, "Delete pod lone")
    window.get_by_role("button", name="Cancel").click()
    act(board, "Delete")
    expect(window).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    assert was == board.here

    act(board, "Delete")
    window.locator("label", has_text="0 s, by force").click()
    window.get_by_role("button", name="Delete lone").click()
    request = board.page.get_by_role("alertdialog", name="Force delete lone?")
    expect(request.get_by_role("button", name="Cancel")).to_be_focused()
    request.get_by_label("Type lone to confirm").fill("lone")
    request.get_by_role("button", name="Force delete").click()

    expect_narration(board, "You force-deleted Pod lone")

    expect(request).to_have_count(0)
    expect(board.page.locator('#queue [data-pod="shop/lone"]')).to_have_count(0)


@thorough
def test_a_node_is_cordoned_and_tainted_and_both_are_taken_back(board: Board) -> None:
    card = board.page.locator('[data-node-card="east-1"]')
    choose_node(board, "east-1")
    act(board, "Cordon")
    expect_narration(board, "You cordoned east-1: the scheduler places no new pods on it")
    expect(card).to_contain_class("is-off")
    act(board, "Uncordon")
    expect_narration(board, "You uncordoned east-1")
    expect(card).not_to_contain_class("is-off")

    act(board, "Taint")
    window = dialog(board, "Taint node east-1")
    window.get_by_label("Key").fill("dedicated")
    window.get_by_label("Value").fill("gpu")
    window.get_by_label("Effect").select_option("NoSchedule")
    window.get_by_role("button", name="Taint").click()
    expect_narration(board, "You tainted east-1 with dedicated=gpu:NoSchedule")
    expect(board.inspector).to_contain_text("dedicated=gpu:NoSchedule")
    act(board, "Remove taint dedicated")

    expect_narration(board, "You removed the taint dedicated:NoSchedule from east-1")
    expect(board.inspector).not_to_contain_text("dedicated=gpu:NoSchedule")


@thorough
def test_a_pod_is_labelled_and_bad_labels_are_refused_in_the_dialog(board: Board) -> None:
    board.pick("shop/lone")
    act(board, "Label")
    window = dialog(board, "Label lone")
    window.get_by_label("Key").fill("not a key")
    window.get_by_label("Value").fill("front")
    window.get_by_role("button", name="Label").click()
    expect(window.get_by_role("alert")).to_be_visible()

    window.get_by_label("Key").fill("tier")
    window.get_by_label("Value").fill("front")
    window.get_by_role("button", name="Label").click()

    expect_narration(board, "You labelled Pod lone: tier=front")
    expect(window).to_have_count(0)
    board.inspector.get_by_role("link", name="YAML").click()
    expect(board.inspector.locator("pre")).to_contain_text("tier: front")


@thorough
def test_a_deployment_is_scaled_from_one_of_its_pods_and_the_scheduler_stopped_and_started(
    board: Board,
) -> None:
    web = board.page.locator('#zones [data-pod^="shop/web-"]')
    expect(web).to_have_count(2)
    web.first.click()
    act(board, "Scale")
    window = dialog(board, "Scale Deployment web")
    window.get_by_label("Replicas").fill("4")
    window.get_by_role("button", name="Scale").click()
    expect_narration(board, "You scaled Deployment web to 4")

    board.choose_size("quiet").forward()

    expect(web).to_have_count(4)
    board.page.get_by_role("button", name="Stop the scheduler").click()
    expect_narration(board, "You stopped the scheduler")
    board.page.get_by_role("button", name="Start the scheduler").click()
    expect_narration(board, "You started the scheduler")


def test_manifests_are_applied_and_bad_ones_come_back_with_their_line(board: Board) -> None:
    board.more().page.get_by_role("button", name="Apply YAML").click()
    window = dialog(board, "Apply YAML")

    def write(words: str) -> None:
        text.click()
        for key in ("Control+a", "Delete"):
            board.page.keyboard.press(key)
        board.page.keyboard.insert_text(words)

    text = window.locator(".cm-content")
    window.get_by_role("button", name="Node", exact=True).click()
    window.get_by_role("button", name="Pod", exact=True).click()
    expect(text).to_contain_text("kind: Pod")
    expect(text).to_contain_text("kind: Node")
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: guest, namespace: shop}\nspec:\n  containers:\n  - name: c\n    image: i\n"
    write(pod.replace("containers:", "containers: ["))
    window.get_by_role("button", name="Apply YAML").click()
    expect(window.get_by_role("alert")).to_contain_text("line")
    write(pod.replace("name: c\n", "name: c\n    resources: {requests: {cpu: -1}}\n"))
    window.get_by_role("button", name="Apply YAML").click()
    expect(window.get_by_role("alert")).to_contain_text("cpu")
    expect(text).to_contain_text(pod.split("\n")[2])

    write(pod)
    window.get_by_role("button", name="Apply YAML").click()

    expect_narration(board, "You applied Pod guest")
    board.choose_size("quiet").forward()
    expect(board.page.locator('#zones [data-pod="shop/guest"]')).to_be_visible()


def test_a_change_at_an_old_step_asks_where_it_is_to_be_made(board: Board) -> None:
    head = board.seq
    board.back()
    choose_node(board, "east-1")
    act(board, "Cordon")
    window = dialog(board, f"The board shows step {head - 1}. Changes are made at the newest step, {head}.")
    expect(window.get_by_role("button")).to_have_text(["Cancel", "Fork from here", "Go to the newest step"])

    window.get_by_role("button", name="Go to the newest step").click()

    board.wait_for(head)
