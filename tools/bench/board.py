"""What a person in a browser waits for: a start, the first load, boards of many sizes, seeks."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.harness.server import Server
from tools.bench.figures import PATIENCE_MS, READY, import_cluster, say, spread
from tools.processes import below, megabytes

NODES, PODS, LONG_PODS = 30, 300, 500
LARGE_CLICKS, LARGE_SEEKS, LARGE_MOVES = 40, 20, 2
LOADS, CLICKS, DECISIONS, SEEKS, MOVES, FORKS, STEPS = 10, 120, 40, 150, 8, 4, 2000
SCENARIO = "/s/gap-and-reservation"

SCRIPT = Path(__file__).with_suffix(".js").read_text()


LANDSCAPE, USED_MS = 5000, 3000
#: Whether the squares of a landscape are drawn.
DRAWN = "() => (document.querySelector('.ls-canvas')?.height ?? 0) > 1 && podium.still"

#: Nodes of the larger boards, and the pods that already run on each of their nodes.
LARGE, RUNNING = (100, 1000), 10


def cluster(pods: int = PODS, nodes: int = NODES, running: int = 0) -> str:
    """A `v1/List` in JSON: nodes of 16 cpu in 3 zones, `running` pods of 500m on each, `pods` that wait."""
    items: list[dict[str, Any]] = [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": f"n{n:02}", "labels": {"topology.kubernetes.io/zone": f"z{n % 3}"}},
            "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "pods": "110"}},
        }
        for n in range(nodes)
    ]
    items += [pod(f"r{n:05}", nodeName=f"n{n % nodes:02}") for n in range(running * nodes)]
    items += [pod(f"p{n:03}") for n in range(pods)]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def pod(name: str, **spec: str) -> dict[str, Any]:
    containers = [{"name": "c", "image": "app", "resources": {"requests": {"cpu": "500m"}}}]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"containers": containers, **spec},
    }


def open_page(browser: Browser, server: Server) -> Page:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, base_url=server.url, locale="en-GB", timezone_id="UTC"
    )
    context.add_init_script(SCRIPT)
    return context.new_page()


def measure_start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        for which, aim in (("first", ""), ("second", "≤ 3 s")):
            start = time.monotonic()
            server.start()
            say(f"start until /readyz, {which}", f"{time.monotonic() - start:.2f} s", aim)
            if which == "second" and sys.platform == "linux":
                processes = [server.pid, *below(server.pid)]
                memory = f"{megabytes(processes):.0f} MB"
                say(f"idle server, {len(processes)} processes", memory, "≤ 150 MB")
            server.stop()


def measure_load(browser: Browser, server: Server) -> None:
    times, weights = [], []
    for _ in range(LOADS):
        page = open_page(browser, server)
        kinds: dict[str, str] = {}
        sizes: dict[str, float] = {}
        protocol = page.context.new_cdp_session(page)
        protocol.on(
            "Network.responseReceived", lambda e, kinds=kinds: kinds.update({e["requestId"]: e["type"]})
        )
        protocol.on(
            "Network.loadingFinished",
            lambda e, sizes=sizes: sizes.update({e["requestId"]: e["encodedDataLength"]}),
        )
        protocol.send("Network.enable")
        page.goto(SCENARIO)
        times.append(float(page.evaluate("() => bench.ready()")))
        page.wait_for_load_state("networkidle")
        weights.append(sum(size for key, size in sizes.items() if kinds.get(key) != "Font"))
        page.context.close()
    say(f"first load to a board that answers, {LOADS} times", spread(times), "≤ 800 ms")
    say("its weight without fonts", f"{max(weights) / 1000:.0f} kB", "≤ 200 kB")


def measure_board(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    import_cluster(page, cluster())
    gaps = page.evaluate("(repeats) => bench.move(60, repeats)", MOVES)
    say(f"60 pods moving, {NODES} nodes: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    again(page)
    times = page.evaluate("(count) => bench.click(count)", CLICKS)
    say(
        f"click → frame applied, {NODES} nodes, {PODS} pods, {len(times)} steps", spread(times), "p95 ≤ 50 ms"
    )
    again(page)
    times = page.evaluate("(count) => bench.why(count)", DECISIONS)
    say(f"click → Why shown, {len(times)} decisions", spread(times), "p95 ≤ 100 ms")
    times = page.evaluate("(count) => bench.fragment(count)", DECISIONS)
    say("its fragment from the server", spread(times), "p95 ≤ 50 ms")
    page.context.close()


def measure_seek(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    import_cluster(page, cluster(pods=LONG_PODS))
    head = int(page.evaluate("(least) => bench.playOut(least)", STEPS))
    again(page)
    chance = random.Random(1)
    targets = [chance.randrange(head) for _ in range(SEEKS)]
    times = page.evaluate("(targets) => bench.seek(targets)", targets)
    say(f"seek to any of {head} steps", spread(times), "p95 ≤ 100 ms")
    if sys.platform == "linux":
        before = megabytes([server.pid, *below(server.pid)])
        for _ in range(FORKS):
            page.evaluate("(at) => podium.player.seek(at)", head)
            page.wait_for_function("(at) => podium.player.state.model.seq === at", arg=head)
            with page.expect_navigation(wait_until="commit"):
                page.locator("#fork button").click()
            page.wait_for_function(READY, timeout=PATIENCE_MS)
        grown = (megabytes([server.pid, *below(server.pid)]) - before) / FORKS
        say(f"one more warm run of {head} steps", f"{grown:.1f} MB", "≤ 20 MB")
    page.context.close()


def measure_large(browser: Browser, server: Server, nodes: int) -> None:
    """Frames, clicks and seeks on a board of many nodes; what runs there already counts for the size only."""
    size = f"{nodes} nodes, {nodes * RUNNING + PODS} pods"
    page = open_page(browser, server)
    start = time.monotonic()
    try:
        import_cluster(page, cluster(nodes=nodes, running=RUNNING))
    except PlaywrightTimeout:
        say(f"import to a board that answers, {size}", f"not within {PATIENCE_MS // 1000} s", "≤ 5 s")
        page.context.close()
        return
    say(f"import to a board that answers, {size}", f"{time.monotonic() - start:.1f} s", "≤ 5 s")
    gaps = page.evaluate("(repeats) => bench.move(60, repeats)", LARGE_MOVES)
    say(f"60 pods moving, {nodes} nodes: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    gaps = page.evaluate("([size, repeats]) => bench.scroll(size, repeats)", ["racks", LARGE_MOVES])
    say(f"scrolling {nodes} nodes as racks: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    times = page.evaluate("(repeats) => bench.zoom(repeats)", LARGE_MOVES)
    say(f"zoom between racks and grid, {nodes} nodes", spread(times), "p95 ≤ 500 ms")
    again(page)
    times = page.evaluate("(count) => bench.click(count)", LARGE_CLICKS)
    say(f"click → frame applied, {size}", spread(times), "p95 ≤ 200 ms")
    head = int(page.evaluate("() => podium.player.state.head"))
    chance = random.Random(1)
    times = page.evaluate(
        "(targets) => bench.seek(targets)", [chance.randrange(head) for _ in range(LARGE_SEEKS)]
    )
    say(f"seek to any of {head} steps, {size}", spread(times), "p95 ≤ 500 ms")
    page.context.close()


def measure_landscape(browser: Browser, server: Server) -> None:
    """A landscape of many nodes: its first picture, pictures while it is used, the memory of its page."""
    page = open_page(browser, server)
    size = f"{LANDSCAPE} nodes, {LANDSCAPE * RUNNING + PODS} pods"
    page.goto("/import")
    page.locator("input[name=files]").set_input_files(
        {
            "name": "cluster.json",
            "mimeType": "application/json",
            "buffer": cluster(nodes=LANDSCAPE, running=RUNNING).encode(),
        }
    )
    start = time.monotonic()
    page.locator("button[value=draw]").click(timeout=PATIENCE_MS)
    page.wait_for_function(DRAWN, timeout=PATIENCE_MS)
    say(f"click to the first picture, {size}", f"{time.monotonic() - start:.1f} s", "≤ 8 s")
    page.reload()
    start = time.monotonic()
    page.wait_for_function(DRAWN, timeout=PATIENCE_MS)
    say("its page opened again", f"{time.monotonic() - start:.1f} s")
    box = page.locator(".ls-field").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for what in ("lens", "zoom", "pan"):
        page.mouse.move(*middle)
        if what == "pan":
            page.locator(".ls-mode").click()
            page.mouse.move(*middle)
            page.mouse.down()
        page.evaluate("(ms) => { bench.seen = bench.pictures(ms); }", USED_MS)
        end = time.monotonic() + USED_MS / 1000
        turn = 0
        while time.monotonic() < end:
            turn += 1
            if what == "zoom":
                page.mouse.wheel(0, -120 if turn // 12 % 2 == 0 else 120)
            else:
                page.mouse.move(middle[0] + turn * 7 % 300 - 150, middle[1] + turn * 5 % 200 - 100)
        gaps = page.evaluate("() => bench.seen")
        page.mouse.up()
        say(f"{what}, {LANDSCAPE} nodes: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    if sys.platform == "linux":
        running = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        pages = [megabytes([process["id"]]) for process in running if process["type"] == "renderer"]
        say("memory of its page", f"{max(pages):.0f} MB", "≤ 400 MB")
    page.context.close()


def again(page: Page) -> None:
    """The run once more, with an empty cache and without what was made up for it."""
    page.goto(page.url.partition("?")[0])
    page.wait_for_function(READY, timeout=PATIENCE_MS)


def measure(browser: Browser, server: Server) -> None:
    measure_load(browser, server)
    measure_board(browser, server)
    measure_seek(browser, server)


def measure_all_large(browser: Browser, server: Server) -> None:
    for nodes in LARGE:
        measure_large(browser, server, nodes)
