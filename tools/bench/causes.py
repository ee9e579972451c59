"""What a person waits for who guesses, and who sees many nodes refuse at once; also on a slower processor."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page

from tests.harness.server import Server
from tools.bench.board import NODES, again, cluster, open_page, pod
from tools.bench.figures import READY, import_cluster, say, spread

QUESTION = "/learn/basic-preemption/2"
GUESSES, REPEATS, CLICKS = 8, 3, 30
SLOWER = 4


def refusing() -> str:
    """A pod that fits on none of the nodes, because half a cpu of each is taken."""
    items = json.loads(cluster(pods=0, running=1))["items"]
    large = pod("large")
    large["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "16"
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": [*items, large]})


def slow(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def guesses(browser: Browser, server: Server, rate: int) -> list[float]:
    times = []
    for _ in range(GUESSES):
        page = open_page(browser, server)
        slow(page, rate)
        page.goto(QUESTION)
        page.wait_for_function(READY)
        page.wait_for_function("() => podium.still && podium.player.state.line === 'open'")
        times.append(page.evaluate("() => bench.guess()"))
        page.context.close()
    return times


def measure(browser: Browser, server: Server) -> None:
    for rate in (1, SLOWER):
        where = "" if rate == 1 else f", cpu {rate} × slower"
        aims = (150, 20, 50) if rate == 1 else (450, 60, 150)
        times = guesses(browser, server, rate)
        say(f"guess → the board moves{where}", spread(times), f"p95 ≤ {aims[0]} ms")
        page = open_page(browser, server)
        import_cluster(page, refusing())
        page.wait_for_function("() => podium.still")
        page.evaluate("() => bench.playOut(1)")
        again(page)
        page.wait_for_function("() => podium.still")
        slow(page, rate)
        times = page.evaluate("([least, repeats]) => bench.refuse(least, repeats)", [NODES, REPEATS])
        say(
            f"{NODES} nodes refuse at once{where}: time between pictures",
            spread(times["gaps"]),
            f"p95 ≤ {aims[1]} ms",
        )
        say(f"click → stop of that decision{where}", spread(times["clicks"]), f"p95 ≤ {aims[2]} ms")
        page.context.close()
        page = open_page(browser, server)
        import_cluster(page, cluster())
        slow(page, rate)
        times = page.evaluate("(count) => bench.click(count)", CLICKS)
        say(f"click → frame applied, {NODES} nodes{where}", spread(times), f"p95 ≤ {aims[2]} ms")
        page.context.close()
