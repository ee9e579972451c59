"""Loads: what one visitor may do to a server, as fast as it can be done. Each runs in a process of its own.

    python -m tools.attack.loads lint-aliases --url http://127.0.0.1:8000 --seconds 20

A load goes on until its time is over. What the server answers is counted by status; being refused is no
fault, and no answer is.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.attack import clusters
from tools.attack.target import Target
from tools.attack.visitor import FORM, SilentError, Talk, Visitor, made

BODY_BYTES = 64 * 1024 * 1024
PIECE = 64 * 1024
FORMS = (FORM, "multipart/form-data; boundary=x")
BEGUN = "begun"
PREPARED_SECONDS = 180.0
"""The time (s) in which a load must be prepared."""
SLOW_READERS, MANY_SOCKETS = 40, 400


class Load:
    """What a load needs: visitors of one address, until when it goes on, and what it counts."""

    def __init__(self, url: str, seconds: float, seed: int, folder: Path) -> None:
        self.target, self.folder, self.seconds = Target(url), folder, seconds
        self.until = time.monotonic() + PREPARED_SECONDS
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def visitor(self) -> Visitor:
        return await Visitor(self.target.url, self.target.address(1)).arrive()

    def begin(self) -> None:
        """Says on stdout that the load begins now, after all that had to be prepared."""
        self.until = time.monotonic() + self.seconds
        print(BEGUN, flush=True)

    async def repeat(self, times: int, do: Callable[[], Awaitable[object]]) -> None:
        """Begins: `do` again and again, `times` at once. What ends without an answer is counted."""
        self.begin()

        async def play() -> None:
            while self.goes_on:
                try:
                    await do()
                except (SilentError, OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as error:
                    self.counts[f"no answer: {str(error)[:80]}"] += 1
                    await asyncio.sleep(0.2)

        await asyncio.gather(*(play() for _ in range(times)))


async def calm(load: Load) -> None:
    """Nothing: the figures to compare with."""
    load.begin()
    while load.goes_on:
        await asyncio.sleep(0.2)


async def busy_machine(load: Load) -> None:
    """What else a machine does: a process for each core that only counts, with the priority of the server."""
    ends = load.seconds + 1
    count = f"import time\nend = time.monotonic() + {ends}\nwhile time.monotonic() < end: pass"
    loops = [subprocess.Popen([sys.executable, "-c", count]) for _ in range(os.cpu_count() or 1)]
    try:
        await calm(load)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


async def import_large(load: Load) -> None:
    """One import of 45 000 pods, whose run is then opened and stepped."""
    visitor, text = await load.visitor(), clusters.large(load.folder)
    load.begin()
    answer = await visitor.to_the_end(await visitor.upload("/import", text, patience=300), 300)
    load.counts[f"import {answer.status}"] += 1
    if answer.status == 303:
        run = made(answer)
        async with visitor.socket(run) as socket:
            talk = Talk(socket)
            load.counts[str((await talk.hello())["type"])] += 1
            while load.goes_on:
                load.counts[str((await talk.step())["type"])] += 1


async def import_many(load: Load) -> None:
    """Imports of 1.2 MB, four at once, one after another."""
    visitor, text = await load.visitor(), clusters.text(100, 1000)

    async def bring() -> None:
        load.counts[f"import {(await visitor.upload('/import', text, patience=120)).status}"] += 1

    await load.repeat(4, bring)


async def lint_aliases(load: Load) -> None:
    """Small texts of nested aliases that are checked while somebody types, four at once."""
    visitor, texts = await load.visitor(), clusters.nested_aliases()

    async def lint() -> None:
        text = load.chance.choice(texts).encode()
        load.counts[f"lint {(await visitor.request('POST', '/lint', text)).status}"] += 1

    await load.repeat(4, lint)


async def line_ends(load: Load) -> None:
    """Forms of 64 MB of line ends to any address, with their length."""
    visitor = await load.visitor()

    async def send() -> None:
        body = load.chance.choice((b"\n", b"\r\n", b"&\n")) * (BODY_BYTES // 2)
        data = visitor.written("POST", "/theme", body, [("Content-Type", load.chance.choice(FORMS))])
        load.counts[f"body {(await visitor.raw(data)).status}"] += 1

    await load.repeat(2, send)


async def line_ends_chunked(load: Load) -> None:
    """The same in pieces, without a length."""
    visitor = await load.visitor()
    piece = f"{PIECE:x}\r\n".encode() + b"\n" * PIECE + b"\r\n"
    body = piece * (BODY_BYTES // PIECE) + b"0\r\n\r\n"

    async def send() -> None:
        kind = ("Content-Type", load.chance.choice(FORMS))
        data = visitor.written("POST", "/theme", None, [kind, ("Transfer-Encoding", "chunked")]) + body
        load.counts[f"body {(await visitor.raw(data)).status}"] += 1

    await load.repeat(2, send)


async def deep_forks(load: Load) -> None:
    """A run with large inputs, forked, and the fork forked again, each with an input more."""
    visitor = await load.visitor()
    run = await visitor.bring(clusters.text(30, 60))
    texts = iter(clusters.aliased_inputs(10_000))

    async def deeper() -> None:
        nonlocal run
        async with visitor.socket(run) as socket:
            talk = Talk(socket)
            await talk.hello()
            reply = await talk.give({"kind": "apply", "yaml": next(texts)})
            load.counts[reply.get("code", reply["type"])] += 1
            head = talk.head
        answer = await visitor.post(f"/r/{run}/fork", {"at": str(head)})
        load.counts[f"fork {answer.status}"] += 1
        if answer.status == 303:
            run = answer.header("Location").removeprefix("/r/")
        else:
            await asyncio.sleep(0.5)

    await load.repeat(1, deeper)


async def long_steps(load: Load) -> None:
    """The steps of a busy run, to the end and back, by three tabs of one visitor."""
    visitor = await load.visitor()
    run = await visitor.bring(clusters.text(200, 4000, pending=2))

    async def play(union: bool) -> None:
        async with visitor.socket(run) as socket:
            talk = Talk(socket)
            await talk.hello(at=0)
            while load.goes_on:
                more = {"union": True} if union else {"limit": 500}
                reply = await talk.ask("step", **{"from": talk.head, "size": "quiet", **more})
                load.counts[reply.get("code", reply["type"])] += 1
                if reply.get("quiet"):
                    await talk.ask("seek", to=load.chance.randrange(talk.head + 1))
                    again = await visitor.fork(run)
                    load.counts["fork"] += bool(again)
                    return

    await load.repeat(2, lambda: play(load.chance.random() < 0.5))


async def questions(load: Load) -> None:
    """Pages that ask why a pod waits and what would help, eight at once."""
    visitor = await load.visitor()
    run = await visitor.bring(clusters.text(300, 3000, pending=3))
    async with visitor.socket(run) as socket:
        talk = Talk(socket)
        reply = await talk.hello()
        for _ in range(3):
            await talk.step("quiet", limit=200)
        keys = [pod["key"] for pod in reply["snapshot"]["pods"]]
    waiting = [pod["key"] for pod in reply["snapshot"]["pods"] if not pod["node"]] or keys

    async def ask() -> None:
        key = load.chance.choice(load.chance.choice((waiting, keys)))
        page = load.chance.choice(("why", "advice", "room", "describe"))
        at = load.chance.randrange(talk.head + 1)
        answer = await visitor.get(f"/r/{run}/pods/{key}/{page}?at={at}")
        load.counts[f"{page} {answer.status}"] += 1

    await load.repeat(8, ask)


async def socket_flood(load: Load) -> None:
    """Messages as fast as they can be written, on four sockets that come back when they are closed."""
    visitor = await load.visitor()
    run = await visitor.fork()
    message = json.dumps({"id": 1, "do": "seek", "to": 0})

    async def flood() -> None:
        async with visitor.socket(run) as socket:
            talk = Talk(socket)
            await talk.hello()
            with contextlib.suppress(ConnectionClosed):
                while load.goes_on:
                    await socket.send(message)
                    load.counts["sent"] += 1
            load.counts[f"closed {socket.close_code}"] += 1

    await load.repeat(4, flood)


async def slow_readers(load: Load) -> None:
    """Sockets that ask for the whole state again and again and never read the answer."""
    visitor = await load.visitor()
    run = await visitor.bring(clusters.text(300, 3000))

    async def ask() -> None:
        async with visitor.socket(run, max_queue=1) as socket:
            await socket.send(json.dumps({"id": 1, "do": "hello", "protocol": 3}))
            while load.goes_on:
                await socket.send('{"id":2,"do":"seek","to":0}')
                load.counts["asked"] += 1
                await asyncio.sleep(0.06)

    await load.repeat(SLOW_READERS, ask)


async def many_sockets(load: Load) -> None:
    """Several hundred sockets that stay, and come back when they are closed."""
    visitor = await load.visitor()
    run = await visitor.fork()

    async def stay() -> None:
        async with visitor.socket(run) as socket:
            load.counts[str((await Talk(socket).hello())["type"])] += 1
            while load.goes_on:
                await socket.send('{"id":2,"do":"ping"}')
                await socket.recv()
                await asyncio.sleep(2 + load.chance.random())

    await load.repeat(MANY_SOCKETS, stay)


async def pages(load: Load) -> None:
    """The first page, the gallery's search and a board, eight at once."""
    visitor = await load.visitor()
    run = await visitor.fork()

    async def look() -> None:
        path = load.chance.choice(("/", f"/?q=drain{load.chance.random()}", f"/r/{run}"))
        load.counts[f"page {(await visitor.get(path)).status}"] += 1

    await load.repeat(8, look)


