"""Figures of the course: the first click after a link, an answer, and the proof of all lessons."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.harness.server import Server
from tools.bench.figures import say, spread

ROOT = Path(__file__).resolve().parent.parent.parent
COURSE = sorted((ROOT / "playground/lessons/course").glob("*.yaml"))
LINK = "/learn/basic-preemption/2"
LOADS, ANSWERS = 8, 100
SLOWER = 4
BYTES_PER_SECOND = 1_600_000 // 8
READY = "() => globalThis.podium?.player.state.model != null"


def measure(browser: Browser, server: Server) -> None:
    loads = list(_loads(browser, server))
    say(f"link → a choice taken, cpu {SLOWER} × slower, 1.6 Mbit/s", spread(loads), "≤ 3000 ms")
    say("answer to a prediction", spread(list(_answers(server))), "p95 ≤ 100 ms")
    started = time.monotonic()
    command = [sys.executable, "-m", "playground", "lesson", "check", *map(str, COURSE)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    say(f"podium lesson check, {len(COURSE)} lessons", f"{time.monotonic() - started:.1f} s", "≤ 20 s")


def _loads(browser: Browser, server: Server) -> Iterator[float]:
    """Milliseconds from the address to a choice that was taken by a click; nothing is in the cache."""
    for _ in range(LOADS):
        context = browser.new_context(
            viewport={"width": 1440, "height": 900}, base_url=server.url, locale="en-GB"
        )
        page = context.new_page()
        slow = context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        slow.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": 0,
                "downloadThroughput": BYTES_PER_SECOND,
                "uploadThroughput": BYTES_PER_SECOND,
            },
        )
        started = time.monotonic()
        page.goto(LINK, wait_until="commit")
        page.wait_for_function(READY)
        page.locator(".choice label").first.click()
        page.wait_for_function("() => document.querySelector('input[name=choice]').checked")
        yield (time.monotonic() - started) * 1000
        context.close()


def _answers(server: Server) -> Iterator[float]:
    """Milliseconds of the page that says whether an answer was right."""
    for place in range(ANSWERS):
        started = time.monotonic()
        with urllib.request.urlopen(f"{server.url}{LINK}?choice={place % 4}") as answer:
            answer.read()
        yield (time.monotonic() - started) * 1000
