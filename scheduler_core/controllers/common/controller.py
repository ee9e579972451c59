"""The work queue of a controller: keys, each with the time of its next sync.

As in client-go's workqueue, a key stands in it once, however often it was added; the earliest time counts.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, Message, Toss
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State

REACTION_MS = 100
"""Milliseconds from an event that a controller receives to its reaction."""


class KeyQueue(State):
    """Keys with their due times in virtual milliseconds; equal times come in the order of adding."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}

    def add(self, key: str, due_ms: int) -> None:
        current = self._due.get(key)
        if current is None or due_ms < current:
            self._due[key] = due_ms

    def next_ms(self) -> int | None:
        return min(self._due.values(), default=None)

    def hurry(self, now_ms: int) -> bool:
        """Makes the keys due now that are due within the time of a reaction; whether there was one."""
        soon = [key for key, due_ms in self._due.items() if now_ms < due_ms <= now_ms + REACTION_MS]
        self._due.update(dict.fromkeys(soon, now_ms))
        return bool(soon)

    def pop(self, now_ms: int) -> str | None:
        """Takes out the key that is due first; None when no key is due yet."""
        key = min(self._due, key=self._due.__getitem__, default=None)
        if key is None or self._due[key] > now_ms:
            return None
        del self._due[key]
        return key

    def fingerprint(self) -> Json:
        return [[key, due] for key, due in self._due.items()]


class Controller(State):
    """The base of controllers: a queue of keys, and at most one write in each act.

    `sync` compares the desired state of a key with the actual state (level-triggered) and does at most one
    write. After a write the key is synced again at once, until nothing is left to do.
    """

    rank = 20
    name = ""
    watches: frozenset[str]
    reaction_ms = REACTION_MS
    pods_of: str | None = None
    """The kind of workload whose pods it watches, beside pods without a controller; None means all pods."""
    requeues = True
    """False means that `sync` itself queues the key for its next sync."""

    def __init__(self) -> None:
        self.queue = KeyQueue()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        raise NotImplementedError

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        raise NotImplementedError

    def next_ms(self, now_ms: int) -> int | None:
        return self.queue.next_ms()

    def hurry(self, now_ms: int) -> bool:
        """Reacts now to what has happened instead of after the time of a reaction; whether there is anything
        to react to. A key whose timer ends in the meantime is synced early, too, and queued again."""
        return self.queue.hurry(now_ms)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Syncs the due keys until one of them leads to a write; None when none needed a write."""
        while (key := self.queue.pop(now_ms)) is not None:
            act = self.sync(api, key, now_ms, random)
            if act is not None:
                if self.requeues:
                    self.queue.add(key, now_ms)
                return act
        return None

    def _act(
        self,
        kind: str,
        sentence: Message,
        *pods: str,
        nodes: tuple[str, ...] = (),
        tosses: tuple[Toss, ...] = (),
    ) -> Act:
        """What the controller did, about these pods and nodes."""
        return Act("controller", self.name, kind, sentence, pods, nodes, tosses=tosses)

    def _record(
        self, api: ApiServer, involved: Object, type_: str, reason: str, note: str, now_ms: int
    ) -> None:
        """Records an Event of this controller; `type_` is Normal or Warning."""
        api.record_event(Occurrence(involved, type_, reason, note, self.name), now_ms)

    def fingerprint(self) -> Json:
        return self.queue.fingerprint()
