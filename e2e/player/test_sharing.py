"""One moment for several people: links, forks, two on one run, two who act at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from e2e.conftest import Contexts
from tests.harness.board import CLIPBOARD, SCENARIOS, Board, copied, empty_page, fork, import_file
from tests.harness.series import sampled, thorough
from tests.harness.watch import Watch

SCENARIO = "/s/gap-and-reservation"


def own_run(page: Page, at: int = 2) -> Board:
    """A fork of A12 at step `at`, which belongs to the page's visitor."""
    board = Board(page).open(SCENARIO)
    return fork(board.open(f"/r/{board.run}?at={at}"))


def another_run(board: Board, than: str) -> None:
    """Until the page shows a run that is not `than`."""
    board.page.wait_for_url(re.compile(rf"/r/(?!{than})\w+"))
    board.settle()


def cordon(board: Board, node: str) -> None:
    board.page.locator(f'[data-node="{node}"]').click()
    board.inspector.get_by_role("button", name="Cordon", exact=True).click()


def test_a_shared_moment_is_the_same_in_another_browser(contexts: Contexts) -> None:
    sender = Board(empty_page(contexts.open(permissions=CLIPBOARD))).open(SCENARIO)
    sender.choose_size("cycle")
    for _ in range(4):
        sender.forward()
    sender.pick("default/p")
    sender.page.get_by_role("button", name="Share this moment").click()
    expect(sender.page.locator("#line")).to_have_text(
        f"The link to step {sender.seq} is in the clipboard. Anyone who has it can look at the run, but not change it."
    )

    receiver = Board(empty_page(contexts.open())).open(copied(sender.page))

    sender.page.emulate_media(media="print")
    expect(sender.page.locator("#moment")).to_be_visible()
    expect(sender.page.locator("#moment")).to_have_text(copied(sender.page).partition("&core=")[0])
    expect(sender.page.locator(".transport")).to_be_hidden()
    sender.page.emulate_media(media="screen")
    assert sender.here == receiver.here
    assert sender.page.locator("#zones").inner_text() == receiver.page.locator("#zones").inner_text()
    expect(receiver.inspector.get_by_role("heading", level=2).first).to_have_text("p")


@thorough
def test_a_moment_inside_a_decision_can_be_shared(contexts: Contexts) -> None:
    sender = Board(empty_page(contexts.open(permissions=CLIPBOARD))).open("/s/conflicting-constraints")
    sender.forward()
    sender.choose_size("into")
    for k in range(3):
        sender.button("one step on").click()
        sender.page.wait_for_function("(k) => podium.player.state.into?.k === k", arg=k)
    sender.page.get_by_role("button", name="Share this moment").click()
    expect(sender.page.locator("#line")).to_be_visible()

    receiver = Board(empty_page(contexts.open())).open(copied(sender.page))
    receiver.page.wait_for_function("() => podium.player.state.into?.k === 2")

    assert sender.narration.inner_text() == receiver.narration.inner_text()
    assert (1, 1) == (sender.seq, receiver.seq)


def test_who_follows_a_link_forks_and_acts_while_the_first_run_stays(contexts: Contexts) -> None:
    first = own_run(empty_page(contexts.open()))
    was = first.here
    second = Board(empty_page(contexts.open())).open(first.page.url)
    second.page.locator('[data-node="n2"]').click()
    expect(second.inspector.get_by_role("button", name="Cordon", exact=True)).to_have_count(0)

    second.inspector.get_by_role("button", name="Fork to change something").click()
    another_run(second, first.run)
    assert was == second.here
    cordon(second, "n2")
    second.wait_for(3)

    expect(second.page.locator('[data-node-card="n2"]')).to_contain_class("is-off")
    expect(second.narration).to_have_text("You cordoned n2: the scheduler places no new pods on it")
    assert was == first.here == Board(empty_page(contexts.open())).open(f"/r/{first.run}").here
    assert was[1] != second.here[1]


@thorough
def test_a_visitor_gets_a_fork_where_the_owner_gets_actions(page: Page) -> None:
    board = Board(page).open(SCENARIO)
    board.page.goto(f"/r/{board.run}?at=2&pod=default/p")
    board.settle()

    expect(board.inspector.locator(".actbar button")).to_have_text(["Fork to change something", ""])
    expect(page.get_by_role("button", name="Apply YAML")).to_have_count(0)
    nobodys = board.run
    board.inspector.get_by_role("button", name="Fork to change something").click()
    another_run(board, nobodys)

    assert (2, 2, True) == (board.seq, board.state["head"], board.state["canAct"])
    expect(board.more().page.get_by_role("button", name="Apply YAML")).to_be_visible()


def with_edit_link(contexts: Contexts) -> tuple[Board, Board]:
    """The owner, and somebody who followed the edit link."""
    owner = own_run(empty_page(contexts.open(permissions=CLIPBOARD)))
    owner.more().page.get_by_role("button", name="Edit link").click()
    expect(owner.page.locator("#line")).to_contain_text("The edit link is in the clipboard")
    friend = Board(empty_page(contexts.open())).open(copied(owner.page))
    assert (owner.run, True) == (friend.run, friend.state["canAct"])
    return owner, friend


