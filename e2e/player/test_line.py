"""The line to the server: when it breaks the page says so, and heals without a reload."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import ContextPool, Contexts, production
from tests.harness.board import Board, empty_page, fork
from tests.harness.series import thorough
from tests.harness.server import Server


@pytest.fixture(scope="module")
def frail(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of these tests' own, which may be killed; each leaves it running."""
    folder = tmp_path_factory.mktemp("frail") / "podium"
    shutil.copytree(prepared, folder)
    server = production(folder)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def frail_page(frail: Server, context_pool: ContextPool) -> Iterator[Page]:
    """A page of the server that may be killed; the messages of a broken connection are expected."""
    contexts = Contexts(context_pool, frail.url)
    context = contexts.open()
    watch = contexts.watch(context)
    watch.expect_console("WebSocket connection to .* failed|net::ERR_CONNECTION_(REFUSED|RESET)")
    yield empty_page(context)
    context.close()
    watch.check()


def test_a_killed_server_is_noticed_and_forgiven(frail: Server, frail_page: Page) -> None:
    page = frail_page
    board = Board(page).open("/s/gap-and-reservation")
    board.open(f"/r/{board.run}?at=6")
    fork(board)
    board.forward()
    was = board.here
    page.evaluate("() => { globalThis.sameDocument = true; }")

    frail.kill()
    line = page.locator("#line")
    expect(line).to_contain_text("The connection is lost. Trying again.")
    expect(page.locator("#board")).to_have_attribute("data-line", "lost")
    expect(board.pod("default/p").first).to_be_visible()
    frail.start()

    expect(line).to_contain_text("Connected again.")
    board.settle()
    assert was == board.here
    assert was[0] + 1 == board.forward()
    assert page.evaluate("() => globalThis.sameDocument")


@thorough
def test_a_server_that_says_nothing_is_noticed_within_ten_seconds_and_forgiven(
    frail: Server, frail_page: Page
) -> None:
    page = frail_page
    page.clock.install()
    board = Board(page).open("/s/gap-and-reservation")
    board.open(f"/r/{board.run}?at=6")
    fork(board)
    board.forward()
    was = board.here
    page.evaluate("() => { globalThis.sameDocument = true; }")
    line = page.locator("#line")

    os.kill(frail.pid, signal.SIGSTOP)
    try:
        page.clock.run_for(10_000)
        expect(line).to_contain_text("The server does not answer. Connecting again.")
    finally:
        os.kill(frail.pid, signal.SIGCONT)

    expect(line).to_contain_text("Connected again.")
    board.settle()
    assert was == board.here
    assert was[0] + 1 == board.forward()
    assert page.evaluate("() => globalThis.sameDocument")


@thorough
def test_a_restart_with_a_goodbye_heals_by_itself(frail: Server, frail_page: Page) -> None:
    page = frail_page
    board = Board(page).open("/s/gap-and-reservation")
    board.forward()
    was = board.here

    assert 0 == frail.stop()
    page.wait_for_function("() => podium.player.state.line !== 'open'")
    frail.start()

    board.settle()
    assert was == board.here
    assert was[0] + 1 == board.forward()
