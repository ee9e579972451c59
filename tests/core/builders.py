"""Scenarios with storage for the tests of whole runs, and what a recording says of them."""

from __future__ import annotations

from typing import Any

from scheduler_core import Run
from scheduler_core.board.board import Board
from scheduler_core.board.picture import view_context
from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import KINDS
from tests.builders import ZONE, api_object, pod
from tests.core.play import scenario_from, with_decision


def recorded(*documents: Any, limit: int = 200) -> Run:
    """A run of these documents until it is quiet, of at most `limit` frames."""
    recording = Run(scenario_from(documents))
    recording.step(0, "quiet", limit=limit)
    return recording


def frames(recording: Run, kind: str) -> list[Any]:
    results: list[Any] = [recording.frame(seq) for seq in range(1, recording.head_seq + 1)]
    return [with_decision(recording, frame) for frame in results if frame["kind"] == kind]


def decided(recording: Run) -> dict[str, Any]:
    """The first decision about each pod."""
    made = reversed(frames(recording, "schedule"))
    return {frame["decision"]["pod"]: frame["decision"] for frame in made}


def pods(recording: Run) -> dict[str, Any]:
    views: Any = recording.snapshot(recording.head_seq)["pods"]
    return {view["name"]: view for view in views}


def storage_class(name: str, provisioner: str = "csi.example.com", **more: Any) -> dict[str, Any]:
    return api_object(
        "StorageClass",
        name,
        metadata={"annotations": more.pop("annotations", {})},
        provisioner=provisioner,
        **more,
    )


def claim(name: str, storage: str = "1Gi", **spec: Any) -> dict[str, Any]:
    return api_object(
        "PersistentVolumeClaim",
        name,
        spec={
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": storage}},
            **spec,
        },
    )


def volume(name: str, storage: str = "1Gi", zone: str = "", **spec: Any) -> dict[str, Any]:
    if zone:
        term = {"matchExpressions": [{"key": ZONE, "operator": "In", "values": [zone]}]}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [term]}}
    return api_object(
        "PersistentVolume",
        name,
        spec={"accessModes": ["ReadWriteOnce"], "capacity": {"storage": storage}, **spec},
    )


def using(name: str, claim_name: str) -> dict[str, Any]:
    return pod(name, "1", volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": claim_name}}])


LOCAL = storage_class("local", "kubernetes.io/no-provisioner", volumeBindingMode="WaitForFirstConsumer")
LATE = storage_class("late", volumeBindingMode="WaitForFirstConsumer")
BESIDE = (
    *("span", "process", "identity", "timer", "pressure", "drain", "network"),
    *("truth", "safety", "stuck", "trouble"),
)
"""Views of what is no object."""


def afresh(world: World) -> Board:
    """All views of `world` made at once; what only history knows (orders, times of binding) is taken over."""
    run_state = world.picture.board
    board = Board(orders=dict(run_state.orders), pods=run_state.pods.copy())
    keys = [(kind, key) for kind in KINDS for key in world.api.objects(kind)]
    how = view_context(world.api, world.cluster, world.picture.ending)
    board.update(world.api, keys, how, world.now_ms)
    return board
