"""Firefox and WebKit do what Chromium does: a lesson from a guess to its solved task, a room and a What if, with an
empty console, and they draw five moments as Chromium draws them.

`make test` goes through all of it with one visitor in Firefox, in a room that Chromium presents. `make test-thorough` does so
in WebKit, too, opens each moment anew, and the engine presents as well.

No baseline has to be renewed when an engine gets a new version: what is compared are the colours of areas, in which the
edges of letters vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Error, Page

from e2e.conftest import CONTEXT, FAILURES
from tests.harness import fonts
from tests.harness.board import SETTLED
from tests.harness.engines import ENGINES, KEYS, ScriptError, Visitor, find
from tests.harness.series import sampled, thorough
from tests.harness.server import Server

SLUG = "gap-and-reservation"
#: A step with a prediction that nodes of the board answer; the task comes after the next one.
LESSON = f"/learn/{SLUG}/3"
#: Both victims of p end, and p has its reservation.
ENDING = 6
#: About the side of an area in pixels. A pod has many areas, a letter is a small part of one.
AREA = 20
#: Channel values by which the mean colour of an area may differ, and the share of areas that may differ by more: those
#: with letters. Of the moments with victims, a quarter of the areas are stripes.
DELTA = 14
SHARE = 0.02
LIGHT = "() => { document.documentElement.dataset.theme = 'light'; }"
AT_REST = """() => document.fonts.status === "loaded"
  && document.getAnimations().every((each) => each.playState !== "running"
    || each.effect.getTiming().iterations === Infinity)"""
#: An engine may take a picture of what it has painted last.
PAINT = """() => {
  globalThis.isPainted = false;
  requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.isPainted = true; }));
}"""
STILL = "() => Boolean(globalThis.podium?.player?.still && podium.board.still)"
AT = f"(seq) => ({STILL})() && podium.player.state.model?.seq === seq"
LATER = f"(seq) => ({STILL})() && podium.player.state.model?.seq > seq"
IN_ROOM = f"() => ({STILL})() && Boolean(globalThis.podiumRoom?.state.ready)"
THERE = "(selector) => Boolean(document.querySelector(selector))"
COUNT = "(selector, number) => document.querySelectorAll(selector).length === number"
SAYS = """(selector, text) => [...document.querySelectorAll(selector)]
  .some((each) => each.checkVisibility() && each.textContent.includes(text))"""
BOX = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom].map(Math.round);
}"""
#: Writes the grace of low2 into the document, its cursor behind it, as `put` of e2e/whatif/test_change.py.
WRITE_GRACE = r"""() => {
  const old = "  name: low2\nspec:\n";
  const text = `${old}  terminationGracePeriodSeconds: 30`;
  const from = podium.editor.state.doc.toString().indexOf(old);
  const selection = { anchor: from + text.length };
  podium.editor.dispatch({ changes: { from, to: from + old.length, insert: `${text}\n` }, selection, scrollIntoView: true });
}"""
Open = Callable[[], Visitor]


