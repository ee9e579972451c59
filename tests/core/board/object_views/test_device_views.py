"""Devices on the board: of a node, of a pod, and the sentence of a pod that waits for a claim."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.object_views.device_views import redrawn_with_devices
from tests.builders import (
    DRIVER,
    claim_spec,
    claiming,
    device_class,
    node,
    pod,
    resource_claim,
    resource_slice,
)
from tests.core.cluster import load, new_server
from tests.core.making import pods, recorded
from tests.core.playing import header

GPU = [node("n1"), node("n2"), device_class("gpu"), resource_slice("n1", "gpu-0", "gpu-1")]


def nodes(recording: Any) -> dict[str, Any]:
    return {view["name"]: view for view in recording.snapshot(recording.head_seq)["nodes"]}


def test_a_bound_pod_and_its_node_name_the_device_and_the_claim() -> None:
    recording = recorded(*GPU, resource_claim("c", claim_spec("gpu")), pod("p", **claiming(gpu="c")))

    device = f"{DRIVER}/n1/gpu-0"
    assert {
        "claims": [{"name": "gpu", "claim": "c", "devices": [device], "configured": []}],
        "problem": None,
        "allocated": True,
    } == pods(recording)["p"]["devices"]
    assert [
        {"id": device, "name": "gpu-0", "claim": "default/c", "pods": ["p"]},
        {"id": f"{DRIVER}/n1/gpu-1", "name": "gpu-1", "claim": None, "pods": []},
    ] == nodes(recording)["n1"]["devices"]
    assert [] == nodes(recording)["n2"]["devices"]


def test_a_pod_without_its_claim_says_why_it_stays_out_of_the_queue() -> None:
    recording = recorded(*GPU, pod("p", **claiming(gpu="missing")))

    view = pods(recording)["p"]

    words = 'could not find ResourceClaim "default/missing"'
    assert {"id": "waits.claims", "args": {"pod": "p", "text": words}} == view["why"]
    assert (words, False) == (view["devices"]["problem"], view["devices"]["allocated"])


def test_a_pod_without_claims_has_no_devices() -> None:
    assert pods(recorded(node("n1"), pod("p")))["p"]["devices"] is None


def test_the_devices_of_a_deleted_pod_are_shown_as_free_again() -> None:
    gone = {"at": 10, "kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "p"}}
    recording = recorded(
        header(gone), *GPU, resource_claim("c", claim_spec("gpu")), pod("p", **claiming(gpu="c"))
    )

    assert {} == pods(recording)
    assert [None, None] == [device["claim"] for device in nodes(recording)["n1"]["devices"]]


def test_only_claims_and_slices_redraw_pods_and_nodes() -> None:
    api = new_server()
    for kind, manifest in (
        ("Node", node("n1")),
        ("Node", node("n2")),
        ("ResourceSlice", resource_slice("n1", "gpu-0")),
        ("Pod", pod("p", **claiming(gpu="c"))),
        ("Pod", pod("q")),
    ):
        load(api, kind, manifest)
    views: list[dict[str, Any]] = [{"name": "n1", "devices": []}, {"name": "n2", "devices": [{}]}]

    redrawn = [
        list(redrawn_with_devices(api, [(kind, "x")], views))
        for kind in ("Pod", "ResourceClaim", "ResourceSlice")
    ]

    both = [("Node", "n2"), ("Node", "n1")]
    assert [[], [("Pod", "default/p"), *both], both] == redrawn
