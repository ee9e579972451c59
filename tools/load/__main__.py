"""Load with real sockets on servers, workers, PostgreSQL and Redis on this machine, faster and faster.

python -m tools.load                                     2 000 sockets, 500 own runs, 30 rooms of 20
python -m tools.load --scale 0.1 --servers 1 --workers 1
python -m tools.load --scale 0.08 --pauses 0.5 --share 0.15     each server and worker has 0.15 of a core

Each part has another pause between steps. Told are p50 and p99 by kind, the CPU time of each process of the
installation, and the knee: the highest rate of steps of which 99 % are answered within 0.25 s. The crowd runs
on the same machine, and its own CPU time is told, too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from contextlib import ExitStack

from tools.attack.report import Report, share
from tools.chaos.installation import Installation, installation
from tools.load.crowd import Crowd, Waits
from tools.load.quota import NoQuotaError, limited
from tools.processes import below, cpu_seconds

SOCKETS, RUNS, ROOMS, SEATS = 2_000, 500, 30, 20
PAUSES = (20.0, 10.0, 5.0, 2.5, 1.25, 0.6)
AIM = {
    "step": 0.25,
    "input": 0.25,
    "page": 0.5,
    "open a board": 0.5,
    "click to each follower": 0.1,
    "ping": 0.1,
}
KEEPS_UP = 0.85
"""The part of the steps that were meant that has to be made, so that a rate counts as reached."""


def spent(of: Installation) -> dict[str, float]:
    """CPU seconds so far, by part of the installation."""
    figures = {"crowd": time.process_time()}
    for number, server in enumerate(of.servers):
        inner = below(server.pid)
        figures[f"server {number + 1}"] = cpu_seconds([server.pid])
        figures[f"its own workers {number + 1}"] = cpu_seconds(inner)
    for number, worker in enumerate(of.steppers):
        figures[f"worker {number + 1}"] = cpu_seconds([worker.pid, *below(worker.pid)])
    postgres = of.postgres.program.pid
    figures["PostgreSQL"] = cpu_seconds([postgres, *below(postgres)])
    figures["Redis"] = cpu_seconds([of.redis.program.pid])
    return figures


def tell(report: Report, waits: Waits) -> None:
    for kind, times in sorted(waits.times.items()):
        figure = f"p50 {share(times, 0.5) * 1000:.0f} p99 {share(times, 0.99) * 1000:.0f} ms, {len(times)}"
        aim = AIM[kind]
        report.say(f"  {kind}", figure, f"p99 ≤ {aim * 1000:.0f} ms", share(times, 0.99) <= aim)
    for wrong, count in sorted(waits.wrong.items()):
        report.say(f"  WRONG {wrong}", f"{count} ×")


async def loaded(of: Installation, report: Report, args: argparse.Namespace, quotas: ExitStack) -> None:
    runs, rooms = (max(1, round(number * args.scale)) for number in (RUNS, ROOMS))
    watchers = max(0, round(SOCKETS * args.scale) - runs - rooms * (SEATS + 1))
    crowd = Crowd([server.url for server in of.servers], of.targets[0].address, args.seed)
    pauses = (args.pauses or PAUSES)[: args.parts]
    crowd.pause = pauses[0]
    began = time.monotonic()
    try:
        await asyncio.wait_for(crowd.come(runs, watchers, rooms, SEATS), args.minutes * 60)
    except TimeoutError:
        report.fault(f"only {crowd.here} sockets came within {time.monotonic() - began:.0f} s")
        tell(report, crowd.waits)
        await crowd.leave()
        return
    before = spent(of)
    report.say(f"{crowd.here} sockets came", f"{time.monotonic() - began:.0f} s")
    for name, seconds in before.items():
        report.say(f"  CPU of {name}, so far", f"{seconds:.1f} s")
    tell(report, crowd.waits)
    if args.share:
        processes = [process.pid for process in of.servers] + [process.pid for process in of.steppers]
        quotas.enter_context(limited(processes, args.share))
    knee = 0.0
    for pause in pauses:
        crowd.pause = pause
        await asyncio.sleep(min(3.0, args.seconds / 3))
        before = spent(of)
        waits = await crowd.part(args.seconds)
        after = spent(of)
        made = len(waits.times["step"]) + len(waits.times["input"])
        rate, meant = made / args.seconds, runs / pause
        what = f"{runs} runs, a step every {pause:g} s: {meant:.0f} steps/s meant"
        report.say(what, f"{rate:.1f} steps/s made")
        tell(report, waits)
        for name, seconds in after.items():
            used = seconds - before.get(name, 0.0)
            report.say(
                f"  CPU of {name}",
                f"{used / args.seconds:.2f} cores, {used / max(1, made) * 1000:.1f} ms/step",
            )
        if share(waits.times["step"], 0.99) <= AIM["step"] and rate >= KEEPS_UP * meant:
            knee = max(knee, rate)
    report.say("the knee: steps/s of which 99 % take at most 0.25 s", f"{knee:.0f}")
    await crowd.leave()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument(
        "--workers", type=int, default=2, help="`podium worker` processes; 0: those of the servers"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="all numbers of visitors times this")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each part")
    parser.add_argument("--pauses", type=float, nargs="+", help="seconds between two steps of a run")
    parser.add_argument("--share", type=float, help="the part of a core that each server and worker has")
    parser.add_argument("--parts", type=int, default=len(PAUSES))
    parser.add_argument("--minutes", type=float, default=15.0, help="for all to come")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    report = Report()
    try:
        with ExitStack() as quotas, installation(args.servers, workers=args.workers) as of:
            of.start()
            asyncio.run(loaded(of, report, args, quotas))
    except NoQuotaError as error:
        print(f"--share needs control groups that may be made: {error}", file=sys.stderr)
        return 1
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
