"""A queue with a separate line for each asker. The asker that has used the least time comes next."""

from collections import OrderedDict, deque
from collections.abc import Callable
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")

FORGOTTEN = 1_000
"""The most askers without waiting items whose used time is remembered."""


class FairQueue(Generic[T]):
    """Start-time fair queueing: `used` is the time (s) of each asker, and `now` that of the one served last.

    A new or returning asker starts at `now`, so that nobody saves up time by staying away."""

    def __init__(self) -> None:
        self.lines: dict[str, deque[T]] = {}
        self.used: OrderedDict[str, float] = OrderedDict()
        self.now = 0.0

    def __len__(self) -> int:
        return sum(map(len, self.lines.values()))

    def put(self, asker: str, item: T, *, first: bool = False) -> None:
        """Adds an item at the end of an asker's line; with `first`, at its beginning."""
        if asker not in self.lines:
            self.lines[asker] = deque()
            self.used[asker] = max(self.used.get(asker, 0.0), self.now)
            self.used.move_to_end(asker)
        if first:
            self.lines[asker].appendleft(item)
        else:
            self.lines[asker].append(item)

    def pop(self) -> T | None:
        """Removes and returns the next item; None when the queue is empty. Of askers with equal time the
        earlier one comes first."""
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
        """Removes an item from an asker's line if it is there."""
        line = self.lines.get(asker, ())
        if item in line:
            self.lines[asker].remove(item)
            if not self.lines[asker]:
                del self.lines[asker]

    def served(self, asker: str, seconds: float) -> None:
        """Adds working time to what an asker has used."""
        self.used[asker] = max(self.used.get(asker, 0.0), self.now) + seconds
        self._forget()

    def waiting(self, asker: str) -> int:
        """The number of items in an asker's line."""
        return len(self.lines.get(asker, ()))

    def before(self, item: T, asker: str, counts: Callable[[T], bool] = lambda item: True) -> int:
        """The approximate number of items that come before this one, if all took equally long; 0 when it is
        next or not queued. `counts` selects which items of the asker's own line count."""
        line = self.lines.get(asker)
        if line is None or item not in line:
            return 0
        place = line.index(item)
        own = sum(1 for waiting in islice(line, place) if counts(waiting))
        return own + sum(min(len(other), place + 1) for name, other in self.lines.items() if name != asker)

    def _forget(self) -> None:
        """Drops the used time of some idle askers when there are too many."""
        if len(self.used) > FORGOTTEN:
            for asker in [key for key in self.used if key not in self.lines][: FORGOTTEN // 2]:
                del self.used[asker]
