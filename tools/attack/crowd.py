"""Visitors one after another, some at a time, until so much was sent or the time is over."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

Send = Callable[[int, random.Random, int], Awaitable[bool]]
"""Sends so many things as a visitor of this number; False where that visitor could not begin."""


async def send_all(send: Send, total: int, most: int, at_once: int, seed: int, until: float) -> None:
    """`total` things, or as many as there is time for until a second of the monotonic clock; a visitor sends
    at most `most`. What a visitor sends follows from the seed and its number.
    """
    count = 0

    async def some(number: int) -> None:
        nonlocal count
        while (size := min(most, total - count)) > 0 and time.monotonic() < until:
            number += at_once
            count += size
            if not await send(number, random.Random(seed * 1_000_003 + number), size):
                count -= size
                await asyncio.sleep(1)

    await asyncio.gather(*(some(number) for number in range(at_once)))
