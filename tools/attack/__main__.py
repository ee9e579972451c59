"""Attacks a podium server of one's own, and says what was found.

python -m tools.attack                          all parts, in full, on a server of its own
python -m tools.attack --scale 0.02             a fiftieth of it
python -m tools.attack loads --loads pages,questions --seconds 10
python -m tools.attack messages --messages 5000 --seed 7
python -m tools.attack http texts --url http://127.0.0.1:8000
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.harness.server import ROOT
from tools.attack import (
    corpus,
    doors,
    durability,
    fuzz_http,
    fuzz_room,
    fuzz_socket,
    fuzz_text,
    kills,
    latency,
    markers,
    reopened,
    resumes,
    sizes,
    waits,
)
from tools.attack.ledger import Ledger
from tools.attack.loads import LOADS
from tools.attack.oracle import Oracle
from tools.attack.report import Report
from tools.attack.target import Target, is_loopback, own_server

GROWTH_MB = 64.0
"""What server and workers may hold more after all messages than after a quarter of them."""
QUARTERS = 4


class Attack:
    def __init__(self, target: Target, report: Report, args: argparse.Namespace) -> None:
        self.target, self.report, self.args = target, report, args
        self.folder = args.found

    def times(self, count: int) -> int:
        return max(1, round(count * self.args.scale))

    @property
    def until(self) -> float:
        return time.monotonic() + self.args.minutes * 60

    # --- parts ------------------------------------------------------------------------------------

    def corpus(self) -> None:
        oracle = Oracle(self.report, self.folder)
        asyncio.run(corpus.again(self.target, oracle))
        self.log("what was found before")
        oracle.say("what was found before, sent again")

    def loads(self) -> None:
        names = [name for name in self.args.loads.split(",") if name] or list(LOADS)
        seconds = self.args.seconds * min(1.0, max(0.2, self.args.scale))
        latency.measure(self.target, self.report, names, seconds, self.args.seed, self.args.folder)

    def messages(self) -> None:
        ledger, oracle = Ledger(), Oracle(self.report, self.folder)
        self.in_quarters(
            "messages",
            self.times(self.args.messages),
            lambda count, seed, until: fuzz_socket.fuzz(self.target, oracle, count, seed, until, ledger),
        )
        if self.target.data is not None:
            for wrong in ledger.judge(self.target.data):
                self.report.fault(wrong)
        oracle.say("messages on sockets")

    def rooms(self) -> None:
        oracle = Oracle(self.report, self.folder)
        self.in_quarters(
            "messages in rooms",
            self.times(self.args.messages // 10),
            lambda count, seed, until: fuzz_room.fuzz(self.target, oracle, count, seed, until),
        )
        oracle.say("messages in rooms")

    def http(self) -> None:
        oracle = Oracle(self.report, self.folder)
        self.in_quarters(
            "requests",
            self.times(self.args.requests),
            lambda count, seed, until: fuzz_http.fuzz(self.target, oracle, count, seed, until),
        )
        oracle.say("requests to every address")

    def texts(self) -> None:
        oracle = Oracle(self.report, self.folder)
        asyncio.run(sizes.bring_all(self.target, oracle, self.until))
        self.log("texts that stand for much")
        self.in_quarters(
            "texts",
            self.times(self.args.bodies),
            lambda count, seed, until: fuzz_text.fuzz(self.target, oracle, count, seed, until),
        )
        oracle.say("texts of YAML and JSON")

    def doors(self) -> None:
        oracle = Oracle(self.report, self.folder)
        asyncio.run(doors.at_all(self.target, oracle, self.args.seed, self.args.scale, self.until))
        self.log("odd values at every door")
        oracle.say("odd values at every door")

    def markers(self) -> None:
        markers.search(self.target, self.report)

    def waits(self) -> None:
        count = self.times(self.args.waits)
        asyncio.run(waits.wait_all(self.target, self.report, count, waits.AT_ONCE, self.until))
        self.log("commands that wait")

    def resumes(self) -> None:
        resumes.resume_all(self.target, self.report, self.times(self.args.resumes), self.args.seed)

    def reopened(self) -> None:
        oracle = Oracle(self.report, self.folder)
        reopened.reopen_all(self.target, oracle, self.args.seed, self.args.scale, self.until)
        self.log("runs opened again")
        oracle.say("runs with odd values, opened after a restart")

    def kills(self) -> None:
        seconds = self.args.minutes * 60
        kills.kill_all(self.target, self.report, self.times(self.args.kills), self.args.seed, seconds=seconds)

    def durability(self) -> None:
        seconds = self.args.minutes * 60
        durability.explore(self.report, self.times(self.args.examples), self.args.seed, seconds)

    # --- what they share --------------------------------------------------------------------------

    def in_quarters(self, what: str, count: int, fuzz: Callable[..., object]) -> None:
        """Four parts, each with a seed of its own, and what the server weighs after each."""
        until, weights = self.until, []
        for quarter in range(QUARTERS):
            asyncio.run(fuzz(-(-count // QUARTERS), self.args.seed * QUARTERS + quarter, until))  # type: ignore[arg-type]
            weights.append(self.target.megabytes())
        self.log(what)
        if weights[0]:
            grown = weights[-1] - weights[0]
            figure = f"{' → '.join(f'{weight:.0f}' for weight in weights)} MB"
            self.report.say(
                f"memory after each quarter of the {what}",
                figure,
                f"≤ {GROWTH_MB:.0f} MB more",
                grown <= GROWTH_MB,
            )

    def log(self, what: str) -> None:
        for line in self.target.wrong():
            self.report.fault(f"log ({what}): {line}")


PARTS = (
    "corpus",
    "doors",
    "messages",
    "rooms",
    "http",
    "texts",
    "markers",
    "waits",
    "resumes",
    "loads",
    "reopened",
    "kills",
    "durability",
)


def commit_here() -> str:
    """The commit of the code that is attacked, with + where files have changed since; "" without Git."""
    try:
        command = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="all numbers times this")
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--resumes", type=int, default=500)
    parser.add_argument("--waits", type=int, default=1_000)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--bodies", type=int, default=20_000)
    parser.add_argument("--examples", type=int, default=2_000, help="of the model of durability")
    parser.add_argument("--loads", default="", help=f"of {', '.join(LOADS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=20, help="of each load")
    parser.add_argument("--minutes", type=float, default=30, help="that a part may take at most")
    parser.add_argument("--url", default="", help="a server that runs already (default: one of its own)")
    parser.add_argument(
        "--i-operate-this-server", action="store_true", help="needed for a server that is not on this machine"
    )
    parser.add_argument("--found", type=Path, default=ROOT / "var/attack/found")
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("TMPDIR", "/tmp")))
    args = parser.parse_args(arguments)
    wrong = [part for part in args.parts if part not in PARTS]
    if wrong:
        parser.error(f"unknown part {wrong[0]!r}: there are {', '.join(PARTS)}")
    if args.url and not is_loopback(args.url) and not args.i_operate_this_server:
        parser.error(
            f"{args.url} is not on this machine. These attacks slow a server down and fill its database. "
            "If it is yours and nobody else uses it now, say so with --i-operate-this-server."
        )
    args.url = args.url.rstrip("/")
    return args


@contextmanager
def target_of(args: argparse.Namespace) -> Iterator[Target]:
    if args.url:
        yield Target(args.url)
        return
    with own_server() as target:
        yield target


def main(arguments: list[str]) -> int:
    args = parsed(arguments)
    parts = [part for part in PARTS if not args.parts or part in args.parts]
    where = args.url or "a server of its own on this machine, with an empty database"
    print(f"Attacks {where}: {', '.join(parts)}; seed {args.seed}, at most {args.minutes:g} minutes a part.")
    if args.url:
        print("It makes many runs there, slows it down, and kills nothing. Ctrl-C ends it.")
    report, commit = Report(), commit_here()
    with target_of(args) as target:
        attack = Attack(target, report, args)
        for part in parts:
            begin = time.monotonic()
            with report.part(part, args.seed, commit):
                getattr(attack, part)()
            print(f"{part}: {time.monotonic() - begin:.0f} s", flush=True)
        if report.faults and target.server is not None:
            args.found.mkdir(parents=True, exist_ok=True)
            shutil.copy(target.server.log, args.found / "server.log")
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
