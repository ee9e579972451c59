"""Eviction thresholds, and when they are crossed.

Source: pkg/kubelet/eviction/helpers.go (v1.34). A threshold is crossed when less than its amount is free; it
is not crossed when exactly its amount is free.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.eviction.signals import (
    MEMORY_SIGNALS,
    RESOURCES,
    Measurement,
    Observation,
    condition_of,
)
from scheduler_core.objects.scalars.quantity import NANO, Quantity


def float32(number: float) -> float:
    """`number` rounded to 32 bits, as Go's float32 holds it; out of range is infinite."""
    try:
        rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
    return rounded


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity or, when that is None, a share of the capacity; shares are 32-bit floats upstream."""

    quantity: Quantity | None = None
    share: float = 0.0

    def of(self, capacity: int) -> Quantity:
        if self.quantity is not None:
            return self.quantity
        return Quantity(int(capacity * self.share) * NANO, "BinarySI")


@dataclass(frozen=True, slots=True)
class Threshold:
    """A threshold of one signal. `grace_ms` is how long it must be crossed; 0 for a hard threshold."""

    signal: str
    value: Amount
    grace_ms: int = 0
    min_reclaim: Amount | None = None

    @property
    def hard(self) -> bool:
        return self.grace_ms == 0

    @property
    def resource(self) -> str:
        return RESOURCES[self.signal]

    @property
    def name(self) -> str:
        return f"{'hard' if self.hard else 'soft'}:{self.signal}"

    def crossed(self, observation: Observation, *, enforce_min_reclaim: bool = False) -> bool:
        least = self.value.of(observation.capacity).nano
        if enforce_min_reclaim and self.min_reclaim is not None:
            least += self.min_reclaim.of(observation.capacity).nano
        return least > observation.available * NANO


def thresholds_met(
    thresholds: Iterable[Threshold], measurement: Measurement, *, enforce_min_reclaim: bool = False
) -> list[Threshold]:
    """The thresholds that are crossed now, regardless of their grace period. A signal without figures is
    skipped.
    """
    return [
        threshold
        for threshold in thresholds
        if (observation := measurement.get(threshold.signal)) is not None
        and threshold.crossed(observation, enforce_min_reclaim=enforce_min_reclaim)
    ]


def merged(first: Sequence[Threshold], second: Iterable[Threshold]) -> list[Threshold]:
    """The thresholds of both lists, each once."""
    result = list(dict.fromkeys(first))
    result.extend(threshold for threshold in second if threshold not in result)
    return result


def first_observed(
    thresholds: Iterable[Threshold], before: Mapping[Threshold, int], now_ms: int
) -> dict[Threshold, int]:
    """The time since which each threshold has been crossed without interruption."""
    return {threshold: before.get(threshold, now_ms) for threshold in thresholds}


def grace_met(first_seen: Mapping[Threshold, int], now_ms: int) -> list[Threshold]:
    return [threshold for threshold, since in first_seen.items() if now_ms - since >= threshold.grace_ms]


def with_new_stats(
    thresholds: Iterable[Threshold], measurement: Measurement, before: Mapping[str, int]
) -> list[Threshold]:
    """The thresholds whose figures are newer than at the last pass. `before` are the times of the figures
    then.
    """
    return [
        threshold
        for threshold in thresholds
        if (observation := measurement.get(threshold.signal)) is not None
        and (threshold.signal not in before or observation.stats_ms > before[threshold.signal])
    ]


def conditions_of(thresholds: Iterable[Threshold]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(condition_of(threshold.signal) for threshold in thresholds))


_SIGNAL_ORDER = {signal: place for place, signal in enumerate(RESOURCES)}


def eviction_order(threshold: Threshold) -> tuple[bool, bool, int]:
    """Sort key: memory before all others (upstream's rule), then hard before soft, then by signal (our own
    rule).
    """
    return threshold.signal not in MEMORY_SIGNALS, not threshold.hard, _SIGNAL_ORDER[threshold.signal]
