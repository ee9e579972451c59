"""A worker's heartbeat in its own thread, so that a busy worker does not seem dead."""

import contextlib
import logging
import time
from dataclasses import replace
from threading import Event

from redis import Redis, RedisError

from playground.server import background
from playground.server.databases import redis_client
from playground.workers.remote.roster import ALIVE_MS, BEAT_SECONDS, WORKERS, Announced, announcement
from playground.workers.remote.wire import Channel

log = logging.getLogger("playground.workers")

HUNG_SECONDS = 20.0
"""After so many seconds without progress of its event loop, a worker sends no heartbeat, so that others take
its runs."""
SOCKET_SECONDS = 2.0


class Beat:
    """`pulse` is the time (monotonic, s) of the event loop's last progress."""

    def __init__(self, url: str, channel: Channel, announced: Announced) -> None:
        self.channel, self.announced, self.pulse = channel, announced, time.monotonic()
        self.redis: Redis = redis_client(url, SOCKET_SECONDS, single_connection_client=True)
        self.changed, self.ended = Event(), False
        self.thread = background.thread("beat", self._beat)

    def start(self) -> None:
        self.thread.start()

    def leave(self) -> None:
        """Announces from now on that the worker takes no new runs."""
        self.announced = replace(self.announced, leaving=True)
        self.changed.set()

    def end(self) -> None:
        """Withdraws the announcement."""
        self.ended = True
        self.changed.set()
        if self.thread.ident is not None:
            self.thread.join()
        with contextlib.suppress(RedisError, OSError):
            self.redis.delete(self.channel.name(announcement(self.announced.name)))
            self.redis.srem(self.channel.name(WORKERS), self.announced.name)
        self.redis.close()

    def _beat(self) -> None:
        lost = False
        while not self.ended:
            if time.monotonic() - self.pulse < HUNG_SECONDS:
                try:
                    self._announce()
                    lost = False
                except (RedisError, OSError) as error:
                    if not lost:
                        log.warning("the announcement of worker %s is lost: %s", self.announced.name, error)
                    lost = True
            self.changed.wait(BEAT_SECONDS)
            self.changed.clear()

    def _announce(self) -> None:
        """Announces the worker with the number of this connection, which ends with the process."""
        # Each announcement may use a new connection.
        announced = replace(self.announced, client=int(self.redis.client_id()))
        entry = announcement(announced.name)
        pipe = self.redis.pipeline(transaction=False)
        pipe.set(self.channel.name(entry), self.channel.packed(entry, announced.header()), px=ALIVE_MS)
        pipe.sadd(self.channel.name(WORKERS), announced.name)
        pipe.execute()
