"""Token buckets limit how often a visitor may do something. The clock is an argument, so that tests need not
wait."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass
class TokenBucket:
    """A bucket gains `rate` tokens a second up to `burst`, and starts full.

    `filled_at` is the time (s) at which `tokens` was computed."""

    rate: float
    burst: float
    clock: Clock = time.monotonic

    def __post_init__(self) -> None:
        self.tokens = float(self.burst)
        self.filled_at = self.clock()

    def take(self, cost: float = 1.0) -> int:
        """Takes `cost` tokens and returns 0; when there are too few, takes none and returns the milliseconds
        until there are enough."""
        self._fill()
        if self.tokens >= cost:
            self.tokens -= cost
            return 0
        return max(1, math.ceil((cost - self.tokens) / self.rate * 1000))

    def owe(self, cost: float) -> None:
        """Takes `cost` tokens even when there are fewer; the rest is a debt."""
        self._fill()
        self.tokens -= cost

    def left(self) -> float:
        """The tokens in the bucket now."""
        self._fill()
        return self.tokens

    def rest_s(self) -> float:
        """The seconds until the debt is paid."""
        self._fill()
        return max(0.0, -self.tokens / self.rate)

    def _fill(self) -> None:
        """Adds the tokens gained since `filled_at`."""
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + max(0.0, now - self.filled_at) * self.rate)
        self.filled_at = now


class Buckets:
    """A bucket for each key (an address, an owner); beyond `keys` the one unused for longest is dropped."""

    def __init__(
        self, rate: float, burst: float, *, keys: int = 10_000, clock: Clock = time.monotonic
    ) -> None:
        self.rate, self.burst, self.keys, self.clock = rate, burst, keys, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> int:
        """Like `TokenBucket.take`, for the bucket of `key`."""
        return self._of(key).take(cost)

    def turn_s(self, key: str) -> float:
        """Takes a token from the bucket of `key`, even when there is none. Returns the seconds to wait for
        it."""
        bucket = self._of(key)
        bucket.owe(1.0)
        return bucket.rest_s()

    def _of(self, key: str) -> TokenBucket:
        """The bucket of a key, which becomes the most recently used one."""
        bucket = self._buckets.pop(key, None) or TokenBucket(self.rate, self.burst, self.clock)
        self._buckets[key] = bucket
        if len(self._buckets) > self.keys:
            self._buckets.popitem(last=False)
        return bucket

    def left(self, key: str) -> float:
        """The tokens in the bucket of `key`."""
        bucket = self._buckets.get(key)
        return self.burst if bucket is None else bucket.left()

    def clear(self) -> None:
        self._buckets.clear()
