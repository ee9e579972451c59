"""Eviction settings are read, and refused, as the kubelet does it."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.eviction.config import ConfigError, default_eviction_config, eviction_config

GI = 2**30


def named(**settings: dict[str, str]) -> list[str]:
    hard, soft = settings.get("hard", {}), settings.get("soft", {})
    grace, reclaim = settings.get("grace", {}), settings.get("reclaim", {})
    return [one.name for one in eviction_config(hard, soft, grace, reclaim).thresholds]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"hard": {"disk.free": "1Gi"}}, "unsupported eviction signal disk.free"),
        ({"soft": {"x": "1Gi"}}, "unsupported eviction signal x"),
        ({"grace": {"x": "1s"}}, "unsupported eviction signal x"),
        ({"reclaim": {"x": "1Gi"}}, "unsupported eviction signal x"),
        (
            {"hard": {"memory.available": "-5%"}},
            "eviction percentage threshold memory.available must be >= 0%: -5%",
        ),
        (
            {"hard": {"memory.available": "101%"}},
            "eviction percentage threshold memory.available must be <= 100%: 101%",
        ),
        ({"hard": {"memory.available": "0"}}, "eviction threshold memory.available must be positive: 0"),
        (
            {"hard": {"memory.available": "-100Mi"}},
            "eviction threshold memory.available must be positive: -100Mi",
        ),
        (
            {"soft": {"memory.available": "1Gi"}, "grace": {"memory.available": "-1s"}},
            "invalid eviction grace period specified: -1s, must be a positive value",
        ),
        (
            {"soft": {"memory.available": "1Gi"}, "grace": {"nodefs.available": "1s"}},
            "grace period must be specified for the soft eviction threshold memory.available",
        ),
        (
            {"reclaim": {"nodefs.available": "0%"}},
            "eviction percentage minimum reclaim nodefs.available must be positive: 0%",
        ),
        (
            {"reclaim": {"nodefs.available": "-1Gi"}},
            "negative eviction minimum reclaim specified for nodefs.available",
        ),
        ({"hard": {"memory.available": "a%"}}, 'strconv.ParseFloat: parsing "a": invalid syntax'),
        ({"grace": {"memory.available": "30"}}, 'time: missing unit in duration "30"'),
    ],
)
def test_a_wrong_setting_is_refused_in_the_kubelets_words(
    settings: dict[str, dict[str, str]], text: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        named(**settings)

    assert str(refused.value) == text


def test_a_signal_at_0_or_100_percent_is_ignored() -> None:
    assert [
        "hard:nodefs.available",
        "hard:containerfs.available",
    ] == named(hard={"memory.available": "0%", "pid.available": "100%", "nodefs.available": "0.0%"})


def test_the_defaults_are_linuxs_and_pods_share_the_memory_threshold() -> None:
    assert [
        "hard:memory.available",
        "hard:nodefs.available",
        "hard:nodefs.inodesFree",
        "hard:imagefs.available",
        "hard:imagefs.inodesFree",
        "hard:allocatableMemory.available",
        "hard:containerfs.available",
        "hard:containerfs.inodesFree",
    ] == [one.name for one in default_eviction_config().thresholds]


def test_a_soft_grace_of_0_makes_a_threshold_hard_in_every_respect() -> None:
    names = named(soft={"memory.available": "1Gi"}, grace={"memory.available": "0s"})

    assert ["hard:memory.available", "hard:allocatableMemory.available"] == names


def test_containerfs_takes_what_holds_for_the_disk_it_is_on() -> None:
    hard = {"nodefs.available": "1Gi", "imagefs.available": "2Gi", "containerfs.available": "9Gi"}
    reclaim = {"nodefs.available": "5Gi"}

    def container_fs(dedicated: bool, split: bool) -> list[tuple[int, bool]]:
        config = eviction_config(
            hard, {}, {}, reclaim, dedicated_image_fs=dedicated, split_container_fs=split
        )
        return [
            (one.value.of(0).value // GI, one.min_reclaim is not None)
            for one in config.thresholds
            if one.signal == "containerfs.available"
        ]

    assert [(1, True)] == container_fs(False, False)
    assert [(1, True)] == container_fs(True, True)
    assert [(2, False)] == container_fs(True, False)


def test_a_percentage_is_a_32_bit_float() -> None:
    config = eviction_config({"nodefs.available": "10%"}, {}, {}, {})

    assert 10 * GI + 160 == config.thresholds[0].value.of(100 * GI).value
