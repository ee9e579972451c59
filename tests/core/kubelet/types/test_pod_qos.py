"""The QoS class of pods with resources of their own."""

from __future__ import annotations

from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod


def pod(resources: Json, *requests: str) -> Pod:
    containers: list[Json] = [
        {"name": f"c{index}", "resources": {"requests": {"memory": memory}}}
        for index, memory in enumerate(requests)
    ]
    return Pod.parse({"metadata": {"name": "p"}, "spec": {"resources": resources, "containers": containers}})


def test_where_the_pod_has_resources_only_they_decide_its_class() -> None:
    assert pod_qos_class(pod({}, "1Gi")) == "BestEffort"
    assert pod_qos_class(pod({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}, "1Gi")) == "Burstable"
    assert pod_qos_class(pod({"requests": {"hugepages-2Mi": "2Mi"}}, "1Gi")) == "BestEffort"
