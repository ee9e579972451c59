"""Messages in a room with something changed, of a presenter and of somebody with a seat. A ping follows each
one, because not every command has an answer.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from playground import limits
from playground.classroom import protocol
from playground.runs import protocol as runs
from tests.playground.authorisation import ROOM_COMMANDS
from tools.attack import material
from tools.attack.crowd import send_all
from tools.attack.oracle import FAILURES, Oracle
from tools.attack.target import Target
from tools.attack.values import changed, written
from tools.attack.visitor import Answer, SilentError, Visitor

OF_A_SOCKET = limits.SOCKET_BURST // 2 - 3
SOCKETS_OF_A_ROOM = 4
AT_ONCE = 2
PATIENCE = 20.0
PING = 1_000_000
CODES = {*protocol.ERROR_CODES, *runs.ERROR_CODES}
CLOSES = {*protocol.CLOSE_CODES, *runs.CLOSE_CODES, 1000, 1001, 1002, 1003, 1007, 1009}


def message(chance: random.Random) -> str:
    """A command of a room, mostly with something changed."""
    name = chance.choice([command for command in ROOM_COMMANDS if command not in {"hello", "bye", "end"}])
    value: dict[str, Any] = {"id": chance.randrange(1000), "do": name, **ROOM_COMMANDS[name].args}
    if name == "input":
        value["input"] = material.some_input(chance, material.NO_NAMES)
    return written(changed(chance, value, chance.choice((0, 1, 1, 2))))


async def fuzz(target: Target, oracle: Oracle, messages: int, seed: int, until: float) -> None:
    """Sends so many messages, or as many as there is time for until a second of the monotonic clock."""

    async def send(number: int, chance: random.Random, count: int) -> bool:
        people = [Visitor(target.url, target.address(number)) for _ in range(2)]
        try:
            room = await opened(people, oracle)
        except SilentError as error:
            oracle.fault(f"a room: {error}", "")
            return False
        while room and count > 0:
            size = min(OF_A_SOCKET, count)
            count -= size
            await session(chance.choice(people), room, chance, size, oracle)
        return bool(room)

    await send_all(send, messages, OF_A_SOCKET * SOCKETS_OF_A_ROOM, AT_ONCE, seed, until)


async def opened(people: list[Visitor], oracle: Oracle) -> str:
    """A room that the first one presents, and in which the other has a seat; "" where none is to be had."""
    presenter, follower = people
    run = await (await presenter.arrive()).fork()
    answers: list[Answer] = [await presenter.post("/rooms", {"run": run})]
    room = answers[0].header("Location").removeprefix("/rooms/")
    if answers[0].status == 303:
        await follower.arrive()
        way_in = (await follower.get(f"/rooms/{room}")).header("Location")
        answers.append(await follower.post(way_in, {"name": "N"}))
    for answer in answers:
        if answer.status not in {303, 429, 503}:
            oracle.fault(f"a room was answered {answer.status}", room)
    return room if all(answer.status == 303 for answer in answers) else ""


async def session(visitor: Visitor, room: str, chance: random.Random, size: int, oracle: Oracle) -> None:
    sent = ""
    try:
        async with visitor.socket("", path=f"/ws/room/{room}/") as socket:
            await socket.send(json.dumps({"id": 0, "do": "hello", "protocol": protocol.PROTOCOL}))
            for number in range(size):
                sent = message(chance)
                await socket.send(sent.encode("utf-8", "replace").decode())
                await socket.send(json.dumps({"id": PING + number, "do": "ping"}))
                await until_answered(socket, PING + number, oracle, sent)
    except ConnectionClosed as error:
        code = error.rcvd.code if error.rcvd else 1006
        oracle.counts[f"closed {code}"] += 1
        if code not in CLOSES:
            oracle.fault(f"a message in a room ended the socket with {code}", sent)
    except (SilentError, OSError, TimeoutError) as error:
        oracle.fault(f"a message in a room: {type(error).__name__} {error}", sent)


async def until_answered(socket: ClientConnection, ping: int, oracle: Oracle, sent: str) -> None:
    """Reads up to the answer to a ping; what comes before it is judged."""
    begin = time.monotonic()
    while True:
        try:
            text = await asyncio.wait_for(socket.recv(), PATIENCE)
        except TimeoutError:
            raise SilentError(f"no word within {PATIENCE:.0f} s") from None
        reply = dict(json.loads(text))
        code = reply.get("code") if reply["type"] == "error" else reply["type"]
        oracle.counts[str(code)] += 1
        if reply["type"] == "error" and (code not in CODES or code in FAILURES):
            oracle.fault(f"a message in a room was answered {code}", sent)
        if reply.get("re") == ping:
            oracle.took(time.monotonic() - begin, "a message in a room", sent)
            return
