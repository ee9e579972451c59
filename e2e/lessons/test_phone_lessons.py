"""Lessons on an upright phone, by thumb alone: what a text names is one swipe away, and each task can be done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Contexts, Picture
from tests.harness.board import Board, empty_page
from tests.harness.series import sampled, thorough
from tests.harness.touch import PHONES, Thumb

SEEN_MS = 30_000
QUIET = "() => podium.player.state.quiet && !podium.player.state.playing"
STEPS = 4  # of each of these lessons
QUEUE, PREEMPTION, GAP, SPREAD = (
    "queue-by-priority",
    "basic-preemption",
    "gap-and-reservation",
    "one-constraint-zone",
)


class Learner:
    """Somebody who has only a phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.board, self.thumb = page, Board(page), Thumb(page)

    def open(self, address: str) -> Learner:
        self.board.open(address)
        self.page.locator(".phone-tabs").wait_for()
        return self

    def begin(self, lesson: str) -> Learner:
        """The lesson's task, on a board of one's own."""
        self.open(f"/learn/{lesson}/{STEPS}")
        self.page.get_by_role("button", name="Change it myself").tap()
        self.page.wait_for_url("**/do/**")
        self.board.settle()
        self.thumb.stands_on("Task")
        return self

    def press(self, name: str) -> None:
        """A button of the text."""
        self.thumb.turn_to("Task")
        self.page.locator(".offers").get_by_role("button", name=name).tap()
        self.board.settle()

    def delete(self, pod: str, *, grace: int | None = None) -> None:
        """By the menu that a long touch opens."""
        self.thumb.turn_to("Board")
        self.thumb.hold(self.board.pod(f"default/{pod}"))
        verb = "delete" if grace is None else "delete_grace"
        self.page.locator(f'.hand-menu [data-verb="{verb}"]').tap()
        if grace is not None:
            form = self.page.locator("dialog[open]")
            form.get_by_role("spinbutton").fill(str(grace))
            form.get_by_role("button", name="Do it").tap()
        expect(self.page.locator(".hand-menu, dialog[open]")).to_have_count(0)
        self.board.settle()

    def play(self) -> None:
        self.board.button("play").tap()

    def play_to_the_end(self) -> None:
        """Until nothing happens any more."""
        self.play()
        self.page.wait_for_function(QUIET)
        self.board.settle()

    def has_done_it(self, checks: int) -> None:
        expect(self.thumb.tab(f"Task {checks}/{checks}")).to_be_visible(timeout=SEEN_MS)
        self.thumb.turn_to("Task")
        expect(self.page.locator("#told")).to_contain_text("Done", timeout=SEEN_MS)


@pytest.fixture
def learner(contexts: Contexts) -> Learner:
    """On the smaller phone."""
    return Learner(empty_page(contexts.open(**PHONES["small"], reduced_motion="reduce")))


@thorough
def test_each_name_in_a_text_swipes_to_the_thing_and_lights_it(learner: Learner) -> None:
    learner.open(f"/learn/{QUEUE}/1")
    names = learner.page.locator(".text .named")
    assert ["n1", "a", "b", "c", "a", "b", "c"] == names.all_inner_texts()

    for place, key in enumerate(("n1", "default/a", "default/b", "default/c")):
        learner.thumb.turn_to("Text")
        names.nth(place).tap()

        learner.thumb.stands_on("Board")
        thing = learner.page.locator("[data-shown]")
        expect(thing).to_have_attribute("data-node-card" if key == "n1" else "data-pod", key)
        expect(thing).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", sampled(list(PHONES)))
def test_a_task_has_half_of_the_height_and_more(contexts: Contexts, size: str) -> None:
    learner = Learner(empty_page(contexts.open(**PHONES[size], reduced_motion="reduce"))).begin(QUEUE)

    box = learner.page.locator(".page-text").bounding_box()

    assert box is not None
    assert box["height"] >= learner.thumb.height / 2
    assert learner.thumb.width == learner.page.evaluate("() => document.documentElement.scrollWidth")


def test_an_answer_is_pinned_sent_and_seen_on_the_board(learner: Learner) -> None:
    learner.open(f"/learn/{QUEUE}/2").thumb.turn_to("Board")
    learner.board.pod("default/c").tap()
    learner.thumb.stands_on("Board")

    learner.page.locator(".phone-send").tap()

    expect(learner.page.locator(".verdict-pill")).to_be_visible()
    learner.thumb.stands_on("Board")
    expect(learner.page.locator("#told")).to_be_visible()
    learner.thumb.stands_on("Text")
    expect(learner.page.locator("#told-title")).to_be_in_viewport()


