"""A decision of the scheduler, taken apart for the Why page: the same value that the board steps into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground import messages
from playground.inspector.spread_walk import SpreadWalk, walk

_UNITS = (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10))


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a pod is from fitting, in quantities: `cpu: needs 500m, 300m free`."""

    resource: str
    needs: str
    free: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A spread constraint at one domain: `2 + 1 − 1 = 2 > 1`."""

    key: str
    domain: str
    count: int
    self_: int
    minimum: int
    skew: int
    max_skew: int
    ok: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    node: str
    fits: bool
    plugin: str
    reasons: tuple[str, ...]
    distances: tuple[Distance, ...]
    sums: tuple[Sum, ...]
    nominated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    node: str
    parts: tuple[tuple[str, int, int, int], ...]
    """(plugin, raw, normalised, weighted)."""
    total: int
    best: bool


@dataclass(frozen=True, slots=True)
class Criterion:
    id: str
    values: tuple[tuple[str, str], ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InVain:
    """An event that did not wake the pod. `plugins`: (name, whether it wants to hear of such events)."""

    t: float
    event: str
    object: str
    plugins: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that the page shows. `decision` is None while the pod was never tried."""

    pod: Mapping[str, Any]
    waits: str
    decision: Mapping[str, Any] | None
    verdicts: tuple[Verdict, ...] = ()
    groups: tuple[Mapping[str, Any], ...] = ()
    scores: tuple[Score, ...] = ()
    plugins: tuple[tuple[str, int], ...] = ()
    preemption: Mapping[str, Any] | None = None
    criteria: tuple[Criterion, ...] = ()
    statuses: tuple[tuple[str, str], ...] = field(default=())
    in_vain: tuple[InVain, ...] = ()
    spread: SpreadWalk | None = None


def explain(value: Mapping[str, Any]) -> Explanation:
    """From `Questions.why` to what the page shows."""
    pod, decision = value["pod"], value["decision"]
    waits = messages.say(pod["why"]) if pod.get("why") else ""
    if decision is None:
        return Explanation(pod, waits, None)
    if decision.get("message") and decision["message"] in waits:
        waits = ""  # the page has the sentence in its box
    preemption = decision.get("preemption")
    return Explanation(
        pod,
        waits,
        decision,
        verdicts=tuple(_verdicts(decision)),
        groups=tuple(decision.get("groups") or ()),
        scores=tuple(_scores(decision)) if decision.get("scored") else (),
        plugins=tuple((decision.get("weights") or {}).items()),
        preemption=preemption,
        criteria=tuple(_criteria(preemption)) if preemption else (),
        statuses=tuple(_statuses(preemption)) if preemption else (),
        in_vain=tuple(_in_vain(value.get("inVain") or ())),
        spread=walk(decision),
    )


def _in_vain(heard: Iterable[Mapping[str, Any]]) -> Iterable[InVain]:
    for each in heard:
        plugins = tuple((one["plugin"], one["hint"] != "NotRegistered") for one in each["plugins"])
        yield InVain(each["t"], each["event"], each["object"] or "", plugins)


def _verdicts(decision: Mapping[str, Any]) -> Iterable[Verdict]:
    nodes = decision.get("nodes") or {}
    order = [name for name in decision.get("order") or () if name in nodes]
    for name in [*order, *(name for name in nodes if name not in set(order))]:
        node = nodes[name]
        yield Verdict(
            node=name,
            fits=node["code"] == "Success",
            plugin=node.get("plugin") or "",
            reasons=tuple(node.get("reasons") or ()),
            distances=tuple(
                Distance(
                    d["resource"], quantity(d["resource"], d["needs"]), quantity(d["resource"], d["free"])
                )
                for d in node.get("distance") or ()
            ),
            sums=tuple(
                Sum(s["key"], s["domain"], s["count"], s["self"], s["min"], s["skew"], s["maxSkew"], s["ok"])
                for s in node.get("spread") or ()
            ),
            nominated=tuple(node.get("nominatedCounted") or ()),
        )


def _scores(decision: Mapping[str, Any]) -> Iterable[Score]:
    totals, best = decision["totals"], set(decision.get("best") or ())
    for node in sorted(totals, key=lambda name: (-totals[name], name)):
        parts = decision["scores"].get(node, {})
        yield Score(node, tuple((name, *three) for name, three in parts.items()), totals[node], node in best)


def _criteria(preemption: Mapping[str, Any]) -> Iterable[Criterion]:
    for each in preemption.get("criteria") or ():
        values = tuple((node, str(value)) for node, value in (each.get("values") or {}).items())
        yield Criterion(each["id"], values, tuple(each.get("left") or ()))


def _statuses(preemption: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for node, status in (preemption.get("statuses") or {}).items():
        yield node, ", ".join(status.get("reasons") or ())


def quantity(resource: str, value: int) -> str:
    """As Kubernetes writes it: cpu in millis, memory in binary units, else the number."""
    if resource == "cpu":
        return f"{value}m" if value % 1000 else str(value // 1000)
    if resource in ("memory", "ephemeral-storage") or resource.startswith("hugepages-"):
        for unit, size in _UNITS:
            if value and value % size == 0:
                return f"{value // size}{unit}"
        return f"{value / 2**20:.1f}Mi" if abs(value) >= 2**20 else str(value)
    return str(value)
