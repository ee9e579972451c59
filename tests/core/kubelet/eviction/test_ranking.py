"""The order in which pods are evicted, beyond the recorded cases."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubelet.eviction.config import eviction_config
from scheduler_core.kubelet.eviction.ranking import counted_parts, rank
from scheduler_core.kubelet.eviction.stats import ALL_PARTS, Candidate, Part
from tests.core.kubelet.eviction.builders import GI, MI, NOTHING, candidate

SPLIT = eviction_config({}, {}, {}, {}, dedicated_image_fs=True, split_container_fs=True)
SEPARATE = eviction_config({}, {}, {}, {}, dedicated_image_fs=True)


def order(signal: str, *candidates: Candidate) -> list[str]:
    return [place.name for place in rank(signal, candidates, NOTHING)]


def test_a_pod_over_its_request_goes_before_one_of_lower_priority_within_its_own() -> None:
    over = candidate("over", GI, priority=9)
    within = candidate("within", 0)

    assert ["over", "within"] == order("memory.available", within, over)


def test_then_the_lower_priority_and_then_the_larger_excess_decide() -> None:
    pods = [candidate("high", 3 * GI, priority=5), candidate("less", MI), candidate("more", GI)]

    assert ["more", "less", "high"] == order("memory.available", *pods)


def test_a_pod_without_statistics_goes_first() -> None:
    unmeasured = replace(candidate("unmeasured", priority=9), stats=None)

    assert ["unmeasured", "a"] == order("memory.available", candidate("a", GI), unmeasured)


def test_for_disk_logs_and_writable_layers_count_as_they_lie() -> None:
    assert ALL_PARTS == counted_parts("nodefs.available", NOTHING)
    assert {Part.LOGS, Part.VOLUMES} == counted_parts("nodefs.available", SEPARATE)
    assert {Part.ROOTFS} == counted_parts("imagefs.available", SEPARATE)
    assert frozenset() == counted_parts("imagefs.available", SPLIT)


def test_the_pod_that_uses_more_of_the_disk_goes_first() -> None:
    assert ["big", "small"] == order(
        "nodefs.available", candidate("small", logs=1), candidate("big", rootfs=9)
    )


def test_before_1_11_priorities_do_not_count() -> None:
    pods = [candidate("high", 3 * GI, priority=5), candidate("low", GI)]

    ranking = rank("memory.available", pods, NOTHING, by_priority=False)

    assert ["high", "low"] == [place.name for place in ranking]
