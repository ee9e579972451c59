"""The workers that are alive, as a server sees them, and the assignment of runs to them."""

import hashlib
import logging
import math
from dataclasses import dataclass, field

from playground.workers.remote.wire import Channel, ForgedError, Header

log = logging.getLogger("playground.workers")

ALIVE_MS = 4_000
"""Milliseconds for which an announcement is valid. After that a worker that hangs or lost its machine counts
as gone."""
BEAT_SECONDS = 1.0

WORKERS = "workers"
"""The set of the names of all workers."""


class NobodyError(Exception):
    """No worker of this version is reachable."""


def announcement(name: str) -> str:
    return f"worker:{name}"


@dataclass(frozen=True)
class Announced:
    """A worker. `weight` is the number of its processes, `client` the number of its connection, with which it
    ends, and `leaving` says that it takes no new calls."""

    name: str
    host: str
    build: str
    weight: int
    client: int
    leaving: bool = False

    def header(self) -> Header:
        return dict(vars(self))


def share(worker: Announced, run: str) -> float:
    """The weight of a worker for a run in weighted rendezvous hashing. All servers compute the same; when a
    worker joins or leaves, only runs that it gets or had are moved."""
    digest = hashlib.blake2b(f"{worker.name}\0{run}".encode(), digest_size=8).digest()
    point = (int.from_bytes(digest, "big") + 1) / (2**64 + 1)
    return -worker.weight / math.log(point)


@dataclass
class Roster:
    """The live workers of this version, by name."""

    channel: Channel
    build: str
    alive: dict[str, Announced] = field(default_factory=dict)
    strangers: set[str] = field(default_factory=set)
    """Workers of another version or with another key that were already logged."""

    def best(self, run: str) -> Announced | None:
        """The worker of a run; None when there is no worker."""
        staying = (worker for worker in self.alive.values() if not worker.leaving)
        return max(staying, key=lambda worker: share(worker, run), default=None)

    def update(self, texts: dict[str, bytes], clients: set[int] | None) -> set[str]:
        """Processes the announcements, and the connections of Redis if known. Returns the names of workers
        that have gone."""
        workers = {}
        for name, message in texts.items():
            worker = self._read(name, message)
            if worker is not None and (clients is None or worker.client in clients):
                workers[name] = worker
        gone, come = self.alive.keys() - workers.keys(), workers.keys() - self.alive.keys()
        for name in come:
            log.info("worker %s of %s has come", name, workers[name].host)
        for name in gone:
            log.warning("worker %s of %s is gone", name, self.alive[name].host)
        self.alive = workers
        return set(gone)

    def _read(self, name: str, message: bytes) -> Announced | None:
        """The worker of a valid announcement; None for another key or version."""
        try:
            header, _ = self.channel.unpacked(announcement(name), message)
            worker = Announced(**header)
        except (ForgedError, TypeError):
            self._strange(name, "worker %s is given no run: it does not sign with this key", name)
            return None
        if worker.build != self.build:
            words = "worker %s of %s is given no run: it plays build %s, this server build %s"
            self._strange(name, words, name, worker.host, worker.build, self.build)
            return None
        return worker

    def _strange(self, name: str, words: str, *args: str) -> None:
        if name not in self.strangers:
            self.strangers.add(name)
            log.warning(words, *args)
