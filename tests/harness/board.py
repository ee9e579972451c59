"""The board's page, used as a person uses it: open it, step, look. It waits for states, never for time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

THEMES = ("dark", "light")
#: The windows in which pages are looked at, the widest first.
SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "medium": {"width": 900, "height": 800},
    "phone": {"width": 390, "height": 844},
}
#: Where a page stands between two tests: at the server's origin, so that it keeps its process.
RESTING = "/healthz"
#: Any token does, as long as cookie and header say the same (Django's double submit).
TOKEN = "t" * 32
SCENARIOS = Path(__file__).resolve().parents[2] / "e2e" / "scenarios"
STATE = """() => {
  const player = globalThis.podium?.player?.state;
  if (!player?.model) return null;
  return {
    seq: player.model.seq, t: player.model.t, hash: player.model.hash, head: player.head, size: player.size,
    playing: player.playing, busy: player.busy, quiet: player.quiet, line: player.line,
    into: player.into ? player.into.k : null, stops: player.into ? player.into.stops.length : 0,
    canAct: player.run?.canAct ?? false, travelling: globalThis.podium.travel.busy,
  };
}"""
RUN_ADDRESS = re.compile(r"/r/[a-z0-9]+(\?.*)?$")
SETTLED = """() => {
  const { player, still } = globalThis.podium ?? {};
  return Boolean(still) && player.state.line === "open";
}"""
#: Why a page is not settled, for a test that waited in vain.
UNSETTLED = """() => {
  const { player, board, inspector, endings } = globalThis.podium ?? {};
  if (!player) return "no board has started";
  const { line, busy, playing, model, head } = player.state;
  const still = Object.entries({ player, board, inspector, endings }).map(([name, part]) => `${name} ${part.still}`);
  const words = [...document.querySelectorAll("#line, [role=alert]")].map((element) => element.textContent.trim());
  return JSON.stringify({ line, busy, playing, seq: model?.seq, head, still, words });
}"""


class Board:
    """One page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # --- going there ------------------------------------------------------------------------------

    def open(self, address: str) -> Board:
        self.page.goto(address)
        return self.settle()

    def settle(self) -> Board:
        """Until the line is open, a state is shown and no answer and no fragment is awaited."""
        try:
            self.page.wait_for_function(SETTLED)
        except PlaywrightTimeout as error:
            raise AssertionError(f"not settled: {self.page.evaluate(UNSETTLED)}") from error
        return self

    @property
    def run(self) -> str:
        return str(self.page.locator("#board").get_attribute("data-run"))

    # --- looking ----------------------------------------------------------------------------------

    @property
    def state(self) -> dict[str, Any]:
        result: dict[str, Any] | None = self.page.evaluate(STATE)
        assert result is not None, "the board shows no state yet"
        return result

    @property
    def seq(self) -> int:
        return int(self.state["seq"])

    @property
    def here(self) -> tuple[int, str]:
        """The step that is shown, and the hash of its state."""
        state = self.state
        return int(state["seq"]), str(state["hash"])

    def acts(self) -> list[list[Any]]:
        """The timeline: [seq, seconds, actor, kind, pod or None], up to the newest step."""
        acts: list[list[Any]] = self.page.evaluate("() => podium.player.state.acts")
        return acts

    def act(self, kind: str, pod: str | None = None, *, last: bool = False) -> int:
        """Number of the first (or last) act of that kind, about `pod` if one is given."""
        results = [act[0] for act in self.acts() if act[3] == kind and pod in {None, act[4]}]
        assert results, f"no act {kind} of {pod}: {self.acts()}"
        return int(results[-1 if last else 0])

    def pod(self, key: str) -> Locator:
        """The pod on its node, or its chip in the queue."""
        return self.page.locator(f'#zones [data-pod="{key}"], #queue [data-pod="{key}"]')

    def on_node(self, key: str, node: str) -> Locator:
        return self.page.locator(f'[data-node-card="{node}"] [data-pod="{key}"]')

    def in_lane(self, key: str, lane: str) -> Locator:
        return self.page.locator(f'[data-lane="{lane}"] [data-pod="{key}"]')

    def verdict(self, node: str) -> Locator:
        return self.page.locator(f'[data-node-card="{node}"] .verdict')

    @property
    def inspector(self) -> Locator:
        return self.page.locator("#inspector")

    @property
    def narration(self) -> Locator:
        return self.page.locator("#narration")

    # --- moving -----------------------------------------------------------------------------------

    def go(self, seq: int) -> Board:
        """Shows another step of the run, without a load of the page."""
        self.page.evaluate("(seq) => podium.player.seek(seq)", seq)
        return self.wait_for(seq)

    def button(self, name: str) -> Locator:
        return self.page.locator(".transport").get_by_role("button", name=name, exact=True)

    def choose_size(self, size: str) -> Board:
        self.page.locator(".sizes label", has=self.page.locator(f'input[value="{size}"]')).click()
        return self

    def wait_for(self, seq: int) -> Board:
        """Waits until the board stands at `seq` and has shown every act before it."""
        self.page.wait_for_function("(seq) => podium.player.state.model?.seq === seq", arg=seq)
        return self.settle()

    def forward(self, *, watch: bool = False) -> int:
        """Takes one step of the chosen size and returns the step it leads to. `watch` lets each act take its time."""
        return self._move(self.button("one step on"), watch)

    def back(self) -> int:
        return self._move(self.button("one step back"), watch=False)

    def _move(self, button: Locator, watch: bool) -> int:
        before = self.seq
        button.click()
        self.page.wait_for_function(
            "([before, watch]) => { const { player } = podium; "
            "if (player.state.busy) return false; if (!watch) player.flush(); "
            "return player.state.model.seq !== before && player.still && podium.board.still; }",
            arg=[before, watch],
        )
        return self.seq

    def to_the_end(self) -> int:
        """Goes to the newest step."""
        self.page.keyboard.press("End")
        return self.wait_for(int(self.state["head"])).seq

    def more(self) -> Board:
        """Opens the menu with the rarer buttons of an owner."""
        self.page.locator("#more-tools").click()
        return self

    def until_quiet(self) -> int:
        """Steps on until nothing happens by itself any more. A run made from a dump may stand there already."""
        self.choose_size("quiet")
        self.button("one step on").click()
        self.page.wait_for_function(
            "() => { const { player } = podium; if (player.state.busy) return false; player.flush(); "
            "return player.state.quiet && player.still && podium.board.still; }"
        )
        return self.seq

    def pick(self, key: str) -> Board:
        """Chooses a pod, which the inspector then shows."""
        self.pod(key).first.click()
        expect(self.inspector.get_by_role("heading", level=2).first).to_contain_text(key.split("/")[1])
        return self


