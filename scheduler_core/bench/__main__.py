"""`python -m scheduler_core.bench [--kinds abcd] [--nodes 10,100,1000,5000] [--pods N]`.

Prints pods/s, p50 and p99 for every cell, and the ratio to the published medians, scaled by the speed of this
machine: ratio = ours / (theirs * 0.62 / c), c the mean of the calibration before and after the cells.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from scheduler_core.bench.calibration import REFERENCE_SECONDS, calibrate
from scheduler_core.bench.published import MEDIAN_PODS_PER_SECOND
from scheduler_core.bench.workloads import Result, default_pods, run

DRIFT = 0.15


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core.bench", description=__doc__)
    parser.add_argument("--kinds", default="abcd", help="workloads, default abcd")
    parser.add_argument("--nodes", default="10,100,1000,5000", help="cluster sizes")
    parser.add_argument("--pods", type=int, default=0, help="pods a cell (default: as published)")
    options = parser.parse_args(arguments)
    before = calibrate()
    print(f"calibration {before:.3f} s (published machine: {REFERENCE_SECONDS} s)")
    results: list[Result] = []
    for kind in options.kinds:
        for nodes in (int(text) for text in options.nodes.split(",")):
            result = run(kind, nodes, options.pods or default_pods(kind, nodes))
            results.append(result)
            print(f"… {kind} {nodes}: {result.pods_per_second:.0f} pods/s", file=sys.stderr)
    after = calibrate()
    mean = (before + after) / 2
    print(f"calibration {after:.3f} s afterwards, mean {mean:.3f} s")
    if abs(after - before) / min(before, after) > DRIFT:
        print("the two differ by more than 15 %: this run does not count")
    print("kind  nodes   pods   pods/s   p50 µs   p99 µs  published   scaled   ratio")
    for result in results:
        theirs = MEDIAN_PODS_PER_SECOND.get((result.kind, result.nodes))
        scaled = None if theirs is None else theirs * REFERENCE_SECONDS / mean
        row = (
            f"{result.kind:4}  {result.nodes:5}  {len(result.cycles):5}  {result.pods_per_second:7.0f}  "
            f"{result.percentile(0.5):7.0f}  {result.percentile(0.99):7.0f}"
        )
        if theirs is not None and scaled is not None:
            row += f"  {theirs:9}  {scaled:7.0f}  {result.pods_per_second / scaled:6.2f}"
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
