"""Texts of a few lines that stand for much: the largest numbers of every field, and expressions that grow.
None may take the server long or much memory, at any door and while its run is played.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import yaml

from playground import limits
from tests.bounds.documents import HOSTILE, node
from tools.attack import fuzz_text
from tools.attack.fuzz_text import PATIENCE
from tools.attack.oracle import Oracle
from tools.attack.target import Target
from tools.attack.visitor import Answer, SilentError, Talk, Visitor, made
from tools.processes import below

MEGABYTES = 256.0
"""What any process of the server may hold more, at its highest, because of one text."""
SECONDS = 5.0
"""The longest time from a text to its answer, or from a step to its frames."""
OF_A_VISITOR = 20
"""So many lessons may one open at once."""
NODES = 3
STEPS = 100


def text_of(name: str) -> bytes:
    machines = [node(f"n{number}", cpu="4") for number in range(NODES)]
    return yaml.safe_dump_all([*HOSTILE[name], *machines]).encode()


class Peaks:
    """The memory of the server's processes from now on, at its highest."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.before = {pid: _kilobytes(pid, "VmRSS") for pid in self._processes()}
        for pid in self.before:
            with suppress(OSError):  # 5 sets the highest value back to what it is now
                Path(f"/proc/{pid}/clear_refs").write_text("5")

    def megabytes(self) -> float:
        """The most that a process grew by. One that was started meanwhile counts as what it has more than the
        largest one had.
        """
        usual = max(self.before.values(), default=0)
        grown = [_kilobytes(pid, "VmHWM") - self.before.get(pid, usual) for pid in self._processes()]
        return max(grown, default=0) / 1024

    def _processes(self) -> Sequence[int]:
        server = self.target.server
        return [server.pid, *below(server.pid)] if server is not None and server.running else []


def _kilobytes(pid: int, name: str) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    return 0


async def bring_all(
    target: Target, oracle: Oracle, until: float, names: Sequence[str] = (), *, seconds: float = SECONDS
) -> int:
    """Brings each of these texts (all, where none is named) to the doors and plays its run. Returns how many
    there was time for.
    """
    count = 0
    for name in names or HOSTILE:
        if time.monotonic() > until:
            break
        if count % OF_A_VISITOR == 0:
            visitor = await Visitor(target.url, target.address(count)).arrive()
        peaks = Peaks(target)
        try:
            await step(visitor, oracle, name, seconds)
        except SilentError as error:
            oracle.fault(f"a text that stands for much: {error}", name)
        if (grown := peaks.megabytes()) > MEGABYTES:
            oracle.fault(
                f"a text that stands for much took more than {MEGABYTES:.0f} MB", f"{name}: {grown:.0f} MB"
            )
        count += 1
    return count


async def step(visitor: Visitor, oracle: Oracle, name: str, seconds: float) -> None:
    text = text_of(name)
    for door in ("lint", "check", "lesson"):
        _judged(oracle, await fuzz_text.bring(visitor, door, text), f"a text ({door})", name, seconds)
    began = time.monotonic()
    answer = await visitor.to_the_end(await visitor.upload("/import", text, patience=PATIENCE), PATIENCE)
    _judged(oracle, answer, "a text (import)", name, seconds)
    _took(oracle, time.monotonic() - began, "an import", name, 2 * seconds)
    if answer.status == 303:
        await play(visitor, oracle, made(answer), name, seconds)


async def play(visitor: Visitor, oracle: Oracle, run: str, name: str, seconds: float) -> None:
    """Steps through a run, and opens the pages that work out what could be done with it."""
    async with visitor.socket(run) as socket:
        talk = Talk(socket, patience=PATIENCE)
        await talk.hello()
        began = time.monotonic()
        reply = await talk.step("quiet", limit=min(STEPS, limits.STEP_FRAMES_MAX))
        _took(oracle, time.monotonic() - began, "a step", name, seconds)
        if reply.get("type") not in ("frames", "union") and reply.get("code") != "step.bounded":
            oracle.fault(f"a step of a text that stands for much was answered {reply.get('code')}", name)
    for page in ("faults", "verbs"):
        _judged(oracle, await visitor.get(f"/r/{run}/{page}", patience=PATIENCE), f"/{page}", name, seconds)


def _judged(oracle: Oracle, answer: Answer, what: str, name: str, seconds: float) -> None:
    oracle.answered(answer, what, name)
    _took(oracle, answer.seconds, what, name, seconds)


def _took(oracle: Oracle, took: float, what: str, name: str, seconds: float) -> None:
    if took > seconds:
        oracle.fault(
            f"{what} of a text that stands for much took more than {seconds:g} s", f"{name}: {took:.1f} s"
        )
