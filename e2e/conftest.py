"""Fixtures of the browser tests: one server a session, one clean and watched browser context a test."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.harness import browser as finder
from tests.harness import fonts, pictures
from tests.harness.board import RESTING, SCENARIOS, SIZES, THEMES, empty_page, wear
from tests.harness.runs import played
from tests.harness.server import Server, prepared_once
from tests.harness.watch import Watch

HERE = Path(__file__).resolve().parent
FAILURES = HERE / "failures"
#: A state that is awaited comes at once on a quiet machine; on a busy one a test is slow, but does not fail.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
#: Between two attempts at a picture.
SETTLE_MS = 300
#: What a page can store at its origin besides cookies, as the debugging protocol names it.
STORED = "local_storage,indexeddb,cache_storage,service_workers,file_systems"
#: The same on every system, so that pictures and texts are the same too.
CONTEXT: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "device_scale_factor": 1,
    "locale": "en-GB",
    "timezone_id": "UTC",
    "color_scheme": "dark",
    "reduced_motion": "no-preference",
}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    environment = fonts.environment(tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        path, _ = finder.find(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=finder.arguments(), env=environment)
        yield browser
        browser.close()


def production(folder: Path) -> Server:
    """A server over prepared data that sends static files with hashed names, as one behind a public URL does."""
    return Server(folder, ("manage.py", "serve", "--no-prepare"), PODIUM_HASHED_STATIC="1")


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared_once(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def server(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process. A test that stops or kills a server starts its own."""
    folder = tmp_path_factory.mktemp("server") / "podium"
    shutil.copytree(prepared, folder)
    server = production(folder)
    server.start()
    yield server
    assert 0 == server.stop(), f"the server did not end well:\n{server.output()}"
    assert "Traceback" not in server.output(), server.output()


@pytest.fixture(scope="session")
def played_run(server: Server) -> Callable[[str], str]:
    """`played_run("disks.yaml")` is the run of a cluster in e2e/scenarios, played to its end: one run for all tests
    of a process, which look at it and cannot change it.
    """
    return cache(lambda name: played(server.url, SCENARIOS / name))


