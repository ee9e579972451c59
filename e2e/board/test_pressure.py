"""A node short of memory: its page, the ranking, the one victim, its tombstone, and what one may change there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import SCENARIOS, THEMES, Board, empty_page, import_file
from tests.harness.series import thorough

SIX = SCENARIOS / "six-pods.yaml"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def board(page: Page) -> Board:
    board = import_file(page.context, SIX)
    board.until_quiet()
    return board


def ranking(board: Board) -> list[tuple[str, str]]:
    """(rank, pod) of each row, from the top."""
    rows = board.page.locator(".rank [data-row]").all()
    return [(row.locator(".rk").inner_text()[:1], row.locator(".link").inner_text()) for row in rows]


def why(board: Board, pod: str) -> str:
    return board.page.locator(f'[data-row="default/{pod}"] .fa').inner_text().strip().replace("\n", " | ")


def at_victim(board: Board, victim: str, kind: str = "evict", **query: str) -> Board:
    extra = "".join(f"&{name}={value}" for name, value in query.items())
    return board.open(f"/r/{board.run}?at={board.act(kind, f'default/{victim}')}{extra}")


def steps(board: Board) -> dict[str, str]:
    return {
        item.locator("span").first.inner_text(): item.locator(".sr").inner_text().strip()
        for item in board.page.locator(".pass li").all()
    }


def test_the_ranking_is_that_of_the_page_and_one_pod_must_go(board: Board) -> None:
    at_victim(board, "cache")

    names = ["cache", "web-1", "web-2", "agent", "batch", "guaranteed-db"]
    assert [(str(rank), name) for rank, name in enumerate(names, 1)] == ranking(board)
    assert "default/cache" == board.page.locator(".rank .hot").get_attribute("data-row")
    assert 1 == board.page.locator(".rank .hot").count()
    assert "being evicted | over request, priority 0" == why(board, "cache")
    assert "next, if still short | over request, 100, most over" == why(board, "web-1")
    assert "critical, skipped | priority ≥ 2\u00a0000\u00a0000\u00a0000" == why(board, "agent")
    assert "within request" in why(board, "batch")
    above = board.page.locator(".rank .cutl").bounding_box()
    below = board.page.locator('[data-row="default/batch"]').bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    assert {
        "measure": "done",
        "thresholds": "done",
        "reclaim": "skipped",
        "rank": "done",
        "evict one": "done",
        "wait for clean-up": "now",
    } == steps(board)


@thorough
def test_a_minimum_reclaim_makes_it_go_on_and_says_so(board: Board) -> None:
    at_victim(board, "web-1", "sigterm", pod="default/web-1")

    expect(board.page.locator(".rank .tomb .link")).to_have_text("cache")
    assert [("†", "cache"), ("1", "web-1"), ("2", "web-2")] == ranking(board)[:3]
    assert "pass 1" in why(board, "cache")
    expect(board.inspector).to_contain_text("440Mi are available. Why does the eviction continue?")
    expect(board.inspector).to_contain_text("100Mi + 1Gi = 1124Mi are available")
    expect(board.inspector).to_contain_text("1140Mi are then available, which is enough")
    drawing = board.page.locator(".mb")
    expect(drawing).to_contain_text("hard threshold, 100Mi free")
    expect(drawing).to_contain_text("evict until 1124Mi free")
    expect(drawing).to_contain_text("440Mi free")
    table = board.inspector.locator(".cmp")
    assert ["preemption", "eviction", "OOM killer"] == table.locator("thead th").all_inner_texts()
    expect(board.inspector.locator(".lanesec")).to_contain_text("grace 1 s, 2 at the runtime")
    expect(board.inspector.locator(".lc-says")).to_have_text("SIGKILL at 2 s, code 137")


@thorough
def test_the_dead_stay_until_somebody_deletes_them(board: Board) -> None:
    board.to_the_end()
    stones = board.page.locator("#queue .tombc")
    assert 2 == stones.count()
    stone = board.page.locator('#queue .tombc[data-pod="default/cache"]')
    expect(stone).to_contain_text("Failed · Evicted")
    message = (
        "The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. "
        "Container cache was using 350Mi, request is 0, has larger consumption of memory. "
    )
    assert message.strip() == stone.locator(".tm").inner_text().strip()

    stone.click()
    expect(board.inspector.locator(".msg")).to_have_text(message)
    expect(board.inspector.get_by_role("heading", level=2).first).to_have_text("cache")
    board.inspector.get_by_role("button", name="Delete").click()
    board.page.get_by_role("button", name="Delete cache").click()
    expect(stone).to_have_count(0)
    expect(stones).to_have_count(1)


def test_a_condition_is_counted_down_and_followed_by_its_taint(board: Board) -> None:
    board.open(f"/r/{board.run}?at={board.act('update', last=False) + 1}&node=node-1")

    need = board.inspector.locator(".need-of")
    expect(need).to_contain_text("MemoryPressure True")
    expect(need).to_contain_text("KubeletHasInsufficientMemory")
    expect(need).to_contain_text("node.kubernetes.io/memory-pressure:NoSchedule")
    expect(need.locator(".ring text")).to_have_text("4:53")


@thorough
def test_the_page_opens_by_itself_and_by_a_button_and_closes(board: Board) -> None:
    board.open(f"/r/{board.run}?at=0")
    press = board.page.locator(".press")
    expect(press).to_be_hidden()

    board.page.get_by_role("button", name="Memory of node-1 and the order of eviction").click()
    expect(press).to_be_visible()
    assert "cache" == ranking(board)[0][1]
    board.page.get_by_role("button", name="Back to the nodes").click()
    expect(press).to_be_hidden()
    expect(board.on_node("default/cache", "node-1")).to_be_visible()

    at_victim(board, "cache")
    expect(press).to_be_visible()
    board.page.get_by_role("button", name="Back to the nodes").click()
    expect(press).to_be_hidden()
    board.forward()
    expect(press).to_be_hidden()


@thorough
def test_who_looks_in_later_is_told_what_was_free_before(board: Board) -> None:
    at_victim(board, "web-1")

    expect(board.page.locator(".gantt .mline")).to_have_count(1)
    expect(board.page.locator(".gantt .mpass.took")).to_have_count(2)
    assert 3 <= board.page.locator(".gantt .mdot").count()
    expect(board.page.locator(".gantt")).to_contain_text("1 cache")


def number(within: Locator, name: str) -> Locator:
    return within.get_by_role("spinbutton", name=name)


@thorough
def test_who_may_act_says_what_is_used(board: Board, contexts: Contexts) -> None:
    board.open(f"/r/{board.run}")
    board.page.get_by_role("button", name=re.compile("Memory of node-1")).click()
    usage = board.page.locator("details.usage")
    usage.locator("summary").click()
    usage.get_by_role("combobox").select_option(label="web-2")
    assert "300" == number(usage, "memory usage, in Mi").input_value()

    number(usage, "memory usage, in Mi").fill("1400")
    usage.get_by_role("button", name="Set").click()
    board.settle()
    expect(board.page.locator('[data-row="default/web-2"] .us b')).to_have_text("1400Mi")

    stranger = Board(empty_page(contexts.open())).open(f"/r/{board.run}")
    stranger.page.get_by_role("button", name=re.compile("Memory of node-1|under pressure")).first.click()
    expect(stranger.page.locator("details.usage")).to_be_hidden()


@thorough
def test_on_a_phone_the_ranking_is_cards(contexts: Contexts, axe: Callable[..., None]) -> None:
    board = import_file(contexts.open(**PHONE), SIX)
    board.page.evaluate("() => podium.player.forward('quiet')")
    board.page.wait_for_function("() => podium.player.state.quiet && podium.player.still")
    at_victim(board, "web-1")

    box = board.page.locator(".press").bounding_box()
    assert box is not None
    assert 390 >= box["width"]
    row = board.page.locator('[data-row="default/web-1"]')
    row.scroll_into_view_if_needed()
    assert "grid" == row.evaluate("(row) => getComputedStyle(row).display")
    across = board.page.locator(".press-body").evaluate("(body) => body.scrollWidth - body.clientWidth")
    assert across <= 0
    axe(board.page)


def test_the_page_of_a_node_in_need(
    context: BrowserContext, both_themes: Picture, axe: Callable[..., None]
) -> None:
    board = import_file(context, SIX)
    board.until_quiet()

    at_victim(board, "web-1", "sigterm", pod="default/web-1")
    expect(board.page.locator(".gantt .mpass.took")).to_have_count(2)

    both_themes(board.page, "pressure", at_rest=True)
    axe(board.page, themes=THEMES)


# --- containers -------------------------------------------------------------------------------------


@thorough
def test_containers_that_are_not_ordinary_stand_on_the_card_and_in_the_inspector(page: Page) -> None:
    board = import_file(page.context, SCENARIOS / "crashing.yaml")
    for _ in range(12):
        board.forward()
    while "CrashLoopBackOff" not in board.pod("default/app").inner_text():
        board.forward()

    card = board.on_node("default/app", "n1")
    assert 5 == card.locator(".cs-signs i").count()
    assert 1 == card.locator(".cs-signs .s-crash").count()
    expect(card.locator(".cs .ring text")).to_have_text(re.compile("^[12]0$"))
    board.pick("default/app")
    listed = board.inspector.locator(".ctrs")
    expect(listed).to_contain_text("init 3/3")
    expect(listed.locator("tr", has_text="sidecar")).to_contain_text("proxy")
    crashed = listed.locator("tr", has_text="CrashLoopBackOff")
    expect(crashed).to_contain_text("restart")
    expect(crashed).to_contain_text("started again at")


@thorough
def test_a_probe_is_told_to_fail(page: Page) -> None:
    board = import_file(page.context, SCENARIOS / "crashing.yaml")
    while "Running" not in board.pod("default/app").inner_text():
        board.forward()
    board.pick("default/app")

    board.inspector.get_by_role("button", name="Behaviour").click()
    dialog = board.page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="readiness probe").select_option("fails")
    dialog.get_by_role("button", name="Change it").click()
    expect(dialog).to_be_hidden()
    board.settle()

    assert "input-behave" == board.acts()[-1][3]
