"""What an evicted pod is told."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.config import eviction_config
from tests.core.kubelet.eviction.builders import GI, candidate, messages, passed


def test_a_pod_level_request_is_told_before_the_containers() -> None:
    config = eviction_config({"memory.available": "100Mi"}, {}, {}, {}, enforce_node_allocatable=())
    result = passed(config, {"memory.available": (0, GI)}, candidate("a", GI, level={"memory": "2Gi"}))

    assert [
        "The node was low on resource: memory. Threshold quantity: 100Mi, available: 0. "
        "Pod a was using 1Gi, request is 2Gi, has larger consumption of memory. "
        "Container c was using 1Gi, request is 0, has larger consumption of memory. "
    ] == messages(result)
    assert {
        "offending_pod": "a",
        "offending_pod_usage": "1Gi",
        "offending_containers": "c",
        "offending_containers_usage": "1Gi",
        "starved_resource": "memory",
    } == result.victims[0].annotations
