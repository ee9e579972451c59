"""Critical pods and static pods."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.types.critical_pods import (
    CONFIG_MIRROR,
    CONFIG_SOURCE,
    is_critical,
    is_mirror,
    is_node_critical,
    is_static,
    preemptable,
)
from scheduler_core.objects.pod import Pod
from tests import builders


def of_source(priority: int | None = 0, name: str = "", **annotations: str) -> Pod:
    """A pod of this priority and class, from the source or the mirror that these annotations name."""
    keys = {"source": CONFIG_SOURCE, "mirror": CONFIG_MIRROR}
    named = {keys[key]: message for key, message in annotations.items()}
    return Pod.parse(
        builders.pod("p", metadata={"annotations": named}, priority=priority, priorityClassName=name)
    )


@pytest.mark.parametrize(
    ("one", "static", "mirror", "critical"),
    [
        (of_source(), False, False, False),
        (of_source(source="api"), False, False, False),
        (of_source(source="file"), True, False, True),
        (of_source(mirror="hash"), False, True, True),
        (of_source(2_000_000_000), False, False, True),
        (of_source(1_999_999_999), False, False, False),
    ],
)
def test_static_pods_mirror_pods_and_the_highest_priorities_are_critical(
    one: Pod, static: bool, mirror: bool, critical: bool
) -> None:
    assert (static, mirror, critical) == (is_static(one), is_mirror(one), is_critical(one))


def test_critical_to_its_node_is_only_the_class_of_that_name() -> None:
    assert is_node_critical(of_source(2_000_001_000, "system-node-critical"))
    assert not is_node_critical(of_source(2_000_000_000, "system-cluster-critical"))


def test_a_critical_pod_preempts_every_pod_that_is_not_and_others_only_a_lower_priority() -> None:
    critical = of_source(2_000_000_000)

    assert preemptable(critical, of_source(1_000))
    assert preemptable(of_source(5), of_source(4))
    assert not preemptable(of_source(5), of_source(5))
    assert not preemptable(of_source(5), of_source(None))
    assert not preemptable(critical, critical)


def test_a_static_pod_is_never_preempted_although_its_mirror_pod_has_a_low_priority() -> None:
    critical = of_source(2_000_001_000, "system-node-critical")

    assert not preemptable(critical, of_source(0, source="file", mirror="hash"))
    assert not preemptable(critical, of_source(0, mirror="hash"))
    assert not preemptable(of_source(0, source="file"), of_source(2_000_000_000))
    assert preemptable(of_source(0, source="file"), of_source(1_000))
