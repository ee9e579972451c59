"""The bar of a node under pressure: the users of the scarce resource with their amounts, and the thresholds.

The system comes first, then the pods from the last to be evicted to the first; pods that are being evicted
come at the end, next to the free part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.board.object_views.views import View
from scheduler_core.kubelet.eviction.ranking import Ranked
from scheduler_core.kubelet.eviction.signals import INODES, PIDS, RESOURCES
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.resources import MEMORY, rounded_bytes_text
from scheduler_core.objects.scalars.seconds import seconds

_LEAST_REST = 500
"""Usage that belongs to no known user is shown when it exceeds this fraction (1/500) of the capacity."""
_CALLED: Mapping[str, str] = {MEMORY: "memory", INODES: "inodes", PIDS: "processes"}


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking. `state` is critical, evicting, evicted, next or empty."""

    ranked: Ranked
    state: str


@dataclass(frozen=True, slots=True)
class Line:
    """A threshold of one signal, with amounts in the signal's unit. `target` is the amount that an eviction
    restores (threshold plus minimum reclaim); None without a minimum reclaim. `state` is ok, pending or
    active."""

    signal: str
    available: int
    capacity: int
    threshold: int
    soft: bool
    grace_ms: int
    min_reclaim: int | None
    state: str

    @property
    def target(self) -> int | None:
        return self.threshold + self.min_reclaim if self.min_reclaim else None


def resource_of(signal: str) -> str:
    """The resource of a signal as inputs of usage name it: memory, disk, inodes or processes."""
    return _CALLED.get(RESOURCES[signal], "disk")


def measured_text(signal: str, amount: int) -> str:
    """A measured amount: bytes rounded to Mi or Gi, numbers of inodes and processes as they are."""
    return str(amount) if RESOURCES[signal] in (INODES, PIDS) else rounded_bytes_text(amount)


def signed_text(signal: str, amount: int) -> str:
    """A difference with its sign; the minus is the typographic one."""
    return f"{'−' if amount < 0 else '+'}{measured_text(signal, abs(amount))}"


def bar_view(signal: str, lines: Sequence[Line], system: Mapping[str, int], places: Sequence[Place]) -> View:
    """The bar of `signal`, for which `lines` has at least one threshold. `system` is the usage outside of
    pods, by resource."""
    own = [line for line in lines if line.signal == signal]
    capacity, free = own[0].capacity, own[0].available
    return {
        "signal": signal,
        "resource": resource_of(signal),
        "capacity": capacity,
        "capacityText": measured_text(signal, capacity),
        "free": free,
        "freeText": measured_text(signal, free),
        "parts": _parts(signal, capacity - free, capacity, system.get(resource_of(signal), 0), places),
        "lines": [*(_threshold(line) for line in own), *(_target(line) for line in own if line.target)],
    }


def _parts(signal: str, used: int, capacity: int, system: int, places: Sequence[Place]) -> list[Json]:
    using = [place for place in places if place.state != "evicted" and place.ranked.usage > 0]
    dying = [place for place in using if place.state == "evicting"]
    standing = [place for place in reversed(using) if place.state != "evicting"]
    rest = used - system - sum(place.ranked.usage for place in using)
    parts: list[Json] = []
    if system > 0:
        parts.append(_part(signal, "system", system))
    if rest * _LEAST_REST > capacity:
        parts.append(_part(signal, "rest", rest))
    parts += [_part(signal, "pod", place.ranked.usage, place.ranked) for place in standing]
    parts += [_part(signal, "dying", place.ranked.usage, place.ranked) for place in dying]
    return parts


def _part(signal: str, kind: str, amount: int, ranked: Ranked | None = None) -> Json:
    return {
        "kind": kind,
        "name": None if ranked is None else ranked.name,
        "pod": None if ranked is None else ranked.candidate.pod.key,
        "value": amount,
        "text": measured_text(signal, amount),
    }


def _threshold(line: Line) -> Json:
    return {
        "kind": "soft" if line.soft else "hard",
        "free": line.threshold,
        "text": measured_text(line.signal, line.threshold),
        "graceSeconds": seconds(line.grace_ms),
        "state": line.state,
    }


def _target(line: Line) -> Json:
    target, least = line.target or 0, line.min_reclaim or 0
    return {
        "kind": "reclaim",
        "free": target,
        "text": measured_text(line.signal, target),
        "threshold": line.threshold,
        "thresholdText": measured_text(line.signal, line.threshold),
        "minReclaimText": measured_text(line.signal, least),
        "state": line.state,
    }
