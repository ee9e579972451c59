"""EndpointSlices as they are read, and the endpoints that receive traffic."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.endpoint_slices import Endpoint, EndpointSlice, receiving


def endpoint(pod: str, *, ready: bool = False, serving: bool = False, terminating: bool = False) -> Endpoint:
    return Endpoint(("10.0.0.1",), ready, serving, terminating, f"default/{pod}")


def test_a_slice_names_its_service_its_pods_and_its_ports() -> None:
    target = {"kind": "Pod", "name": "p", "namespace": "shop"}
    manifest: dict[str, Any] = {
        "metadata": {"name": "web-x", "namespace": "shop", "labels": {"kubernetes.io/service-name": "web"}},
        "endpoints": [{"addresses": ["10.0.0.1"], "targetRef": target, "nodeName": "n1"}],
        "ports": [{"name": "http", "port": 8080}, {}],
    }

    result = EndpointSlice.parse(manifest)

    assert "shop/web" == result.service
    assert (Endpoint(("10.0.0.1",), True, True, False, "shop/p", "n1"),) == result.endpoints
    assert (("http", 8080), ("", None)) == result.ports


def test_a_missing_condition_counts_as_ready_and_serving_follows_ready() -> None:
    unready = Endpoint.parse({"conditions": {"ready": False}}, "default")

    assert (False, False, False) == (unready.ready, unready.serving, unready.terminating)


def test_ready_endpoints_receive_and_terminating_ones_only_when_none_is_ready() -> None:
    ready = endpoint("a", ready=True, serving=True)
    leaving = endpoint("b", serving=True, terminating=True)
    gone, starting = endpoint("c", terminating=True), endpoint("d", serving=True)

    assert (ready,) == receiving([leaving, ready, gone])
    assert (leaving,) == receiving([leaving, gone, starting])
    assert () == receiving([gone, starting])
