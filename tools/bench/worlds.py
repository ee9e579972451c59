"""Figures of many worlds: a hundred seeds, and three runs side by side on one clock."""

from __future__ import annotations

import re
import time
from urllib.request import urlopen

from playwright.sync_api import Browser

from tests.harness.server import Server
from tools.bench.changes import NODES, cluster
from tools.bench.figures import import_cluster, say, spread

SEEDS = 100
PATIENCE_MS = 120_000
READY = "() => document.getElementById('beside')?.dataset.ready !== undefined"
#: Plays both boards on and answers the milliseconds between two pictures while acts move pods.
PLAY = """async (times) => {
  const gaps = [];
  const { playing, state } = podium.view;
  playing.seek(0);
  let before = performance.now();
  for (let i = 0; i < times; i += 1) {
    if (playing.k >= state.moments.length - 1) playing.seek(0);
    playing.step(1);
    for (let frame = 0; frame < 6; frame += 1) {
      const now = await new Promise((done) => requestAnimationFrame(done));
      if (frame) gaps.push(now - before);
      before = now;
    }
  }
  return gaps;
}"""
STEPS = 60


def measure(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=server.url)
    page = context.new_page()
    import_cluster(page, cluster())
    run = page.evaluate("() => document.getElementById('board').dataset.run")
    began = time.perf_counter()
    address, visits = f"/r/{run}/seeds?n={SEEDS}", 0
    while address:
        with urlopen(server.url + address, timeout=120) as answer:
            answer.read()
            address = str(answer.headers.get("Refresh") or "").partition("url=")[2]
        visits += 1
    took = time.perf_counter() - began
    say(f"{SEEDS} seeds, {NODES} nodes and 65 acts, in {visits} visits", f"{took:.1f} s", "≤ 3 s")
    page.goto(f"/r/{run}/beside?with=seed:2&with=maxSkew:2")
    page.wait_for_function(READY, timeout=PATIENCE_MS)
    gaps = page.evaluate(PLAY, STEPS)
    say(f"three runs of {NODES} nodes side by side: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    page.goto("/s/gap-and-reservation")
    small = re.search(r'data-run="(\w+)"', page.content())
    assert small is not None
    page.goto(f"/r/{small[1]}/beside?with=grace:5&with=version:1.23")
    page.wait_for_function(READY, timeout=PATIENCE_MS)
    gaps = page.evaluate(PLAY, STEPS)
    say("three runs of A12 side by side: time between pictures", spread(gaps), "p95 ≤ 20 ms")
    context.close()
