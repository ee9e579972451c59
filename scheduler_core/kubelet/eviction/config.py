"""Eviction settings of a KubeletConfiguration, parsed as the kubelet does, with its error texts.

Source: pkg/kubelet/eviction/helpers.go `ParseThresholdConfig`, `UpdateContainerFsThresholds`;
pkg/kubelet/apis/config/v1beta1/defaults.go (v1.34).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.eviction.signals import (
    ALLOCATABLE_MEMORY_AVAILABLE,
    CONTAINERFS_AVAILABLE,
    CONTAINERFS_INODES_FREE,
    CONTAINERFS_SIGNALS,
    IMAGEFS_AVAILABLE,
    IMAGEFS_INODES_FREE,
    MEMORY_AVAILABLE,
    NODEFS_AVAILABLE,
    NODEFS_INODES_FREE,
    RESOURCES,
)
from scheduler_core.kubelet.eviction.thresholds import Amount, Threshold, float32
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.durations import parse_duration
from scheduler_core.objects.scalars.quantity import Quantity, parse_quantity

DEFAULT_EVICTION_HARD: Mapping[str, str] = {
    MEMORY_AVAILABLE: "100Mi",
    NODEFS_AVAILABLE: "10%",
    NODEFS_INODES_FREE: "5%",
    IMAGEFS_AVAILABLE: "15%",
    IMAGEFS_INODES_FREE: "5%",
}
DEFAULT_TRANSITION_MS = 5 * 60_000
ENFORCE_PODS = "pods"
_IGNORED = ("0%", "100%")
_FLOAT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_SPECIAL_FLOAT = re.compile(r"[+-]?(?:inf|infinity)", re.IGNORECASE)


class ConfigError(ValueError):
    """The kubelet refuses this configuration; `field` is the invalid setting."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True, slots=True)
class EvictionConfig:
    """The settings of the eviction manager. With `dedicated_image_fs` images and writable layers have a disk
    of their own; with `split_container_fs` only the images have one. `local_storage_limits` means that pods
    are evicted when they exceed the limits of their local storage.
    """

    thresholds: tuple[Threshold, ...] = ()
    max_pod_grace_s: int = 0
    transition_ms: int = DEFAULT_TRANSITION_MS
    dedicated_image_fs: bool = False
    split_container_fs: bool = False
    local_storage_limits: bool = True

    @property
    def split(self) -> bool:
        return self.dedicated_image_fs and self.split_container_fs

    @property
    def separate(self) -> bool:
        return self.dedicated_image_fs and not self.split_container_fs


Statements = Mapping[str, str]


def eviction_config(
    hard: Statements,
    soft: Statements,
    soft_grace: Statements,
    minimum_reclaim: Statements,
    *,
    enforce_node_allocatable: Sequence[str] = (ENFORCE_PODS,),
    max_pod_grace_s: int = 0,
    transition_ms: int = DEFAULT_TRANSITION_MS,
    dedicated_image_fs: bool = False,
    split_container_fs: bool = False,
) -> EvictionConfig:
    """The settings for the eviction manager. Raises ConfigError with the kubelet's text."""
    hards = _thresholds("evictionHard", hard)
    softs = _thresholds("evictionSoft", soft)
    periods = _grace_periods(soft_grace)
    reclaims = _minimum_reclaims(minimum_reclaim)
    for threshold in softs:
        if threshold.signal not in periods:
            raise ConfigError(
                "evictionSoftGracePeriod",
                f"grace period must be specified for the soft eviction threshold {threshold.signal}",
            )
    graces = [0] * len(hards) + [periods[threshold.signal] for threshold in softs]
    thresholds = [
        Threshold(threshold.signal, threshold.value, grace, reclaims.get(threshold.signal))
        for threshold, grace in zip((*hards, *softs), graces, strict=True)
    ]
    if ENFORCE_PODS in enforce_node_allocatable:
        thresholds += [
            Threshold(ALLOCATABLE_MEMORY_AVAILABLE, threshold.value, 0, threshold.min_reclaim)
            for threshold in thresholds
            if threshold.signal == MEMORY_AVAILABLE and threshold.hard
        ]
    return EvictionConfig(
        tuple(_with_container_fs(thresholds, dedicated_image_fs, split_container_fs)),
        max_pod_grace_s,
        transition_ms,
        dedicated_image_fs,
        split_container_fs,
    )


