"""The workers that are alive, as a server sees them, and which of them a run belongs to."""

import hashlib
import logging
import math
from dataclasses import dataclass, field

from playground.workers.remote.wire import Channel, ForgedError, Header

log = logging.getLogger("playground.workers")

ALIVE_MS = 4_000
"""An announcement counts for so long. A worker whose machine is gone, or that hangs, is missed after it."""
BEAT_SECONDS = 1.0

WORKERS = "workers"
"""The set of the names of all workers."""


class NobodyError(Exception):
    """No worker of this build can be reached."""


def announcement(name: str) -> str:
    return f"worker:{name}"


@dataclass(frozen=True)
class Announced:
    """A worker. `weight` is the number of its processes, `client` the number of its connection, with which it
    ends, and `leaving` says that it takes no new calls.
    """

    name: str
    host: str
    build: str
    weight: int
    client: int
    leaving: bool = False

    def header(self) -> Header:
        return dict(vars(self))


def share(worker: Announced, run: str) -> float:
    """How much a run belongs to a worker: weighted rendezvous hashing. All servers find the same, and when a
    worker comes or goes only runs that it gets or had move.
    """
    digest = hashlib.blake2b(f"{worker.name}\0{run}".encode(), digest_size=8).digest()
    point = (int.from_bytes(digest, "big") + 1) / (2**64 + 1)
    return -worker.weight / math.log(point)


@dataclass
class Roster:
    """The workers of this build that are alive, by name."""

    channel: Channel
    build: str
    alive: dict[str, Announced] = field(default_factory=dict)
    strangers: set[str] = field(default_factory=set)
    """Workers of another build, or with another key, that were logged."""

    def best(self, run: str) -> Announced | None:
        """The worker of a run; None when there is no worker."""
        staying = (worker for worker in self.alive.values() if not worker.leaving)
        return max(staying, key=lambda worker: share(worker, run), default=None)

    def update(self, texts: dict[str, bytes], clients: set[int] | None) -> set[str]:
        """Takes in the announcements, and the connections of Redis where they are known. Returns the names of
        workers that are gone.
        """
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
