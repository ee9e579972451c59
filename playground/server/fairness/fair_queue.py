"""A queue in which each asker has a line of their own. Next comes whoever has been served the least time."""

from collections import OrderedDict, deque
from collections.abc import Callable
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")

FORGOTTEN = 1_000
"""Askers without anything that waits, whose time is remembered."""


class FairQueue(Generic[T]):
    """Start-time fair queueing: `used` is the time (s) of each asker, and `now` that of the one served last.

    An asker who comes, or comes back, starts at `now`: nobody saves up time by staying away.
    """

    def __init__(self) -> None:
        self.lines: dict[str, deque[T]] = {}
        self.used: OrderedDict[str, float] = OrderedDict()
        self.now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self.lines.values()))

    def put(self, asker: str, item: T, *, first: bool = False) -> None:
        """Adds an item at the end of an asker's line, or at its beginning."""
        if asker not in self.lines:
            self.lines[asker] = deque()
            self.used[asker] = max(self.used.get(asker, 0.0), self.now)
            self.used.move_to_end(asker)
        if first:
            self.lines[asker].appendleft(item)
        else:
            self.lines[asker].append(item)

    def pop(self) -> T | None:
        """The next item; None when nothing waits. Of askers with equal time the one who came first."""
        if not self.lines:
            return None
        asker = min(self.lines, key=lambda name: self.used[name])
        self.now = self.used[asker]
        item = self.lines[asker].popleft()
        if not self.lines[asker]:
            del self.lines[asker]
            self._forget()
        return item

    def discard(self, item: T, asker: str) -> None:
        """Takes an item out of an asker's line, if it is there."""
        line = self.lines.get(asker, ())
        if item in line:
            self.lines[asker].remove(item)
            if not self.lines[asker]:
                del self.lines[asker]

    def served(self, asker: str, seconds: float) -> None:
        """Counts time of work for an asker."""
        self.used[asker] = max(self.used.get(asker, 0.0), self.now) + seconds
        self._forget()

    def waiting(self, asker: str) -> int:
        """How many items wait in an asker's line."""
        return len(self.lines.get(asker, ()))

    def before(self, item: T, asker: str, counts: Callable[[T], bool] = lambda item: True) -> int:
        """About how many items come before this one, were all of them equally long; 0 when it is next or does
        not wait. In the line of its asker only some may count.
        """
        line = self.lines.get(asker)
        if line is None or item not in line:
            return 0
        place = line.index(item)
        own = sum(1 for waiting in islice(line, place) if counts(waiting))
        return own + sum(min(len(other), place + 1) for name, other in self.lines.items() if name != asker)

    def _forget(self) -> None:
        if len(self.used) > FORGOTTEN:
            for asker in [key for key in self.used if key not in self.lines][: FORGOTTEN // 2]:
                del self.used[asker]
