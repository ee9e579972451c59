"""Which lists are merged entry by entry, and by which fields, as the table of fields has it
(`objects/fields`). Lists that are not named are replaced whole.

A list is known by its name, which does not mean two things in the kinds of the model but for `ports`: their
key follows from the entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Json, find

_ROWS = [row for fields in TYPES.values() for row in fields.values() if row.keys is not None]
_KEYS: Mapping[str, Sequence[tuple[str, ...]]] = {
    name: sorted({row.keys for row in _ROWS if row.name == name and row.keys})
    for name in dict.fromkeys(row.name for row in _ROWS)
}
SETS = frozenset(name for name, keys in _KEYS.items() if not keys)
"""Lists of texts that are merged as sets."""


def apply_keys(name: str, entries: Sequence[Json]) -> tuple[str, ...]:
    """The fields by which server-side apply tells entries apart; empty for a list that is replaced."""
    several = _KEYS.get(name, ())
    if len(several) < 2:
        return several[0] if several else ()
    return next((keys for keys in several if any(find(entry, keys[0]) is not None for entry in entries)), ())


def merge_key(name: str, entries: Sequence[Json]) -> str:
    """The field by which a strategic merge patch tells them apart; "" for a list that is replaced."""
    return next(iter(apply_keys(name, entries)), "")
