"""The QoS class of pods with resources of their own."""

from __future__ import annotations

from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from tests import builders


def with_resources(resources: Json, *requests: str) -> Pod:
    """A pod with resources of its own, and a container for each of these memory requests."""
    containers = [builders.container(f"c{index}", memory=memory) for index, memory in enumerate(requests)]
    return Pod.parse(builders.pod("p", containers=containers, resources=resources))


def test_where_the_pod_has_resources_only_they_decide_its_class() -> None:
    assert "BestEffort" == pod_qos_class(with_resources({}, "1Gi"))
    assert "Burstable" == pod_qos_class(
        with_resources({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}, "1Gi")
    )
    assert "BestEffort" == pod_qos_class(with_resources({"requests": {"hugepages-2Mi": "2Mi"}}, "1Gi"))
