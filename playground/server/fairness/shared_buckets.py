"""Throttles that count for the whole installation, in Redis, where several processes share the visitors."""

from __future__ import annotations

import logging
import time
from typing import Any

from playground.server.databases import redis_client
from playground.server.fairness.buckets import Buckets, Clock

log = logging.getLogger("playground.server")

SILENT_SECONDS = 5.0
"""Seconds to leave Redis alone after it failed to answer."""


class SharedBuckets:
    """As `Buckets`. The time in which a bucket fills up is a window. What was taken in this window, and in
    the part of the last one that a sliding window still covers, must not be more than `burst`.

    Where Redis does not answer, each process counts for itself. `clock` gives the time (s) of all processes,
    which may jump, `forward` that of this one, which may not.
    """

    def __init__(
        self,
        name: str,
        rate: float,
        burst: float,
        *,
        client: Any,
        clock: Clock = time.time,
        forward: Clock = time.monotonic,
    ) -> None:
        self.name, self.rate, self.burst, self.client, self.clock = name, rate, burst, client, clock
        self.own = Buckets(rate, burst)
        self.forward = forward
        self.asks_from = 0.0

    def take(self, key: str, cost: float = 1.0) -> int:
        """Takes `cost` tokens and returns 0, or takes none and returns the milliseconds to wait."""
        over = self._add(key, cost)
        if over is None:
            return self.own.take(key, cost)
        if over <= 0:
            return 0
        self._add(key, -cost)
        return max(1, round(min(over, self.burst) / self.rate * 1000))

    def left(self, key: str) -> float:
        """How many tokens the bucket of `key` has now."""
        over = self._add(key, 0.0)
        return self.own.left(key) if over is None else max(0.0, -over)

    def _add(self, key: str, cost: float) -> float | None:
        """Counts `cost` tokens as taken. Returns how many more than `burst` are taken then; None where Redis
        does not answer.
        """
        now = self.clock()
        if self.forward() < self.asks_from:
            return None
        seconds = self.burst / self.rate
        window, part = divmod(now / seconds, 1.0)
        current, last = (f"{self.name}:{key}:{int(window) - back}" for back in (0, 1))
        try:
            pipe = self.client.pipeline()
            pipe.incrbyfloat(current, cost)
            pipe.expire(current, int(2 * seconds) + 1)
            pipe.get(last)
            taken, _, before = pipe.execute()
        except Exception as error:  # whatever is wrong with Redis must not stop a visitor
            log.warning("Redis does not count visitors: %s", error)
            self.asks_from = self.forward() + SILENT_SECONDS
            return None
        return float(taken) + float(before or 0.0) * (1.0 - part) - self.burst

    def clear(self) -> None:
        self.own.clear()


def client_of(address: str) -> Any:
    """A connection to Redis whose answers may take a quarter of a second. Needs the extra `redis`."""
    return redis_client(address, 0.25)
