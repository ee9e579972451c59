"""Runs static/js/**/*.test.js in Chromium: one document a file, one subtest a `test(…)` of harness.js. All documents
share one page, whose process and cache of scripts are then warm; a file leaves nothing behind but what this clears.
"""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.harness.watch import Watch

STATIC = Path(__file__).resolve().parents[1] / "static"
FILES = sorted(STATIC.glob("js/**/*.test.js"))
PAGE = "/blank.html"
RUN = """async (file) => {
  localStorage.clear();
  sessionStorage.clear();
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error(`${file} did not end`)), 60_000));
  await Promise.race([import(file).then(() => globalThis.__done), late]);
  return globalThis.__results ?? [];
}"""


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def do_GET(self) -> None:
        if self.path != PAGE:
            return super().do_GET()
        body = b'<!doctype html><link rel="icon" href="data:,"><title>tests</title>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600, immutable")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def files_url() -> Iterator[str]:
    """A server of static/, mounted where the real one has it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(STATIC)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def warm(browser: Browser, files_url: str) -> Iterator[tuple[Page, Watch]]:
    context = browser.new_context(locale="en-GB", timezone_id="UTC", base_url=files_url)
    watch = Watch(context, files_url)
    yield context.new_page(), watch
    context.close()


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.relative_to(STATIC / "js").as_posix())
def test_script(file: Path, warm: tuple[Page, Watch], subtests: pytest.Subtests) -> None:
    page, watch = warm
    watch.problems.clear()
    page.goto(PAGE)

    results = page.evaluate(RUN, "/" + file.relative_to(STATIC).as_posix())

    assert results, f"{file.name} has no test"
    for result in results:
        with subtests.test(result["name"]):
            assert result["ok"], result.get("error")
    watch.check()
