"""A node whose memory runs short, and pods that use it."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.objects.manifest import Manifest
from tests import builders
from tests.core.cluster import load
from tests.core.kubelet.nodes import OneNode

MI = 2**20


def node_with(memory: str = "8Gi", **annotations: str) -> Manifest:
    """Node n1 with this much memory and 100Gi of disk; `annotations` are those of podium."""
    amounts = {"cpu": "4", "memory": memory, "pods": "110", "ephemeral-storage": "100Gi"}
    return builders.node("n1", podium=annotations, status={"capacity": amounts})


def running(
    play: OneNode, name: str, memory: str, request: str = "", priority: int = 0, grace: int = 30, **more: str
) -> None:
    """A pod that has been running since the beginning and uses `memory`; `more` are a limit and further annotations
    of podium.
    """
    limit = more.pop("limit", "")
    limits = {"memory": limit} if limit else None
    manifest = builders.pod(
        name,
        on="n1",
        priority=priority,
        containers=[builders.container("c", memory=request, limits=limits)],
        metadata={"annotations": builders.podium_annotations({"memory": memory, **more})},
        status={"phase": "Running"},
        terminationGracePeriodSeconds=grace,
    )
    play.do(lambda api, now: load(api, "Pod", manifest))


def system(play: OneNode, at: float, mebibytes: int) -> None:
    """From `at` on the system of the node uses so much."""
    play.play(at)
    play.now_ms = round(at * 1000)  # also where nothing was left to be played
    play.host.set_usage(UsageChange("memory", mebibytes * MI, play.now_ms))


def acts_of(play: OneNode, *kinds: str) -> list[tuple[float, str, tuple[str, ...]]]:
    return [
        (message.t, message.act.kind, tuple(key.partition("/")[2] for key in message.act.focus_pods))
        for message in play.act_log
        if message.act.kind in kinds
    ]
