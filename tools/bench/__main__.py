"""Figures, not tests: `make bench` measures them, `python -m tools.bench CASE …` some of them.

Each line: what, value, what to aim at.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Mapping

from playwright.sync_api import Browser, sync_playwright

from scheduler_core.bench import storm
from tests.harness import browser as finder
from tests.harness.server import ROOT, Server
from tools.bench import (
    board,
    causes,
    changes,
    dumps,
    kube,
    lessons,
    maintenance,
    rooms,
    scalpel,
    start,
    takeaway,
    workers,
    worlds,
)
from tools.bench.figures import running


def core() -> None:
    subprocess.run([sys.executable, "-m", "scheduler_core.bench"], cwd=ROOT, check=True)
    storm.print_many()


def begin() -> None:
    board.measure_start()
    if sys.platform == "linux":
        start.measure()


ALONE: Mapping[str, Callable[[], None]] = {
    "core": core,
    "dumps": dumps.measure,
    "scalpel": scalpel.measure,
    "start": begin,
}
SERVED: Mapping[str, Callable[[Server], None]] = {
    "rooms": rooms.measure,
    "kube": kube.measure,
    "takeaway": takeaway.measure,
}
"""What clients of a server wait for. Playwright's loop leaves none for those of rooms, so they come first."""
IN_BROWSER: Mapping[str, Callable[[Browser, Server], None]] = {
    "lessons": lessons.measure,
    "board": board.measure,
    "causes": causes.measure,
    "changes": changes.measure,
    "worlds": worlds.measure,
    "large": board.measure_all_large,
    "landscape": board.measure_landscape,
}
NAMED: Mapping[str, Callable[[], None]] = {
    "workers": workers.measure,
    "imports": start.imports,
    "maintenance": maintenance.measure,
}
"""What is measured only where it is named."""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "cases", nargs="*", choices=[[], *ALONE, *SERVED, *IN_BROWSER, *NAMED], metavar="CASE"
    )
    chosen = parser.parse_args(arguments).cases or [*ALONE, *SERVED, *IN_BROWSER]
    for name, alone in {**ALONE, **NAMED}.items():
        if name in chosen:
            alone()
    if served := [measure for name, measure in SERVED.items() if name in chosen]:
        with running() as server:
            for clients in served:
                clients(server)
    if measures := [measure for name, measure in IN_BROWSER.items() if name in chosen]:
        path, _ = finder.find()
        with sync_playwright() as playwright, running() as server:
            browser = playwright.chromium.launch(executable_path=path, args=finder.arguments())
            for page in measures:
                page(browser, server)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
