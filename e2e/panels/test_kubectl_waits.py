"""A client of the Kubernetes API waits: how time goes is chosen on the run's page about kubectl, and shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Picture
from tests.harness.board import forked, forked_run


@contextmanager
def waiting(page: Page, run: str) -> Iterator[None]:
    """A client of who may act watches the pods meanwhile."""
    config = page.request.get(f"/r/{run}/kubeconfig").text()
    server = re.search(r"server: \"?([^\s\"]+)", config)
    assert server is not None, config
    with urlopen(f"{server[1]}/api/v1/pods?watch=1"):
        yield


def test_the_choice_of_how_time_goes_holds_for_clients_that_wait_and_is_shown_on_the_board(
    page: Page, axe: Callable[..., None]
) -> None:
    board = forked(page.context, "basic-preemption")
    run, sign = board.run, page.locator(".waits")
    with waiting(page, run):
        expect(sign).to_have_text("kubectl is waiting: time runs at 1×")
        page.get_by_label("speed").select_option("4")
        expect(sign).to_have_text("kubectl is waiting: time runs at 4×")
        sign.click()
        axe(page)
        page.get_by_label("Time stands still").check()
        page.get_by_role("button", name="Keep this choice").click()
        expect(page.get_by_label("Time stands still")).to_be_checked()
        board.open(f"/r/{run}")
        expect(sign).to_have_text("kubectl is waiting, and time stands still")
        expect(page.get_by_label("speed")).to_have_value("4")

    expect(sign).to_be_hidden()


@pytest.mark.picture
def test_the_page_about_kubectl_in_a_picture(page: Page, both_themes: Picture) -> None:
    run = forked_run(page.context, "basic-preemption")
    page.goto(f"/r/{run}/kubectl")
    page.evaluate(
        "document.body.innerHTML = document.body.innerHTML"
        f".replaceAll('{run}', 'abcdefghijkl').replaceAll(location.host, 'podium.example')"
    )

    both_themes(page, "kubectl-page")
