"""Pictures of the mocks' live counterparts and of ten named moments, in both themes, held still.

Numbers come from the core, moments are named by what happens in them. `make baseline` renews the pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from e2e.conftest import CONTEXT, Contexts, Picture
from tests.harness import pictures
from tests.harness.board import SCENARIOS, Board, empty_page, import_file
from tests.harness.series import sampled, thorough
from tests.harness.server import Server

pytestmark = pytest.mark.picture
FOLDING_MS = 80  # later the victim is too faint to be seen
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a gallery scenario: the act that leads to it, and what is looked at."""

    slug: str
    kind: str
    """Kind of the act; the picture shows the state right after it."""
    about: str
    pod: str
    last: bool = False
    into: int | None = None


MOMENTS = {
    "a01-queue": Moment("queue-by-priority", "start", "", "default/b"),
    "a08-victim": Moment("basic-preemption", "sigterm", "default/low2", "default/p"),
    "a12-nominated": Moment("gap-and-reservation", "schedule", "default/p", "default/p"),
    "a12-waiting": Moment("gap-and-reservation", "schedule", "default/small2", "default/small2"),
    "a12-bound": Moment("gap-and-reservation", "bind", "default/p", "default/p"),
    "a14-two-nominations": Moment("nominated-node-taken", "schedule", "default/h", "default/h"),
    "a16-budget-why": Moment("pdb-best-effort", "sigterm", "default/c", "default/p"),
    "k02-trial": Moment("gang-one-short", "schedule", "default/b", "default/b"),
    "k04-permit": Moment("gangs-starve", "schedule", "default/b3", "default/a1"),
    "t04-skew-why": Moment("one-constraint-zone", "bind", "default/mypod", "default/mypod"),
    "t07-no-way-out": Moment("conflicting-constraints", "schedule", "default/mypod", "default/mypod"),
    "t19-scores": Moment("soft-score-numbers", "bind", "default/mypod", "default/mypod"),
}


@pytest.fixture(scope="session")
def mock_run(browser: Browser, server: Server) -> tuple[str, dict[str, int]]:
    """The cluster of the mocks, played to its end; the run and the steps that the mocks show."""
    context = browser.new_context(**(CONTEXT | {"base_url": server.url}))
    board = import_file(context, SCENARIOS / "who-has-to-leave.yaml")
    board.until_quiet()
    steps = {
        "bound": board.act("bind", "default/web-5"),
        "judged": board.act("schedule", "default/web-5") - 1,
    }
    run = board.run
    context.close()
    return run, steps


def at(board: Board, moment: Moment) -> Board:
    """The board at the moment, its Why open; as a link leads there."""
    board.open(f"/s/{moment.slug}")
    seq = board.act(moment.kind, moment.about, last=moment.last) if moment.about else 0
    return board.open(f"/r/{board.run}?at={seq}&pod={moment.pod}")


@pytest.mark.parametrize("name", sampled(list(MOMENTS)))
def test_a_named_moment(page: Page, both_themes: Picture, name: str) -> None:
    board = Board(page)

    at(board, MOMENTS[name])

    both_themes(page, name, at_rest=True)


def test_the_board_of_the_preemption_mock(
    page: Page, mock_run: tuple[str, dict[str, int]], both_themes: Picture
) -> None:
    run, steps = mock_run
    board = Board(page)

    board.open(f"/r/{run}?at={steps['bound']}&pod=default/checkout-7")

    both_themes(page, "board-preemption", at_rest=True)


def test_the_board_of_the_filter_mock(
    page: Page, mock_run: tuple[str, dict[str, int]], both_themes: Picture
) -> None:
    run, steps = mock_run
    board = Board(page)

    board.open(f"/r/{run}?at={steps['judged']}&into=4&pod=default/web-5")
    board.page.wait_for_function("() => podium.player.state.into?.k === 4")

    both_themes(page, "board-filter", at_rest=True)


def test_the_phone_of_the_mock(
    contexts: Contexts, mock_run: tuple[str, dict[str, int]], both_themes: Picture
) -> None:
    run, steps = mock_run
    board = Board(empty_page(contexts.open(**PHONE)))

    board.open(f"/r/{run}?at={steps['bound']}&pod=default/checkout-7")

    both_themes(board.page, "phone", at_rest=True)


def test_the_gallery_of_the_mock(contexts: Contexts, both_themes: Picture) -> None:
    page = empty_page(contexts.open(reduced_motion="reduce"))

    page.goto("/")

    both_themes(page, "gallery", at_rest=True, full_page=True)


def bound(context: BrowserContext) -> Board:
    """One act before p is bound in A12, the page's clock standing in the middle of what comes next."""
    board = Board(empty_page(context)).open("/s/gap-and-reservation")
    board.open(f"/r/{board.run}?at={board.act('bind', 'default/p') - 1}")
    board.page.evaluate("(ms) => podium.clock.freeze(ms)", pictures.IN_FLIGHT_MS)
    return board


def test_a_pod_in_flight(context: BrowserContext, both_themes: Picture) -> None:
    board = bound(context)

    board.page.keyboard.press("ArrowRight")
    board.page.locator("#overlay .flying").first.wait_for()

    both_themes(board.page, "in-flight", clock_ms=pictures.IN_FLIGHT_MS)


@pytest.mark.parametrize(
    ("name", "slug", "kind", "pod", "moving", "ms"),
    [
        ("victim-folds", "basic-preemption", "removed", "default/low2", "#overlay .flying", FOLDING_MS),
        ("slot-opens", "gap-and-reservation", "schedule", "default/p", "#zones .slot", pictures.IN_FLIGHT_MS),
    ],
)
def test_a_victim_that_folds_and_a_slot_that_opens(
    context: BrowserContext,
    both_themes: Picture,
    name: str,
    slug: str,
    kind: str,
    pod: str,
    moving: str,
    ms: int,
) -> None:
    board = Board(empty_page(context)).open(f"/s/{slug}")
    board.open(f"/r/{board.run}?at={board.act(kind, pod) - 1}")
    board.page.evaluate("(ms) => podium.clock.freeze(ms)", ms)

    board.page.keyboard.press("ArrowRight")
    board.page.locator(moving).first.wait_for()

    both_themes(board.page, name, clock_ms=ms, animation_ms=ms)


@thorough
def test_repeats_of_a_picture_are_equal(context: BrowserContext) -> None:
    board = bound(context)
    before = board.seq
    shots = set()
    for _ in range(8):
        board.page.keyboard.press("ArrowRight")
        board.page.locator("#overlay .flying").first.wait_for()
        pictures.freeze(board.page, pictures.IN_FLIGHT_MS)
        board.page.wait_for_function("() => podium.inspector.still")
        shots.add(pictures.shoot(board.page))
        board.page.keyboard.press("ArrowLeft")
        board.page.evaluate("() => podium.clock.unfreeze()")
        board.wait_for(before)
        board.page.evaluate("(ms) => podium.clock.freeze(ms)", pictures.IN_FLIGHT_MS)

    first, *others = (Image.open(BytesIO(shot)) for shot in shots)
    assert [] == [
        n for other in others if (n := pictures.difference(other, first)[0]) > pictures.BUDGET_PIXELS
    ]
