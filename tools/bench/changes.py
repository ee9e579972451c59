"""Figures of the live manifest: an edit → both runs side by side, of 30 nodes and some 60 acts."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Page

from tests.harness.server import Server
from tools.bench.figures import import_cluster, say, spread
from tools.bench.what_if_questions import QUESTIONS

NODES, REPLICAS, EDITS = 30, 12, 40
ZONE = "topology.kubernetes.io/zone"
READY = "() => document.getElementById('whatif').dataset.ready !== undefined"
#: Changes the request of the Deployment's pods and waits until the page has drawn what becomes of it.
EDIT = """async ([from, to]) => {
  const app = document.getElementById("whatif");
  const played = app.dataset.played;
  const { state } = podium.editor;
  const at = state.doc.toString().indexOf(from);
  const began = performance.now();
  podium.editor.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
  while (app.dataset.played === played) await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - began;
}"""


def cluster() -> str:
    """Nodes of 4 cpu in 3 zones, and a Deployment whose pods spread over them; JSON."""
    nodes: list[dict[str, Any]] = [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": f"n{n:02}", "labels": {ZONE: f"z{n % 3}"}},
            "status": {"capacity": {"cpu": "4", "memory": "8Gi", "pods": "110"}},
        }
        for n in range(NODES)
    ]
    labels = {"app": "web"}
    spread = {"maxSkew": 1, "topologyKey": ZONE, "whenUnsatisfiable": "DoNotSchedule"}
    spread["labelSelector"] = {"matchLabels": labels}
    containers = [{"name": "app", "image": "example/app:1", "resources": {"requests": {"cpu": "500m"}}}]
    template = {
        "metadata": {"labels": labels},
        "spec": {"topologySpreadConstraints": [spread], "containers": containers},
    }
    spec = {"replicas": REPLICAS, "selector": {"matchLabels": labels}, "template": template}
    web = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec}
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": [*nodes, web]})


def measure(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=server.url)
    page = context.new_page()
    import_cluster(page, cluster())
    run = page.evaluate("() => document.getElementById('board').dataset.run")
    page.goto(f"/r/{run}/change")
    page.wait_for_function(READY)
    values = ["cpu: 500m", *(f"cpu: {500 + 7 * n}m" for n in range(1, EDITS + 1))]
    times = [page.evaluate(EDIT, list(pair)) for pair in pairwise(values)]
    say(f"edit → then and now, {NODES} nodes, {len(times)} edits", spread(times), "p95 ≤ 300 ms")
    _questions(page)
    context.close()


def _questions(page: Page) -> None:
    """The twelve questions, each on its own page: from the edit to the sentence."""
    times = []
    for slug, (old, new), expected in QUESTIONS.values():
        page.goto(f"/s/{slug}")
        run = page.locator("#board").get_attribute("data-run")
        page.goto(f"/r/{run}/change")
        page.wait_for_function(READY)
        page.wait_for_function("() => document.getElementById('whatif').dataset.played !== undefined")
        text = page.evaluate("() => podium.editor.state.doc.toString()")
        times.append(page.evaluate(EDIT, [old, new] if old else [text, text + new]))
        assert expected == page.locator("#headline").inner_text()
    say("twelve what-if questions, edit → sentence, the slowest", f"{max(times):.0f} ms", "10 s, 3 actions")