@pytest.mark.parametrize("size", sampled(list(PHONES)))
def test_a_pod_is_dragged_onto_a_node_by_a_finger_and_beside_it_the_pages_still_turn(
    contexts: Contexts, size: str
) -> None:
    learner = Learner(empty_page(contexts.open(**PHONES[size], reduced_motion="reduce")))
    learner.open(f"/learn/{SPREAD}/3").thumb.turn_to("Board")
    page, thumb = learner.page, learner.thumb
    pod, node = (
        page.locator(name).bounding_box()
        for name in ('#queue .qi[data-pod="default/mypod2"]', '[data-node-card="node1"]')
    )
    assert pod is not None
    assert node is not None
    start = pod["x"] + pod["width"] / 2, pod["y"] + pod["height"] / 2

    thumb.swipe(start, (node["x"] + node["width"] / 2, node["y"] + node["height"] / 2))

    expect(page.locator("input[name=choice]:checked ~ .said")).to_contain_text("Only zone A")
    expect(page.locator("#zones [data-guess]")).to_have_count(2)
    expect(page.locator(".guess-ghost, [data-drop]")).to_have_count(0)
    thumb.stands_on("Board")
    thumb.swipe((thumb.width * 0.85, start[1]), (thumb.width * 0.1, start[1]))
    thumb.stands_on("Why")


@thorough
def test_the_chart_of_a_constraint_is_one_swipe_from_the_nodes(learner: Learner) -> None:
    learner.open(f"/learn/{SPREAD}/4").thumb.turn_to("Board")
    for zone in ("zoneA", "zoneB"):
        expect(learner.page.locator(f'[data-zone="{zone}"] > header')).to_be_in_viewport(ratio=0.99)

    learner.thumb.swipe_left()

    learner.thumb.stands_on("Why")
    expect(learner.board.inspector.locator("[data-charts] svg.plot").first).to_be_in_viewport(ratio=0.99)


def put_a_first(learner: Learner) -> None:
    learner.press("Create the class p20")
    learner.delete("a")
    zones = learner.page.locator("#zones").bounding_box()
    assert zones is not None
    learner.thumb.hold_at(zones["x"] + zones["width"] / 2, zones["y"] + zones["height"] - 12)
    learner.page.locator(".hand-menu").get_by_role("button", name="Add: Pod").first.tap()
    form = learner.page.get_by_role("dialog", name="Add: Pod")
    form.get_by_label("Name", exact=True).fill("a")
    form.get_by_label("CPU").fill("1")
    form.get_by_label("priorityClassName").select_option("p20")
    form.get_by_role("button", name="Do it").tap()
    learner.board.settle()
    learner.press("Start the scheduler")


def make_room_before_p_comes(learner: Learner) -> None:
    learner.delete("low1", grace=0)
    learner.play_to_the_end()
    learner.press("Create p")
    learner.play()


def shorten_the_grace(learner: Learner) -> None:
    for pod in ("low1", "low2"):
        learner.delete(pod, grace=5)
    learner.press("Create p")
    learner.page.get_by_role("button", name="Timeline and more").tap()
    learner.page.get_by_label("speed").select_option("8")
    learner.play()


def empty_zone_a(learner: Learner) -> None:
    for pod in ("p1", "p2"):
        learner.delete(pod, grace=0)
    learner.play_to_the_end()
    learner.press("Create mypod")
    learner.play()


@pytest.mark.parametrize(
    ("lesson", "solve", "checks"),
    sampled(
        [
            (QUEUE, put_a_first, 4),
            (PREEMPTION, make_room_before_p_comes, 3),
            (GAP, shorten_the_grace, 4),
            (SPREAD, empty_zone_a, 4),
        ]
    ),
)
def test_a_task_is_done_by_thumb(
    learner: Learner, lesson: str, solve: Callable[[Learner], None], checks: int
) -> None:
    learner.begin(lesson)

    solve(learner)

    learner.has_done_it(checks)
    assert [] == learner.page.locator('[data-holds="false"]').all_inner_texts()


@pytest.mark.picture
@pytest.mark.parametrize("size", sampled(list(PHONES)))
def test_how_the_three_pages_of_a_task_look(contexts: Contexts, both_themes: Picture, size: str) -> None:
    learner = Learner(empty_page(contexts.open(**PHONES[size], reduced_motion="reduce"))).begin(QUEUE)

    for page, name in (("Task", "text"), ("Board", "board"), ("Why", "why")):
        learner.thumb.turn_to(page)
        both_themes(learner.page, f"phone-task-{name}-{size}", at_rest=True)


@pytest.mark.picture
@thorough
def test_how_the_nodes_and_the_chart_of_lesson_6_look(learner: Learner, both_themes: Picture) -> None:
    learner.open(f"/learn/{SPREAD}/4")

    for page in ("Board", "Why"):
        learner.thumb.turn_to(page)
        both_themes(learner.page, f"phone-spread-{page.lower()}", at_rest=True)
