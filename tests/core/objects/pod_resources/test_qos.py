"""The quality of service class of a pod, beyond the recorded cases."""

from __future__ import annotations

import pytest

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.qos import spec_qos_class
from tests import builders

BOTH = {"cpu": "1", "memory": "1Gi"}
FULL = builders.container("full", "1", "1Gi", BOTH)


@pytest.mark.parametrize(
    ("containers", "expected"),
    [
        ([builders.container()], "BestEffort"),
        ([builders.container(cpu="0")], "BestEffort"),
        ([FULL], "Guaranteed"),
        ([builders.container("equal", "1000m", "1024Mi", BOTH)], "Guaranteed"),
        ([FULL, builders.container()], "Burstable"),
        ([builders.container(cpu="1")], "Burstable"),
        ([builders.container("cpu", "1", limits={"cpu": "1"})], "Burstable"),
        ([builders.container("less", "1", "1Mi", BOTH)], "Burstable"),
    ],
)
def test_requests_and_limits_of_all_containers_decide(
    containers: list[dict[str, object]], expected: str
) -> None:
    assert expected == spec_qos_class(Pod.parse(builders.pod("p", containers=containers)).spec)


def test_init_containers_count_and_resources_of_the_pod_decide_alone() -> None:
    with_init = builders.pod("p", containers=[FULL], initContainers=[builders.container("i")])
    whole = builders.pod("p", containers=[builders.container()], resources={"requests": BOTH, "limits": BOTH})

    assert ["Burstable", "Guaranteed"] == [spec_qos_class(Pod.parse(one).spec) for one in (with_init, whole)]
