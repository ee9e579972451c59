"""Figures of what is taken away: a moment as SVG and PNG, a film of 30 steps, an account, the full link."""

from __future__ import annotations

import json
import re
import statistics
import time
from html import unescape
from urllib.request import urlopen

from tests.harness.server import Server
from tools.bench.figures import say

SCENARIO, TIMES = "gap-and-reservation", 9
FILM_STEPS = 30


def measure(server: Server) -> None:
    scenario = json.loads(_read(server, f"/api/v1/scenarios/{SCENARIO}"))
    run = scenario["run"]
    head = int(json.loads(_read(server, f"/api/v1/runs/{run}"))["head"])
    start = max(0, head - FILM_STEPS)
    for name, path, aim in (
        ("a moment as SVG", "picture.svg?at={at}", "≤ 1 s"),
        ("a moment as PNG", "picture.png?at={at}", "≤ 1 s"),
        ("an account in Markdown", "account.md?at={at}&from=0", "≤ 1 s"),
        (f"a film of {head - start} steps as SVG", "film.svg?at={at}&from=" + str(start), "≤ 10 s"),
        (f"a film of {head - start} steps as GIF", "film.gif?at={at}&from=" + str(start), "≤ 10 s"),
    ):
        times = []
        for n in range(TIMES if "film" not in path else 3):
            address = f"/r/{run}/{path}".replace("{at}", str(head - n % 3))
            began = time.perf_counter()
            size = len(_read(server, address))
            times.append(time.perf_counter() - began)
        p50, most = statistics.median(times), max(times)
        say(f"{name}, {size / 1000:.0f} kB", f"p50 {p50:.2f} s, longest {most:.2f} s", aim)
    taken = _read(server, f"/r/{run}/take?at={head}").decode()
    link = re.search(r'id="full-link">([^<]+)<', taken)
    say("the full link of A12", f"{len(unescape(link[1])) if link else 0} characters", "≤ 2 000")


def _read(server: Server, path: str) -> bytes:
    with urlopen(server.url + path, timeout=120) as answer:
        content: bytes = answer.read()
        return content
