"""Large tables of checkpoints as what they differ in from the same tables of the checkpoint before.

The values are immutable and shared anyway; the entries of a table are what a checkpoint costs, and few of
them change from one to the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Entries: TypeAlias = Mapping[Hashable, object]
_MISSING = object()


class ThinTable:
    """The entries of a table: those of the table `before`, without some, and with others."""

    __slots__ = ("_before", "_changed", "_gone")

    def __init__(
        self, changed: Entries, gone: Sequence[Hashable] = (), before: ThinTable | None = None
    ) -> None:
        self._changed = {key: _packed(value) for key, value in changed.items()}
        self._gone, self._before = gone, before

    def fill(self, table: dict[Hashable, object]) -> None:
        """Writes the entries into an empty table, in their order."""
        self._fill_packed(table)
        for key, value in table.items():
            if value.__class__ is _Packed:
                table[key] = dict(zip(*value, strict=True))

    def _fill_packed(self, table: dict[Hashable, object]) -> None:
        if self._before is not None:
            self._before._fill_packed(table)
        for key in self._gone:
            del table[key]
        table.update(self._changed)


class _Packed(NamedTuple):
    """A map as its names and its values. Maps with equal names share them, which saves three quarters."""

    names: tuple[object, ...]
    values: tuple[object, ...]


_PACKED_FROM = 12
"""The least number of entries for which a map is stored in its thin form."""


@lru_cache(maxsize=64)
def _same(names: tuple[object, ...]) -> tuple[object, ...]:
    return names


def _packed(value: object) -> object:
    """`value`, or what it holds if it is a large map."""
    if value.__class__ is not dict or len(value) < _PACKED_FROM:
        return value
    return _Packed(_same(tuple(value)), tuple(value.values()))


def thin_table(entries: Entries, before: Entries, thin: ThinTable) -> ThinTable:
    """`thin` holds the entries `before`. None of the mappings may change any more."""
    changed = {key: value for key, value in entries.items() if before.get(key, _MISSING) is not value}
    gone = [key for key in before if key not in entries]
    stay = [key for key in before if key in entries] if gone else list(before)
    # what went and came again stands at the end, where a change would leave it in its place
    if len(changed) == len(entries) or stay != list(entries)[: len(stay)]:
        return ThinTable(entries)
    return ThinTable(changed, gone, thin) if changed or gone else thin


class ThinTables:
    """The tables of a row of checkpoints. After so many differences each is held `whole` again."""

    def __init__(self, whole: int) -> None:
        self._whole = whole
        self._made = 0
        self._entries: list[dict[Hashable, object]] = []
        self._thin: tuple[ThinTable, ...] = ()

    def take(self, tables: Sequence[dict[Hashable, object]]) -> tuple[ThinTable, ...]:
        """What the tables of the next checkpoint hold; they are empty afterwards."""
        entries = [dict(table) for table in tables]
        if self._made % self._whole:
            every = zip(entries, self._entries, self._thin, strict=True)
            self._thin = tuple(thin_table(now, before, thin) for now, before, thin in every)
        else:
            self._thin = tuple(ThinTable(entry) for entry in entries)
        self._made += 1
        self._entries = entries
        for table in tables:
            table.clear()
        return self._thin
