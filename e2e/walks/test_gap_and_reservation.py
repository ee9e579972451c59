"""A12 from the gallery to the bound pod: with a mouse, with the keys alone, and played."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Contexts
from tests.harness.board import Board, empty_page
from tests.harness.series import thorough

ADDRESS = "/s/gap-and-reservation"
TITLE = "The preemptor waits while its victims run through their grace periods"
POD = "default/p"


def test_a_person_clicks_from_the_gallery_to_the_bound_pod(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=TITLE).first.click()
    page.wait_for_url(f"**{ADDRESS}")
    board = Board(page).settle()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)

    board.forward(watch=True)
    expect(board.narration).to_have_text("The scenario applied Pod p")
    expect(board.in_lane(POD, "active")).to_be_visible()
    board.forward(watch=True)
    expect(board.in_lane(POD, "unschedulable")).to_be_visible()
    expect(board.verdict("n1")).to_contain_text("nominated for p")
    expect(page.locator('[data-slot="default/p"]')).to_contain_text("reserved")
    board.pick(POD)
    expect(board.inspector).to_contain_text("nominated n1")
    expect(board.inspector).to_contain_text("0/2 nodes are available: 2 Insufficient cpu.")

    board.choose_size("cycle")
    while board.seq < board.act("bind", POD):
        board.forward()

    expect(board.on_node(POD, "n1")).to_be_visible()
    expect(board.inspector).to_contain_text("bound to n1")
    expect(page.locator('[data-pod="default/low1"], [data-pod="default/low2"]')).to_have_count(0)


@thorough
def test_victims_show_the_seconds_they_have_left(page: Page) -> None:
    board = Board(page).open(ADDRESS)
    board.page.goto(f"/r/{board.run}?at={board.act('sigterm', 'default/low2')}")
    board.settle()

    for victim in ("low1", "low2"):
        block = board.on_node(f"default/{victim}", "n1")
        expect(block).to_contain_text("SIGTERM")
        expect(block).to_have_accessible_name(
            f"{victim}, 1 cpu, priority 0, Terminating: SIGTERM, 30 of 30 s left"
        )
        expect(block.locator(".ring")).to_have_text("30")


def focused(page: Page) -> Locator:
    return page.locator(":focus")


#: What has the focus: null where it is not what the selector names, else how its outline is drawn.
FOCUS = """(selector) => {
  const element = document.activeElement;
  if (!element.matches(selector)) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const seen = outlineStyle !== "none" || element.matches(".cm-content");
  return { seen, said: `${outlineStyle} ${outlineWidth} ${element.matches(":focus-visible")} ${element.outerHTML}` };
}"""


def tab_to(page: Page, selector: str, most: int = 60) -> Locator:
    """Presses Tab until the focus is on what the selector names, and sees it there."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if focus := page.evaluate(FOCUS, selector):
            assert focus["seen"], f"the focus on {selector} cannot be seen: {focus['said']}"
            return focused(page)
    raise AssertionError(f"Tab does not lead to {selector}")


@thorough
def test_the_keys_alone_lead_from_the_gallery_to_the_bound_pod(page: Page) -> None:
    page.goto("/")
    tab_to(page, f'a.card[href="{ADDRESS}"]')
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{ADDRESS}")
    board = Board(page).settle()

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("play or pause")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()

    for seq in (1, 2):
        page.keyboard.press("ArrowRight")
        board.wait_for(seq)
    expect(board.in_lane(POD, "unschedulable")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    board.wait_for(1)
    page.keyboard.press("End")
    board.wait_for(int(board.state["head"]))
    page.keyboard.press("Home")
    board.wait_for(0)
    page.keyboard.press("2")
    page.keyboard.press("Space")
    page.wait_for_function("() => podium.player.state.playing")
    page.keyboard.press("Space")
    page.wait_for_function("() => !podium.player.state.playing")

    page.keyboard.press("Home")
    board.wait_for(0)
    page.keyboard.press("3")
    bound = board.act("bind", POD)
    while board.seq < bound:
        before = board.seq
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(before) => podium.player.state.model.seq > before", arg=before)
    expect(board.on_node(POD, "n1")).to_be_visible()

    tab_to(page, "#queue [data-pod]")
    page.keyboard.press("Enter")
    expect(board.inspector.get_by_role("heading", level=2).first).to_contain_text("small2")
    tab_to(page, "#zones .nodename, #zones .pod")
    for _ in range(8):
        if focused(page).get_attribute("data-pod") == POD:
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("p")
    expect(board.inspector).to_contain_text("bound to n1")


def test_every_part_of_the_board_is_a_tab_stop_that_can_be_seen(page: Page) -> None:
    board = Board(page).open(f"{ADDRESS}")
    board.page.goto(f"/r/{board.run}?at=4")
    board.settle()

    for selector in (
        "#fork button",
        "#share",
        "#queue [data-pod]",
        "#zones .nodename",
        "#inspector .tab-why",
        ".transport [aria-label=play]",
        ".transport input[type=radio]",
        ".scrub",
    ):
        tab_to(page, selector)


@thorough
def test_played_at_sixteen_times_the_run_comes_to_its_end(page: Page) -> None:
    board = Board(page).open(ADDRESS)
    page.get_by_label("speed").select_option("16")

    board.button("play").click()
    page.wait_for_function("() => podium.player.state.playing")
    page.wait_for_function("() => podium.player.still && podium.player.state.model.seq > 0", timeout=30_000)

    state = board.state
    assert (state["head"], False) == (state["seq"], state["playing"])
    expect(board.on_node(POD, "n1")).to_be_visible()
    expect(board.button("play")).to_be_disabled()
    story = page.get_by_role("region", name="the question of this scenario")
    expect(story).to_contain_text("How can the time until p is bound be made shorter?")
    expect(story.locator("#answer")).to_contain_text("Give pods of low priority a short grace period")
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("p")


def test_each_act_is_said_once_in_a_polite_live_region(page: Page) -> None:
    board = Board(page).open(ADDRESS)
    board.forward()

    live = page.locator("[aria-live=polite][role=status]")

    expect(live).to_have_count(1)
    expect(live).to_have_text("scenario: The scenario applied Pod p")


def test_without_motion_nothing_travels_and_the_place_of_change_is_marked(contexts: Contexts) -> None:
    page = empty_page(contexts.open(reduced_motion="reduce"))
    board = Board(page).open(ADDRESS)
    board.page.goto(f"/r/{board.run}?at={board.act('bind', POD) - 1}")
    board.settle()
    page.evaluate(
        """() => {
          globalThis.flown = 0;
          new MutationObserver((all) => { for (const m of all) flown += m.addedNodes.length; })
            .observe(document.getElementById("overlay"), { childList: true });
        }"""
    )

    board.forward(watch=True)

    assert 0 == page.evaluate("() => flown")
    expect(board.on_node(POD, "n1")).to_contain_class("beat")


def test_with_motion_the_bound_pod_travels_from_its_lane(page: Page) -> None:
    board = Board(page).open(ADDRESS)
    board.page.goto(f"/r/{board.run}?at={board.act('bind', POD) - 1}")
    board.settle()
    page.evaluate("() => podium.clock.freeze(320)")

    board.button("one step on").click()

    flying = page.locator("#overlay .flying:not(.shadow)")
    expect(flying).to_have_count(1)
    expect(flying).to_contain_text("p")
    page.evaluate("() => podium.clock.unfreeze()")
    expect(flying).to_have_count(0)
    expect(board.on_node(POD, "n1")).to_be_visible()