class ContextPool:
    """Browser contexts that a test has left, by their options. The next test that wants such a context gets it
    without cookies, permissions and stored data, but with its cache of scripts and styles and with one page at rest
    (`empty_page`), whose process has the scripts compiled: a new process needs as long for them as most tests.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._left: dict[str, list[BrowserContext]] = {}
        self._closed: set[BrowserContext] = set()

    def take(self, options: dict[str, Any]) -> BrowserContext:
        left = self._left.setdefault(repr(sorted(options.items())), [])
        if left:
            context = left.pop()
            if "permissions" in options:
                context.grant_permissions(options["permissions"])
            return context
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("close", lambda closed: self._closed.add(closed))
        return context

    def leave(self, context: BrowserContext, options: dict[str, Any]) -> None:
        if context in self._closed:
            self._closed.discard(context)
            return
        page = context.pages[0] if context.pages else context.new_page()
        for other in context.pages:
            if other is not page:
                other.close()
        try:
            self._lay_to_rest(page, options)
        except Error:
            context.close()  # its page crashed
            return
        context.clear_cookies()
        context.clear_permissions()
        self._left[repr(sorted(options.items()))].append(context)

    def _lay_to_rest(self, page: Page, options: dict[str, Any]) -> None:
        """Takes everything from the page by which a test could tell that it is not new."""
        page.unroute_all()
        page.goto(RESTING)
        page.emulate_media(media="null")
        if page.viewport_size != options["viewport"]:
            page.set_viewport_size(options["viewport"])
        origin = options["base_url"]
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        session.send("DOMStorage.clear", {"storageId": {"securityOrigin": origin, "isLocalStorage": False}})
        session.send("Page.resetNavigationHistory")
        session.detach()


@pytest.fixture(scope="session")
def context_pool(browser: Browser) -> ContextPool:
    return ContextPool(browser)


class Contexts:
    """`open(**options)` gives a clean, watched browser context on the server; all are checked after the test."""

    def __init__(self, pool: ContextPool, url: str) -> None:
        self._pool = pool
        self._url = url
        self._options: list[dict[str, Any]] = []
        self.opened: list[tuple[BrowserContext, Watch]] = []

    def open(self, **options: Any) -> BrowserContext:
        options = CONTEXT | {"base_url": self._url} | options
        context = self._pool.take(options)
        self._options.append(options)
        self.opened.append((context, Watch(context, self._url)))
        return context

    def watch(self, context: BrowserContext) -> Watch:
        return next(watch for opened, watch in self.opened if opened is context)

    def leave(self) -> None:
        for (context, watch), options in zip(self.opened, self._options, strict=True):
            watch.stop()
            self._pool.leave(context, options)


@pytest.fixture
def contexts(context_pool: ContextPool, server: Server, request: pytest.FixtureRequest) -> Iterator[Contexts]:
    contexts = Contexts(context_pool, server.url)
    yield contexts
    try:
        if request.node.stash.get(FAILED, False):
            keep_pictures(request.node.name, contexts)
        else:
            for _, watch in contexts.opened:
                watch.check()
    finally:
        contexts.leave()


@pytest.fixture
def context(contexts: Contexts) -> BrowserContext:
    return contexts.open()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return empty_page(context)


@pytest.fixture
def watch(contexts: Contexts, context: BrowserContext) -> Watch:
    """Of the context that `page` belongs to."""
    return contexts.watch(context)


Picture = Callable[..., None]


@pytest.fixture
def picture() -> Picture:
    """`picture(page, "board-filter-light")` freezes the page and compares it; options are those of `take`."""

    def take(
        page: Page, name: str, *, clock_ms: int | None = None, animation_ms: int | None = None, **options: Any
    ) -> None:
        def shot() -> bytes:
            pictures.freeze(page, clock_ms, pictures.IN_FLIGHT_MS if animation_ms is None else animation_ms)
            return pictures.shoot(page, **options)

        pictures.compare(name, pictures.until_equal(name, shot, lambda: page.wait_for_timeout(SETTLE_MS)))

    return take


@pytest.fixture
def both_themes(picture: Picture) -> Picture:
    """`both_themes(page, "board-filter")` compares the page with the pictures board-filter-dark and -light."""

    def take(page: Page, name: str, **options: Any) -> None:
        for theme in THEMES:
            wear(page, theme)
            picture(page, f"{name}-{theme}", **options)

    return take


@pytest.fixture
def freeze() -> Callable[..., None]:
    """`freeze(page, clock_ms)`: see tests/harness/pictures.py."""
    return pictures.freeze


@pytest.fixture(scope="session")
def axe_source() -> str:
    return (HERE / "vendor/axe.min.js").read_text()


@pytest.fixture
def axe(axe_source: str) -> Callable[..., None]:
    """`axe(page)` fails with what axe-core found in the page as it stands: rule, element, what to do. With `themes`
    it looks in each of them; from the second on only at the contrast of colours, for nothing else differs. What
    passes is not listed in detail, which saves a quarter of its time. A panel that waits for an answer is pale until
    it comes, so it looks after that.
    """

    def check(page: Page, *, within: str | None = None, themes: Sequence[str] = ()) -> None:
        if within:
            page.wait_for_selector(within, state="attached")
        page.wait_for_function(ANSWERED)
        if not page.evaluate("() => Boolean(globalThis.axe)"):
            page.evaluate(axe_source)  # through the debugging protocol, which the page's CSP does not bind
        for number, theme in enumerate(themes or [None]):
            if theme:
                wear(page, theme)
            look(page, within, ["color-contrast"] if number else None)

    def look(page: Page, within: str | None, rules: list[str] | None) -> None:
        result = page.evaluate(
            """async ([within, rules]) => {
              const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
              return (await axe.run(within ?? document, options)).violations;
            }""",
            [within, rules],
        )
        lines = [
            f"{violation['id']}: {node['target']} {node['html'][:120]}\n    {node['failureSummary']}"
            for violation in result
            for node in violation["nodes"]
        ]
        assert not lines, "axe found:\n  " + "\n  ".join(lines)

    return check


#: No part of the page waits for the server, and what was pale until then has its colours again.
ANSWERED = """() => !document.querySelector("[aria-busy='true']")
  && !document.getAnimations().some((a) => a.transitionProperty === "opacity" && a.playState === "running")"""
#: A blinking caret never comes to rest.
AT_REST = """() => document.getAnimations()
  .every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity)"""


@pytest.fixture
def clean(axe: Callable[..., None]) -> Callable[[Page], None]:
    """`clean(page)` fails where the page is wider than a window, or with what axe-core finds in the widest one, in both
    themes, and in the narrowest.
    """

    def check(page: Page) -> None:
        widths: list[int] = []
        for size in SIZES.values():
            page.set_viewport_size(size)
            page.wait_for_function(AT_REST)
            if size is not SIZES["medium"]:
                axe(page, themes=() if widths else THEMES)
            widths.append(page.evaluate("() => document.documentElement.scrollWidth"))

        assert [size["width"] for size in SIZES.values()] == widths

    return check


#: The files by the processor time of their tests and of what they make browsers and servers do, most first; a
#: test_lesson.py is in two folders. What is not listed takes less than ten seconds.
LONGEST = (
    "test_lesson.py",
    "test_ways.py",
    "test_every_page.py",
    "test_sharing.py",
    "test_same_picture.py",
    "test_line.py",
    "test_engines.py",
    "test_partition.py",
    "test_task.py",
    "test_pictures.py",
    "test_change.py",
    "test_pressure.py",
    "test_gap_and_reservation.py",
    "test_safety_and_exit.py",
    "test_acting.py",
    "test_moving.py",
    "test_lanes.py",
    "test_import.py",
    "test_learn.py",
    "test_inspector.py",
    "test_spread_walk.py",
    "test_chrome.py",
    "test_javascript.py",
    "test_phone.py",
    "test_why.py",
    "test_try.py",
    "test_languages.py",
    "test_high_speed.py",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest come first, so that all test processes end together. Marks the tests that compare
    pictures, for `make baseline`.
    """
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    for item in items:
        if "picture" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.picture)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report: Any = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def keep_pictures(name: str, contexts: Contexts) -> None:
    """Keeps pictures of the pages of a failed test in e2e/failures/."""
    FAILURES.mkdir(exist_ok=True)
    safe = re.sub(r"[^\w.-]+", "-", name)
    pages = [page for context, _ in contexts.opened for page in context.pages]
    for number, page in enumerate(pages):
        page.screenshot(path=FAILURES / f"{safe}-{number}.png")
