"""What another visitor waits for while one visitor does the worst: steps of a run, and pages."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.attack import clusters
from tools.attack.loads import LOADS
from tools.attack.report import Report, share
from tools.attack.target import Target
from tools.attack.visitor import SLUG, SilentError, Talk, Visitor

STEP_AIM, PAGE_AIM = 0.250, 0.500
"""Seconds that 99 of 100 steps and pages take at most."""
BUSY_MACHINE_AIM = 2.0
"""The same on a machine whose cores are busy with something else."""
PAUSE = 0.1
HUNG = 10.0
"""Seconds after which a visitor is said to wait in vain."""
SECONDS = {"import-large": 3.0, "import-many": 2.0, "deep-forks": 1.5}
"""Loads that need longer than others to show, as multiples."""


@dataclass
class Waits:
    """Seconds that steps and pages took, and what went wrong."""

    steps: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def first_run(visitor: Visitor, waits: Waits) -> str:
    """A run to look at; making it counts as a page. "" where none is made in time."""
    begin = time.monotonic()
    try:
        async with asyncio.timeout(HUNG):
            await visitor.arrive()
            run = await visitor.fork()
    except (SilentError, TimeoutError) as error:
        waits.pages.append(HUNG)
        waits.wrong.append(f"no run of one's own: {str(error)[:100]}")
        return ""
    waits.pages.append((time.monotonic() - begin) / 3)  # three requests
    return run


async def steps(visitor: Visitor, until: float, waits: Waits) -> None:
    """Steps of a run of one's own; at its end something happens to the cluster, and it goes on."""
    run = await first_run(visitor, waits)
    number = 0
    while run and time.monotonic() < until:
        try:
            async with visitor.socket(run) as socket:
                talk = Talk(socket, patience=HUNG)
                await talk.hello()
                while time.monotonic() < until:
                    begin = time.monotonic()
                    reply = await talk.step()
                    if reply.get("quiet"):
                        number += 1
                        labels = {"turn": str(number)}
                        value = {"kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": labels}
                        reply = await talk.give(value)
                    waits.steps.append(time.monotonic() - begin)
                    if reply["type"] == "error":
                        waits.wrong.append(f"a step was answered {reply['code']}")
                    await asyncio.sleep(PAUSE)
        except (SilentError, ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
            waits.steps.append(HUNG)
            waits.wrong.append(f"steps: {type(error).__name__} {str(error)[:100]}")
            await asyncio.sleep(0.5)


async def pages(visitor: Visitor, until: float, waits: Waits) -> None:
    """The first page, a board, and why a pod is where it is."""
    board = f"/s/{SLUG}"
    run = await first_run(visitor, waits)
    for number in range(10**9):
        if time.monotonic() >= until:
            return
        path = ("/", board, f"/r/{run}", f"/r/{run}/nodes", "/import", "/learn")[number % 6]
        try:
            answer = await visitor.get(path, patience=HUNG)
            waits.pages.append(answer.seconds)
            if answer.status != 200:
                waits.wrong.append(f"{path.split('/')[1]} was answered {answer.status}")
        except SilentError as error:
            waits.pages.append(HUNG)
            waits.wrong.append(f"pages: {error}")
        await asyncio.sleep(PAUSE)


async def wait_beside(target: Target, seconds: float) -> Waits:
    """What a visitor with an address of its own waits for in so many seconds."""
    waits, until = Waits(), time.monotonic() + seconds
    first, second = [Visitor(target.url, target.address(number)) for number in (2, 3)]
    await asyncio.gather(steps(first, until, waits), pages(second, until, waits))
    return waits


def under(target: Target, name: str, seconds: float, seed: int, folder: Path) -> tuple[Waits, dict[str, int]]:
    """The waits of another visitor under one load, and what the load heard."""
    command = [sys.executable, "-m", "tools.attack.loads", name, "--url", target.url]
    command += ["--seconds", str(seconds), "--seed", str(seed), "--folder", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()  # it is prepared, or has ended
        waits = asyncio.run(wait_beside(target, seconds))
        output, _ = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        output = ""
    finally:
        process.kill()
        process.wait()
    return waits, json.loads(output or "{}")


def measure(
    target: Target, report: Report, names: Sequence[str], seconds: float, seed: int, folder: Path
) -> None:
    if "import-large" in names:
        clusters.large(folder)
    asyncio.run(wait_beside(target, min(3.0, seconds)))  # what is made at the first visit is made
    for name in names or LOADS:
        longer = seconds * SECONDS.get(name, 1.0)
        before = target.busy_seconds()
        waits, counts = under(target, name, longer, seed, folder)
        aims = (BUSY_MACHINE_AIM,) * 2 if name == "busy-machine" else (STEP_AIM, PAGE_AIM)
        for what, times, aim in zip(("step", "page"), (waits.steps, waits.pages), aims, strict=True):
            figure = (
                f"p50 {share(times, 0.5) * 1000:.0f} p99 {share(times, 0.99) * 1000:.0f} ms, {len(times)}"
            )
            reached = share(times, 0.99) <= aim
            report.did(len(times), times)
            report.say(
                f"{what} of another visitor under {name}", figure, f"p99 ≤ {aim * 1000:.0f} ms", reached
            )
        for wrong in waits.wrong:
            report.fault(f"another visitor under {name}: {wrong}")
        for status, count in counts.items():
            if " 5" in status and " 503" not in status:
                report.fault(f"{name}: {status} ({count} ×)")
        for line in target.wrong():
            report.fault(f"log under {name}: {line}")
        if before:
            figure = f"{(target.busy_seconds() - before) / longer:.2f} s"
            report.say("  CPU time of the server's own process, each second", figure)
        report.say(f"  {name} counts", ", ".join(f"{key} {count}" for key, count in counts.items())[:200])
