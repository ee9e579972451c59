"""The lists in Redis through which servers and workers speak."""

from redis.asyncio import Redis

KEPT_SECONDS = 60
"""What nobody takes out of a list goes after so long."""
READ_SECONDS = 1.0
"""So long a read waits for a message."""
SOCKET_SECONDS = 10.0
"""Longer than any command takes; a broker that does not answer counts as gone."""


def calls(worker: str) -> str:
    """The list of the calls of a worker."""
    return f"calls:{worker}"


def answers(server: str) -> str:
    """The list of the answers for a server process."""
    return f"answers:{server}"


def connected(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=SOCKET_SECONDS, socket_connect_timeout=SOCKET_SECONDS)


def raw(value: bytes | str) -> bytes:
    """What the client gives is bytes, as it is told nothing of texts; its types do not say so."""
    assert isinstance(value, bytes)
    return value
