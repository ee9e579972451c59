"""Random faults in servers, workers, PostgreSQL and Redis while visitors act; then all is judged.

python -m tools.chaos                       1 000 faults
python -m tools.chaos --events 50 --seed 7

After each fault every visitor has to be served again within 5 s. In the end each acknowledged input has to be
there, each state that was told has to be that of a replay, and one order of the inputs of each run has to
explain all answers (`history.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict

from tests.harness.server import ROOT
from tools.attack.ledger import Ledger
from tools.attack.report import Report, share
from tools.chaos.faults import strike
from tools.chaos.history import Operation, Stored, violations
from tools.chaos.installation import Installation, installation
from tools.chaos.visitors import Witness

VISITORS = 4
BACK_SECONDS = 5.0
STUCK_SECONDS = 45.0
INPUTS = """
import django, json, sys
django.setup()
from playground.runs import services
found = {}
for run in json.load(sys.stdin):
    known = services.standing(run)
    found[run] = [[seq, text] for seq, text in services.recipe(known).inputs] if known else None
json.dump(found, sys.stdout)
"""


async def back(witnesses: list[Witness], report: Report, fault: str) -> float:
    """Seconds until each visitor has been answered something that it asked after now."""
    now = time.monotonic()
    while any(witness.answered < now for witness in witnesses):
        if time.monotonic() - now > STUCK_SECONDS:
            stuck = [f"{witness.name} ({witness.unhappy})" for witness in witnesses if witness.answered < now]
            report.fault(f"after {fault!r} a visitor was not served for {STUCK_SECONDS:.0f} s: {stuck}")
            break
        await asyncio.sleep(0.02)
    return time.monotonic() - now


async def struck(
    of: Installation, witnesses: list[Witness], report: Report, args: argparse.Namespace
) -> dict[str, list[float]]:
    """Name of each fault → seconds until everybody was served again, each time."""
    chance, times = random.Random(args.seed), defaultdict[str, list[float]](list)
    acting = [asyncio.create_task(witness.act()) for witness in witnesses]
    await back(witnesses, report, "the start")
    until = time.monotonic() + args.minutes * 60
    for number in range(args.events):
        if time.monotonic() > until:
            break
        for task in acting:
            if task.done():
                task.result()
        name = await strike(of, chance)
        times[name].append(await back(witnesses, report, name))
        if args.verbose:
            print(f"{number + 1:>5} {name:<28} back in {times[name][-1]:.2f} s", flush=True)
    for witness in witnesses:
        witness.stops = True
    await asyncio.wait_for(asyncio.gather(*acting), 120)
    return times


def inputs_of(of: Installation, runs: list[str]) -> dict[str, list[tuple[int, str]] | None]:
    environment = os.environ | of.settings() | {"DJANGO_SETTINGS_MODULE": "playground.settings"}
    environment |= {"PODIUM_DATA": str(of.data), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", INPUTS],
        env=environment,
        cwd=ROOT,
        input=json.dumps(runs),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def judge(of: Installation, witnesses: list[Witness], ledger: Ledger, report: Report) -> None:
    for wrong in ledger.judge(of.data, **of.settings()):
        report.fault(wrong)
    runs: dict[str, list[Operation]] = defaultdict(list)
    for witness in witnesses:
        for operation in witness.operations:
            runs[operation.run].append(operation)
    stored = inputs_of(of, list(runs))
    for run, operations in runs.items():
        inputs = stored[run]
        if inputs is None:
            report.fault(f"run {run} is gone")
            continue
        marks = {operation.mark for operation in operations if operation.mark}
        rows = [Stored(_mark(text, marks), seq) for seq, text in inputs]
        for wrong in violations(operations, rows):
            report.fault(f"run {run}: {wrong}")
    outcomes = Counter(operation.outcome for some in runs.values() for operation in some if operation.mark)
    for outcome in ("acknowledged", "refused", "unknown"):
        report.say(f"inputs {outcome}", str(outcomes[outcome]))
    hashes = sum(map(len, ledger.hashes.values()))
    report.say(
        "states that were told and played again", f"{hashes} in {len(ledger.hashes)} runs", "all equal"
    )


def _mark(text: str, marks: set[str]) -> str:
    return next((mark for mark in marks if f'"{mark}"' in text or f'"p-{mark}"' in text), text)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2, help="`podium worker` processes; 0: none")
    parser.add_argument("--inputs", type=int, default=Witness.inputs_of_a_run, help="of a run at most")
    parser.add_argument("--minutes", type=float, default=120, help="after which no fault begins")
    parser.add_argument("--verbose", action="store_true", help="a line for each fault")
    args = parser.parse_args(arguments)
    report, ledger = Report(), Ledger()
    Witness.inputs_of_a_run = args.inputs
    with installation(args.servers, args.workers) as of:
        of.start()
        urls = [server.url for server in of.servers]
        made = [
            Witness(urls, of.targets[0].address(n), ledger, report, args.seed * 100 + n, f"w{n}")
            for n in range(VISITORS - 1)
        ]
        made.append(
            Witness(urls, of.targets[0].address(0), ledger, report, args.seed * 100 + 99, "tab", made[0])
        )
        times = asyncio.run(struck(of, made, report, args))
        judge(of, made, ledger, report)
    every = [seconds for some in times.values() for seconds in some]
    for name in sorted(times):
        figure = f"p50 {share(times[name], 0.5):.2f} at most {max(times[name]):.2f} s"
        reached = max(times[name]) <= BACK_SECONDS
        report.say(f"{name} ({len(times[name])} ×): all served again", figure, "≤ 5 s", reached)
    figure = f"p50 {share(every, 0.5):.2f} p99 {share(every, 0.99):.2f} s"
    report.say(f"{len(every)} faults, seed {args.seed}: all served again", figure, "p99 ≤ 5 s")
    report.say("faults", str(len(every)), f"{args.events}", len(every) >= args.events)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
