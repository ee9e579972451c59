"""The harness itself: what has to fail a test does."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page

from e2e.conftest import ContextPool, Contexts
from tests.harness import pictures
from tests.harness.board import empty_page
from tests.harness.server import Server
from tests.harness.watch import Watch

ORIGIN = "http://podium.test"
PAGE = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>page</title>'


@pytest.fixture
def watched(browser: Browser) -> Iterator[tuple[Page, Watch]]:
    """A page on a made-up origin that serves `PAGE` at /, and 404 elsewhere."""
    context = browser.new_context()
    watch = Watch(context, ORIGIN)
    page = context.new_page()
    policy = {"Content-Security-Policy": "style-src 'none'"}
    page.route("**/*", lambda route: route.fulfill(status=404, body="no"))
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(body=PAGE, content_type="text/html", headers=policy))
    page.goto(f"{ORIGIN}/")
    yield page, watch
    context.close()


def test_a_quiet_page_passes(watched: tuple[Page, Watch]) -> None:
    _, watch = watched

    watch.check()


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('broken')", "console error: broken"),
        ("console.warn('odd')", "console warning: odd"),
        ("setTimeout(() => { throw new Error('thrown') })", "uncaught: .*thrown"),
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("fetch('/nothing').then(() => {})", "status 404"),
        ("fetch('http://elsewhere.test/').catch(() => {})", "request to another origin"),
        ("new WebSocket('ws://elsewhere.test/ws')", "request to another origin"),
    ],
)
def test_what_is_not_clean_fails_the_test(watched: tuple[Page, Watch], script: str, complaint: str) -> None:
    page, watch = watched

    page.evaluate(f"() => {{ {script}; }}")
    for _ in range(200):
        if watch.problems:
            break
        page.wait_for_timeout(50)

    with pytest.raises(AssertionError, match=complaint):
        watch.check()


def test_a_status_that_was_announced_passes(watched: tuple[Page, Watch]) -> None:
    page, watch = watched
    watch.expect_status(404, "/nothing$")

    page.evaluate("() => fetch('/nothing').then(() => {})")
    page.wait_for_timeout(100)

    watch.check()


def png(*extra_pixels: tuple[int, int, int]) -> bytes:
    """A small picture, with as many rows of ten pixels changed as colours are given."""
    image = Image.new("RGB", (20, 20), (100, 100, 100))
    for row, colour in enumerate(extra_pixels):
        ImageDraw.Draw(image).line([(0, row), (9, row)], fill=colour)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("shot", "same"),
    [
        (png(), True),
        (png(*[(116, 100, 100)] * 8), True),
        (png(*[(117, 100, 100)] * 5), True),
        (png(*[(100, 100, 83)] * 6), False),
    ],
    ids=["equal", "within the delta", "within the budget", "beyond the budget"],
)
def test_pictures_differ_when_more_than_the_budget_does(tmp_path: Path, shot: bytes, same: bool) -> None:
    baseline = tmp_path / "one.png"
    baseline.write_bytes(png())

    problem, _ = pictures.verdict(shot, baseline)

    assert same == (problem is None)


def test_a_missing_baseline_is_a_difference(tmp_path: Path) -> None:
    problem, _ = pictures.verdict(png(), tmp_path / "none.png")

    assert "there is no baseline" == problem


def test_a_frozen_page_gives_the_same_picture_again_and_again(watched: tuple[Page, Watch]) -> None:
    page, _ = watched
    page.evaluate(
        """() => {
          const box = document.createElement("div");
          box.textContent = "in flight";
          document.body.append(box);
          const to = { transform: "translateX(300px)" };
          box.animate([{ transform: "none" }, to], { duration: 640, easing: "ease-out" });
        }"""
    )

    shots = []
    for _ in range(8):
        pictures.freeze(page)
        shots.append(pictures.shoot(page))

    assert 1 == len(set(shots))


LEFT = """async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return {
    stored: localStorage.length + sessionStorage.length, cookies: document.cookie.replace(/=[^;]*/g, ''), history: history.length,
    size: [innerWidth, innerHeight], printing: matchMedia("print").matches,
    hovered: document.querySelectorAll("p:hover").length, title: document.title,
  };
}"""
LARGE = (
    '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>p</title><p style="height: 100vh">p'
)


def test_a_page_that_rested_cannot_be_told_from_a_new_one(context_pool: ContextPool, server: Server) -> None:
    first = Contexts(context_pool, server.url)
    page = empty_page(first.open())
    page.goto("/exact")
    new = page.evaluate(LEFT)
    page.goto("/import")
    page.evaluate("() => { localStorage.a = 1; sessionStorage.b = 2; document.cookie = 'c=3'; }")
    page.set_viewport_size({"width": 400, "height": 300})
    page.route("**/exact", lambda route: route.fulfill(body=LARGE, content_type="text/html"))
    page.goto("/exact")
    page.emulate_media(media="print")
    page.mouse.move(100, 100)
    page.wait_for_function("matchMedia('print').matches")
    used = page.evaluate(LEFT)
    first.leave()
    second = Contexts(context_pool, server.url)

    again = empty_page(second.open())
    again.goto("/exact")
    rested = again.evaluate(LEFT)
    again.set_content(LARGE)
    hovered = again.evaluate(LEFT)["hovered"]
    second.leave()

    assert [] == [name for name in new if new[name] == used[name]]
    assert (page, new, 0) == (again, rested, hovered)


@pytest.mark.parametrize("family", ["serif", "monospace", "system-ui", "Arial", "Noto Sans", "DejaVu Sans"])
def test_the_browser_sees_no_font_but_those_that_podium_carries(browser: Browser, family: str) -> None:
    page = browser.new_page()
    page.set_content(f"<p style='font-family: {family}'>podium → 简 ✎</p><select><option>node</select>")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    families = set()
    for selector in ("p", "select"):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            families.add(font["familyName"])
    page.close()

    assert families
    assert families <= {"Inter", "JetBrains Mono"}