async def slow_bodies(load: Load) -> None:
    """Requests that come in a byte at a time."""
    visitor = await load.visitor()

    async def drip() -> None:
        reader, writer = await asyncio.open_connection(visitor.host, visitor.port, local_addr=visitor._from)
        head = visitor.written(
            "POST", "/import", None, [("Content-Length", "100000"), ("Content-Type", FORM)]
        )
        with contextlib.suppress(OSError):
            writer.write(head)
            while load.goes_on and not reader.at_eof():
                writer.write(b"a")
                await writer.drain()
                load.counts["bytes"] += 1
                await asyncio.sleep(0.25)
        writer.close()

    await load.repeat(200, drip)


LOADS: dict[str, Callable[[Load], Awaitable[None]]] = {
    "calm": calm,
    "busy-machine": busy_machine,
    "import-large": import_large,
    "import-many": import_many,
    "lint-aliases": lint_aliases,
    "line-ends": line_ends,
    "line-ends-chunked": line_ends_chunked,
    "deep-forks": deep_forks,
    "long-steps": long_steps,
    "questions": questions,
    "socket-flood": socket_flood,
    "slow-readers": slow_readers,
    "many-sockets": many_sockets,
    "pages": pages,
    "slow-bodies": slow_bodies,
}


async def run(name: str, load: Load) -> None:
    """One load up to the end of its time, whatever it waits for."""
    doing = asyncio.ensure_future(LOADS[name](load))
    while load.goes_on and not doing.done():
        await asyncio.wait([doing], timeout=min(1.0, max(0.05, load.until - time.monotonic())))
    doing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await doing


def main() -> None:
    parser = argparse.ArgumentParser(description="One load on a podium server of one's own")
    parser.add_argument("name", choices=LOADS)
    parser.add_argument("--url", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("TMPDIR", "/tmp")))
    args = parser.parse_args()
    if LOADS[args.name] is not busy_machine:
        os.nice(5)  # a visitor's computer is another one
    load = Load(args.url, args.seconds, args.seed, args.folder)
    statuses: Any = {}
    try:
        asyncio.run(run(args.name, load))
    except (SilentError, OSError, ConnectionClosed, InvalidHandshake) as error:
        load.counts[f"ended: {str(error)[:120]}"] += 1
    statuses = dict(load.counts.most_common(12))
    json.dump(statuses, sys.stdout)


if __name__ == "__main__":
    main()
