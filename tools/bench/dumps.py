"""Figures of large dumps: the CPU time from the text to a run that is open and to the card that answers why a
pod is pending (`/why`), and the memory it takes. That of an import is
without the helper that reads half of a long text beside it.

All of `DUMPS` are measured, each in a process of its own, without a server and a browser. CPU time is also
given in turns of the calibration, so that figures of two machines, or of a busy and a quiet one, can be
compared.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from playground.imports.worker import imported_from
from playground.server.reference_cycles import collect_cycles_seldom
from playground.workers.answers import Ok, Recipe
from playground.workers.engine import Engine
from playground.workers.halves import read_in_halves
from scheduler_core.bench import calibration
from tools import dump
from tools.bench.figures import say

ROOT = Path(__file__).resolve().parent.parent.parent
DUMPS = ((60, 500, False), (1_000, 10_000, False), (1_000, 10_000, True), (5_000, 50_000, False))
"""(nodes, pods, with all that the API server adds) of each dump."""
STUCK = 3
"""Pods of each dump that fit on no node."""
TURNS = 3

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of CPU time, and what `work` gives."""
    began = time.process_time()
    made = work()
    return time.process_time() - began, made


def calibrated() -> float:
    """Seconds of CPU time that one turn of the calibration takes just now."""
    return min(timed(calibration.work)[0] for _ in range(TURNS))


def opened(recipe: Recipe) -> None:
    """A run is opened, and its first state is made as text."""
    Engine(1, 1.0).call("run", 0, recipe, "snapshot", {"seq": 0})


def answered(recipe: Recipe) -> tuple[float, float]:
    """The run of a dump is opened and played to the decisions about its pods. CPU seconds to the answers of
    the card, and on to the changes that were tried."""

    def ask(name: str, seq: int, **args: str) -> Any:
        answer = engine.call("run", 0, recipe, name, {"seq": seq, **args})
        assert isinstance(answer, Ok), answer
        return answer

    def card() -> tuple[int, str]:
        seq, done = 0, False
        while not done:
            part = ask("first_decisions", seq)
            seq, done = part.seq, part.done
        pod = json.loads(ask("waiting", seq).text)["pods"][0]["key"]
        for name in ("why", "nearest"):
            ask(name, seq, pod=pod)
        return seq, pod

    engine = Engine(1, 1.0)
    to_card, (seq, pod) = timed(card)
    return to_card, timed(lambda: ask("advice", seq, pod=pod))[0]


def measured(nodes: int, pods: int, *, whole: bool) -> str:
    """One dump in this process: the median of `TURNS` imports and openings."""
    collect_cycles_seldom()
    text = dump.text_of(dump.dump(nodes, pods, whole=whole, stuck=STUCK)).encode()
    imports, openings, turns, answers = [], [], [calibrated()], []
    for _ in range(TURNS):
        seconds, imported = timed(lambda: imported_from(text, True, True, list_reader=read_in_halves))
        imports.append(seconds)
        recipe = Recipe(imported.canonical or "", imported.seed)
        openings.append(timed(partial(opened, recipe))[0])
        answers.append(answered(recipe))
        turns.append(calibrated())
        gc.collect()
    turn, import_, opening = median(turns), median(imports), median(openings)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds_, turns_ = (f"{import_ / cores:.1f} + {opening / cores:.1f}" for cores in (1, turn))
    card, changes = (median(column) for column in zip(*answers, strict=True))
    of_card = (
        f"card {import_ + card:.1f} s = {(import_ + card) / turn:.1f} turns, changes {changes:.1f} s more"
    )
    return (
        f"{len(text) / 1e6:.1f} MB: {seconds_} s = {turns_} turns of {turn:.2f} s, {peak:.0f} MB; {of_card}"
    )


def measure() -> None:
    for nodes, pods, whole in DUMPS:
        command = [sys.executable, "-m", __spec__.name, str(nodes), str(pods), "whole" if whole else "plain"]
        version = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        added = ", whole" if whole else ""
        say(f"dump of {nodes} nodes, {pods} pods{added}: import + opening", version)


if __name__ == "__main__":
    nodes, pods, kind = sys.argv[1:]
    print(measured(int(nodes), int(pods), whole=kind == "whole"))