def moment(
    page: Page, slug: str, kind: str, about: str, *, pod: str | None = None, last: bool = False
) -> Board:
    """The board of a scenario right after the first (or last) act of a kind about a pod. That pod is chosen, or
    another one.
    """
    board = Board(page).open(f"/s/{slug}?pod={pod or about}")
    return board.go(board.act(kind, about, last=last))


def fork(board: Board) -> Board:
    """Forks the run at the step that is shown."""
    board.page.locator("#fork button").click()
    board.page.wait_for_url(RUN_ADDRESS)
    return board.settle()


def run_of(context: BrowserContext, slug: str) -> str:
    """The run of a scenario, without its page in a browser."""
    result = re.search(r'data-run="(\w+)"', context.request.get(f"/s/{slug}").text())
    assert result is not None, f"the page of {slug} names no run"
    return result[1]


def forked_run(context: BrowserContext, slug: str, at: int = 0) -> str:
    """A fork of a scenario at a step, which belongs to this context. The form is sent without its page, from which
    tests of forks send it (`fork`).
    """
    address = post(context, f"/r/{run_of(context, slug)}/fork", form={"at": str(at)})
    return urlsplit(address).path.removeprefix("/r/")


def forked(context: BrowserContext, slug: str, at: int = 0, more: str = "") -> Board:
    """The board of such a fork at its newest step. `more` is the query of the address."""
    return Board(empty_page(context)).open(f"/r/{forked_run(context, slug, at)}{more}")


def draw(page: Page) -> Board:
    """Sends the form of the page and returns the board that it leads to."""
    page.get_by_role("button", name="Draw this cluster").click()
    page.wait_for_url(RUN_ADDRESS)
    return Board(page).settle()


def empty_page(context: BrowserContext) -> Page:
    """The page of the context that rests since the test before, as long as this test did nothing with it; else
    a new page.
    """
    resting = [page for page in context.pages if urlsplit(page.url).path == RESTING]
    return resting[0] if resting else context.new_page()


def post(context: BrowserContext, address: str, **content: Any) -> str:
    """Sends a form without its page, as this context, and returns the address that the answer leads to. `content` is
    as Playwright takes it: form or multipart.
    """
    base = str(context.request.get(RESTING).url).removesuffix(RESTING)
    context.add_cookies([{"name": "podium_csrf", "value": TOKEN, "url": base}])
    answer = context.request.post(address, headers={"X-CSRFToken": TOKEN}, max_redirects=0, **content)
    assert answer.status in {302, 303}, answer.text()
    return answer.headers["location"]


def import_file(context: BrowserContext, path: Path) -> Board:
    """A board of the cluster in a file. The run belongs to this context. Tests of the import send the form from its
    page.
    """
    file = {"name": path.name, "mimeType": "text/yaml", "buffer": path.read_bytes()}
    return Board(empty_page(context)).open(post(context, "/import", multipart={"files": file}))


def themed(context: BrowserContext, url: str, theme: str) -> BrowserContext:
    """Sets the cookie of a visitor who chose `theme` before: dark or light."""
    context.add_cookies([{"name": "podium_theme", "value": theme, "url": url}])
    return context


def wear(page: Page, theme: str) -> None:
    """Shows a page that is open in another theme, and waits until its colours have changed."""
    page.evaluate(
        """async (theme) => {
          document.documentElement.dataset.theme = theme;
          const changing = () => document.getAnimations().some((each) => each instanceof CSSTransition);
          for (let k = 0; k < 60 && (k < 2 || changing()); k++) await new Promise(requestAnimationFrame);
        }""",
        theme,
    )


def in_language(context: BrowserContext, url: str, language: str) -> BrowserContext:
    """Sets the cookie of a visitor who chose `language` before: en, id, zh-hans or uk."""
    context.add_cookies([{"name": "podium_language", "value": language, "url": url}])
    return context


def copied(page: Page) -> str:
    """The text in the clipboard. The context needs the permissions `CLIPBOARD`."""
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


CLIPBOARD = ["clipboard-read", "clipboard-write"]
