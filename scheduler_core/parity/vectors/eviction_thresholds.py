"""`eviction_thresholds.json`: passes of the eviction manager under one configuration."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.eviction import messages
from scheduler_core.kubelet.eviction.config import ConfigError, EvictionConfig, eviction_config
from scheduler_core.kubelet.eviction.manager import EvictionState, Pass, Victim, synchronize
from scheduler_core.kubelet.eviction.signals import (
    ALLOCATABLE_MEMORY_AVAILABLE,
    CONTAINERFS_AVAILABLE,
    CONTAINERFS_INODES_FREE,
    IMAGEFS_AVAILABLE,
    IMAGEFS_INODES_FREE,
    MEMORY_AVAILABLE,
    NODEFS_AVAILABLE,
    NODEFS_INODES_FREE,
    PID_AVAILABLE,
    Observation,
)
from scheduler_core.kubelet.pod_workers.sync_terminated_pod import DISRUPTION_REASON
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, strings, texts
from scheduler_core.objects.scalars.durations import parse_duration
from scheduler_core.parity.vectors.candidates import amount, candidate_of

_FIELDS: Mapping[str, tuple[str, str]] = {
    MEMORY_AVAILABLE: ("memoryAvailable", "memoryCapacity"),
    ALLOCATABLE_MEMORY_AVAILABLE: ("allocatableMemoryAvailable", "allocatableMemoryCapacity"),
    NODEFS_AVAILABLE: ("nodefsAvailable", "nodefsCapacity"),
    NODEFS_INODES_FREE: ("nodefsInodesFree", "nodefsInodes"),
    IMAGEFS_AVAILABLE: ("imagefsAvailable", "imagefsCapacity"),
    IMAGEFS_INODES_FREE: ("imagefsInodesFree", "imagefsInodes"),
    CONTAINERFS_AVAILABLE: ("containerfsAvailable", "containerfsCapacity"),
    CONTAINERFS_INODES_FREE: ("containerfsInodesFree", "containerfsInodes"),
}


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`; its times are seconds."""
    try:
        config = _config(case)
    except ConfigError as error:
        return {"configError": str(error)}
    state, stats_ms = EvictionState(), 0
    steps: list[Json] = []
    for step in map(mapping, items(case.get("steps"))):
        now_ms = _milliseconds(step.get("t"))
        stats_ms = stats_ms if flag(step.get("statsNotRefreshed")) else now_ms
        after = step.get("nodeAfterReclaim")
        state, result = synchronize(
            state,
            config,
            _measurement(mapping(step.get("node")), stats_ms),
            [candidate_of(mapping(entry)) for entry in items(step.get("pods"))],
            now_ms,
            after_reclaim=None if after is None else _measurement(mapping(after), now_ms),
        )
        steps.append(_result(step, result))
    return {"steps": steps}


def _config(case: Manifest) -> EvictionConfig:
    period = case.get("evictionPressureTransitionPeriod")
    return eviction_config(
        texts(case.get("evictionHard")),
        texts(case.get("evictionSoft")),
        texts(case.get("evictionSoftGracePeriod")),
        texts(case.get("evictionMinimumReclaim")),
        enforce_node_allocatable=strings(case.get("enforceNodeAllocatable")),
        max_pod_grace_s=integer(case.get("evictionMaxPodGracePeriod")) or 0,
        **({"transition_ms": parse_duration(period)} if isinstance(period, str) else {}),
        dedicated_image_fs=flag(case.get("dedicatedImageFs")),
        split_container_fs=flag(case.get("splitContainerFs")),
    )


def _measurement(node: Manifest, stats_ms: int) -> dict[str, Observation]:
    observations: dict[str, Observation] = {}
    for signal, (available_field, capacity_field) in _FIELDS.items():
        available, capacity = amount(node.get(available_field)), amount(node.get(capacity_field))
        if available is not None and capacity is not None:
            observations[signal] = Observation(available, capacity, stats_ms)
    most, running = amount(node.get("pidsMax")), amount(node.get("pidsRunning"))
    if most is not None and running is not None:
        observations[PID_AVAILABLE] = Observation(most - running, most, stats_ms)
    return observations


def _result(step: Manifest, result: Pass) -> Json:
    events: list[Json] = []
    if result.threshold is not None and not _over_limit(result):
        events.append(
            {
                "object": "node",
                "type": "Warning",
                "reason": messages.THRESHOLD_MET_REASON,
                "message": messages.reclaiming(result.threshold.resource),
            }
        )
    events.extend(_event(victim) for victim in result.victims)
    evicted: list[Json] = [_evicted(victim) for victim in result.victims]
    answer: dict[str, Json] = {
        "t": step.get("t"),
        "nodeConditions": sorted(result.conditions),
        "thresholdsActive": sorted({threshold.name for threshold in result.active}),
        "thresholdsPending": sorted({threshold.name for threshold in result.pending}),
        # A threshold evicts at most one pod; pods over their own limits may be several.
        "evicted": evicted[0] if len(evicted) == 1 else evicted or None,
        "events": events,
    }
    if result.reclaim_calls:
        answer["reclaimCalls"] = list(result.reclaim_calls)
    return answer


def _over_limit(result: Pass) -> bool:
    return any(not victim.disruption for victim in result.victims)


def _event(victim: Victim) -> Json:
    event: dict[str, Json] = {
        "object": f"pod/{victim.pod.name}",
        "type": "Warning",
        "reason": messages.REASON,
        "message": victim.message,
    }
    if victim.annotations:
        event["annotations"] = dict(victim.annotations)
    return event


def _evicted(victim: Victim) -> Json:
    return {
        "pod": victim.pod.name,
        "gracePeriodOverride": victim.grace_override_s,
        "phase": "Failed",
        "reason": messages.REASON,
        "message": victim.message,
        "disruptionTargetReason": DISRUPTION_REASON if victim.disruption else None,
    }


def _milliseconds(seconds: Json) -> int:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else 0
