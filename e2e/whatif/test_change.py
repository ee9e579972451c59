"""The live manifest: a value is changed, and the run is seen then and now; it is kept, or as before."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Picture
from tests.harness.board import THEMES, Board, fork
from tests.harness.series import thorough
from tests.harness.watch import Watch

GRACE = "  terminationGracePeriodSeconds: 30\n"
LOW2 = "  name: low2\nspec:\n"
PUT = """([old, text]) => {
  const { state } = podium.editor;
  const from = state.doc.toString().indexOf(old);
  if (from < 0) throw new Error(`there is no ${old}`);
  const at = from + text.trimEnd().length;
  podium.editor.dispatch({ changes: { from, to: from + old.length, insert: text }, selection: { anchor: at }, scrollIntoView: true });
}"""


def put(page: Page, old: str, text: str) -> None:
    """Replaces a text of the document; the cursor stands at the end of the new one."""
    page.evaluate(PUT, [old, text])


def opened(page: Page, slug: str = "gap-and-reservation") -> Page:
    """The page of a scenario's run, with its editor."""
    page.goto(f"/s/{slug}")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/change")
    expect(page.locator("#whatif[data-ready]")).to_be_attached()
    expect(page.locator("#whatif[data-played]")).to_be_attached()
    return page


@pytest.fixture(autouse=True)
def busy_server(watch: Watch) -> None:
    """A server that has too much to do says so, and the page asks again."""
    watch.expect_status(503, "/change/play")


@pytest.fixture
def gap(page: Page) -> Page:
    return opened(page)


def says(page: Page) -> Any:
    return expect(page.locator("#headline"))


def test_a_slider_changes_the_grace_and_both_runs_stand_side_by_side(gap: Page) -> None:
    put(gap, LOW2, LOW2 + GRACE)
    says(gap).to_have_text("Change something in the document: the run is played again from the start.")
    slider = gap.get_by_role("slider", name="Value of spec.terminationGracePeriodSeconds")
    slider.fill("5")

    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    card = gap.locator(".changed-pod", has_text="low2")
    expect(card.locator(".turn")).to_have_text("0:30→0:05")
    ghosts = gap.locator("[data-node-card=n1] .then-pod")
    assert ["low2", "p"] == sorted(ghosts.locator("b").all_inner_texts())
    expect(gap.locator("#zones [data-pod='default/p'][data-differs]")).to_be_visible()

    gap.get_by_text("Then", exact=True).first.click()
    expect(gap.locator("#zones [data-pod='default/low2']")).to_be_visible()
    expect(ghosts).to_have_count(0)


@thorough
def test_arrow_keys_turn_a_value_and_ctrl_z_takes_it_back(gap: Page) -> None:
    put(gap, LOW2, LOW2 + GRACE)
    gap.locator(".cm-content").focus()
    gap.keyboard.press("Alt+Shift+ArrowDown")
    gap.keyboard.press("Alt+Shift+ArrowDown")

    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    for _ in range(3):
        gap.keyboard.press("ControlOrMeta+z")
    says(gap).to_have_text("Change something in the document: the run is played again from the start.")


@thorough
def test_the_grace_is_turned_on_the_ring_itself_by_keys_and_mouse(page: Page) -> None:
    page.goto("/s/gap-and-reservation")
    run = page.locator("#board").get_attribute("data-run")
    page.goto(f"/r/{run}/change?at=12")
    expect(page.locator("#whatif[data-ready][data-played]")).to_be_attached()
    page.locator("#zones [data-pod='default/low2']").click()
    ring = page.get_by_role("slider", name="terminationGracePeriodSeconds of default/low2")
    ring.focus()
    for key in ("PageDown", "PageDown", *["ArrowDown"] * 5):
        page.keyboard.press(key)

    expect(ring).to_have_attribute("aria-valuenow", "5")
    says(page).to_have_text("p is bound at 0:11 instead of 0:31.")
    box = ring.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 20 + 150, box["y"] + 8)
    page.mouse.up()
    expect(ring).to_have_attribute("aria-valuenow", "30")
    says(page).to_have_text("Change something in the document: the run is played again from the start.")


@thorough
def test_a_skew_line_leads_to_its_value_and_the_nodes_that_pass_now_are_lit(page: Page) -> None:
    page.goto("/s/one-constraint-zone?at=2")
    Board(page).settle()
    page.get_by_role("button", name="What if: maxSkew zone").first.click()
    slider = page.get_by_role("slider", name=re.compile("maxSkew"))
    expect(slider).to_be_focused()
    expect(page.locator("#whatif[data-played]")).to_be_attached()
    page.keyboard.press("ArrowRight")

    says(page).to_contain_text("mypod still goes to node4: now node1, node2 can take it too")
    expect(page.locator(".node[data-differs]")).to_have_count(2)


@thorough
def test_an_input_is_moved_and_switched_off_and_both_runs_are_compared(gap: Page) -> None:
    inputs = gap.locator("#inputs")
    inputs.locator("summary").click()
    row = inputs.locator(".input-row").last
    expect(row.locator(".input-words")).to_have_text("kubectl apply -f - # pod/small2")
    at = row.get_by_role("spinbutton")
    at.fill("7")
    at.press("Enter")
    expect(gap.locator("#count")).to_have_text("1 change")
    row.get_by_role("checkbox").click()

    says(gap).to_have_text("small2 does not exist any more.")
    expect(inputs.locator(".input-row.is-off")).to_be_visible()
    row.get_by_role("checkbox").click()
    expect(inputs.locator(".input-row.is-off")).to_have_count(0)


