"""Why: what a decision saw, letter by letter and with its arithmetic."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.harness.board import Board, empty_page, moment
from tests.harness.series import thorough

NOWHERE = (
    "0/3 nodes are available: 3 node(s) didn't match pod topology spread constraints. no new claims to "
    "deallocate, preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod."
)


def decided(page: Page, slug: str, pod: str) -> Board:
    """The board of a scenario, right after the first decision about `pod`, which is chosen."""
    return moment(page, slug, "schedule", pod)


def table(board: Board, name: str) -> dict[str, list[str]]:
    """Rows of a table of the inspector: head → cells, each with its white space made one."""
    rows = board.inspector.locator(f"table.{name} tbody tr").all()
    cells = [
        [re.sub(r"\s+", " ", c).strip() for c in row.locator("th, td").all_inner_texts()] for row in rows
    ]
    return {row[0]: row[1:] for row in cells}


@thorough
def test_no_way_out_says_why_node_by_node(page: Page) -> None:
    board = decided(page, "conflicting-constraints", "default/mypod")

    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("mypod")
    expect(board.inspector.locator(".msg").first).to_have_text(NOWHERE)
    reason = "node(s) didn't match pod topology spread constraints"
    none = "No preemption victims found for incoming pod"
    assert {
        f"{reason} PodTopologySpread": [none],
        "node1": ["zone=zoneA 3 + 1 − 2 = 2 > 1 node=node1 2 + 1 − 1 = 2 > 1", ""],
        "node2": ["zone=zoneA 3 + 1 − 2 = 2 > 1 node=node2 1 + 1 − 1 = 1 ≤ 1", ""],
        "node3": ["zone=zoneB 2 + 1 − 2 = 1 ≤ 1 node=node3 2 + 1 − 1 = 2 > 1", ""],
    } == table(board, "nodes")


@thorough
def test_the_page_of_why_says_the_same_without_a_script(contexts) -> None:
    page = empty_page(contexts.open(java_script_enabled=False))
    page.goto("/s/conflicting-constraints")
    run = page.locator("#board").get_attribute("data-run")

    page.goto(f"/r/{run}/pods/default/mypod/why?at=2")

    expect(page.locator(".msg")).to_have_text(NOWHERE)
    for arithmetic in ("zone=zoneA 3 + 1 − 2 = 2 > 1", "node=node3 2 + 1 − 1 = 2 > 1"):
        expect(page.locator("table.nodes")).to_contain_text(arithmetic)
    expect(page.locator(".spc")).to_have_count(2)


def test_scores_are_shown_raw_normalised_and_weighted_and_nothing_is_in_the_way_of_a_bound_pod(
    page: Page,
) -> None:
    board = decided(page, "soft-score-numbers", "default/mypod")

    rows = table(board, "scores")

    spread = next(cells for head, cells in rows.items() if head.startswith("PodTopologySpread"))
    spread = [re.sub(r" ?→ ?", " → ", cell) for cell in spread]
    assert ["1 → 100 → 200", "1 → 100 → 200", "3 → 33 → 66", "3 → 33 → 66"] == spread
    totals = [int(cell) for cell in rows["sum"]]
    assert totals == sorted(totals, reverse=True)
    assert totals == [
        sum(
            int(cells[column].split("→")[-1])
            for head, cells in rows.items()
            if head != "sum" and cells[column] != "–"
        )
        for column in range(4)
    ]

    page.goto(f"/r/{board.run}/pods/default/mypod/why?at={board.act('bind', 'default/mypod')}")

    expect(page.locator(".no-obstacles")).to_contain_text("No obstacle")
    expect(page.locator(".obstacles table")).to_have_count(0)


def test_a_distance_says_what_is_needed_and_what_is_free(page: Page) -> None:
    board = decided(page, "gap-and-reservation", "default/p")

    rows = table(board, "nodes")

    assert ["cpu: needs 2, 0 free", "cpu: needs 2, 1 free"] == [rows["n1"][0], rows["n2"][0]]
    assert any(head.startswith("Insufficient cpu") for head in rows)


@thorough
def test_the_criterion_that_decided_is_named(page: Page) -> None:
    board = decided(page, "pdb-best-effort", "default/p")

    expect(board.inspector).to_contain_text("Why n2?")
    (criterion,) = [row for row in table(board, "crit").items() if row[0].startswith("1. ")]
    assert ("1. fewest PDB violations decided here", ["0", "1 out"]) == criterion


@thorough
def test_the_only_node_that_passed_the_filters_is_chosen_without_scores(page: Page) -> None:
    board = decided(page, "two-constraints", "default/mypod")

    expect(board.inspector).to_contain_text("Only node4 passed the filters")
    assert {} == table(board, "scores")


@thorough
def test_nodes_with_the_same_total_score_are_named_with_the_one_that_came_first_in_the_heap(
    page: Page,
) -> None:
    board = decided(page, "affinity-anti-spread", "default/w1")

    expect(board.inspector).to_contain_text(
        "n1, n3, n2 have the same total score. The scheduler took n1, which came first in its heap."
    )


def test_into_a_decision_node_by_node_and_back_out(page: Page) -> None:
    board = Board(page).open("/s/conflicting-constraints")
    board.choose_size("act").forward()
    board.choose_size("into")

    observed = []
    for _ in range(5):
        k = board.state["into"]
        board.button("one step on").click()
        page.wait_for_function("(k) => podium.player.state.into?.k !== (k ?? undefined)", arg=k)
        observed.append(board.narration.inner_text())
        assert 1 == board.state["seq"], "the board still shows the state before"

    assert [
        "PreFilter checks mypod itself before any node is checked.",
        *[
            f"Filter checks {node}: PodTopologySpread refuses it: node(s) didn't match pod topology spread constraints."
            for node in ("node1", "node2", "node3")
        ],
        "No node fits mypod. PostFilter looks for pods of lower priority whose removal would help.",
    ] == observed
    board.button("one step back").click()
    expect(board.verdict("node3")).to_contain_text("judging: PodTopologySpread")
    expect(page.locator("#rail [aria-current=step]")).to_contain_text("Filter")
    expect(board.inspector).to_contain_text("node=node3 2 + 1 − 1 = 2 > 1")

    board.choose_size("act").forward()

    assert (2, None) == (board.state["seq"], board.state["into"])
    expect(board.in_lane("default/mypod", "unschedulable")).to_be_visible()


def test_another_weight_is_asked_of_the_scheduler_and_taken_back(page: Page) -> None:
    board = decided(page, "one-constraint-zone", "default/mypod")
    panel = board.inspector.locator(".whatif")
    panel.locator("summary").click()
    expect(panel.locator("output").first).to_have_text(re.compile("^×"))
    result = panel.locator("p.said")
    expect(result).to_have_text("With these weights node4 was chosen.")
    before = panel.locator("li").first.inner_text()

    slider = panel.get_by_label("weight of NodeResourcesFit")
    with page.expect_response(re.compile(r"weights=NodeResourcesFit:2&seed=0")) as answered:
        slider.focus()
        slider.press("ArrowRight")

    totals = answered.value.json()["totals"]
    expect(panel.locator("li.win b")).to_have_text(str(totals["node4"]))
    expect(panel.locator("li").first).not_to_have_text(before)
    expect(slider).to_be_focused()
    panel.get_by_role("button", name="As in this run").click()
    expect(result).to_have_text("With these weights node4 was chosen.")
