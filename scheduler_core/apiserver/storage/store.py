"""The store: immutable objects in dicts, a version counter, and the writes watchers have not seen yet.

It does for the API server what etcd and the watch cache do. It enforces only the bookkeeping.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from hashlib import sha256
from typing import Self, cast

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State

_MODULUS = 1 << 256
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


class Store(State):
    """Tables `kind → key → object`; keys keep the order in which the objects were created."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._tables: dict[str, dict[str, Object]] = {kind: {} for kind in KINDS}
        self._version = 0
        self._uid_serial = 0
        self._pending: list[WatchEvent] = []
        # A sum of object digests for the fingerprint; only objects written since the last call are digested
        # again.
        self._digests: dict[tuple[str, str], int] = {}
        self._digest_sum = 0
        self._unsummed: dict[tuple[str, str], None] = {}

    @property
    def version(self) -> int:
        """The resourceVersion of the latest write."""
        return self._version

    def table(self, kind: str) -> Mapping[str, Object]:
        return self._tables[kind]

    def get(self, kind: str, key: str) -> Object | None:
        return self._tables[kind].get(key)

    def new_uid(self) -> str:
        """A uid in the shape of a random one, drawn from the seed and a serial number."""
        uid = self.next_uid()
        self._uid_serial += 1
        return uid

    def next_uid(self) -> str:
        """What `new_uid` would draw."""
        digest = sha256(f"uid/{self._seed}/{self._uid_serial + 1}".encode()).hexdigest()
        return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"

    def put(self, kind: str, value: Object) -> Object:
        """Stores `value` under its own key with the next resourceVersion and returns it as stored."""
        self._version += 1
        version = str(self._version)
        stored: Object
        if isinstance(value, Pod):
            stored = value.with_version(version)
        else:
            manifest = with_value(value.manifest, ("metadata", "resourceVersion"), version)
            stored = KINDS[kind].parse(manifest)
        key = stored.meta.key
        old = self._tables[kind].get(key)
        self._tables[kind][key] = stored
        self._unsummed[kind, key] = None
        change = EventType.ADDED if old is None else EventType.MODIFIED
        self._pending.append(WatchEvent(change, kind, key, old, stored))
        return stored

    def amend(self, kind: str, key: str, manifest: Manifest) -> Object:
        """Completes an object whose last write is still pending: it keeps its version and its event."""
        stored = KINDS[kind].parse(manifest)
        place = max(at for at, write in enumerate(self._pending) if (write.kind, write.key) == (kind, key))
        event = self._pending[place]
        self._pending[place] = WatchEvent(event.type, kind, key, event.old, stored)
        self._tables[kind][key] = stored
        self._unsummed[kind, key] = None
        return stored

    def exchange(self, kind: str, key: str, manifest: Manifest) -> Object:
        """Puts another object in the place of a stored one, as if it had been there from the start: it keeps
        the version and the place, and no watcher hears of it."""
        stored = KINDS[kind].parse(manifest)
        self._tables[kind][key] = stored
        self._unsummed[kind, key] = None
        return stored

    def pending_since(self, version: int) -> list[WatchEvent]:
        """The last pending write of each object after a resourceVersion."""
        latest: dict[tuple[str, str], WatchEvent] = {}
        for event in self._pending:
            if event.new is not None and int(event.new.meta.resource_version or 0) > version:
                latest[event.kind, event.key] = event
        return list(latest.values())

    def remove(self, kind: str, key: str) -> Object:
        """Removes the object and returns it; the key must exist."""
        self._version += 1
        old = self._tables[kind].pop(key)
        self._unsummed[kind, key] = None
        self._pending.append(WatchEvent(EventType.DELETED, kind, key, old, None))
        return old

    def drain(self) -> list[WatchEvent]:
        """The writes since the last drain, in order."""
        pending, self._pending = self._pending, []
        return pending

    def copy(self) -> Self:
        """A checkpoint: it has its own dicts and shares objects."""
        twin = super().copy()
        twin._tables = {kind: dict(table) for kind, table in self._tables.items()}
        return twin

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the cluster, for checkpoints."""
        tables = [*self._tables.values(), self._digests]
        return [cast(dict[Hashable, object], table) for table in tables]

    def fingerprint(self) -> Json:
        """Equal for equal contents; it digests only what was written since the last call."""
        for kind, key in self._unsummed:
            self._digest_sum -= self._digests.get((kind, key), 0)
            value = self._tables[kind].get(key)
            if value is None:
                self._digests.pop((kind, key), None)
            else:
                # In its old place in the table, so that checkpoints hold only what differs.
                text = _encoder.encode([kind, value.manifest])
                digest = int.from_bytes(sha256(text.encode()).digest(), "big")
                self._digests[kind, key] = digest
                self._digest_sum += digest
        self._unsummed.clear()
        self._digest_sum %= _MODULUS
        return {
            "version": self._version,
            "uids": self._uid_serial,
            "objects": f"{self._digest_sum:064x}",
            "unseen": len(self._pending),
        }
