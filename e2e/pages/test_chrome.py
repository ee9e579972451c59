"""Theme, projector and language: chosen on any page, kept on all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts
from tests.harness.board import Board, empty_page
from tests.harness.series import sampled, thorough

#: Queue and rail of a projector share a row: what of one stands over the other.
BESIDE = """() => {
  const { right, bottom } = document.querySelector(".queue").getBoundingClientRect();
  const rail = document.querySelector("#rail").getBoundingClientRect();
  const ends = [...document.querySelectorAll("#rail > :not(.railt)")].map((part) => part.getBoundingClientRect());
  const apart = ends.every((end, i) => end.left >= (ends[i - 1]?.right ?? rail.left));
  return { chips: right <= rail.left, bottom: Math.round(bottom - rail.bottom), apart };
}"""


@pytest.mark.parametrize("address", sampled(["/s/gap-and-reservation", "/", "/import"]))
def test_the_theme_switches_at_once_and_stays(page: Page, address: str) -> None:
    page.goto(address)
    html, button = page.locator("html"), page.get_by_role("button", name="Light or dark")
    expect(html).to_have_attribute("data-theme", "auto")

    with page.expect_response("**/theme"):
        button.click()

    expect(html).to_have_attribute("data-theme", "light")
    page.goto("/exact")
    expect(html).to_have_attribute("data-theme", "light")
    with page.expect_response("**/theme"):
        button.click()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


def test_projector_size_makes_everything_larger_and_stays(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation")
    size = "() => parseFloat(getComputedStyle(document.querySelector('#narration')).fontSize)"
    before = page.evaluate(size)
    button = page.get_by_role("button", name="Projector size")

    button.click()

    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(size) > before * 1.3
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(board.inspector).to_be_hidden()
    page.evaluate("() => podium.player.seek(20)")
    board.wait_for(20)
    result = page.locator(".nodename, .pod .nm, .qi .nm, #narration b")
    ligatures = result.evaluate_all(
        "(names) => names.map((name) => getComputedStyle(name).fontVariantLigatures)"
    )
    assert {"no-contextual"} == set(ligatures), "the font would write x2x9k as x2×9k"
    for width in (1024, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 768})
        observed = page.evaluate(BESIDE)
        assert {"chips": True, "bottom": 0, "apart": True} == observed, f"at {width}"
    page.get_by_role("button", name="inspector", exact=True).click()
    expect(board.inspector).to_be_visible()
    page.reload()
    board.settle()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator("html")).to_have_attribute("data-theme", "auto")
    assert before == page.evaluate(size)


@thorough
def test_the_gallery_speaks_four_languages(page: Page) -> None:
    page.goto("/")
    message = {}
    for language in ("id", "zh-hans", "uk", "en"):
        page.locator(f'.langs button[value="{language}"]').click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        message[language] = page.locator("#headline").inner_text()

    assert (
        "See how Kubernetes decides where a pod runs, and which pods it preempts or evicts." == message["en"]
    )
    assert 4 == len(set(message.values()))


#: Words of ours that are longer than their place.
CUT_OFF = """() => [...document.querySelectorAll(".transport *, .tabs *, .top *, .rail li")]
  .filter((e) => e.checkVisibility() && e.childElementCount === 0 && e.tagName !== "OPTION"
    && !e.classList.contains("sr") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== "visible")
  .map((e) => e.textContent)"""


def test_the_board_speaks_four_languages_in_full_and_kubernetes_stays_english(page: Page) -> None:
    board = Board(page).open("/s/gap-and-reservation")
    board.open(f"/r/{board.run}?at=2&pod=default/p")
    message = {}
    for language in ("id", "zh-hans", "uk", "en"):
        page.locator("#language select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        board.settle()
        assert 2 == board.seq
        assert [] == page.evaluate(CUT_OFF), language
        message[language] = board.narration.inner_text()
        expect(board.inspector).to_contain_text("0/2 nodes are available: 2 Insufficient cpu.")

    assert "p fits on no node; the scheduler preempts low1, low2 on n1 and nominates n1" == message["en"]
    assert 4 == len(set(message.values()))
    for words in message.values():
        assert "n1" in words


def test_forced_colours_leave_pods_on_the_board_and_mark_what_is_chosen(contexts: Contexts) -> None:
    page = empty_page(contexts.open(forced_colors="active"))

    board = Board(page).open("/s/gap-and-reservation?at=4").settle()

    pod = board.pod("default/low1").first.locator(".in")
    assert "none" != pod.evaluate("(pod) => getComputedStyle(pod).backgroundImage")
    for chosen in (".tabs a[aria-current]", ".seg > label:has(:checked)"):
        line = page.locator(chosen).first.evaluate("(chosen) => getComputedStyle(chosen).outlineStyle")
        assert "solid" == line, chosen


@thorough
def test_a_phone_on_its_side_has_one_line_above_a_page_and_one_below_a_lesson(page: Page) -> None:
    page.set_viewport_size({"width": 667, "height": 375})
    heights = []
    for address, line in (("/import", ".gtop"), ("/learn/basic-preemption/1", ".onward-row")):
        page.goto(address)
        heights.append(page.locator(line).bounding_box())

    assert [True, True] == [box is not None and box["height"] < 60 for box in heights]
