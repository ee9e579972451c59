"""Fixtures of the browser tests: one server a session, one clean and watched browser context a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from e2e import browser as finder
from e2e import pictures
from e2e.server import Server
from e2e.watch import Watch

HERE = Path(__file__).resolve().parent
FAILURES = HERE / "failures"
PATIENCE_MS = 10_000
#: Between two attempts at a picture.
SETTLE_MS = 300
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
def browser() -> Iterator[Browser]:
    path, _ = finder.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=finder.arguments())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests. A test that stops or kills a server makes its own."""
    server = Server(tmp_path_factory.mktemp("podium"))
    server.start()
    yield server
    assert server.stop() == 0, f"the server did not end well:\n{server.output()}"
    assert "Traceback" not in server.output(), server.output()


class Contexts:
    """`open(**options)` gives a new watched browser context on the server; all are checked after the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self.opened: list[tuple[BrowserContext, Watch]] = []

    def open(self, **options: Any) -> BrowserContext:
        context = self._browser.new_context(**(CONTEXT | {"base_url": self._url} | options))
        context.set_default_timeout(PATIENCE_MS)
        self.opened.append((context, Watch(context, self._url)))
        return context

    def watch(self, context: BrowserContext) -> Watch:
        return next(watch for opened, watch in self.opened if opened is context)


@pytest.fixture
def contexts(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Contexts]:
    contexts = Contexts(browser, server.url)
    yield contexts
    try:
        if request.node.stash.get(FAILED, False):
            keep_pictures(request.node.name, contexts)
        else:
            for _, watch in contexts.opened:
                watch.check()
    finally:
        for context, _ in contexts.opened:
            context.close()


@pytest.fixture
def context(contexts: Contexts) -> BrowserContext:
    return contexts.open()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


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
def freeze() -> Callable[..., None]:
    """`freeze(page, clock_ms)`: see e2e/pictures.py."""
    return pictures.freeze


@pytest.fixture(scope="session")
def axe_source() -> str:
    return (HERE / "vendor/axe.min.js").read_text()


@pytest.fixture
def axe(axe_source: str) -> Callable[..., None]:
    """`axe(page)` fails with what axe-core found in the page as it stands: rule, element, what to do."""

    def check(page: Page, *, within: str | None = None, without: tuple[str, ...] = ()) -> None:
        page.evaluate(axe_source)  # through the debugging protocol, which the page's CSP does not bind
        found = page.evaluate(
            "async ([within, without]) => (await axe.run(within ?? document, "
            "{ rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])) })).violations",
            [within, list(without)],
        )
        lines = [
            f"{violation['id']}: {node['target']} {node['html'][:120]}\n    {node['failureSummary']}"
            for violation in found
            for node in violation["nodes"]
        ]
        assert not lines, "axe found:\n  " + "\n  ".join(lines)

    return check


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that compare pictures, for `make baseline`."""
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
