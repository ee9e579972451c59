"""The row of a Service: which endpoints receive traffic, and the page behind its name."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.board import SCENARIOS, import_file


def test_a_row_says_where_traffic_goes_while_a_pod_terminates(page: Page, axe: Callable[..., None]) -> None:
    board = import_file(page.context, SCENARIOS / "rolling-service.yaml")
    board.until_quiet()
    row = board.page.locator("#services .svc")
    expect(row).to_contain_text("Service web: traffic goes to 1 of 1 endpoints")
    axe(board.page)

    deleted = board.act("input-delete", "default/web-0")
    result = next(
        seq
        for seq, _, _, kind, pod in board.acts()
        if seq > deleted and (kind, pod) == ("update", "default/web-0")
    )
    board.open(f"/r/{board.run}?at={result}")
    assert {
        "web-0: terminating, still serving; receives no traffic",
        "web-1: ready to serve; receives traffic",
    } == {one.get_attribute("aria-label") for one in row.locator(".ep").all()}

    row.locator(".svc-name").click()
    expect(board.inspector.get_by_role("heading", level=2).first).to_contain_text("Service web")
    expect(board.inspector).to_contain_text("receives no traffic")