class ChromiumVisitor(Visitor):
    """The same in the browser of the other tests."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._messages: list[str] = []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self._hear("error", str(error)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self._messages.append(f"{kind}: {text}")

    def go(self, url: str) -> None:
        self._page.goto(url)

    def run(self, function: str, *values: object) -> object:
        try:
            return self._page.evaluate(f"(values) => ({function})(...values)", list(values))
        except Error as error:
            raise ScriptError(str(error)) from None

    def picture(self) -> bytes:
        return self._page.screenshot()

    def messages(self) -> list[str]:
        return self._messages

    def leave(self) -> None:
        self._page.context.close()

    def _act(self, actions: list[dict[str, Any]]) -> None:
        mouse, keyboard = self._page.mouse, self._page.keyboard
        names = {sign: name for name, sign in KEYS.items()}
        for action in actions[0]["actions"]:
            match action["type"]:
                case "pointerMove":
                    mouse.move(action["x"], action["y"])
                case "pointerDown":
                    mouse.down()
                case "pointerUp":
                    mouse.up()
                case "keyDown":
                    keyboard.down(names.get(action["value"], action["value"]))
                case "keyUp":
                    keyboard.up(names.get(action["value"], action["value"]))


def drawing(visitor: Visitor, selector: str = "#zones") -> Image.Image:
    """What the board draws, in light colours, after its letters have come."""
    visitor.run(LIGHT)
    visitor.wait(AT_REST)
    visitor.run(PAINT)
    visitor.wait("() => globalThis.isPainted")
    return Image.open(BytesIO(visitor.picture())).convert("RGB").crop(visitor.run(BOX, selector))


def gallery(visitor: Visitor, _: Open, url: str) -> Image.Image:
    visitor.go(f"{url}/")
    visitor.click(".toy-pod[value=large]")
    visitor.wait("() => globalThis.podium?.player.state.playing")
    visitor.wait("() => globalThis.podium.still")
    return drawing(visitor, ".toy")


def board(visitor: Visitor, _: Open, url: str) -> Image.Image:
    """Two victims run through their grace periods. One steps on by a key and back by the mouse."""
    visitor.go(f"{url}/s/{SLUG}?at={ENDING}")
    visitor.wait(SETTLED)
    visitor.wait(AT, ENDING)
    visitor.press("ArrowRight")
    visitor.wait(LATER, ENDING)
    visitor.click(".transport [aria-label='one step back']")
    visitor.wait(AT, ENDING)
    return drawing(visitor)


def what_if(visitor: Visitor, _: Open, url: str) -> Image.Image:
    """A grace period becomes shorter: the run is played again, and one sentence says what is different."""
    visitor.go(f"{url}/s/{SLUG}")
    visitor.wait(SETTLED)
    run = visitor.run("() => document.getElementById('board').dataset.run")
    visitor.go(f"{url}/r/{run}/change?at={ENDING}")
    visitor.wait(THERE, "#whatif[data-ready][data-played]")
    visitor.run(WRITE_GRACE)
    visitor.drag(".knob-track input[type=range]", -110)
    visitor.wait(SAYS, "#headline", "p is bound at ")
    return drawing(visitor)


def prediction(visitor: Visitor, _: Open, url: str) -> Image.Image:
    """A guess is pinned on a node, the board plays, the verdict falls, and what is said of it stands beside the board."""
    visitor.go(f"{url}{LESSON}")
    visitor.wait(SETTLED)
    visitor.click("[data-node-card=n1] .nodename")
    visitor.click("button", "Predict")
    visitor.wait(THERE, "#told")
    visitor.wait(STILL)
    return drawing(visitor)


def room(presenter: Visitor, another: Open, url: str) -> Image.Image:
    """A presenter asks the prediction of a step; a follower joins by the code, answers, and goes one step back with all."""
    presenter.go(f"{url}{LESSON}")
    presenter.wait(SETTLED)
    presenter.click("#present-form button")
    presenter.wait(IN_ROOM)
    code = presenter.run("() => document.getElementById('room-code').textContent")
    follower = another()
    follower.go(f"{url}/join/{code}")
    follower.click("#name")
    follower.type("Dora")
    follower.press("Enter")
    follower.wait(IN_ROOM)
    presenter.click("#on[data-next=ask]")
    follower.click(".room-ask .choice")
    follower.wait(SAYS, ".choice", "your answer")
    presenter.wait(SAYS, ".poll", "1 of 1 answered")
    here = presenter.run("() => podium.player.state.model.seq")
    presenter.press("ArrowLeft")
    follower.wait(AT, here - 1)
    return drawing(follower)


def task(visitor: Visitor) -> None:
    """From a lesson's prediction over its last step to its task, which the inputs of the last hint solve."""
    visitor.click("a.next")
    visitor.wait(THERE, "#lesson[data-step='4']")
    visitor.wait(SETTLED)
    visitor.click("button", "Change it myself")
    visitor.wait(THERE, "#lesson.task")
    visitor.wait(SETTLED)
    for number in range(1, visitor.run("() => Number(document.getElementById('lesson').dataset.hints)") + 1):
        visitor.click(".hints button")
        visitor.wait(COUNT, ".hints > ol > li", number)
    inputs = visitor.run("() => document.querySelectorAll('.hints .inputs button').length")
    for number in range(1, inputs + 1):
        visitor.click(".inputs button:not(.given)")
        visitor.wait(COUNT, ".inputs .given", number)
        visitor.wait(SETTLED)
    visitor.click(".sizes label:has([value=quiet])")
    visitor.click(".transport [aria-label='one step on']")
    visitor.wait(SAYS, "#told", "Now you can")


