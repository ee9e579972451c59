"""Pods over the limits of their local storage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats, PodStats
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import release
from tests import builders
from tests.core.kubelet.eviction.builders import GI, MI, NOTHING, candidate, messages, passed


def test_an_empty_dir_over_its_limit_is_evicted_without_any_threshold() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}
    result = passed(NOTHING, {}, candidate("a", volumes=[volume], used={"v": GI + 1}))

    assert ['Usage of EmptyDir volume "v" exceeds the limit "1Gi". '] == messages(result)
    assert [(False, {})] == [(victim.disruption, victim.annotations) for victim in result.victims]


def test_exactly_at_the_limit_is_not_over_it_and_a_limit_of_0_is_none() -> None:
    at: Json = {"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}
    zero: Json = {"name": "v", "emptyDir": {"sizeLimit": "0"}}

    assert [] == messages(passed(NOTHING, {}, candidate("a", volumes=[at], used={"v": GI})))
    assert [] == messages(passed(NOTHING, {}, candidate("a", volumes=[zero], used={"v": GI})))


def test_a_memory_backed_empty_dir_has_its_limit_too_but_is_no_use_of_the_disk() -> None:
    memory: Json = {"name": "v", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}}
    limited = {"ephemeral-storage": "1Mi"}

    assert 1 == len(messages(passed(NOTHING, {}, candidate("a", volumes=[memory], used={"v": 2 * MI}))))
    free: Json = {"name": "v", "emptyDir": {"medium": "Memory"}}
    assert [] == messages(
        passed(NOTHING, {}, candidate("a", volumes=[free], used={"v": 2 * MI}, limits=limited))
    )


def test_the_limits_of_the_containers_bound_the_whole_pod_first() -> None:
    volume: Json = {"name": "v", "emptyDir": {}}
    over = candidate("a", rootfs=MI, volumes=[volume], used={"v": MI}, limits={"ephemeral-storage": "1Mi"})

    assert ["Pod ephemeral local storage usage exceeds the total limit of containers 1Mi. "] == messages(
        passed(NOTHING, {}, over)
    )


def test_without_isolation_local_storage_has_no_limits() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1"}}
    config = replace(NOTHING, local_storage_limits=False)

    assert () == passed(config, {}, candidate("a", volumes=[volume], used={"v": 2})).victims


def test_a_critical_pod_may_exceed_its_limits() -> None:
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1"}}
    result = passed(NOTHING, {}, candidate("a", volumes=[volume], used={"v": 2}, priority=2_000_000_000))

    assert () == result.victims


@pytest.mark.parametrize(("version", "text"), [("1.36", []), ("1.37", ["proxy"])])
def test_the_limit_of_a_sidecar_counts_since_1_37(version: str, text: list[str]) -> None:
    limit = {"ephemeral-storage": "1Mi"}
    manifest = builders.pod(
        "a",
        containers=[builders.container("c", limits={"ephemeral-storage": "9Mi"})],
        initContainers=[{**builders.container("proxy", limits=limit), "restartPolicy": "Always"}],
    )
    stats = PodStats((ContainerStats("c", 0, 0, 0), ContainerStats("proxy", 0, 2 * MI, 0)), ())

    result = passed(NOTHING, {}, Candidate(Pod.parse(manifest), stats), release=release(version))

    assert [
        f'Container {name} exceeded its local ephemeral storage limit "1Mi". ' for name in text
    ] == messages(result)
