"""Passes of the eviction manager beyond the recorded ones."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.eviction.config import EvictionConfig, eviction_config
from scheduler_core.kubelet.eviction.manager import (
    EvictionState,
    Pass,
    synchronize,
)
from scheduler_core.kubelet.eviction.signals import Observation
from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats, VolumeStats
from scheduler_core.kubelet.types.releases import Release
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

GI = 2**30


def pod(
    name: str,
    memory: int = 0,
    *,
    rootfs: int = 0,
    logs: int = 0,
    limits: Mapping[str, str] | None = None,
    volumes: list[Json] | None = None,
    used: Mapping[str, int] | None = None,
    priority: int = 0,
    grace: int = 30,
    level: Mapping[str, str] | None = None,
) -> Candidate:
    container: dict[str, Json] = {"name": "c", "resources": {"limits": dict(limits or {})}}
    spec: dict[str, Json] = {
        "containers": [container],
        "priority": priority,
        "terminationGracePeriodSeconds": grace,
        "volumes": volumes or [],
    }
    if level:
        spec["resources"] = {"requests": dict(level)}
    stats = PodStats(
        (ContainerStats("c", memory, rootfs, logs),),
        tuple(VolumeStats(volume, amount) for volume, amount in (used or {}).items()),
    )
    return Candidate(Pod.parse({"metadata": {"name": name}, "spec": spec}), stats)


def passed(
    config: EvictionConfig,
    free: Mapping[str, tuple[int, int]],
    *candidates: Candidate,
    after: Mapping[str, tuple[int, int]] | None = None,
    release: Release | None = None,
    state: EvictionState | None = None,
    at: int = 0,
) -> Pass:
    def measured(given: Mapping[str, tuple[int, int]]) -> dict[str, Observation]:
        return {signal: Observation(*amounts, at) for signal, amounts in given.items()}

    _, result = synchronize(
        state or EvictionState(),
        config,
        measured(free),
        candidates,
        at,
        after_reclaim=None if after is None else measured(after),
        release=release or Release(),
    )
    return result


def messages(result: Pass) -> list[str]:
    return [victim.message for victim in result.victims]


def test_a_pod_level_request_is_told_before_the_containers() -> None:
    config = eviction_config({"memory.available": "100Mi"}, {}, {}, {}, enforce_node_allocatable=())
    result = passed(config, {"memory.available": (0, GI)}, pod("a", GI, level={"memory": "2Gi"}))

    assert messages(result) == [
        "The node was low on resource: memory. Threshold quantity: 100Mi, available: 0. "
        "Pod a was using 1Gi, request is 2Gi, has larger consumption of memory. "
        "Container c was using 1Gi, request is 0, has larger consumption of memory. "
    ]
    assert result.victims[0].annotations == {
        "offending_pod": "a",
        "offending_pod_usage": "1Gi",
        "offending_containers": "c",
        "offending_containers_usage": "1Gi",
        "starved_resource": "memory",
    }
