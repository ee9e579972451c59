"""The ranking of the pods of a node as a table: the evicted ones first, then the others in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.views import View
from scheduler_core.board.pressure.pressure_bar import Line, Place, measured_text, signed_text
from scheduler_core.kubelet.eviction.ranking import Ranked
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.replacing import State
from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY, priority_band

EVICTED = "Evicted"
"""The reason in the status of a pod that its kubelet evicted."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The signal in full view: its name, what is free of it, and the amount that the running eviction
    restores (None when it has no such target)."""

    signal: str
    free: int
    target: int | None


def rows_view(
    shown: Shown | None, places: Sequence[Place], passes: int, earlier: Iterable[View] = ()
) -> list[Json]:
    """The rows. `passes` is the number of the last pass; `earlier` are rows of pods that earlier passes
    evicted and that still have an object.

    A pod that an eviction took has the number of its pass and no rank; the others are numbered from 1.
    """
    ranking = [place.ranked for place in places]
    rows = [_row(place, ranking, shown, passes) for place in places]
    present = {row["pod"] for row in rows}
    dead = [{**row, "state": "evicted", "rank": None} for row in earlier if row["pod"] not in present]
    evicted = [row for row in rows if row["state"] == "evicted"]
    others = [row for row in rows if row["state"] != "evicted"]
    return [*dead, *evicted, *({**row, "rank": number} for number, row in enumerate(others, 1))]


def continuation(shown: Shown | None, lines: Sequence[Line]) -> View | None:
    """Why an eviction goes on although its threshold is not crossed any more; None when it is, or when there
    is none. `enough`: the minimum reclaim is reached as well, so this pod is the last one. Amounts as text.
    """
    reached = next(
        (
            line
            for line in lines
            if shown is not None and line.signal == shown.signal and line.target and line.state == "active"
        ),
        None,
    )
    if shown is None or reached is None or reached.target is None or shown.free < reached.threshold:
        return None
    return {
        "enough": shown.free >= reached.target,
        "free": measured_text(shown.signal, shown.free),
        "threshold": measured_text(shown.signal, reached.threshold),
        "least": measured_text(shown.signal, reached.min_reclaim or 0),
        "target": measured_text(shown.signal, reached.target),
    }


class Fallen(State):
    """The last rows of the pods that each node's kubelet evicted, with their uids, by node and pod."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, tuple[str, View]]] = {}

    def standing(self, api: ApiServer, node: str) -> list[View]:
        """The rows of evicted pods of a node whose Pod objects still exist and say that they were evicted."""
        rows = self.rows.get(node, {})
        return [row for key, (uid, row) in rows.items() if _lies(api, key, uid)]

    def remember(self, api: ApiServer, node: str, view: Mapping[str, Json] | None) -> None:
        """Takes over the victims of the pass that `view` shows, and forgets pods without an object."""
        rows = {key: row for key, row in self.rows.get(node, {}).items() if key in api.pods}
        ranking = view["ranking"] if view is not None else ()
        for row in ranking if isinstance(ranking, (list, tuple)) else ():
            key = text(find(row, "pod"))
            stored = api.pods.get(key)
            if stored is not None and isinstance(row, dict) and row["pass"] is not None:
                rows[key] = (stored.uid, row)
        if rows:
            self.rows[node] = rows
        else:
            self.rows.pop(node, None)

    def copy(self) -> Self:
        twin = super().copy()
        twin.rows = {node: dict(rows) for node, rows in self.rows.items()}
        return twin


def _lies(api: ApiServer, key: str, uid: str) -> bool:
    stored = api.pods.get(key)
    return stored is not None and stored.uid == uid and stored.status.reason == EVICTED


def _row(place: Place, ranking: Sequence[Ranked], shown: Shown | None, passes: int) -> View:
    ranked = place.ranked
    pod = ranked.candidate.pod
    texts: dict[str, Json] = {}
    suffices = False
    if shown is not None:
        texts = {
            "usage": measured_text(shown.signal, ranked.usage),
            "request": measured_text(shown.signal, ranked.request),
            "over": signed_text(shown.signal, ranked.over),
            "freeWithout": measured_text(shown.signal, shown.free + ranked.usage),
        }
        ends = place.state == "evicting" and shown.target is not None
        suffices = ends and shown.free + ranked.usage >= (shown.target or 0)
    return {
        "rank": None,
        "pod": pod.key,
        "name": pod.name,
        "priority": ranked.priority,
        "band": priority_band(ranked.priority),
        "qos": pod.qos_class or pod_qos_class(pod),
        "usage": ranked.usage,
        "request": ranked.request,
        "over": ranked.over,
        "texts": texts,
        "group": "above" if ranked.above else "within",
        "because": _because(ranked, ranking),
        "state": place.state,
        "pass": passes if place.state in ("evicting", "evicted") else None,
        "suffices": suffices,
        "why": _why(ranked).to_json(),
    }


def _because(ranked: Ranked, ranking: Sequence[Ranked]) -> str:
    """What decides the place: `critical-priority` or `critical-static` (never evicted), `most-over` (of the
    pods above their request with this priority), `above` or `within`."""
    if ranked.critical:
        by_priority = ranked.priority >= SYSTEM_CRITICAL_PRIORITY
        return "critical-priority" if by_priority else "critical-static"
    if not ranked.above:
        return "within"
    equals = [pod.over for pod in ranking if pod.above and pod.priority == ranked.priority]
    return "most-over" if min(equals) < ranked.over == max(equals) else "above"


def _why(ranked: Ranked) -> Message:
    if ranked.critical:
        return message("rank.critical", pod=ranked.name)
    if not ranked.measured:
        return message("rank.unmeasured", pod=ranked.name)
    code = "rank.above" if ranked.above else "rank.within"
    return message(code, pod=ranked.name, priority=ranked.priority)