def test_a_problem_stands_at_its_line_and_the_last_run_stays(gap: Page) -> None:
    put(gap, LOW2, LOW2 + "  terminationGracePeriodSeconds: soon\n")

    expect(gap.locator("#told")).to_contain_text("1 problem")
    expect(gap.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(gap.locator("#zones [data-node-card=n1]")).to_be_visible()


@thorough
def test_a_document_survives_a_reload_and_can_be_discarded(gap: Page) -> None:
    put(gap, LOW2, LOW2 + "  terminationGracePeriodSeconds: 5\n")
    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    gap.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('podium.change.'))")
    gap.reload()

    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    gap.get_by_role("button", name="Discard").click()
    says(gap).to_have_text("Change something in the document: the run is played again from the start.")


def test_a_kept_document_is_a_run_that_leads_back_and_forth(gap: Page) -> None:
    put(gap, LOW2, LOW2 + "  terminationGracePeriodSeconds: 5\n")
    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    gap.get_by_role("button", name="Keep as a new version").click()
    board = Board(gap)

    expect(board.on_node("default/p", "n1")).to_be_visible()
    assert board.state["canAct"]
    gap.locator("#origin").click()
    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")


@thorough
def test_a_click_on_the_board_leads_to_the_lines_and_the_key_e_to_this_page(page: Page) -> None:
    page.goto("/s/gap-and-reservation")
    Board(page).settle()
    page.locator("[data-node-card=n1] .nodename").click()
    page.keyboard.press("e")

    expect(page.locator(".cm-activeLine")).to_be_visible()
    expect(page.locator("#whatif[data-ready]")).to_be_attached()
    line = page.evaluate(
        "() => podium.editor.state.doc.lineAt(podium.editor.state.selection.main.head).number"
    )
    text = page.evaluate("() => podium.editor.state.doc.toString()").split("\n")
    assert "  name: n1" in text[line - 1 : line + 4]


@thorough
def test_what_a_living_pod_may_not_change_can_be_its_start(page: Page) -> None:
    run = fork(Board(page).open("/s/gap-and-reservation?at=13")).run
    manifest = """apiVersion: v1
kind: Pod
metadata:
  name: p
spec:
  priorityClassName: p100
  nodeName: n1
  containers:
  - name: app
    image: example/app:1
    resources:
      requests:
        cpu: "1"
"""
    page.locator("#more-tools").click()
    page.get_by_role("button", name="Apply YAML").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".cm-content")).to_be_focused()
    page.keyboard.insert_text(manifest)
    dialog.get_by_role("button", name="Apply YAML", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Forbidden: pod updates may not change fields")
    dialog.get_by_role("button", name="Recreate it").click()

    says(page).to_contain_text("p is bound")
    assert run in page.url
    assert "p" == page.locator(".changed-pod .nm").first.inner_text()


def shown_with_a_short_grace(page: Page) -> None:
    put(page, LOW2, LOW2 + GRACE)
    page.get_by_role("slider", name="Value of spec.terminationGracePeriodSeconds").fill("5")
    says(page).to_have_text("p is bound at 0:11 instead of 0:31.")
    page.mouse.move(700, 20)


def test_the_page_has_no_barrier(gap: Page, axe: Callable[..., None]) -> None:
    shown_with_a_short_grace(gap)

    axe(gap, themes=THEMES)


@pytest.mark.picture
def test_then_and_now_of_a_changed_document(gap: Page, both_themes: Picture) -> None:
    shown_with_a_short_grace(gap)

    both_themes(gap, "what-if-grace", at_rest=True)


@thorough
def test_weights_and_plugins_of_the_scheduler_are_changed_in_the_document(page: Page) -> None:
    change = opened(page, "soft-score-numbers")
    change.get_by_role("button", name="+ Scheduler profile").click()
    weight = change.get_by_role("slider", name=re.compile(r"enabled\[4\].weight"))
    expect(weight).to_be_focused()
    says(change).to_have_text("Change something in the document: the run is played again from the start.")
    weight.fill("6")

    says(change).to_have_text(
        "mypod still goes to node4: its score is 897 instead of 597, and no node scores higher."
    )
    put(change, "- name: PodTopologySpread\n", "- name: PodTopologySpread\n")
    change.get_by_role("button", name="off", exact=True).click()
    says(change).to_have_text(
        "mypod still goes to node4: its score is 697 instead of 597, and no node scores higher."
    )


@thorough
def test_a_megabyte_in_the_editor_is_refused_in_words_and_can_be_taken_back(gap: Page) -> None:
    put(gap, LOW2, LOW2 + "# " + "x" * 1024 * 1024 + "\n")

    expect(gap.locator("#told")).to_contain_text("at most 262144 characters")
    gap.locator(".cm-content").focus()
    gap.keyboard.press("ControlOrMeta+z")
    put(gap, LOW2, LOW2 + GRACE.replace("30", "5"))
    says(gap).to_have_text("p is bound at 0:11 instead of 0:31.")
    expect(gap.locator("#told")).to_have_text("")
