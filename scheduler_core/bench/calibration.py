"""A fixed pure-Python workload: its time measures the machine's speed."""

from __future__ import annotations

from statistics import median
from time import process_time

REFERENCE_SECONDS = 0.62
"""The seconds it took on the machine of the published figures."""

ROUNDS = 2_000_000


def work() -> int:
    """Two million loops of integer arithmetic and a dict of 4 096 entries."""
    sums: dict[int, int] = {}
    total = 0
    for turn in range(ROUNDS):
        slot = (turn * 7919) & 4095
        sums[slot] = sums.get(slot, 0) + turn
        if sums[slot] & 1:
            total += slot
    return total


def calibrate(runs: int = 5) -> float:
    """The median of the CPU seconds of `runs` runs."""
    times: list[float] = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)
