"""Visitors who act on runs while something happens to the server, and who write down what it acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.attack.ledger import Ledger
from tools.attack.report import Report
from tools.attack.visitor import SilentError, Talk, Visitor

AWAY = (SilentError, ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
"""What a visitor sees of a server that was killed."""
BUSY = {"server.busy", "rate.slow_down", "step.bounded"}
RACES = {"input.lost_race", "input.not_at_head", "step.out_of_range"}


def some_input(chance: random.Random, mark: str) -> dict[str, Any]:
    """An input that the API server takes, with `mark` in it."""
    labels = {"metadata": {"name": f"p-{mark}"}, "apiVersion": "v1", "kind": "Pod"}
    container = {"name": "c", "image": "app", "resources": {"requests": {"cpu": "10m"}}}
    if chance.random() < 0.3:
        return {"kind": "apply", "documents": [{**labels, "spec": {"containers": [container]}}]}
    return {"kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": {"mark": mark}}


class Actor:
    """A visitor who acts on a run of its own, and on another one when that has been given many inputs; or on
    the run of a `leader`, in whose browser it is another tab.
    """

    inputs_of_a_run = 150

    def __init__(
        self,
        visitor: Visitor,
        ledger: Ledger,
        report: Report,
        seed: int,
        name: str,
        leader: Actor | None = None,
    ) -> None:
        self.visitor, self.ledger, self.report, self.name = visitor, ledger, report, name
        self.chance = random.Random(seed)
        self.run, self.given, self.stops, self.leader = "", 0, False, leader
        self.resumes = 0
        self.at: tuple[int, str] | None = None
        """The step at which this visitor stands, and its hash."""

    async def act(self) -> None:
        """Acts until it is told to stop, coming back whenever the server is away."""
        while not self.stops:
            try:
                await self.choose()
                async with self.visitor.socket(self.run) as socket:
                    await self.talk(Talk(socket, patience=60))
            except AWAY as error:
                if "no word within" in str(error) or "no answer within" in str(error):
                    self.report.fault(f"a visitor who acts: {error}")
                await asyncio.sleep(0.1)

    async def choose(self) -> None:
        """Takes the next run, if it is time for it."""
        if self.leader is not None:
            while not self.leader.run:
                await asyncio.sleep(0.05)
            if self.run != self.leader.run or self.given >= self.inputs_of_a_run:
                self.run, self.given, self.at = self.leader.run, 0, None
        elif not self.run or self.given >= self.inputs_of_a_run:
            self.run, self.given, self.at = await (await self.visitor.arrive()).fork(), 0, None

    def goes_on(self, run: str) -> bool:
        """Whether more is to be given to this run."""
        return self.given < self.inputs_of_a_run and (not self.leader or self.leader.run == run)

    async def talk(self, talk: Talk) -> None:
        await self.greet(talk)
        run = self.run
        while not self.stops and self.goes_on(run):
            mark = ""
            if self.chance.random() < 0.5:
                mark = f"{self.name}-{self.given}-{self.chance.randrange(10**6)}"
                reply = await talk.give(some_input(self.chance, mark))
                self.given += 1
            else:
                size = self.chance.choice(("act", "act", "cycle", "event", "quiet"))
                reply = await talk.step(size, limit=self.chance.choice((1, 5, 40)))
            self.hear(reply, mark)
            await asyncio.sleep(self.chance.random() * 0.2)

    async def greet(self, talk: Talk) -> None:
        """Says hello, with what is known from before; what was acknowledged has to be there."""
        have = None if self.at is None else {"seq": self.at[0], "hash": self.at[1]}
        acknowledged = self.ledger.heads.get(self.run, 0)  # before, because others go on meanwhile
        reply = await talk.hello(have=have)
        if reply["type"] != "hello":
            self.hear(reply, "")
            return
        if reply["run"]["head"] < acknowledged:
            self.report.fault(f"a head went back from {acknowledged} to {reply['run']['head']}")
        if not reply["run"]["canAct"]:
            self.report.fault("the owner of a run may not act on it any more")
        if have is not None and self.at is not None and reply["run"]["head"] - self.at[0] <= 500:
            self.resumes += 1
            if not reply.get("resumed"):
                self.report.fault("a state that was told was not known when its visitor came back")
        if "snapshot" in reply:
            self.note(reply["snapshot"]["seq"], reply["snapshot"]["hash"])

    def hear(self, reply: dict[str, Any], mark: str) -> None:
        if reply["type"] == "frames":
            self.complain(self.ledger.moved(self.run, reply, mark))
            self.at = reply["to"], reply["hash"]
        elif reply["type"] == "error":
            if "snapshot" in reply:
                self.note(reply["snapshot"]["seq"], reply["snapshot"]["hash"])
            if reply["code"] not in BUSY | RACES:
                self.report.fault(f"a good command was answered {reply['code']}: {json.dumps(reply)[:300]}")

    def note(self, step: int, state: str) -> None:
        self.complain(self.ledger.state(self.run, step, state))
        self.at = step, state

    def complain(self, wrong: str) -> None:
        if wrong:
            self.report.fault(wrong)
