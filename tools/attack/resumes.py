"""Lines that break at random moments: who comes back has what happened meanwhile, and the same state."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tools.attack.actors import AWAY, BUSY, RACES, some_input
from tools.attack.ledger import Ledger
from tools.attack.report import Report
from tools.attack.target import Target
from tools.attack.visitor import Talk, Visitor

RESUMES_OF_A_RUN = 25
AT_ONCE = 3
PAUSE = 0.15


def resume_all(target: Target, report: Report, resumes: int, seed: int) -> None:
    ledger, done = Ledger(), [0, 0]
    asyncio.run(_all(target, report, ledger, resumes, seed, done))
    if target.data is not None:
        for wrong in ledger.judge(target.data):
            report.fault(wrong)
    for line in target.wrong():
        report.fault(f"log after resumes: {line}")
    report.did(sum(done))
    report.say("resumes of a known state, of an unknown one", f"{done[0]}, {done[1]}", f"{resumes} in all")


async def _all(
    target: Target, report: Report, ledger: Ledger, resumes: int, seed: int, done: list[int]
) -> None:
    async def some(number: int) -> None:
        chance = random.Random(seed * 1000 + number)
        while sum(done) < resumes:
            visitor = await Visitor(target.url, target.address(number)).arrive()
            run = await visitor.fork()
            try:
                for _ in range(RESUMES_OF_A_RUN):
                    if sum(done) < resumes:
                        done[await _resumed(visitor, run, ledger, report, chance)] += 1
            except AWAY as error:
                report.fault(f"a visitor who comes back: {type(error).__name__} {error}")
                return

    await asyncio.gather(*(some(number) for number in range(AT_ONCE)))


async def _resumed(visitor: Visitor, run: str, ledger: Ledger, report: Report, chance: random.Random) -> int:
    """One break. Returns 1 where the state that is brought back is one that never was, else 0."""
    async with visitor.socket(run) as first, visitor.socket(run) as second:
        leaves, stays = Talk(first), Talk(second)
        await leaves.hello()
        reply = await stays.hello()
        step, state = reply["snapshot"]["seq"], reply["snapshot"]["hash"]
        sent = first.send(f'{{"id":99,"do":"step","from":{leaves.head},"size":"cycle"}}')
        if chance.random() < 0.5:  # in the middle of a command
            await sent
        else:
            sent.close()
        first.transport.abort()
        for _ in range(chance.randrange(1, 4)):
            reply = await _moves(stays, chance)
            if reply["type"] == "frames":
                _complain(report, ledger.moved(run, reply))
            elif reply["type"] == "error" and reply["code"] not in BUSY | RACES:
                report.fault(f"a good command was answered {reply['code']}")
        newest = await stays.ask("seek", to=stays.head)
        foreign = chance.random() < 0.2
        have = {"seq": step, "hash": "0" * 64 if foreign else state}
        async with visitor.socket(run) as third:
            back = Talk(third)
            reply = await back.hello(have=have)
            _judge(report, ledger, run, reply, foreign, step)
            sought = await back.ask("seek", to=newest["snapshot"]["seq"])
    if sought["snapshot"] != newest["snapshot"]:
        report.fault("two visitors see another state at the same step")
    _complain(report, ledger.state(run, step, state))
    return int(foreign)


def _judge(report: Report, ledger: Ledger, run: str, reply: dict[str, Any], foreign: bool, step: int) -> None:
    if reply["type"] != "hello":
        report.fault(f"a hello was answered {reply.get('code', reply['type'])}")
    elif foreign == bool(reply.get("resumed")):
        report.fault("a state that never was is resumed" if foreign else "a known state is not resumed")
    elif reply.get("resumed"):
        sequence = [frame["seq"] for frame in reply["frames"]]
        if sequence != list(range(step + 1, reply["run"]["head"] + 1)):
            report.fault("a resume lacks frames")


async def _moves(talk: Talk, chance: random.Random) -> dict[str, Any]:
    await asyncio.sleep(PAUSE)
    if chance.random() < 0.6:
        return await talk.give(some_input(chance, f"r{chance.randrange(10**9)}"))
    return await talk.step(chance.choice(("act", "cycle", "event")))


def _complain(report: Report, wrong: str) -> None:
    if wrong:
        report.fault(wrong)
