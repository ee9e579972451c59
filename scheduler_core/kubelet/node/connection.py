"""The connection of a machine to the API server, in both directions, and to its storage."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubelet.node.lease_renewal import answered_in_time


@dataclass(frozen=True, slots=True)
class Connection:
    """The connection of one machine. `hears` means that messages of the API server arrive at the kubelet,
    `speaks` that the kubelet's writes arrive at the API server (`delay_ms` later), and `storage` that
    processes on the machine reach their volumes.
    """

    hears: bool = True
    speaks: bool = True
    storage: bool = True
    delay_ms: int = 0

    @property
    def heartbeats(self) -> bool:
        """Whether heartbeats arrive and are answered in time."""
        return self.speaks and answered_in_time(self.delay_ms)

    @property
    def whole(self) -> bool:
        return self == CONNECTED


CONNECTED = Connection()
