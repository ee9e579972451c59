"""Visitors of several servers, who write down each input that they sent and what became of it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

from tools.attack.actors import BUSY, Actor, some_input
from tools.attack.ledger import Ledger
from tools.attack.report import Report
from tools.attack.visitor import Talk, Visitor
from tools.chaos.history import Operation

SIZES = ("act", "act", "cycle", "event", "quiet")


class Witness(Actor):
    """An actor who comes back to any of the servers. `answered` is when its last question was sent that was
    answered as asked (monotonic, s). Its runs are short: to replay one is time without service.
    """

    inputs_of_a_run = 40

    def __init__(
        self,
        urls: Sequence[str],
        address: str,
        ledger: Ledger,
        report: Report,
        seed: int,
        name: str,
        leader: Witness | None = None,
    ) -> None:
        visitor = leader.visitor if leader is not None else Visitor(urls[0], address)
        super().__init__(visitor, ledger, report, seed, name, leader)
        self.visitor = Visitor(urls[seed % len(urls)], address, visitor.cookies)
        self.urls = list(urls)
        self.operations: list[Operation] = []
        self.answered = 0.0
        self.unhappy = ""

    async def choose(self) -> None:
        self.visitor.url = self.chance.choice(self.urls)
        self.visitor.__post_init__()
        await super().choose()

    async def greet(self, talk: Talk) -> None:
        look = Operation(self.run, "", time.monotonic())
        self.operations.append(look)
        await super().greet(talk)
        if talk.head:
            look.ended, look.outcome, look.seq = time.monotonic(), "acknowledged", talk.head
            self.answered = look.began

    async def talk(self, talk: Talk) -> None:
        await self.greet(talk)
        run = self.run
        while not self.stops and self.goes_on(run):
            if self.chance.random() < 0.5:
                await self.give(talk)
            else:
                began = time.monotonic()
                reply = await talk.step(self.chance.choice(SIZES), limit=self.chance.choice((1, 5, 40)))
                self.hear(reply, "")
                self.note_answer(reply, began)
            await _pause(self.chance)

    async def give(self, talk: Talk) -> None:
        mark = f"{self.name}-{len(self.operations)}-{self.chance.randrange(10**6)}"
        self.given += 1
        sent = Operation(self.run, mark, time.monotonic())
        self.operations.append(sent)
        reply = await talk.give(some_input(self.chance, mark))
        sent.ended = time.monotonic()
        if reply["type"] == "frames":
            sent.outcome, sent.seq = "acknowledged", reply["to"]
        elif reply["code"] not in BUSY - {"rate.slow_down"}:
            sent.outcome = "refused"
        else:  # it may have been stored before the server lost its database
            sent.ended = float("inf")
        self.hear(reply, mark)
        self.note_answer(reply, sent.began)

    def note_answer(self, reply: dict[str, Any], began: float) -> None:
        """An answer counts unless it says that the server cannot do it now."""
        if reply["type"] != "error" or reply["code"] not in BUSY - {"rate.slow_down"}:
            self.answered = began
        else:
            self.unhappy = reply["code"]


async def _pause(chance: random.Random) -> None:
    await asyncio.sleep(chance.random() * 0.2)
