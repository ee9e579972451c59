"""Bring your own: a real dump becomes a board that says why a pod waits; what is broken says so at its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.harness.board import SCENARIOS, Board, draw, import_file
from tests.harness.series import thorough
from tests.harness.watch import Watch

DUMP = SCENARIOS / "dump.yaml"
WAITING = "shop/checkout-5b8d7f6c4-x7l9p"
WHY = (
    "0/4 nodes are available: 1 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }, "
    "1 node(s) were unschedulable, 2 Insufficient cpu. no new claims to deallocate, preemption: 0/4 nodes are "
    "available: 2 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling."
)


def shows_why(board: Board) -> None:
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text(WAITING.split("/")[1])
    expect(board.inspector.locator(".msg").first).to_have_text(WHY)
    expect(board.inspector).to_contain_text("needs 1, 400m free")
    expect(board.on_node("shop/search-0", "shop-worker-3")).to_be_visible()
    expect(board.in_lane(WAITING, "unschedulable")).to_be_visible()


def test_a_pasted_dump_becomes_a_board_that_says_why_the_pod_waits(page: Page) -> None:
    page.goto("/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", DUMP.read_text())
    page.get_by_label("Or open your own cluster").press("ControlOrMeta+v")

    board = draw(page)

    shows_why(board)
    assert board.state["canAct"]


@thorough
def test_a_file_with_windows_line_ends_or_packed_is_the_same_cluster(
    context: BrowserContext, tmp_path: Path
) -> None:
    windows, packed = tmp_path / "dump.yaml", tmp_path / "dump.yaml.gz"
    windows.write_bytes(DUMP.read_bytes().replace(b"\n", b"\r\n"))
    packed.write_bytes(gzip.compress(DUMP.read_bytes()))

    boards = [import_file(context, path) for path in (DUMP, windows, packed)]

    shows_why(boards[1])
    shows_why(boards[2])
    assert [boards[0].here] * 2 == [board.here for board in boards[1:]]


def test_the_editor_shows_a_problem_at_its_line_while_one_types(page: Page) -> None:
    page.goto("/import")
    editor = page.get_by_role("textbox", name="Manifests")
    page.wait_for_selector(".cm-content")
    editor.click()
    page.keyboard.insert_text(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: c\n"
    )

    problem = page.locator(".problem").first
    expect(problem).to_contain_text("5:24")
    page.wait_for_selector(".cm-lint-marker-error")
    problem.get_by_role("link").click()
    expect(editor).to_be_focused()


def test_a_long_text_shows_how_far_it_is_and_can_be_stopped_and_sent_again(page: Page) -> None:
    held = []
    page.goto("/import")
    page.wait_for_selector(".cm-content")
    page.evaluate(
        "(text) => podium.editor.dispatch({ changes: { from: 0, insert: text } })", DUMP.read_text()
    )
    page.evaluate("() => { document.getElementById('import').dataset.lintLimit = 0; }")
    message = {"stage": "checks", "share": 0.25, "done": 3000, "of": 12000}
    page.route("**/import/progress?*", lambda route: route.fulfill(json=message))
    page.route("**/import", lambda route: held.append(route), times=1)

    page.get_by_role("button", name="Draw this cluster").click()
    sending = page.locator("[data-sending]")
    expect(sending).to_contain_text("Checking objects: 3,000 of 12,000")
    expect(sending).to_be_in_viewport()
    expect(sending.locator("progress")).to_have_js_property("value", 0.25)
    expect(page.get_by_role("button", name="Draw this cluster")).to_be_disabled()
    with page.expect_response("**/import/stop"):
        sending.get_by_role("button", name="Stop").click()
    expect(sending).to_contain_text("The import was stopped. Your text is still here.")
    page.unroute("**/import/progress?*")  # where the page hears of an import that took long that it is done
    board = draw(page)

    assert 1 == len(held)
    shows_why(board)


def test_broken_text_comes_back_with_the_line_and_nothing_is_lost(page: Page, watch: Watch) -> None:
    watch.expect_status(422, "/import")
    text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  name: b\n"
    page.set_viewport_size({"width": 390, "height": 844})  # the list of problems lies below the text
    page.goto("/")
    page.get_by_label("Or open your own cluster").fill(text)
    page.get_by_role("button", name="Draw this cluster").click()
    page.wait_for_url("**/import")

    expect(page.locator(".problem").first).to_contain_text("5:3")
    expect(page.locator(".problem").first).to_contain_text("name")
    expect(page.locator(".problem").first).to_be_in_viewport()
    page.wait_for_selector(".cm-content")
    assert text == page.evaluate("() => podium.editor.state.doc.toString()")


@pytest.mark.parametrize(
    ("quantity", "path"),
    [
        ("-1", "spec.containers[0].resources.requests.cpu"),
        ("many", "spec.containers[0].resources.requests.cpu"),
    ],
)
@thorough
def test_a_wrong_value_names_its_path_and_line(page: Page, watch: Watch, quantity: str, path: str) -> None:
    watch.expect_status(422, "/import")
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: c\n    resources:\n"
        f"      requests:\n        cpu: {quantity!r}\n"
    )
    page.goto("/")
    page.get_by_label("Or open your own cluster").fill(pod)
    page.get_by_role("button", name="Draw this cluster").click()
    page.wait_for_url("**/import")

    problem = page.locator(".problem").first
    expect(problem.get_by_role("link")).to_have_text("9:9")
    expect(problem.locator("code")).to_have_text(path)


def test_the_report_says_object_by_object_what_became_of_it(context: BrowserContext) -> None:
    board = import_file(context, DUMP)
    page = board.page

    page.goto(f"/r/{board.run}/report")

    report = page.locator(".report")
    expect(report.locator(".counts")).to_contain_text("10 kept")
    expect(report.locator(".counts")).to_contain_text("1 changed")
    expect(report).to_contain_text(
        "The value of 1 variable was dropped: DATABASE_PASSWORD spec.containers[0].env"
    )
    expect(report).to_contain_text("Its managedFields were removed")
    page.get_by_role("link", name="To the board").click()
    Board(page).settle()


@thorough
def test_what_was_secret_is_nowhere_to_be_seen(context: BrowserContext) -> None:
    board = import_file(context, DUMP)

    answer = context.request.get(f"/r/{board.run}/pods/shop/cart-7c4b9d5f6c-hq8zt/yaml")

    assert "DATABASE_PASSWORD" in answer.text()
    assert "hunter2" not in answer.text()


HOSTILE = """
apiVersion: podium/v1
kind: Scenario
metadata: {name: hostile}
spec: {title: '<img src=x onerror="globalThis.owned=1">'}
---
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1}}
spec: {taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}
status: {capacity: {cpu: "1", memory: 1Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostname: '<script>globalThis.owned=1</script>'
  serviceAccountName: '<img src=x onerror="globalThis.owned=1">'
  containers: [{name: c, image: i}]
"""


def test_markup_in_titles_and_fields_is_text(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Or open your own cluster").fill(HOSTILE)

    board = draw(page)

    expect(page.get_by_role("heading", level=1)).to_have_text('<img src=x onerror="globalThis.owned=1">')
    board.pick("default/a")
    for tab, text in (("YAML", "<script>globalThis.owned=1</script>"), ("Describe", "<img src=x")):
        board.inspector.get_by_role("link", name=tab).click()
        expect(board.inspector.locator("pre")).to_contain_text(text)
    assert 0 == page.locator("img").count()
    assert page.evaluate("() => globalThis.owned === undefined")


@thorough
def test_names_that_are_markup_are_refused_as_text(page: Page, watch: Watch) -> None:
    watch.expect_status(422, "/import")
    page.goto("/")
    page.get_by_label("Or open your own cluster").fill(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: '<img src=x onerror=alert(1)>', labels: {a: '<b>'}}\n"
        "spec: {containers: [{name: c, image: i}]}\n"
    )
    page.get_by_role("button", name="Draw this cluster").click()
    page.wait_for_url("**/import")

    expect(page.locator(".problem").first).to_contain_text("metadata.name")
    expect(page.locator(".problem").first).to_contain_text("<img src=x onerror=alert(1)>")
    assert 0 == page.locator("img").count()
