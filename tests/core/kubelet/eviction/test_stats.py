"""What a pod uses of a disk, and what it requests."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.stats import (
    ALL_PARTS,
    Candidate,
    ContainerStats,
    Part,
    PodStats,
    VolumeStats,
    disk_usage,
    pod_request,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from tests import builders

STATS = PodStats(
    (ContainerStats("c", rootfs=100, logs=20, rootfs_inodes=3),),
    (VolumeStats("scratch", 7), VolumeStats("cache", 1_000), VolumeStats("claim", 5_000)),
)
VOLUMES: Json = [
    {"name": "scratch", "emptyDir": {}},
    {"name": "cache", "emptyDir": {"medium": "Memory"}},
    {"name": "claim", "persistentVolumeClaim": {"claimName": "c"}},
]


def with_volumes(**spec: Json) -> Pod:
    return Pod.parse(builders.pod("p", volumes=VOLUMES, **spec))


def test_only_local_volumes_on_disk_count() -> None:
    assert 127 == disk_usage(Candidate(with_volumes(), STATS), ALL_PARTS)
    assert 20 == disk_usage(Candidate(with_volumes(), STATS), {Part.LOGS})
    assert 3 == disk_usage(Candidate(with_volumes(), STATS), ALL_PARTS, inodes=True)


def test_without_statistics_nothing_is_used() -> None:
    assert 0 == disk_usage(Candidate(with_volumes(), None), ALL_PARTS)


def test_a_request_is_the_sum_of_the_containers_or_the_largest_init_container() -> None:
    def asking(memory: str) -> Json:
        return {"name": memory, "resources": {"requests": {"memory": memory}}}

    both: Json = [asking("100"), asking("200")]

    assert 300 == pod_request(with_volumes(containers=both, initContainers=[asking("250")]), "memory").value
    assert 900 == pod_request(with_volumes(containers=both, initContainers=[asking("900")]), "memory").value
    assert 310 == pod_request(with_volumes(containers=both, overhead={"memory": "10"}), "memory").value
