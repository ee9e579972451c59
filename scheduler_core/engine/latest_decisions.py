"""The latest decision about each pod, kept small enough for many checkpoints."""

from __future__ import annotations

import json
import zlib
from collections.abc import Container
from dataclasses import dataclass, field
from typing import cast

from scheduler_core.actor import DecisionValue
from scheduler_core.inputs.limits import DECISIONS_IN_A_SNAPSHOT
from scheduler_core.objects.hashing import encode
from scheduler_core.objects.manifest import Json


@dataclass(slots=True)
class KeptDecision:
    """A decision and the step that it led to.

    Without the value, `packed` are the deflated JSON of its view and of its outline, or None when only the
    `summary` (`brief`) is left. A value may hold the state of the whole cluster at its time, so checkpoints
    keep none.
    """

    seq: int
    value: DecisionValue | None
    packed: tuple[bytes, bytes] | None = None
    summary: dict[str, Json] | None = None

    def brief(self) -> dict[str, Json]:
        """What the board needs of a decision that is not the newest."""
        if self.summary is None:
            assert self.value is not None
            self.summary = self.value.brief()
        return self.summary

    def in_brief(self) -> KeptDecision:
        """The same without its view and outline."""
        return KeptDecision(self.seq, None, None, self.brief()) if self.whole else self

    def pack(self) -> KeptDecision:
        """The same with its view and outline as deflated JSON."""
        if self.packed is None and self.value is not None:
            view, outline = encode(self.value.to_json()), encode(self.value.outline())
            self.packed = zlib.compress(view, 1), zlib.compress(outline, 1)
        return KeptDecision(self.seq, None, self.packed, self.brief())

    @property
    def whole(self) -> bool:
        """Whether the view is still known."""
        return self.value is not None or self.packed is not None

    def view(self) -> dict[str, Json]:
        """The whole decision."""
        return self._unpacked(0) if self.value is None else self.value.to_json()

    def outline(self) -> dict[str, Json]:
        """What the board paints of it."""
        return self._unpacked(1) if self.value is None else self.value.outline()

    def _unpacked(self, which: int) -> dict[str, Json]:
        assert self.packed is not None
        return cast(dict[str, Json], json.loads(zlib.decompress(self.packed[which])))


@dataclass(slots=True)
class LatestDecisions:
    """Decisions by pod, the newest last. `newest` is that of the last scheduling cycle, also when its pod has
    been deleted since."""

    by_pod: dict[str, KeptDecision] = field(default_factory=dict)
    newest: KeptDecision | None = None

    def remember(self, pod: str, decision: KeptDecision, pods: Container[str]) -> None:
        """Keeps the decision, and forgets the oldest ones and those about deleted pods (not in `pods`)."""
        self.newest = decision
        self.by_pod.pop(pod, None)
        self.by_pod[pod] = decision
        for key in [key for key in self.by_pod if key not in pods]:
            del self.by_pod[key]
        while len(self.by_pod) > DECISIONS_IN_A_SNAPSHOT:
            del self.by_pod[next(iter(self.by_pod))]

    def made_at(self, seq: int) -> KeptDecision | None:
        """The decision that led to step `seq`, as far as the whole of it is kept."""
        if self.newest is not None and self.newest.seq == seq:
            return self.newest
        return next((entry for entry in self.by_pod.values() if entry.seq == seq and entry.whole), None)

    def last(self, since: int = 0) -> dict[str, Json] | None:
        """The outline of the newest decision; None before the first one after step `since`."""
        return None if self.newest is None or self.newest.seq <= since else self.newest.outline()

    def made_since(self, seq: int) -> list[dict[str, Json]]:
        """The decisions that led to steps after `seq`, in brief, the newest last."""
        return [decision.brief() for decision in self.by_pod.values() if decision.seq > seq]

    def shown(self) -> list[tuple[str, bytes]]:
        """The JSON of each decision in brief by pod, the newest last."""
        return [(pod, encode(decision.brief())) for pod, decision in self.by_pod.items()]

    def copy(self) -> LatestDecisions:
        """A checkpoint: of all but the newest decision it has only what is shown of them. The whole of an
        older one is found by playing up to its step."""
        newest = None if self.newest is None else self.newest.pack()
        return LatestDecisions({pod: decision.in_brief() for pod, decision in self.by_pod.items()}, newest)
