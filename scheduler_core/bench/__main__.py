"""`python -m scheduler_core.bench [--kinds abcd] [--nodes 10,100,1000,5000] [--runs 3] [--release 1.36]
[--cells-only]` or `python -m scheduler_core.bench --storm` or `--gangs`.

Prints pods/s, p50 and p99 for every cell (of the run with the median pods/s) and each manner: pods of the
same shape, as in the published workloads; each pod with a shape of its own; the same shape with the trace and
what the board paints of each decision (its outline). The ratio is to the published medians, which are of pods
of one shape without a trace, scaled by the speed of this machine: ratio = ours / (theirs * 0.62 / c), where c
is the mean of the calibration before and after the cells. All of these are by CPU time. Then it prints the
growth from 1 000 to 20 000 nodes, the memory of a cluster, the time to build one, and the speed of whole
clusters. `--storm` prints other figures of whole clusters instead: a storm without and with a follower, many
seeds, and a long run. `--gangs` prints those of pods that are scheduled together.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from time import perf_counter

from scheduler_core.bench.busy import NODES, PODS, SPEED, busy, collect_seldom, idle_hour, settled
from scheduler_core.bench.calibration import REFERENCE_SECONDS, calibrate
from scheduler_core.bench.gangs import print_gangs
from scheduler_core.bench.published import MEDIAN_PODS_PER_SECOND
from scheduler_core.bench.storm import print_long, print_many, print_storm
from scheduler_core.bench.workloads import PODS_PER_NODE, Manner, Result, build_cluster, default_pods, run
from scheduler_core.objects.releases.releases import BASELINE, Release, release
from scheduler_core.objects.releases.version import is_version
from scheduler_core.scheduler.cluster.snapshot import Snapshot

DRIFT = 0.15
GROWTH_NODES = (1000, 20_000)
GROWTH_PODS = 200
WEIGHED_NODES = 1000
BUILT_NODES = 5000


class Clusters:
    """Clusters that are built once; only the last one stays in memory."""

    def __init__(self) -> None:
        self.build_seconds: dict[tuple[bool, int], float] = {}
        self._key: tuple[bool, int] | None = None
        self._cluster: Snapshot | None = None

    def of(self, kind: str, nodes: int) -> Snapshot:
        """Workloads a, b and c start from the same cluster, d from a full one."""
        key = (kind == "d", nodes)
        if self._cluster is None or key != self._key:
            self._cluster = None
            gc.collect()
            started = perf_counter()
            self._cluster = build_cluster(kind, nodes)
            self._key = key
            self.build_seconds[key] = perf_counter() - started
        return self._cluster


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    if options.storm:
        collect_seldom()
        print_storm()
        print_many()
        print_long()
        return 0
    if options.gangs:
        collect_seldom()
        print_gangs()
        return 0
    sizes = [int(text) for text in options.nodes.split(",")]
    clusters = Clusters()
    before = calibrate()
    print(f"calibration {before:.3f} s (published machine: {REFERENCE_SECONDS} s)", flush=True)
    results: dict[tuple[str, int, Manner], Result] = {}
    for kind, nodes in in_order(options.kinds, sizes):
        pods = options.pods or default_pods(kind, nodes)
        for manner in Manner:
            result = median_run(kind, nodes, pods, options.runs, clusters, manner, release(options.release))
            results[kind, nodes, manner] = result
            _progress(result, manner)
    after = calibrate()
    mean = (before + after) / 2
    print(f"calibration {after:.3f} s afterwards, mean {mean:.3f} s")
    if abs(after - before) / min(before, after) > DRIFT:
        print("the two differ by more than 15 %: this run does not count")
    for manner in Manner:
        print(f"pods: {manner.value}")
        print("kind  nodes   pods   pods/s   p50 µs   p99 µs  published   scaled   ratio")
        for kind in options.kinds:
            for nodes in sizes:
                print(row(results[kind, nodes, manner], mean))
    if not options.cells_only:
        print_growth(clusters, options.kinds)
        print_weight(clusters)
        print_living()
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core.bench", description=__doc__)
    parser.add_argument("--kinds", default="abcd", help="workloads, default abcd")
    parser.add_argument("--nodes", default="10,100,1000,5000", help="cluster sizes")
    parser.add_argument("--pods", type=int, default=0, help="pods a cell (default: as published)")
    parser.add_argument("--runs", type=int, default=3, help="runs a cell, of which the median counts")
    parser.add_argument("--release", default="1.34", metavar="V", help="who decides, default 1.34")
    parser.add_argument("--cells-only", action="store_true", help="no growth, weight and building")
    parser.add_argument("--storm", action="store_true", help="only the storm, many seeds and a long run")
    parser.add_argument("--gangs", action="store_true", help="only pods that are scheduled together")
    options = parser.parse_args(arguments)
    if not is_version(options.release):
        parser.error(f"--release: {options.release!r} is no release that podium knows")
    return options


def in_order(kinds: str, sizes: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The cells, with those that share a cluster next to each other."""
    for nodes in sizes:
        yield from ((kind, nodes) for kind in sorted(kinds))


