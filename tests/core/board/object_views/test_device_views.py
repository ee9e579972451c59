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
from tests.core.builders import pods, recorded
from tests.core.cluster import load, new_server
from tests.core.play import header

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


def shared(name: str, memory: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "allowMultipleAllocations": True, "capacity": {"memory": {"value": memory}}, **more}


def asking(memory: str) -> dict[str, Any]:
    return claim_spec("gpu", capacity={"requests": {"memory": memory}})


def test_a_shared_device_says_who_takes_how_much_of_it() -> None:
    recording = recorded(
        header(version="v1.36"),
        node("n1"),
        device_class("gpu"),
        resource_slice("n1", shared("gpu-0", "16Gi")),
        resource_claim("a", asking("4Gi")),
        resource_claim("b", asking("8Gi")),
        pod("p", **claiming(gpu="a")),
        pod("q", **claiming(gpu="b")),
    )

    (device,) = nodes(recording)["n1"]["devices"]

    assert [
        {"claim": "default/a", "pods": ["p"], "amounts": [{"name": "memory", "amount": "4Gi"}], "of": 0.25},
        {"claim": "default/b", "pods": ["q"], "amounts": [{"name": "memory", "amount": "8Gi"}], "of": 0.5},
    ] == sorted(device["shares"], key=lambda share: str(share["claim"]))
    assert [{"name": "memory", "taken": "12Gi", "all": "16Gi"}] == device["capacity"]


def test_a_part_of_a_device_says_what_it_takes_of_its_pool_and_whether_that_is_left() -> None:
    pool = {"name": "n1", "generation": 1, "resourceSliceCount": 2}
    half = [{"counterSet": "card", "counters": {"memory": {"value": "8Gi"}}}]
    whole = [{"counterSet": "card", "counters": {"memory": {"value": "16Gi"}}}]
    counters = resource_slice("n1", pool="n1-counters")
    counters["spec"] = {
        "driver": DRIVER,
        "nodeName": "n1",
        "pool": pool,
        "sharedCounters": [{"name": "card", "counters": {"memory": {"value": "16Gi"}}}],
    }
    parts = resource_slice(
        "n1", {"name": "half", "consumesCounters": half}, {"name": "whole", "consumesCounters": whole}
    )
    parts["spec"]["pool"] = pool
    recording = recorded(
        header(version="v1.36"),
        node("n1"),
        device_class("gpu"),
        counters,
        parts,
        resource_claim("a", claim_spec("gpu")),
        pod("p", **claiming(gpu="a")),
    )

    by_name = {device["name"]: device for device in nodes(recording)["n1"]["devices"]}

    assert ("default/a", False) == (by_name["half"]["claim"], by_name["half"]["blocked"])
    assert [{"name": "memory", "needs": "16Gi", "left": "8Gi", "all": "16Gi"}] == by_name["whole"]["counters"]
    assert by_name["whole"]["blocked"]


def test_a_device_chosen_for_a_node_by_itself_is_shown_there_with_its_taints() -> None:
    taints = [{"key": "broken", "value": "yes", "effect": "NoSchedule"}]
    recording = recorded(
        header(version="v1.36"),
        node("n1"),
        node("n2"),
        resource_slice(
            "",
            {"name": "a", "nodeName": "n1"},
            {"name": "b", "nodeName": "n2", "taints": taints},
            pool="fabric",
            perDeviceNodeSelection=True,
        ),
    )

    observed = nodes(recording)

    assert ["a"] == [device["name"] for device in observed["n1"]["devices"]]
    assert [("b", ["broken=yes:NoSchedule"])] == [
        (device["name"], device["taints"]) for device in observed["n2"]["devices"]
    ]


def test_a_pod_with_an_extended_resource_from_a_device_shows_the_claim_made_for_it() -> None:
    gpus = device_class("gpu")
    gpus["spec"] = {"extendedResourceName": "example.com/gpu"}
    wants = {"requests": {"example.com/gpu": "1"}, "limits": {"example.com/gpu": "1"}}
    recording = recorded(
        header(version="v1.36"),
        node("n1"),
        gpus,
        resource_slice("n1", "gpu-0"),
        pod("p", containers=[{"name": "c", "image": "i", "resources": wants}]),
    )

    devices = pods(recording)["p"]["devices"]

    assert [f"{DRIVER}/n1/gpu-0"] == devices["claims"][0]["devices"]
    assert devices["allocated"]
