"""Which container the kernel kills when memory runs out."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.objects.manifest import Json, find
from tests.builders import pod
from tests.core.kubelet.nodes import OneNode

MI = 2**20


def container(request: str = "", limit: str = "") -> dict[str, Json]:
    resources: dict[str, Json] = {}
    if request:
        resources["requests"] = {"memory": request}
    if limit:
        resources["limits"] = {"memory": limit}
    return {"name": "c", "image": "c:1", "resources": resources}


def node(capacity: str = "8Gi", **annotations: str) -> dict[str, Json]:
    amounts: Json = {"cpu": "4", "memory": capacity, "pods": "110", "ephemeral-storage": "100Gi"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": "n1",
            "annotations": {f"podium/{name.replace('_', '-')}": value for name, value in annotations.items()},
        },
        "status": {"capacity": amounts},
    }


def running(
    play: OneNode, name: str, memory: str, request: str = "", priority: int = 0, grace: int = 30, **more: str
) -> None:
    """A pod that has been running since the beginning."""
    manifest = pod(
        name,
        containers=[container(request, more.pop("limit", ""))],
        nodeName="n1",
        priority=priority,
        terminationGracePeriodSeconds=grace,
    )
    metadata = dict(manifest["metadata"])  # type: ignore[arg-type]
    metadata["annotations"] = {
        "podium/memory": memory,
        **{f"podium/{key}": said for key, said in more.items()},
    }
    running_pod = {**manifest, "metadata": metadata, "status": {"phase": "Running"}}
    play.do(lambda api, now: api.load("Pod", running_pod))


def system(play: OneNode, at: float, mebibytes: int) -> None:
    """From `at` on the system of the node uses so much."""
    play.play(at)
    play.now_ms = round(at * 1000)  # also where nothing was left to be played
    play.host.set_usage(UsageChange("memory", mebibytes * MI, play.now_ms))


def said(play: OneNode, *kinds: str) -> list[tuple[float, str, tuple[str, ...]]]:
    return [
        (told.t, told.act.kind, tuple(key.partition("/")[2] for key in told.act.focus_pods))
        for told in play.told
        if told.act.kind in kinds
    ]


def test_a_container_over_its_memory_limit_is_killed_and_restarted_in_place() -> None:
    play = OneNode(node=node())
    running(play, "a", "steps 0:100Mi,30:300Mi", limit="200Mi")
    play.told.clear()
    play.play(31)

    assert said(play, "oom") == [(30.0, "oom", ("a",))]
    stored = play.api.pods["default/a"]
    assert stored.status.phase == "Running"
    entry = find(stored.manifest, "status", "containerStatuses", 0)
    assert find(entry, "restartCount") == 1
    assert find(entry, "lastState", "terminated", "reason") == "OOMKilled"
    assert find(entry, "lastState", "terminated", "exitCode") == 137


def test_when_the_node_runs_out_between_passes_the_kernel_takes_the_highest_score() -> None:
    play = OneNode(node=node())
    running(play, "burstable", "2Gi", "4Gi")
    running(play, "greedy", "steps 0:10Mi,5:1Gi")
    play.told.clear()
    system(play, 12, 5 * 1024 + 500)

    play.play(13)
    assert said(play, "oom", "evict") == [(12.0, "oom", ("greedy",))]
    reasons = [(event.reason, event.message[:38]) for event in play.api.events_about("Node", "n1")]
    assert reasons == [("SystemOOM", "System OOM encountered, victim process")]
