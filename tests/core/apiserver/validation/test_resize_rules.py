"""The resize subresource: what it changes, and its refusals by release."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import ApiServer, Refused, ServerOptions
from scheduler_core.objects.manifest import Manifest, find, with_value
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object
from tests.core.cluster import START, stored

FEATURES = ["InPlacePodLevelResourcesVerticalScaling", "InPlacePodVerticalScalingInitContainers"]
RUNNING = {"name": "c", "state": {"running": {}}, "resources": {}}


def container(requests: Any, limits: Any = None, **more: Any) -> dict[str, Any]:
    resources = {"requests": requests, **({"limits": limits} if limits else {})}
    return {"name": "c", "image": "app:v1", "resources": resources, **more}


def server(
    version: str, spec: Any, features: Any = (), labels: Any = None, status: Any = None, gates: Any = None
) -> ApiServer:
    api = ApiServer(start_at=START, options=ServerOptions(release=release(version, gates or {})))
    amounts = {"cpu": "4", "memory": "8Gi"}
    node = api_object("Node", "n1", status={"allocatable": amounts, "declaredFeatures": list(features)})
    node["metadata"]["labels"] = labels or {}
    stored(api.create("Node", node, 0))
    stored(api.create("Pod", api_object("Pod", "p", spec={"nodeName": "n1", **spec}), 0))
    if status is not None:
        api.patch_pod_status("default/p", status, 0)
    return api


def answer(api: ApiServer, spec: Manifest) -> str:
    """The refusal's code and text, without what all of them begin with; "" for an accepted resize."""
    result = api.resize("default/p", {"metadata": {"name": "p"}, "spec": spec})
    if not isinstance(result, Refused):
        return ""
    _, _, why = result.text.partition(" is invalid: " if result.code == 422 else " is forbidden: ")
    return f"{result.code} {why} {result.cause_type}".strip()


def test_resources_change_and_all_else_stays() -> None:
    api = server("1.36", {"containers": [container({"cpu": "1"})]})

    assert "" == answer(
        api, {"containers": [{**container({"cpu": "2"}), "image": "app:v2"}], "hostname": "x"}
    )

    manifest = api.pods["default/p"].manifest
    assert "2" == find(manifest, "spec", "containers", 0, "resources", "requests", "cpu")
    assert "app:v1" == find(manifest, "spec", "containers", 0, "image")
    assert None is find(manifest, "spec", "hostname")
    assert 2 == find(manifest, "metadata", "generation")


TWO = [container({"cpu": "1"}), {**container({"cpu": "1"}), "name": "d"}]


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        (TWO, TWO[:1], "422 spec.containers: Forbidden: containers may not be added or removed on resize"),
        (
            TWO,
            TWO[::-1],
            "422 [spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize, "
            "spec.containers[1].name: Forbidden: containers may not be renamed or reordered on resize]",
        ),
        (
            [container({"cpu": "1", "memory": "1Gi"})],
            [container({"cpu": "1"})],
            "422 spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
        ),
        (
            [container({"cpu": "1"}, {"cpu": "2"})],
            [container({"cpu": "1"})],
            "422 spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed",
        ),
        (
            [container({"cpu": "1"}, {"cpu": "2"})],
            [container({"cpu": "3"}, {"cpu": "2"})],
            "422 spec.containers[0].resources.requests.cpu: must be less than or equal to cpu limit of 2, got 3",
        ),
        (
            [container({"cpu": "1", "ephemeral-storage": "1Gi"})],
            [container({"cpu": "2", "ephemeral-storage": "2Gi"})],
            "422 spec: Forbidden: only cpu and memory resources are mutable",
        ),
        (
            [container({"cpu": "1", "memory": "1Gi"}, {"cpu": "2", "memory": "1Gi"})],
            [container({"cpu": "2", "memory": "1Gi"}, {"cpu": "2", "memory": "1Gi"})],
            '422 spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
        ),
        (
            [container({"cpu": "1", "memory": "1Gi"})],
            [container({"cpu": "4500m", "memory": "9Gi"})],
            "403 node didn't have enough allocatable resources: cpu, requested: 4500, allocatable: 4000; "
            "memory, requested: 9663676416, allocatable: 8589934592 NodeCapacity",
        ),
    ],
)
def test_a_refused_resize_names_what_may_not_change(old: Any, new: Any, refusal: str) -> None:
    assert refusal == answer(server("1.36", {"containers": old}), {"containers": new})