def median_run(
    kind: str,
    nodes: int,
    pods: int,
    runs: int,
    clusters: Clusters,
    manner: Manner = Manner.SAME,
    decides: Release = BASELINE,
) -> Result:
    cluster = clusters.of(kind, nodes)
    results = [run(kind, nodes, pods, seed, cluster, manner, decides) for seed in range(1, runs + 1)]
    return sorted(results, key=lambda result: result.pods_per_second)[(runs - 1) // 2]


def _progress(result: Result, manner: Manner) -> None:
    speed = f"{result.pods_per_second:.0f} pods/s"
    print(f"… {result.kind} {result.nodes} {manner.value}: {speed}", file=sys.stderr, flush=True)


def row(result: Result, calibration: float) -> str:
    theirs = MEDIAN_PODS_PER_SECOND.get((result.kind, result.nodes))
    text = (
        f"{result.kind:4}  {result.nodes:5}  {len(result.cycles):5}  {result.pods_per_second:7.0f}  "
        f"{result.percentile(0.5):7.0f}  {result.percentile(0.99):7.0f}"
    )
    if theirs is None:
        return text
    scaled = theirs * REFERENCE_SECONDS / calibration
    return f"{text}  {theirs:9}  {scaled:7.0f}  {result.pods_per_second / scaled:6.2f}"


def print_growth(clusters: Clusters, kinds: str) -> None:
    """Prints how p50 grows with the nodes. Each node has ten pods that do not matter."""
    few, many = GROWTH_NODES
    p50: dict[tuple[str, int], float] = {}
    for kind, nodes in in_order(kinds, GROWTH_NODES):
        p50[kind, nodes] = run(kind, nodes, GROWTH_PODS, 1, clusters.of(kind, nodes)).percentile(0.5)
    print(
        f"growth from {few} to {many} nodes: p50 µs, and its growth ({many // few} times the nodes and pods)"
    )
    for kind in kinds:
        small, large = p50[kind, few], p50[kind, many]
        print(f"{kind:4}  {small:7.0f}  {large:7.0f}  x {large / small:.1f}")


def print_weight(clusters: Clusters) -> None:
    tracemalloc.start()
    cluster = build_cluster("a", WEIGHED_NODES)
    cluster.index.prepare(cluster.nodes)
    megabytes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    print(
        f"memory of {WEIGHED_NODES} nodes with {PODS_PER_NODE} pods each: {megabytes:.0f} MB, with manifests"
    )
    del cluster
    clusters.of("a", BUILT_NODES)
    seconds = clusters.build_seconds[False, BUILT_NODES]
    pods = BUILT_NODES * PODS_PER_NODE
    print(f"building a cluster of {BUILT_NODES} nodes and {pods} pods from manifests: {seconds:.1f} s")


def print_living() -> None:
    """Prints figures of whole clusters: acts per second, the cost of an hour, and the data sent to
    a board.
    """
    collect_seldom()
    start = settled()
    figures = busy(start)
    rate = figures.acts / figures.seconds
    print(
        f"busy: {NODES} nodes, {PODS} pods, rolling update under memory pressure: {rate:.0f} acts/s, aim 5000"
    )
    # When more happens than can be played at that speed, the board's clock falls behind.
    needed = figures.acts * SPEED * 1000 / figures.played_ms
    sent = min(needed, rate)
    size, deflated = figures.sent / figures.acts, figures.deflated / figures.acts
    print(
        f"sent at {SPEED}x: {sent:.0f} of {needed:.0f} frames/s, {sent * size / 1000:.0f} kB/s, deflated "
        f"{sent * deflated / 1000:.0f} kB/s; a frame has {size:.0f} bytes, deflated {deflated:.0f}"
    )
    for what, cut in (("idle", False), ("one node cut off", True)):
        acts, seconds = idle_hour(start, cut=cut)
        print(f"an hour of virtual time, {what}: {seconds:.2f} s, {acts} acts, aim 1 s")


if __name__ == "__main__":
    sys.exit(main())
