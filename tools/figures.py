"""What all benchmarks share: a server as in production, and a line for each figure."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from e2e.harness.server import Server


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
