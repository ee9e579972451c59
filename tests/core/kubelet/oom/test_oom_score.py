"""Pod-level requests and the OOM score; QoS of pods with resources of their own."""

from __future__ import annotations

from scheduler_core.kubelet.oom.oom_score import container_oom_score_adj
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

GI = 2**30


def asking(resources: Json, *requests: str) -> Pod:
    containers: list[Json] = [
        {"name": f"c{index}", "resources": {"requests": {"memory": memory}}}
        for index, memory in enumerate(requests)
    ]
    return Pod.parse({"metadata": {"name": "p"}, "spec": {"resources": resources, "containers": containers}})


def test_what_no_container_asks_for_is_divided_among_them() -> None:
    # 4Gi for the pod, 1Gi + 1Gi asked for: each gets 1Gi more.
    both = asking({"requests": {"memory": "4Gi"}}, "1Gi", "1Gi")

    assert [800, 800] == [container_oom_score_adj(both, one, 10 * GI) for one in both.spec.containers]
