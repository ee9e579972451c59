"""Pods over the limits of their local storage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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

MI = 2**20
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


NOTHING = eviction_config({}, {}, {}, {})


def test_an_empty_dir_over_its_limit_is_evicted_without_any_threshold() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}
    result = passed(NOTHING, {}, pod("a", volumes=[volume], used={"v": GI + 1}))

    assert messages(result) == ['Usage of EmptyDir volume "v" exceeds the limit "1Gi". ']
    assert [(victim.disruption, victim.annotations) for victim in result.victims] == [(False, {})]


def test_exactly_at_the_limit_is_not_over_it_and_a_limit_of_0_is_none() -> None:
    at: Json = {"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}
    zero: Json = {"name": "v", "emptyDir": {"sizeLimit": "0"}}

    assert messages(passed(NOTHING, {}, pod("a", volumes=[at], used={"v": GI}))) == []
    assert messages(passed(NOTHING, {}, pod("a", volumes=[zero], used={"v": GI}))) == []


def test_a_memory_backed_empty_dir_has_its_limit_too_but_is_no_use_of_the_disk() -> None:
    memory: Json = {"name": "v", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}}
    limited = {"ephemeral-storage": "1Mi"}

    assert len(messages(passed(NOTHING, {}, pod("a", volumes=[memory], used={"v": 2 * MI})))) == 1
    free: Json = {"name": "v", "emptyDir": {"medium": "Memory"}}
    assert messages(passed(NOTHING, {}, pod("a", volumes=[free], used={"v": 2 * MI}, limits=limited))) == []


def test_the_limits_of_the_containers_bound_the_whole_pod_first() -> None:
    volume: Json = {"name": "v", "emptyDir": {}}
    over = pod("a", rootfs=MI, volumes=[volume], used={"v": MI}, limits={"ephemeral-storage": "1Mi"})

    assert messages(passed(NOTHING, {}, over)) == [
        "Pod ephemeral local storage usage exceeds the total limit of containers 1Mi. "
    ]


def test_without_isolation_local_storage_has_no_limits() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1"}}
    config = replace(NOTHING, local_storage_limits=False)

    assert passed(config, {}, pod("a", volumes=[volume], used={"v": 2})).victims == ()


def test_a_critical_pod_may_exceed_its_limits() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1"}}
    result = passed(NOTHING, {}, pod("a", volumes=[volume], used={"v": 2}, priority=2_000_000_000))

    assert result.victims == ()