def default_eviction_config() -> EvictionConfig:
    return eviction_config(DEFAULT_EVICTION_HARD, {}, {}, {})


def _checked(field: str, signal: str) -> None:
    if signal not in RESOURCES:
        raise ConfigError(field, f"unsupported eviction signal {signal}")


def _thresholds(field: str, statements: Statements) -> list[Threshold]:
    """The thresholds, without grace and minimum reclaim. Source: helpers.go `parseThresholdStatements`."""
    thresholds: list[Threshold] = []
    for signal, text in statements.items():
        _checked(field, signal)
        if text.endswith("%"):
            if text in _IGNORED:
                continue
            share = _share(field, text)
            if share < 0:
                raise ConfigError(field, f"eviction percentage threshold {signal} must be >= 0%: {text}")
            if share > 1:
                raise ConfigError(field, f"eviction percentage threshold {signal} must be <= 100%: {text}")
            thresholds.append(Threshold(signal, Amount(share=share)))
            continue
        quantity = _quantity(field, text)
        if quantity.nano <= 0:
            raise ConfigError(field, f"eviction threshold {signal} must be positive: {quantity}")
        thresholds.append(Threshold(signal, Amount(quantity)))
    return thresholds


def _grace_periods(statements: Statements) -> dict[str, int]:
    """The grace periods in milliseconds, by signal. Source: helpers.go `parseGracePeriods`."""
    field = "evictionSoftGracePeriod"
    periods: dict[str, int] = {}
    for signal, text in statements.items():
        _checked(field, signal)
        try:
            period = parse_duration(text)
        except ValueError as error:
            raise ConfigError(field, str(error)) from error
        if period < 0:
            raise ConfigError(
                field, f"invalid eviction grace period specified: {text}, must be a positive value"
            )
        periods[signal] = period
    return periods


def _minimum_reclaims(statements: Statements) -> dict[str, Amount]:
    """The amounts to reclaim at least, by signal. Source: helpers.go `parseMinimumReclaims`."""
    field = "evictionMinimumReclaim"
    reclaims: dict[str, Amount] = {}
    for signal, text in statements.items():
        _checked(field, signal)
        if text.endswith("%"):
            share = _share(field, text)
            if share <= 0:
                raise ConfigError(
                    field, f"eviction percentage minimum reclaim {signal} must be positive: {text}"
                )
            reclaims[signal] = Amount(share=share)
            continue
        quantity = _quantity(field, text)
        if quantity.nano < 0:
            raise ConfigError(field, f"negative eviction minimum reclaim specified for {signal}")
        reclaims[signal] = Amount(quantity)
    return reclaims


def _quantity(field: str, text: str) -> Quantity:
    try:
        return parse_quantity(text)
    except ValueError as error:
        raise ConfigError(field, str(error)) from error


def _share(field: str, text: str) -> float:
    """A percentage as a 32-bit share of 1, refused in the words of Go's ParseFloat."""
    number = text.rstrip("%")
    if not (_FLOAT.fullmatch(number) or _SPECIAL_FLOAT.fullmatch(number)):
        raise ConfigError(field, f'strconv.ParseFloat: parsing "{number}": invalid syntax')
    value = float32(float(number))
    if math.isinf(value) and not _SPECIAL_FLOAT.fullmatch(number):
        raise ConfigError(field, f'strconv.ParseFloat: parsing "{number}": value out of range')
    return float32(value / 100)


def _with_container_fs(thresholds: Sequence[Threshold], dedicated: bool, split: bool) -> list[Threshold]:
    """The thresholds with those of containerfs, which copy those of the disk with the writable layers."""
    others = [threshold for threshold in thresholds if threshold.signal not in CONTAINERFS_SIGNALS]
    if dedicated and not split:
        sources = {IMAGEFS_AVAILABLE: CONTAINERFS_AVAILABLE, IMAGEFS_INODES_FREE: CONTAINERFS_INODES_FREE}
    else:
        sources = {NODEFS_AVAILABLE: CONTAINERFS_AVAILABLE, NODEFS_INODES_FREE: CONTAINERFS_INODES_FREE}
    copies: dict[tuple[str, bool], Threshold] = {}
    for threshold in others:
        if threshold.signal in sources:
            signal = sources[threshold.signal]
            copies[signal, threshold.hard] = replace(threshold, signal=signal)
    return [*others, *copies.values()]
