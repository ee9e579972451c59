"""A rolling update from another version of the code to this one, while visitors act and a room is open.

git worktree add --detach /tmp/before COMMIT      the version that runs before, as a folder
python -m tools.chaos.rolling /tmp/before

Two servers and a worker of the version before run first. Then this version's `prepare` brings the database
up to date, and a server and a worker of this version come; one after the other the servers of the version
before end. It is judged as after faults: each acknowledged input is there, each hash that was told is that of
a replay by this version, and the inputs of each run have one order. A room has followers at both versions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.harness.server import ROOT, Server
from tools.attack.ledger import Ledger
from tools.attack.report import Report
from tools.bench.rooms import fill, opened, run_of
from tools.chaos.__main__ import BACK_SECONDS, VISITORS, back, judge
from tools.chaos.installation import Installation
from tools.chaos.visitors import Witness

SEATS = 4


class Rolling(Installation):
    """Servers 0 and 1 and worker 0 are of the version `before`; servers 2 and 3 and worker 1 of this one."""

    def __init__(self, folder: Path, before: Path, stack: ExitStack) -> None:
        self.before = before
        super().__init__(folder, 4, 2, stack)
        first, two, *_ = self.servers
        first.cwd = two.cwd = self.steppers[0].cwd = before
        for environment in (first.environment, two.environment, self.steppers[0].environment):
            environment["PYTHONPATH"] = str(before)

    def prepare(self, code: Path | None = None) -> None:
        where = code or self.before
        environment = os.environ | self.settings() | {"PODIUM_DATA": str(self.data), "PYTHONPATH": str(where)}
        command = [sys.executable, "manage.py", "prepare"]
        subprocess.run(command, cwd=where, env=environment, check=True)


async def updated(of: Rolling, witnesses: list[Witness], report: Report, seconds: float) -> None:
    def go_to(*servers: Server) -> None:
        for witness in witnesses:
            witness.urls = [server.url for server in servers]

    async def say(what: str) -> None:
        took = await back(witnesses, report, what)
        report.say(f"{what}: all served again", f"{took:.2f} s", "≤ 5 s", took <= BACK_SECONDS)

    first, two, three, four = of.servers
    acting = [asyncio.create_task(witness.act()) for witness in witnesses]
    room = await opened(first.url, await run_of(first.url))
    await fill(two.url, room, SEATS)
    await room.clicks(3)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(of.prepare, ROOT)
    await say("the database is brought up to date")
    await asyncio.to_thread(of.steppers[1].start)
    await asyncio.to_thread(three.start)
    go_to(first, two, three)
    await fill(three.url, room, SEATS)
    await room.clicks(5)
    report.say("followers of one room at both versions", f"{len(room.followers)} have each click's state")
    await asyncio.sleep(seconds)
    await asyncio.to_thread(four.start)
    for gone, left in ((first, (two, three, four)), (two, (three, four))):
        go_to(*left)
        code = await asyncio.to_thread(gone.stop)
        await say(f"a server of the version before ended with code {code}")
        await asyncio.sleep(seconds)
    for witness in witnesses:
        witness.stops = True
    await asyncio.wait_for(asyncio.gather(*acting), 120)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("before", type=Path, help="a folder with the version before")
    parser.add_argument("--seconds", type=float, default=10.0, help="between two stages")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    report, ledger = Report(), Ledger()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="podium-rolling-")))
        of = Rolling(folder, args.before.resolve(), stack)
        of.steppers[0].start()
        for server in of.servers[:2]:
            server.start()
        urls = [server.url for server in of.servers[:2]]
        made = [
            Witness(urls, of.targets[0].address(n), ledger, report, args.seed * 100 + n, f"w{n}")
            for n in range(VISITORS - 1)
        ]
        seed = args.seed * 100 + 99
        made.append(Witness(urls, of.targets[0].address(0), ledger, report, seed, "tab", made[0]))
        asyncio.run(updated(of, made, report, args.seconds))
        judge(of, made, ledger, report)
        for target in of.targets:
            for wrong in target.wrong():
                report.fault(f"a server logged: {wrong}")
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
