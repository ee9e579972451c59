"""What all benchmarks share: a server as in production, how a cluster comes in, a line for each figure."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.harness.server import Server

#: A board of a thousand nodes takes its time to come in.
PATIENCE_MS = 180_000
#: Whether the board of a page answers.
READY = "() => globalThis.podium?.player.state.model != null"


def say(what: str, value: str, aim: str = "") -> None:
    """Prints one figure: what was measured, the value with its unit, and what to aim at."""
    print(f"{what:<66} {value:>24}  {f'aim {aim}' if aim else ''}".rstrip(), flush=True)


def spread(milliseconds: list[float]) -> str:
    """The median and the 95th percentile, in milliseconds."""
    ordered = sorted(milliseconds)
    if not ordered:
        return "nothing measured"
    p50, p95 = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95))
    return f"p50 {p50:.1f}  p95 {p95:.1f} ms"


@contextmanager
def running() -> Iterator[Server]:
    """A server as it runs in production, with hashed and compressed files."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PODIUM_HASHED_STATIC="1")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def import_cluster(page: Page, text: str) -> None:
    """Imports a cluster from a file, as a person does, up to its board."""
    page.goto("/import")
    page.locator("input[name=files]").set_input_files(
        {"name": "cluster.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    page.locator("button[value=draw]").click(timeout=PATIENCE_MS)
    page.wait_for_url(re.compile("/r/"), timeout=PATIENCE_MS, wait_until="commit")
    page.wait_for_function(READY, timeout=PATIENCE_MS)
