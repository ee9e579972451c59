"""The bars of the grace gantt: how long a nomination, a hook, a SIGTERM or a backoff lasted.

Spans are derived from the changes of a frame; no rule of the cluster reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from scheduler_core.board.object_views.views import Dying, View, Waiting
from scheduler_core.inputs.limits import SPANS_KEPT
from scheduler_core.objects.replacing import State
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds

OPEN_KINDS = ("nominated", "preStop", "SIGTERM", "backoff")


@dataclass(frozen=True, slots=True)
class Span:
    """One bar. `to_ms` is None while it is open; `deadline_ms` is the latest time of its end, None when
    unknown.

    `earliest_bind_ms` is set for a nomination: the latest end of the pods that terminate on its node.
    """

    id: str
    pod: str
    kind: str
    from_ms: int
    to_ms: int | None
    deadline_ms: int | None
    node: str | None
    earliest_bind_ms: int | None = None

    def view(self) -> View:
        return {
            "id": self.id,
            "pod": self.pod,
            "kind": self.kind,
            "from": seconds(self.from_ms),
            "to": optional_seconds(self.to_ms),
            "deadline": optional_seconds(self.deadline_ms),
            "node": self.node,
            "earliestBind": optional_seconds(self.earliest_bind_ms),
        }


@dataclass(frozen=True, slots=True)
class OpenBar:
    """A bar that should be open for a pod at this moment."""

    kind: str
    deadline_ms: int | None
    node: str | None


def open_bars(
    node: str | None, nominated: str | None, waiting: Waiting | None, dying: Dying | None
) -> list[OpenBar]:
    """The bars that a pod has at this moment. A nomination ends with the binding, although its
    field stays.
    """
    bars: list[OpenBar] = []
    if nominated and not node:
        bars.append(OpenBar("nominated", None, nominated))
    if dying is not None and dying.signal in ("preStop", "SIGTERM"):
        bars.append(OpenBar(dying.signal, dying.deadline_ms, node))
    if waiting is not None and waiting.lane == "backoff":
        bars.append(OpenBar("backoff", waiting.backoff_until_ms, None))
    return bars


class Spans(State):
    """All bars in the order in which they began, and the open ones by (pod, kind)."""

    def __init__(self) -> None:
        self.all: dict[str, Span] = {}
        self._open: dict[tuple[str, str], str] = {}
        # The closed bars as a heap of (number, id): the one that began first comes first.
        self._closed: list[tuple[int, str]] = []
        self._serial = 0
        # The number of open nominations.
        self._nominated = 0

    def update(self, pod: str, bars: list[OpenBar], now_ms: int) -> dict[str, Span | None]:
        """Opens, moves and closes the pod's bars. Returns the changed bars by id; None means dropped as too
        old.
        """
        changed: dict[str, Span | None] = {}
        by_kind: Mapping[str, OpenBar] = {bar.kind: bar for bar in bars}
        for kind in OPEN_KINDS:
            bar, open_id = by_kind.get(kind), self._open.get((pod, kind))
            if open_id is not None:
                span = self.all[open_id]
                if bar is not None and bar.node == span.node:
                    if bar.deadline_ms != span.deadline_ms:
                        changed[open_id] = self.all[open_id] = replace(span, deadline_ms=bar.deadline_ms)
                    continue
                ended = replace(span, to_ms=now_ms, earliest_bind_ms=None)
                changed[open_id] = self.all[open_id] = ended
                del self._open[pod, kind]
                heappush(self._closed, (int(open_id.partition(":")[0]), open_id))
                self._nominated -= kind == "nominated"
            if bar is not None:
                self._serial += 1
                span = Span(f"{self._serial}:{pod}", pod, kind, now_ms, None, bar.deadline_ms, bar.node)
                changed[span.id] = self.all[span.id] = span
                self._open[pod, kind] = span.id
                self._nominated += kind == "nominated"
        # A bar without a node says nothing about the end of a nomination.
        if any(span is not None and span.node for span in changed.values()):
            self._expect_binds(changed)
        if len(self.all) > SPANS_KEPT:
            self._drop_oldest(changed)
        return changed

    def _expect_binds(self, changed: dict[str, Span | None]) -> None:
        """Enters into the open nominations the latest end of the pods that terminate on their nodes."""
        if not self._nominated:
            return
        nominations = [self.all[span_id] for (_, kind), span_id in self._open.items() if kind == "nominated"]
        ends: dict[str | None, int] = {}
        for (_, kind), span_id in self._open.items():
            span = self.all[span_id]
            if kind != "nominated" and span.deadline_ms is not None:
                ends[span.node] = max(ends.get(span.node, 0), span.deadline_ms)
        for span in nominations:
            if ends.get(span.node) != span.earliest_bind_ms:
                changed[span.id] = self.all[span.id] = replace(span, earliest_bind_ms=ends.get(span.node))

    def _drop_oldest(self, changed: dict[str, Span | None]) -> None:
        while self._closed and len(self.all) > SPANS_KEPT:
            _, oldest = heappop(self._closed)
            del self.all[oldest]
            changed[oldest] = None
