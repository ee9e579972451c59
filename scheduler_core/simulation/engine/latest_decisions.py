"""The latest decision about each pod, kept small enough for many checkpoints."""

from __future__ import annotations

import zlib
from collections.abc import Container
from dataclasses import dataclass, field

from scheduler_core.actor import DecisionValue
from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.hashing import encode
from scheduler_core.simulation.limits import DECISION_BYTES_IN_A_SNAPSHOT, DECISIONS_IN_A_SNAPSHOT


@dataclass(slots=True)
class KeptDecision:
    """A decision, or its view once a frame has needed it. `packed` is the deflated JSON of the view and
    replaces both."""

    value: DecisionValue | None
    view: Json = None
    packed: bytes = b""

    def pack(self) -> None:
        if not self.packed:
            self.packed = zlib.compress(self.encoded(), 1)
            self.value = self.view = None

    def encoded(self) -> bytes:
        """The JSON of the view."""
        if self.packed:
            return zlib.decompress(self.packed)
        return encode(self.value.to_json() if self.view is None and self.value is not None else self.view)


@dataclass(slots=True)
class LatestDecisions:
    """Decisions by pod, the newest last."""

    by_pod: dict[str, KeptDecision] = field(default_factory=dict)

    def remember(self, pod: str, decision: KeptDecision, pods: Container[str]) -> None:
        """Keeps the decision, and forgets the oldest ones and those about deleted pods (not in `pods`)."""
        self.by_pod.pop(pod, None)
        self.by_pod[pod] = decision
        for key in [key for key in self.by_pod if key not in pods]:
            del self.by_pod[key]
        while len(self.by_pod) > DECISIONS_IN_A_SNAPSHOT:
            del self.by_pod[next(iter(self.by_pod))]

    def shown(self) -> list[tuple[str, bytes]]:
        """The JSON of each decision by pod, the newest last; older ones only up to the size limit of a
        snapshot.
        """
        shown: list[tuple[str, bytes]] = []
        size = 0
        for pod, decision in reversed(self.by_pod.items()):
            encoded = decision.encoded()
            size += len(encoded)
            if shown and size > DECISION_BYTES_IN_A_SNAPSHOT:
                break
            shown.append((pod, encoded))
        return shown[::-1]

    def copy(self) -> LatestDecisions:
        for decision in self.by_pod.values():
            decision.pack()
        return LatestDecisions(dict(self.by_pod))
