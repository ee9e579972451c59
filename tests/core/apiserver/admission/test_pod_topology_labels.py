"""Pods get the zone and the region of their node as labels, since 1.35."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import ApiServer, ServerOptions
from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object
from tests.core.cluster import START, stored

ZONE, REGION = "topology.kubernetes.io/zone", "topology.kubernetes.io/region"


def server(version: str) -> ApiServer:
    api = ApiServer(start_at=START, options=ServerOptions(release=release(version)))
    labels = {ZONE: "a", REGION: "r", "other": "x"}
    stored(api.create("Node", api_object("Node", "n1", metadata={"labels": labels}), 0))
    return api


def create(api: ApiServer, labels: Any, **spec: Any) -> None:
    containers = [{"name": "c", "image": "app:v1"}]
    manifest = api_object("Pod", "p", metadata={"labels": labels}, spec={"containers": containers, **spec})
    stored(api.create("Pod", manifest, 0))


def labels_of(api: ApiServer) -> dict[str, str]:
    return dict(api.pods["default/p"].labels)


def test_a_bound_pod_takes_the_labels_of_the_binding_and_of_its_node() -> None:
    api = server("1.36")
    create(api, {"foo": "old", "keep": "1"})
    given: Any = {ZONE: "fake", "foo": "bar", "new": "x"}

    stored(api.bind("default", "p", "n1", 0, labels=given, annotations={"an": "no"}))

    assert {"foo": "bar", "keep": "1", "new": "x", ZONE: "a", REGION: "r"} == labels_of(api)
    assert "no" == find(api.pods["default/p"].manifest, "metadata", "annotations", "an")


def test_before_1_35_a_binding_brings_only_annotations() -> None:
    api = server("1.34")
    create(api, {"foo": "old"})

    stored(api.bind("default", "p", "n1", 0, labels={"foo": "bar"}, annotations={"an": "no"}))

    assert {"foo": "old"} == labels_of(api)
    assert "no" == find(api.pods["default/p"].manifest, "metadata", "annotations", "an")


def test_a_pod_that_names_its_node_has_them_from_the_beginning() -> None:
    api = server("1.36")
    create(api, {ZONE: "mine"}, nodeName="n1")

    assert {ZONE: "a", REGION: "r"} == labels_of(api)


def test_a_node_that_does_not_exist_gives_none() -> None:
    api = server("1.36")
    create(api, {ZONE: "mine"})

    stored(api.bind("default", "p", "ghost", 0))

    assert {ZONE: "mine"} == labels_of(api)
    assert "ghost" == api.pods["default/p"].node_name
