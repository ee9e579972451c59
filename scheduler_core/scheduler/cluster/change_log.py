"""The nodes that have changed since a reader last looked."""

from __future__ import annotations

from collections.abc import Sequence

MAX_CHANGES = 8192
"""The number of changes that are kept; a reader that is further behind reads everything again."""


class ChangeLog:
    """Places in the snapshot's list of nodes, the oldest change first; readers remember `end` as their
    mark."""

    __slots__ = ("_first", "_places")

    def __init__(self) -> None:
        self._places: list[int] = []
        self._first = 0

    @property
    def end(self) -> int:
        return self._first + len(self._places)

    def note(self, place: int) -> None:
        places = self._places
        places.append(place)
        if len(places) > 2 * MAX_CHANGES:
            del places[:MAX_CHANGES]
            self._first += MAX_CHANGES

    def since(self, mark: int) -> Sequence[int] | None:
        """The places that changed after `mark`, possibly with repetitions; None when the log no longer goes
        back that far."""
        if mark < self._first:
            return None
        return self._places[mark - self._first :]
