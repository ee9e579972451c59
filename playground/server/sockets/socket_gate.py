"""Limits how many sockets one visitor has open and how fast they are opened.

Sockets are counted by the browser's cookie and by the address. A school class may share one address, so an
address may have many more. Sockets that come too fast wait without delaying other visitors."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

from playground import limits
from playground.server import background
from playground.server.fairness.asker import asker
from playground.server.fairness.buckets import Buckets
from playground.server.fairness.gate import Application, Gate, Place, Scope, address_of
from playground.server.sockets.close_codes import CLOSE_TOO_MANY_SOCKETS, ROOM_SOCKETS
from playground.server.sockets.lines import LINE, taking

PACE_SECONDS_MAX = 4.0
"""The most seconds that a socket waits to be accepted; Daphne drops it after 5 s."""
REFUSED_SECONDS = 4.0
"""Seconds for which a refused socket stays open, so that the client does not reopen it at once."""


class Visitors:
    """The open sockets by visitor and by address, and the rates at which sockets of runs may be opened."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.owners = Buckets(limits.SOCKETS_OPENED_PER_SECOND, limits.SOCKETS_OPENED_BURST)
        self.addresses = Buckets(
            limits.SOCKETS_OPENED_PER_SECOND_BY_ADDRESS, limits.SOCKETS_OPENED_BURST_BY_ADDRESS
        )

    def wait_s(self, key: str) -> float:
        """Counts a socket that is being opened. Returns the seconds it has to wait."""
        paces = self.owners if is_owner(key) else self.addresses
        return min(paces.turn_s(key), PACE_SECONDS_MAX)

    def enter(self, places: Mapping[str, int]) -> bool:
        """Counts a socket under each key of `places`; the values are limits. False when one is reached."""
        if any(self.open[name] >= most for name, most in places.items()):
            return False
        self.open.update(places.keys())
        return True

    def leave(self, places: Mapping[str, int]) -> None:
        for place in places:
            self.open[place] -= 1
            if self.open[place] <= 0:
                del self.open[place]

    def clear(self) -> None:
        for table in (self.open, self.owners, self.addresses):
            table.clear()


visitors = Visitors()


def is_owner(key: str) -> bool:
    return key.startswith("owner ")


class Greetings:
    """Limits how many sockets of one visitor may be in their hello at once. A socket without a hello loses
    its place soon."""

    def __init__(self) -> None:
        self.gates: dict[asyncio.AbstractEventLoop, Gate] = {}

    async def enter(self) -> Place:
        loop = asyncio.get_running_loop()
        gate = self.gates.get(loop)
        if gate is None:
            self.gates = {loop: Gate(limits.SOCKETS_GREETED_AT_ONCE, limits.SOCKETS_PER_ADDRESS)}
            gate = self.gates[loop]
        place = await gate.enter(asker.get())
        assert place is not None, "there are never more sockets than may wait"
        background.later(limits.PAGE_QUICK_SECONDS, place.leave)
        return place


greetings = Greetings()


def counted(application: Application) -> Application:
    """Refuses sockets beyond a limit."""

    def limits_of(scope: Scope, key: str) -> dict[str, int]:
        room = scope["path"].startswith(ROOM_SOCKETS)
        most = limits.ROOM_SOCKETS_PER_ADDRESS if room else limits.SOCKETS_PER_ADDRESS
        places = {f"{'rooms' if room else 'runs'} of {address_of(scope)}": most}
        return {key: limits.SOCKETS_PER_OWNER, **places} if is_owner(key) else places

    async def enter(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await application(scope, receive, send)
            return
        key = asker.get()
        places = limits_of(scope, key)
        if line := scope.get("extensions", {}).get(LINE):
            receive = taking(line, receive)
        if not visitors.enter(places):
            await refuse(receive, send)
            return
        try:
            if not scope["path"].startswith(ROOM_SOCKETS) and (wait := visitors.wait_s(key)):
                await asyncio.sleep(wait)
            await application(scope, receive, send)
        finally:
            visitors.leave(places)

    return enter


async def refuse(receive: Any, send: Any) -> None:
    """Accepts a socket and closes it after a while, because a browser can read only the code of a close."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(REFUSED_SECONDS)
    await send({"type": "websocket.close", "code": CLOSE_TOO_MANY_SOCKETS})
