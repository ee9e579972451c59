"""The connection of a machine to the API server, in both directions, and to its storage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Connection:
    """`hears`: what the API server sends arrives at the kubelet. `speaks`: what the kubelet writes arrives at
    the API server, `delay_ms` later. `storage`: the processes on the machine reach their volumes.
    """

    hears: bool = True
    speaks: bool = True
    storage: bool = True
    delay_ms: int = 0

    @property
    def whole(self) -> bool:
        return self == CONNECTED


CONNECTED = Connection()
