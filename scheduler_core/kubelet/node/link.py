"""How a machine is connected: to the API server, in both directions, and to its storage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """`hears`: what the API server sends arrives. `speaks`: what the kubelet writes arrives. `storage`: the
    processes reach their volumes. `delay_ms`: how long the kubelet's writes are under way.
    """

    hears: bool = True
    speaks: bool = True
    storage: bool = True
    delay_ms: int = 0

    @property
    def whole(self) -> bool:
        return self == WHOLE


WHOLE = Link()