def test_a_running_pod_without_reported_resources_is_on_a_node_that_cannot_resize() -> None:
    spec = {"containers": [container({"cpu": "1"})]}
    silent = {"containerStatuses": [{"name": "c", "state": {"running": {}}}]}
    beyond = {"containers": [container({"cpu": "9"})]}

    refusal = "422 spec: Forbidden: Pod running on node without support for resize"
    assert refusal == answer(server("1.36", spec, status=silent), beyond)
    assert "NodeCapacity" in answer(server("1.36", spec, status={"containerStatuses": [RUNNING]}), beyond)


def test_only_nodes_with_linux_resize() -> None:
    api = server("1.36", {"containers": [container({"cpu": "1"})]}, labels={"kubernetes.io/os": "windows"})

    words = 'pod resize is only supported on linux nodes, node "n1" is "windows"'
    assert f"403 {words} UnsupportedPlatform" == answer(api, {"containers": [container({"cpu": "2"})]})


def test_before_1_36_a_resize_beyond_the_node_is_left_to_the_kubelet() -> None:
    for version in ("1.34", "1.35"):
        api = server(version, {"containers": [container({"cpu": "1"})]})
        assert "" == answer(api, {"containers": [container({"cpu": "9"})]})


INIT = {**container({"cpu": "1"}), "name": "i"}
LARGER = {**container({"cpu": "2"}), "name": "i"}


def test_init_containers_can_be_resized_since_1_36_where_the_node_declares_it() -> None:
    spec = {"containers": [container({"cpu": "1"})], "initContainers": [INIT]}
    new = {**spec, "initContainers": [LARGER]}

    old_words = "422 spec: Forbidden: resources for non-sidecar init containers are immutable"
    assert old_words == answer(server("1.35", spec), new)
    words = (
        "403 pod update requires features InPlacePodVerticalScalingInitContainers which are not available on "
        'node "n1"'
    )
    assert words == answer(server("1.36", spec), new)
    assert "" == answer(server("1.36", spec, FEATURES), new)
    policy = {"resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}
    api = server("1.36", spec, FEATURES)
    older = with_value(api.pods["default/p"].manifest, ("spec", "initContainers"), [{**INIT, **policy}])
    api.replace("Pod", "default/p", older)
    assert "non-sidecar init containers with a resize policy of RestartContainer cannot be resized" in answer(
        api, {**spec, "initContainers": [{**LARGER, **policy}]}
    )


@pytest.mark.parametrize(
    ("level", "refusal"),
    [
        (None, "422 spec.resources: Forbidden: pod-level resources cannot be removed"),
        (
            {"requests": {"cpu": "2"}},
            "422 spec.resources.limits: Forbidden: pod-level resource limits cannot be removed",
        ),
        ({"requests": {"cpu": "3"}, "limits": {"cpu": "3"}}, ""),
    ],
)
def test_pod_level_resources_can_be_resized_since_1_36(level: Any, refusal: str) -> None:
    spec = {
        "containers": [container({"cpu": "500m"})],
        "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "2"}},
    }
    new = {"containers": spec["containers"], **({"resources": level} if level else {})}

    assert refusal == answer(server("1.36", spec, FEATURES), new)
    old_words = "422 : Forbidden: pods with pod-level resources cannot be resized"
    assert old_words == answer(server("1.35", spec), new)


@pytest.mark.parametrize(
    ("version", "limits", "features", "expected"),
    [
        ("1.35", {"cpu": "1", "memory": "1Gi"}, [], "403"),
        ("1.35", {"cpu": "1", "memory": "1Gi"}, ["GuaranteedQoSPodCPUResize"], ""),
        ("1.35", {}, [], ""),
        ("1.36", {"cpu": "1", "memory": "1Gi"}, [], ""),
    ],
)
def test_in_1_35_the_cpu_of_a_guaranteed_pod_is_resized_where_the_node_declares_it(
    version: str, limits: dict[str, str], features: list[str], expected: str
) -> None:
    requests = {"cpu": "1", "memory": "1Gi"}
    gates = {"NodeDeclaredFeatures": True}
    api = server(version, {"containers": [container(requests, limits)]}, features, gates=gates)
    more = {"cpu": "2"}
    got = answer(api, {"containers": [container({**requests, **more}, limits and {**limits, **more})]})

    assert expected == got[:3]
    assert not expected or (
        '403 pod update requires features GuaranteedQoSPodCPUResize which are not available on node "n1"'
        == got
    )


def test_a_resize_asks_for_a_known_policy() -> None:
    policy = [{"resourceName": "cpu", "restartPolicy": "Maybe"}]
    changed = {"containers": [container({"cpu": "1"}, resizePolicy=policy)]}
    spec = {"containers": [container({"cpu": "1"})]}

    assert (
        '422 spec.containers[0].resizePolicy: Unsupported value: "Maybe": supported values: "NotRequired", '
        '"RestartContainer"'
    ) == answer(server("1.36", spec), changed)
    assert "" == answer(server("1.34", spec), changed)