MOMENTS = {moment.__name__: moment for moment in (gallery, board, what_if, prediction, room)}
Pictures = dict[str, Image.Image]


@pytest.fixture(scope="module")
def chromium(browser: Browser) -> Open:
    """What opens a visitor in the browser of the other tests."""
    return lambda: ChromiumVisitor(browser.new_context(**CONTEXT | {"reduced_motion": "reduce"}).new_page())


@pytest.fixture(scope="module")
def reference(chromium: Open, server: Server) -> Pictures:
    """The moments in Chromium."""
    with Visitors("chromium", chromium) as visitors:
        visitor = visitors()
        return {name: moment(visitor, visitors, server.url) for name, moment in MOMENTS.items()}


@pytest.fixture(scope="module", params=sampled(list(ENGINES)))
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Open]]:
    """(name of an engine, what opens another visitor in it). Skips the test where the engine is not
    installed and cannot be."""
    chosen = ENGINES[request.param]
    program = find(chosen.name)
    if program is None:
        pytest.skip(f"{chosen.name} is not installed: apt-get install {' '.join(chosen.packages)}")
    folder = tmp_path_factory.mktemp(chosen.name)
    environment = {name: str(value) for name, value in fonts.environment(folder).items()}
    with chosen.start(program, folder, environment) as visitor:
        yield chosen.name, visitor


def unlike(drawn: Image.Image, expected: Image.Image) -> float:
    """The share of areas whose mean colour differs."""
    size = expected.width // AREA, expected.height // AREA
    areas = [item.resize(size, Image.Resampling.BOX) for item in (drawn, expected)]
    red, green, blue = ImageChops.difference(*areas).split()
    counts = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(counts[DELTA + 1 :]) / sum(counts)


def keep(name: str, *pictures: Image.Image) -> None:
    FAILURES.mkdir(exist_ok=True)
    for number, picture in enumerate(pictures):
        picture.save(FAILURES / f"engines-{name}-{number}.png")


class Visitors:
    """Opens visitors, and leaves all of them. What a failed test saw last is kept."""

    def __init__(self, name: str, open_: Open) -> None:
        self._name, self._open = name, open_
        self._opened: list[Visitor] = []

    def __call__(self) -> Visitor:
        self._opened.append(self._open())
        return self._opened[-1]

    def messages(self) -> list[str]:
        return [message for visitor in self._opened for message in visitor.messages()]

    def __enter__(self) -> Visitors:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for visitor in self._opened:
            try:
                if kind is not None:
                    keep(self._name, Image.open(BytesIO(visitor.picture())))
            finally:
                visitor.leave()


def different(engine: str, drawn: Pictures, expected: Pictures) -> list[str]:
    """The moments that are drawn in another way, whose pictures are kept."""
    shares = {name: unlike(picture, expected[name]) for name, picture in drawn.items()}
    too_much = {name: share for name, share in shares.items() if share > SHARE}
    for name in too_much:
        keep(f"{engine}-{name}", drawn[name], expected[name])
    return [f"{share:.0%} of the areas of {name} differ, see {FAILURES}" for name, share in too_much.items()]


def test_a_visitor_goes_through_all_and_sees_what_chromium_draws(
    engine: tuple[str, Open], chromium: Open, reference: Pictures, server: Server
) -> None:
    name, open_ = engine
    drawn: Pictures = {}
    with Visitors(name, open_) as visitors, Visitors(f"{name}-presenter", chromium) as presenters:
        visitor = visitors()
        for moment in (gallery, board, what_if, prediction):
            drawn[moment.__name__] = moment(visitor, visitors, server.url)
        task(visitor)
        drawn["room"] = room(presenters(), lambda: visitor, server.url)
        messages = visitors.messages() + presenters.messages()

    assert [] == messages
    assert [] == different(name, drawn, reference)


@thorough
@pytest.mark.parametrize("moment", list(MOMENTS))
def test_a_moment_opened_anew_is_drawn_as_in_chromium_and_a_room_is_presented(
    engine: tuple[str, Open], reference: Pictures, server: Server, moment: str
) -> None:
    name, open_ = engine
    with Visitors(f"{name}-{moment}", open_) as visitors:
        drawn = MOMENTS[moment](visitors(), visitors, server.url)
        messages = visitors.messages()

    assert [] == messages
    assert [] == different(name, {moment: drawn}, reference)
