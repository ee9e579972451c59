"""Messages that break the protocol, mostly a little: each gets one answer, and the run stays what it is."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from playground import limits
from playground.runs.protocol import PROTOCOL
from tools.attack import material
from tools.attack.crowd import send_all
from tools.attack.ledger import Ledger
from tools.attack.oracle import Oracle
from tools.attack.target import Target
from tools.attack.values import changed, odd, written
from tools.attack.visitor import Answer, SilentError, Visitor, made

OF_A_SOCKET = limits.SOCKET_BURST - 4
AT_ONCE = 3
PATIENCE = 20.0


def message(chance: random.Random, head: int, names: material.Names) -> str | bytes:
    """Some message: seldom good, mostly good with something changed, sometimes none at all."""
    value = material.some_command(chance, head, names)
    if value["do"] == "input" and chance.random() < 0.8:
        return written({**value, "input": changed(chance, value["input"], chance.choice((0, 1, 1, 2)))})
    match chance.randrange(12):
        case 0:
            return written(value)
        case 1:
            return written(changed(chance, value, 3))
        case 2:
            text = written(value)
            return text[: chance.randrange(len(text))]
        case 3:
            text = written(value)
            at = chance.randrange(len(text))
            return (
                text[:at]
                + chance.choice(('"', "{", "]", "\\u0000", "\0", "\ufeff", "1e999", "NaN"))
                + text[at:]
            )
        case 4:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        case 5:
            return written(odd(chance))
        case 6 if chance.random() < 0.2:
            return written(value) + " " * chance.choice((65_000, 70_000, 300_000))
        case 7 if chance.random() < 0.2:
            return chance.choice(("[", '{"a":')) * chance.choice((50, 5_000, 20_000))
        case _:
            return written(changed(chance, value))


def text_of(sent: str | bytes) -> str | bytes:
    """What can go over the line: a text frame is UTF-8."""
    return sent if isinstance(sent, bytes) else sent.encode("utf-8", "replace").decode()


async def fuzz(
    target: Target, oracle: Oracle, messages: int, seed: int, until: float, ledger: Ledger
) -> None:
    """Sends so many messages, or as many as there is time for until a second of the monotonic clock."""

    async def send(number: int, chance: random.Random, count: int) -> bool:
        visitor = Visitor(target.url, target.address(number))
        run = await own_run(visitor, chance.choice(material.SLUGS), oracle)
        if run:
            await session(visitor, run, chance, count, oracle, ledger)
        return bool(run)

    await send_all(send, messages, OF_A_SOCKET, AT_ONCE, seed, until)


async def own_run(visitor: Visitor, slug: str, oracle: Oracle) -> str:
    """A run at the start of a scenario; "" where none is to be had now."""
    try:
        page = await visitor.get(f"/s/{slug}")
        named = page.text.partition('data-run="')[2][:12]
        answer: Answer = await visitor.post(f"/r/{named}/fork", {"at": "0"})
        if answer.status == 303:
            return made(answer)
        if answer.status not in {429, 503}:
            oracle.fault(f"a fork was answered {answer.status}", slug)
    except SilentError as error:
        oracle.fault(f"a fork: {error}", slug)
    return ""


async def session(
    visitor: Visitor, run: str, chance: random.Random, size: int, oracle: Oracle, ledger: Ledger
) -> None:
    """One socket, and so many messages on it. The last states are noted, to be played again."""
    head, sent = 0, ""
    try:
        async with visitor.socket(run) as socket:
            hello = await ask(socket, json.dumps({"id": 0, "do": "hello", "protocol": PROTOCOL}), oracle)
            head = (hello.get("run") or {}).get("head", 0)
            names = material.Names.of(hello.get("snapshot") or {})
            for _ in range(size):
                data = text_of(message(chance, head, names))
                sent = repr(data)[:70_000]
                reply = await ask(socket, data, oracle)
                head = max(head, reply.get("head") or 0)
                if reply.get("type") == "frames":
                    wrong = ledger.moved(run, reply)
                    if wrong:
                        oracle.fault(wrong, sent)
    except ConnectionClosed as error:
        oracle.closed(error.rcvd.code if error.rcvd else 1006, "a message", sent)
    except SilentError as error:
        oracle.fault(f"a message: {error}", sent)
    except (OSError, TimeoutError) as error:
        oracle.fault(f"a socket: {type(error).__name__}", sent)


async def ask(socket: ClientConnection, sent: str | bytes, oracle: Oracle) -> dict[str, Any]:
    begin = time.monotonic()
    await socket.send(sent)
    try:
        text = await asyncio.wait_for(socket.recv(), PATIENCE)
        while text[:17] == '{"type":"working"':  # the server says that it is at work: the answer follows
            text = await asyncio.wait_for(socket.recv(), PATIENCE)
    except TimeoutError:
        raise SilentError(f"no word within {PATIENCE:.0f} s") from None
    what = "a message"
    return oracle.judged(text, time.monotonic() - begin, what, repr(sent)[:70_000])
