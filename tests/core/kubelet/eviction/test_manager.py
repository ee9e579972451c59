"""Passes of the eviction manager beyond the recorded ones."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.config import eviction_config
from scheduler_core.kubelet.eviction.manager import EvictionState
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import Release
from tests.core.kubelet.eviction.builders import GI, MI, candidate, passed


def test_all_pods_over_a_limit_are_evicted_in_one_pass_and_no_others() -> None:
    config = eviction_config({"memory.available": "100Mi"}, {}, {}, {})
    volume: Json = {"name": "v", "emptyDir": {"sizeLimit": "1"}}
    pods = [candidate(name, GI, volumes=[volume], used={"v": 2}) for name in "ab"]
    result = passed(config, {"memory.available": (0, 8 * GI)}, *pods, candidate("c", 3 * GI))

    assert ["a", "b"] == [victim.pod.name for victim in result.victims]
    assert ("MemoryPressure",) == result.conditions
    assert result.threshold is None


def test_a_split_filesystem_collects_images_for_images_and_containers_for_the_rest() -> None:
    hard = {"nodefs.available": "1Gi", "imagefs.available": "1Gi"}
    config = eviction_config(hard, {}, {}, {}, dedicated_image_fs=True, split_container_fs=True)
    full, empty = (GI - 1, 8 * GI), (4 * GI, 8 * GI)
    nodefs = passed(config, {"nodefs.available": full, "imagefs.available": empty}, candidate("a"))
    imagefs = passed(config, {"nodefs.available": empty, "imagefs.available": full}, candidate("a"))

    assert ("DeleteAllUnusedContainers",) == nodefs.reclaim_calls
    assert ("DeleteUnusedImages",) == imagefs.reclaim_calls


def test_a_collection_that_leaves_another_threshold_crossed_saves_no_pod() -> None:
    soft = {"memory.available": "1Gi"}
    config = eviction_config({"nodefs.available": "1Gi"}, soft, {"memory.available": "1h"}, {})
    free = {"nodefs.available": (0, 8 * GI), "memory.available": (GI - 1, 8 * GI)}
    after = {"nodefs.available": (4 * GI, 8 * GI), "memory.available": (GI - 1, 8 * GI)}
    result = passed(config, free, candidate("a"), after=after)

    assert ["a"] == [victim.pod.name for victim in result.victims]
    assert not result.relieved


def test_hard_goes_before_soft_and_memory_before_all() -> None:
    config = eviction_config(
        {"nodefs.available": "1Gi", "memory.available": "100Mi"},
        {"memory.available": "500Mi"},
        {"memory.available": "0s"},
        {},
    )
    result = passed(
        config, {"nodefs.available": (0, GI), "memory.available": (50 * MI, GI)}, candidate("a", GI)
    )

    assert result.threshold is not None
    assert "hard:memory.available" == result.threshold.name


def test_before_v1_31_a_hard_eviction_sent_0_and_before_v1_32_a_soft_one_the_maximum() -> None:
    old = Release(hard_eviction_grace_s=0, soft_eviction_capped=False)
    hard = eviction_config({"memory.available": "100Mi"}, {}, {}, {})
    soft = eviction_config(
        {}, {"memory.available": "100Mi"}, {"memory.available": "1s"}, {}, max_pod_grace_s=60
    )
    free = {"memory.available": (0, GI)}
    pending = EvictionState(first_seen={soft.thresholds[0]: -1_000})

    assert 0 == passed(hard, free, candidate("a", GI), release=old).victims[0].grace_override_s
    assert (
        60 == passed(soft, free, candidate("a", GI), state=pending, release=old).victims[0].grace_override_s
    )
    assert 30 == passed(soft, free, candidate("a", GI), state=pending).victims[0].grace_override_s
