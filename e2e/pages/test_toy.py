"""The toy of the first page: pods are thrown at three nodes by hand, by thumb and by key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import THEMES, empty_page, in_language
from tests.harness.series import sampled, thorough
from tests.harness.server import Server
from tests.harness.touch import PHONES, Thumb
from tests.harness.watch import Watch

Axe = Callable[..., None]
SETTLED = "() => globalThis.podium?.still"


class Toy:
    """The first page with its toy."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto("/")
        self.root = page.locator("[data-toy]")
        self.sentence = page.get_by_role("status").first
        self.crown = page.get_by_role("button", name="High priority")
        self.again = page.get_by_role("button", name="Start again")
        self.why = page.get_by_role("link", name="Why?")

    def pod(self, size: str) -> Locator:
        return self.page.locator(f".toy-pod[value={size}]")

    def node(self, name: str) -> Locator:
        return self.root.locator(f"[data-node-card={name}]")

    def block(self, name: str) -> Locator:
        return self.root.locator(f"[data-pod='default/{name}']")

    def settle(self) -> None:
        """Waits until what was thrown has come to rest."""
        self.page.wait_for_function(SETTLED)

    def throw(self, *sizes: str) -> None:
        for size in sizes:
            self.pod(size).click()
            self.page.wait_for_function("() => globalThis.podium?.player.state.playing")
            self.settle()

    def middle(self, place: Locator) -> tuple[float, float]:
        box = place.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, size: str, place: Locator) -> None:
        mouse = self.page.mouse
        mouse.move(*self.middle(self.pod(size).locator(".toy-body")))
        mouse.down()
        mouse.move(*self.middle(place), steps=6)


def requests_of(page: Page) -> list[str]:
    paths: list[str] = []
    page.on(
        "request",
        lambda request: paths.append(f"{request.method} {re.sub(r'https?://[^/]+', '', request.url)}"),
    )
    return paths


@thorough
def test_whoever_only_looks_fetches_no_board_and_makes_no_run(page: Page) -> None:
    paths = requests_of(page)

    Toy(page)
    page.wait_for_load_state("networkidle")

    assert [] == [
        path for path in paths if "/js/board/" in path or "/js/player/" in path or path.startswith("POST")
    ]


def test_a_pod_that_is_pressed_finds_its_node_and_leads_to_why(page: Page) -> None:
    toy = Toy(page)

    toy.throw("large")

    expect(toy.node("n2").locator("[data-pod='default/p1']")).to_be_visible()
    expect(toy.sentence).to_have_text("p1 is bound to n2")
    toy.why.click()
    # The link writes %2F, the board a slash as soon as it writes its own address.
    expect(page).to_have_url(re.compile(r"/r/\w+\?at=2&pod=default(%2F|/)p1"))
    expect(page.locator("#inspector")).to_contain_text("p1")


@thorough
def test_a_drag_aims_at_a_node_which_refuses_by_its_fence(page: Page) -> None:
    toy = Toy(page)
    toy.drag("medium", toy.node("n3"))
    expect(toy.node("n3")).to_have_attribute("data-aimed", "")

    page.mouse.up()

    expect(toy.node("n3").locator(".cause-label")).to_have_text("fence")
    expect(toy.node("n3").get_by_role("list", name="n3").get_by_role("listitem")).to_have_count(1)
    toy.settle()
    expect(toy.sentence).to_have_text("p1 fits on no node; it waits for a change in the cluster")
    expect(toy.root.locator(".toy-ghost")).to_have_count(0)


@thorough
def test_what_does_not_fit_stands_out_above_the_edge(page: Page) -> None:
    toy = Toy(page)
    toy.throw("large")

    toy.pod("large").click()

    expect(toy.node("n2").locator(".cause-missing")).to_have_text("+1 cpu")
    expect(toy.node("n2").locator(".cause-square.of-cpu > .over")).to_be_visible()
    toy.settle()


@thorough
def test_a_pod_that_is_let_go_over_the_tray_is_not_thrown(page: Page) -> None:
    toy = Toy(page)
    paths = requests_of(page)
    toy.drag("small", toy.pod("large"))

    page.mouse.up()

    expect(toy.root.locator(".toy-ghost")).to_have_count(0)
    assert [] == [path for path in paths if path.startswith("POST")]


@thorough
def test_at_the_fifth_throw_somebody_has_to_leave(page: Page) -> None:
    toy = Toy(page)
    expect(toy.crown).to_have_attribute("aria-pressed", "false")
    toy.throw("large", "large", "medium", "medium")
    expect(toy.crown).to_have_attribute("aria-pressed", "true")

    toy.pod("large").click()

    expect(toy.root.locator(".pod.term .ring")).to_be_visible()
    expect(toy.root.locator(".node.is-nom")).to_have_count(1)
    expect(toy.crown).to_have_attribute("aria-pressed", "false")
    toy.settle()
    expect(toy.root.locator(".node [data-pod='default/p5']")).to_be_visible()
    expect(toy.root.locator(".pod.term")).to_have_count(0)


@thorough
def test_pods_that_are_thrown_while_others_are_on_their_way_all_arrive(page: Page) -> None:
    toy = Toy(page)
    for number in range(1, 9):
        toy.pod("small").click()
        expect(toy.block(f"p{number}").first).to_be_visible()
        if number % 2:
            expect(toy.root.locator(f".node [data-pod='default/p{number}']")).to_be_visible()

    toy.settle()

    expect(toy.root.locator(".node [data-pod]")).to_have_count(8)
    expect(toy.sentence).to_contain_text("is bound to")