@thorough
def test_two_on_one_run_see_the_same_frames(contexts: Contexts) -> None:
    owner, friend = with_edit_link(contexts)

    for mover, other in ((owner, friend), (friend, owner), (owner, friend)):
        seq = mover.forward()
        other.wait_for(seq)
        assert mover.here == other.here
        assert mover.narration.inner_text() == other.narration.inner_text()

    cordon(friend, "n2")
    friend.wait_for(6)
    owner.wait_for(6)
    assert owner.here == friend.here
    expect(owner.page.locator('[data-node-card="n2"]')).to_contain_class("is-off")


@thorough
def test_who_looks_back_stays_there_and_is_told_how_far_the_run_is(contexts: Contexts) -> None:
    owner = own_run(empty_page(contexts.open()))
    viewer = Board(empty_page(contexts.open())).open(f"/r/{owner.run}?at=1")

    seq = owner.forward()

    expect(viewer.page.locator(".steps")).to_have_text(f"1 / {seq}")
    assert 1 == viewer.seq
    viewer.page.keyboard.press("End")
    viewer.wait_for(seq)
    assert owner.here == viewer.here


@contextmanager
def held_back(page: Page) -> Iterator[list[Any]]:
    """From now on what others did reaches this page only after it has acted itself: a slow line."""
    held: list[Any] = []

    def route(ours: WebSocketRoute) -> None:
        server = ours.connect_to_server()
        request = {"input": False}

        def to_server(message: str | bytes) -> None:
            request["input"] = request["input"] or '"do":"input"' in str(message)
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if '"re":null' in str(message).replace(" ", "") and not request["input"]:
                held.append(message)
            else:
                ours.send(message)

        ours.on_message(to_server)
        server.on_message(to_page)

    page.route_web_socket("**/ws/r/**", route)
    try:
        yield held
    finally:
        page.close()  # no way back: the route of a socket stays


@thorough
def test_of_two_who_act_at_once_one_wins_and_the_other_is_told(contexts: Contexts) -> None:
    owner, friend = with_edit_link(contexts)
    with held_back(friend.page) as held:
        friend.page.reload()
        friend.settle()

        cordon(owner, "n1")
        owner.wait_for(3)
        assert 2 == friend.seq
        cordon(friend, "n2")

        expect(friend.page.locator("#line")).to_contain_text("Another person changed the run first.")
        friend.wait_for(3)
        assert owner.here == friend.here
        expect(friend.verdict("n1")).to_contain_text("nominated for p")
        assert 3 == owner.state["head"]
        assert held, "the friend was to be the one who is late"


@pytest.mark.parametrize(
    ("address", "words"),
    sampled(
        [
            ("/r/nosuchrun234", "This page does not exist"),
            ("/s/no-such-scenario", "This page does not exist"),
            ("/r/{run}?at=99999", "This step does not exist yet"),
            ("/r/{run}?at=-1", "This step does not exist yet"),
            ("/r/{run}?at=one", "This step does not exist yet"),
            ("/r/{run}/pods/default/nobody/why?at=2", "This page does not exist"),
            ("/r/{run}/pods/default/p/why?at=99999", "This step does not exist yet"),
            ("/e/nosuchtoken", "This page does not exist"),
        ]
    ),
)
@thorough
def test_a_link_that_leads_nowhere_says_so_and_leads_on(
    page: Page, watch: Watch, address: str, words: str
) -> None:
    page.goto(SCENARIO)
    run = page.locator("#board").get_attribute("data-run")
    watch.expect_status(404)

    answer = page.goto(address.format(run=run))

    assert answer is not None
    assert 404 == answer.status
    expect(page.get_by_role("heading", level=1)).to_have_text(words)
    page.locator(".error a.btn").click()
    expect(page.locator("#board, #headline").first).to_be_visible()


@thorough
def test_the_same_cluster_twice_is_one_revision_and_two_runs(contexts: Contexts) -> None:
    context = contexts.open()

    first, second = (import_file(context, SCENARIOS / "who-has-to-leave.yaml") for _ in range(2))

    assert first.run != second.run
    assert first.here == second.here


def test_a_link_with_everything_inside_opens_at_the_same_state_as_a_run_of_the_visitor(
    contexts: Contexts,
) -> None:
    sender = own_run(empty_page(contexts.open()), 9)
    sent = sender.here
    run = sender.run
    sender.page.get_by_role("link", name="Take this moment away").click()
    link = sender.page.locator("#full-link").inner_text()
    receiver = Board(empty_page(contexts.open())).open(link)

    assert sent == receiver.here
    assert run != receiver.run
    expect(receiver.more().page.get_by_role("button", name="Apply YAML")).to_be_visible()
