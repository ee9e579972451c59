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


def pod(priority: int | None = 0, name: str = "", **annotations: str) -> Pod:
    named = {
        {"source": CONFIG_SOURCE, "mirror": CONFIG_MIRROR}[key]: said for key, said in annotations.items()
    }
    return Pod.parse(
        {
            "metadata": {"name": "p", "annotations": named},
            "spec": {"containers": [{"name": "c"}], "priority": priority, "priorityClassName": name},
        }
    )


@pytest.mark.parametrize(
    ("one", "static", "mirror", "critical"),
    [
        (pod(), False, False, False),
        (pod(source="api"), False, False, False),
        (pod(source="file"), True, False, True),
        (pod(mirror="hash"), False, True, True),
        (pod(2_000_000_000), False, False, True),
        (pod(1_999_999_999), False, False, False),
    ],
)
def test_static_pods_mirror_pods_and_the_highest_priorities_are_critical(
    one: Pod, static: bool, mirror: bool, critical: bool
) -> None:
    assert (static, mirror, critical) == (is_static(one), is_mirror(one), is_critical(one))


def test_critical_to_its_node_is_only_the_class_of_that_name() -> None:
    assert is_node_critical(pod(2_000_001_000, "system-node-critical"))
    assert not is_node_critical(pod(2_000_000_000, "system-cluster-critical"))


def test_a_critical_pod_preempts_every_pod_that_is_not_and_others_only_a_lower_priority() -> None:
    critical = pod(2_000_000_000)

    assert preemptable(critical, pod(1_000))
    assert preemptable(pod(5), pod(4))
    assert not preemptable(pod(5), pod(5))
    assert not preemptable(pod(5), pod(None))
    assert not preemptable(critical, critical)
