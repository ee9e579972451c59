"""The queues of nodes that wait for their NoExecute taint, one queue per zone, and the rate of each.

Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go `zoneNoExecuteTainter`,
`doNoExecuteTaintingPass` every 100 ms, and scheduler/rate_limited_queue.go `RateLimitedTimedQueue` (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from scheduler_core.actor import message
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.nodelifecycle.zones import Limiter
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State

LOOK_MS = 100
"""How often the controller looks at the queues of nodes to be tainted NoExecute."""


@dataclass
class NoExecuteTainter(State):
    """The queues and rates of the zones; a zone without a rate of its own has that of a healthy zone.

    - `queues`: zone → node → time (ms) at which the node was queued, oldest first
    - `limiters`: zone → its rate
    """

    queues: dict[str, dict[str, int]] = field(default_factory=dict)
    limiters: dict[str, Limiter] = field(default_factory=dict)

    def copy(self) -> Self:
        twin = super().copy()
        twin.queues = {zone: dict(queue) for zone, queue in self.queues.items()}
        return twin

    def add_zone(self, zone: str) -> None:
        """Makes the queue of a zone. Nodes of several zones are tainted in the order of these calls."""
        self.queues.setdefault(zone, {})

    def limiter(self, zone: str) -> Limiter:
        return self.limiters.get(zone, Limiter())

    def limit(self, zone: str, interval: int | None, now_ms: int) -> None:
        """Gives a zone another rate: `interval` milliseconds from one node to the next, None for no node."""
        self.limiters[zone] = self.limiter(zone).swapped(interval, now_ms)

    def waits_or_stopped(self, zone: str, node: str) -> bool:
        """Whether queueing the node would change nothing: it is queued, or its zone taints no node."""
        return self.limiter(zone).interval_ms is None or node in self.queues.get(zone, {})

    def add(self, zone: str, node: str, now_ms: int) -> None:
        """Puts a node at the end of the queue of its zone, which must exist."""
        queue = self.queues[zone]
        queue.pop(node, None)
        queue[node] = now_ms

    def remove(self, zone: str, node: str) -> None:
        self.queues.get(zone, {}).pop(node, None)

    def next_ms(self) -> int | None:
        """Time of the next look that finds a node which its zone's rate allows to taint."""
        due: list[int] = []
        for zone, queue in self.queues.items():
            limiter = self.limiter(zone)
            if queue and limiter.interval_ms is not None:
                at = max(next(iter(queue.values())), limiter.ready_ms)
                due.append(-(-at // LOOK_MS) * LOOK_MS)
        return min(due, default=None)

    def take_due(self, now_ms: int) -> Iterator[str]:
        """Takes the nodes that the rates allow to taint now, zone by zone. Each costs its zone's token, even
        when it turns out to need no taint."""
        for zone, queue in self.queues.items():
            while queue and next(iter(queue.values())) <= now_ms:
                limiter = self.limiter(zone).taken(now_ms)
                if limiter is None:
                    break
                self.limiters[zone] = limiter
                name = next(iter(queue))
                del queue[name]
                yield name

    def timers(self) -> Iterator[Timer]:
        """For each queued node of a zone that taints nodes: when its turn comes at the present rate."""
        for zone, queue in self.queues.items():
            limiter = self.limiter(zone)
            for place, (name, since) in enumerate(queue.items()):
                if limiter.interval_ms is not None:
                    at = max(since, limiter.ready_ms) + place * limiter.interval_ms
                    yield Timer("rate", since, at, message("timer.rate", node=name), node=name)

    def fingerprint(self) -> tuple[list[Json], list[Json]]:
        """The rates and the queues that are not empty, by zone."""
        limiters: list[Json] = [[zone, limiter.fingerprint()] for zone, limiter in self.limiters.items()]
        queues: list[Json] = [[zone, dict(queue)] for zone, queue in self.queues.items() if queue]
        return limiters, queues