def test_keys_choose_a_size_and_aim_at_a_node(page: Page) -> None:
    toy = Toy(page)
    toy.pod("small").focus()

    page.keyboard.press("ArrowRight")
    expect(toy.node("n1")).to_have_attribute("data-aimed", "")
    expect(toy.sentence).to_have_text("The pod will go to n1 only.")
    page.keyboard.press("Enter")
    page.wait_for_function("() => globalThis.podium?.player.state.playing")
    toy.settle()

    expect(toy.node("n1").locator("[data-pod='default/p1']")).to_be_visible()
    expect(toy.pod("small")).to_be_focused()


@thorough
def test_a_press_on_a_node_throws_there_what_was_thrown_last(page: Page) -> None:
    toy = Toy(page)
    toy.throw("small")

    toy.node("n1").locator(".rack").click()
    toy.settle()

    expect(toy.node("n1").locator("[data-pod='default/p2']")).to_be_visible()
    expect(toy.block("p2")).to_contain_text("500m")


def test_a_thumb_throws_and_the_page_stands_still(contexts: Contexts) -> None:
    toy = Toy(empty_page(contexts.open(**PHONES["large"])))
    thumb = Thumb(toy.page)

    thumb.swipe(toy.middle(toy.pod("large").locator(".toy-body")), toy.middle(toy.node("n1")))
    expect(toy.block("p1").first).to_be_visible()
    toy.settle()

    expect(toy.node("n1").locator("[data-pod='default/p1']")).to_be_visible()
    assert 0 == toy.page.evaluate("() => scrollY")
    assert 0 == toy.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


@thorough
def test_starting_again_clears_the_board_and_a_full_board_says_so(page: Page) -> None:
    toy = Toy(page)
    page.evaluate(
        """() => { const rules = document.getElementById("toy-throws");
          rules.textContent = JSON.stringify({ ...JSON.parse(rules.textContent), most: 2 }); }"""
    )
    toy.throw("large", "large")
    expect(toy.sentence).to_contain_text("The board is full")
    expect(toy.pod("small")).to_be_disabled()

    toy.again.click()

    expect(toy.root.locator("[data-pod]")).to_have_count(0)
    expect(toy.pod("small")).to_be_enabled()
    expect(toy.again).to_be_disabled()
    toy.throw("small")
    expect(toy.block("p3")).to_be_visible()


@thorough
def test_a_refusal_of_the_server_is_one_sentence(page: Page, watch: Watch) -> None:
    watch.expect_status(429)
    toy = Toy(page)
    refusal = (
        '<section class="error"><h1>Too many requests</h1><p>Wait 2 seconds, then try again.</p></section>'
    )
    page.route("**/toy", lambda route: route.fulfill(status=429, content_type="text/html", body=refusal))

    toy.pod("large").click()

    expect(toy.sentence).to_have_text("Wait 2 seconds, then try again.")
    expect(toy.root.locator(".toy-ghost")).to_have_count(0)
    page.unroute("**/toy")
    toy.throw("large")
    expect(toy.node("n2").locator("[data-pod]")).to_have_count(1)


@thorough
def test_without_motion_pods_are_where_they_belong_at_once(contexts: Contexts) -> None:
    toy = Toy(empty_page(contexts.open(reduced_motion="reduce")))

    toy.pod("large").click()
    expect(toy.node("n2").locator("[data-pod='default/p1']")).to_be_visible()

    assert 0 == toy.root.locator(".flying").count()


@thorough
def test_three_ways_lead_on(page: Page) -> None:
    toy = Toy(page)
    ways = page.get_by_role("navigation", name="Where to go from here").get_by_role("link")

    expect(ways).to_have_text(["Example", "Lesson 1", "Your cluster"])
    toy.throw("small")
    expect(ways.filter(visible=True)).to_have_text(["Why?", "Lesson 1", "Your cluster"])


def test_the_toy_passes_axe_before_and_after_throws(page: Page, axe: Axe) -> None:
    toy = Toy(page)
    axe(page, within=".toy")
    toy.throw("large", "large", "medium")

    axe(page, within=".toy", themes=THEMES)


@pytest.mark.parametrize("language", ["id", "zh-hans", "uk"])
@thorough
def test_the_toy_fits_on_a_phone_in_all_languages(contexts: Contexts, server: Server, language: str) -> None:
    context = contexts.open(**PHONES["large"])
    page = empty_page(in_language(context, server.url, language))
    toy = Toy(page)
    page.locator(".toy-pod[value=large]").tap()
    page.wait_for_function("() => globalThis.podium?.player.state.playing")
    toy.settle()

    cut = toy.root.locator("a, button, p").evaluate_all(
        "(parts) => parts.filter((part) => part.checkVisibility() && !part.matches('.sr, .toy-ways *')"
        " && part.scrollWidth > part.clientWidth + 1).map((part) => part.className)"
    )
    assert [] == [name for name in cut if "hero-say" not in name and "pod" not in name]
    assert 0 == page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


@pytest.mark.picture
@pytest.mark.parametrize("size", sampled(["1440x900", "phone"]))
def test_pictures_of_the_toy(contexts: Contexts, both_themes: Picture, size: str) -> None:
    options = PHONES["large"] if size == "phone" else {}
    toy = Toy(empty_page(contexts.open(reduced_motion="reduce", **options)))
    toy.throw("large", "large", "medium", "medium")
    toy.pod("large").click()
    expect(toy.root.locator(".pod.term .ring")).to_be_visible()
    toy.page.evaluate("() => { podium.player.pause(); podium.clock.freeze(0); }")

    both_themes(toy.page, f"toy-{size}", at_rest=True)
