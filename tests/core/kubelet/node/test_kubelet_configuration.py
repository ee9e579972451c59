"""A KubeletConfiguration is read field by field; what is wrong is named by its path."""

from __future__ import annotations

from scheduler_core.kubelet.node.kubelet_configuration import problems, settings
from scheduler_core.kubelet.node_shutdown.groups import Period
from scheduler_core.objects.problem import Problem

CODE = "kubelet_config.refused"


def test_a_map_of_thresholds_replaces_all_defaults_unless_they_are_merged() -> None:
    alone = settings({"evictionHard": {"memory.available": "200Mi"}})
    both = settings({"evictionHard": {"memory.available": "200Mi"}, "mergeDefaultEvictionSettings": True})

    assert {
        "memory.available",
        "allocatableMemory.available",
    } == {one.signal for one in alone.eviction.thresholds}
    assert len(both.eviction.thresholds) == len(settings({}).eviction.thresholds)


def test_a_shutdown_is_configured_by_two_durations() -> None:
    read = settings({"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"})

    assert read.shutdown == (Period(0, 20), Period(2_000_000_000, 10))


def test_what_the_kubelet_refuses_is_named_by_its_field() -> None:
    wrong = problems(
        {
            "evictionHard": {"memory.available": "-1%"},
            "evictionPressureTransitionPeriod": "soon",
            "evictionMaxPodGracePeriod": "long",
            "shutdownGracePeriod": "10s",
            "shutdownGracePeriodCriticalPods": "20s",
            "evictionSoft": ["x"],
        }
    )

    assert Problem.of("evictionPressureTransitionPeriod", CODE, 'time: invalid duration "soon"') in wrong
    assert {
        "evictionHard",
        "evictionPressureTransitionPeriod",
        "evictionMaxPodGracePeriod",
        "shutdownGracePeriodCriticalPods",
        "evictionSoft",
    } == {one.path for one in wrong}


def test_a_sound_configuration_has_no_problems() -> None:
    assert () == problems(
        {
            "evictionSoft": {"memory.available": "5%"},
            "evictionSoftGracePeriod": {"memory.available": "1m"},
        }
    )


def test_two_ways_to_configure_a_shutdown_exclude_each_other() -> None:
    listed = [{"priority": 0, "shutdownGracePeriodSeconds": 5}]

    assert [
        Problem.of(
            "shutdownGracePeriodByPodPriority",
            CODE,
            "invalid configuration: Cannot specify both shutdownGracePeriodByPodPriority and "
            "shutdownGracePeriod at the same time",
        )
    ] == list(problems({"shutdownGracePeriod": "10s", "shutdownGracePeriodByPodPriority": listed}))
