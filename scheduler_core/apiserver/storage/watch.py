"""The events that the store sends to its watchers.

An event carries the object before and after the write, as an informer's handler sees it (client-go
`ResourceEventHandler`: OnAdd, OnUpdate(old, new), OnDelete).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.objects import Object


class EventType(StrEnum):
    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """One write, as the watchers see it.

    `key` is `namespace/name`, or `name` for kinds without a namespace. `old` is None for ADDED, `new` for
    DELETED (then `old` is the last state, with its deletion fields).
    """

    type: EventType
    kind: str
    key: str
    old: Object | None
    new: Object | None
