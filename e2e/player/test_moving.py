"""Back and forth: whatever the way to a step, its state is the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

import scheduler_core as core
from tests.harness.board import Board
from tests.harness.series import sampled, thorough

GALLERY = Path(__file__).resolve().parents[2] / "playground/gallery/scenarios"
SLUG = "gap-and-reservation"


@cache
def hashes(slug: str, head: int) -> list[str]:
    """Hash of each step, computed here: another process than the server, and no browser between."""
    values = yaml.safe_load_all((GALLERY / f"{slug}.yaml").read_text())
    parsed = core.parse_scenario(
        [core.SourceDocument(i, value) for i, value in enumerate(values)], version=core.NEW_RUNS
    )
    assert parsed.scenario is not None
    recording = core.Run(parsed.scenario, [])
    for seq in range(head):
        recording.step(seq, "act", limit=1)
    return [recording.hash(seq) for seq in range(head + 1)]


def looks(page: Page) -> tuple[str, str]:
    """What is written on the nodes and in the queue."""
    return page.locator("#zones").inner_text(), page.locator("#queue").inner_text()


@pytest.mark.parametrize(
    # sizes that need no seek and sizes that do; what each leads to is tested without a browser
    ("size", "fewest"),
    sampled([("event", 7), ("act", 20)]),
    ids=str,
)
def test_back_and_forth_gives_the_same_state_at_every_step(page: Page, size: str, fewest: int) -> None:
    board = Board(page).open(f"/s/{SLUG}")
    head = int(board.state["head"])
    expected = hashes(SLUG, head)
    board.choose_size(size)

    there = [board.here]
    while board.seq < head:
        board.forward()
        there.append(board.here)
    back = []
    while board.seq > 0:
        board.back()
        back.append((board.here, looks(page)))

    assert fewest <= len(there) <= head + 1
    assert [(seq, expected[seq]) for seq, _ in there] == there
    assert all(result in {expected[seq], "None"} for (seq, result), _ in back), (
        "None: passed on the way, not asked for"
    )
    assert 0 == back[-1][0][0]
    (seq, _), shown = back[len(back) // 2]
    board.open(f"/r/{board.run}?at={seq}")
    assert (shown, expected[seq]) == (looks(page), board.here[1])


@thorough
def test_the_scrubber_leads_to_any_step(page: Page) -> None:
    board = Board(page).open(f"/s/{SLUG}")
    head = int(board.state["head"])
    scrub = page.get_by_role("slider", name="time")

    for seq in (head, 3, 17, 0, 9):
        scrub.fill(str(seq))
        board.wait_for(seq)
        assert (seq, hashes(SLUG, head)[seq]) == board.here
        expect(page.locator(".steps")).to_have_text(f"{seq} / {head}")
        expect(scrub).to_have_attribute(
            "aria-valuetext", f"step {seq} of {head}, {page.locator('.clock').inner_text()}"
        )


@thorough
def test_a_press_on_the_timeline_leads_to_that_time(page: Page) -> None:
    board = Board(page).open(f"/s/{SLUG}")
    box = page.locator(".scrub").bounding_box()
    assert box is not None

    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    page.wait_for_function("() => podium.player.state.model.seq > 0")
    board.settle()

    seq, result = board.here
    assert hashes(SLUG, int(board.state["head"]))[seq] == result


def test_the_address_follows_and_the_browser_comes_back_to_it(page: Page) -> None:
    board = Board(page).open(f"/s/{SLUG}")

    board.forward()
    board.forward()
    board.pick("default/p")

    page.wait_for_url(f"**/r/{board.run}?at=2&pod=default/p")
    board.inspector.get_by_role("link", name="Events").click()
    page.wait_for_url(f"**/r/{board.run}?at=2&pod=default/p&tab=events")
    page.reload()
    board.settle()
    assert 2 == board.seq
    expect(board.inspector).to_contain_text("FailedScheduling")
