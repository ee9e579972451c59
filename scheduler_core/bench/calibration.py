"""A fixed pure-Python workload: its time stands for the machine's speed."""

from __future__ import annotations

from statistics import median
from time import perf_counter

REFERENCE_SECONDS = 0.62
"""What it took on the machine, and in the hour, of the published figures."""

ROUNDS = 2_000_000


def work() -> int:
    """Two million turns of integer arithmetic and a dict of 4 096 entries."""
    sums: dict[int, int] = {}
    total = 0
    for turn in range(ROUNDS):
        slot = (turn * 7919) & 4095
        sums[slot] = sums.get(slot, 0) + turn
        if sums[slot] & 1:
            total += slot
    return total


def calibrate(runs: int = 5) -> float:
    """Seconds, median of `runs`."""
    times: list[float] = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)
