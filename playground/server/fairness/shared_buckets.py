"""Rate limits of the whole installation, kept in Redis, for several processes that share the visitors."""

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
    """Like `Buckets`. The time in which a bucket fills up is a window. The tokens taken in this window, and
    in the part of the last one that a sliding window still covers, may not exceed `burst`.

    While Redis does not answer, each process counts for itself. `clock` is the wall clock (s) of all
    processes, which may jump; `forward` is this process's monotonic clock."""

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
        """Takes `cost` tokens and returns 0; when there are too few, takes none and returns the milliseconds
        to wait."""
        over = self._add(key, cost)
        if over is None:
            return self.own.take(key, cost)
        if over <= 0:
            return 0
        self._add(key, -cost)
        return max(1, round(min(over, self.burst) / self.rate * 1000))

    def left(self, key: str) -> float:
        """The number of tokens in the bucket of `key` now."""
        over = self._add(key, 0.0)
        return self.own.left(key) if over is None else max(0.0, -over)

    def _add(self, key: str, cost: float) -> float | None:
        """Counts `cost` tokens as taken. Returns by how many tokens `burst` is exceeded; None when Redis does
        not answer."""
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
        except Exception as error:  # no failure of Redis may stop a visitor
            log.warning("Redis does not count visitors: %s", error)
            self.asks_from = self.forward() + SILENT_SECONDS
            return None
        return float(taken) + float(before or 0.0) * (1.0 - part) - self.burst

    def clear(self) -> None:
        self.own.clear()


def client_of(address: str) -> Any:
    """A Redis client that waits at most a quarter of a second for an answer. Needs the extra `redis`."""
    return redis_client(address, 0.25)
