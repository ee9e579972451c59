"""The lists in Redis through which servers and workers communicate."""

from redis.asyncio import Redis

from playground.server.databases import redis_client

KEPT_SECONDS = 60
"""Seconds after which messages that nobody takes from a list expire."""
READ_SECONDS = 1.0
"""Seconds that a read waits for a message."""
SOCKET_SECONDS = 5.0
"""Longer than any command takes; a broker that does not answer by then counts as unreachable."""
READER_SECONDS = READ_SECONDS + 2.0
"""Seconds without an answer to a read after which a broker counts as unreachable."""


def calls(worker: str) -> str:
    """The list of the calls of a worker."""
    return f"calls:{worker}"


def answers(server: str) -> str:
    """The list of the answers for a server process."""
    return f"answers:{server}"


def connected(url: str) -> tuple[Redis, Redis]:
    """Two clients of a broker: one for commands, and one that reads from lists."""
    return redis_client(url, SOCKET_SECONDS, awaited=True), redis_client(url, READER_SECONDS, awaited=True)


def raw(value: bytes | str) -> bytes:
    """Narrows a value to bytes, which this client always returns although its types allow text."""
    assert isinstance(value, bytes)
    return value
