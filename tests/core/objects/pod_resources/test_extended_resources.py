"""Extended resources of a pod that devices provide: the class, the requests, and what they are for."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.devices import DeviceClass
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.extended_resources import class_of_resource, extended_requests
from tests.builders import api_object

GPU = "example.com/gpu"


def device_class(name: str, created: str = "2030-01-01T00:00:00Z", resource: str = GPU) -> DeviceClass:
    metadata = {"creationTimestamp": created}
    return DeviceClass.parse(
        api_object("DeviceClass", name, metadata=metadata, spec={"extendedResourceName": resource})
    )


CLASSES = {"gpu": device_class("gpu")}


def asks(name: str, count: int, **more: Any) -> dict[str, Any]:
    requests = {"cpu": "1", GPU: str(count)} if count else {"cpu": "1"}
    return {"name": name, "resources": {"requests": requests}, **more}


def requests_of(
    *containers: dict[str, Any], init: tuple[dict[str, Any], ...] = ()
) -> tuple[list[tuple[str, int]], list[tuple[str, str]]]:
    spec = {"containers": list(containers), "initContainers": list(init)}
    made = extended_requests(Pod.parse(api_object("Pod", "p", spec=spec)), [GPU], CLASSES)
    return (
        [(request.name, request.count) for request in made.requests],
        [(mapping.container, mapping.request) for mapping in made.mappings],
    )


def test_a_class_stands_for_the_resource_that_it_names_and_for_one_of_its_own() -> None:
    own = class_of_resource(CLASSES, "deviceclass.resource.kubernetes.io/gpu")

    assert CLASSES["gpu"] is class_of_resource(CLASSES, GPU) is own
    assert class_of_resource(CLASSES, "example.com/other") is None


def test_of_several_classes_the_newest_counts_and_of_equally_old_ones_the_smaller_name() -> None:
    old, b, a = device_class("old"), *(device_class(name, "2030-01-02T00:00:00Z") for name in "ba")
    by_name = {entry.meta.name: entry for entry in (old, b, a)}

    assert a is class_of_resource(by_name, GPU)


def test_each_container_has_a_request_of_its_own() -> None:
    assert (
        [("container-0-request-1", 2), ("container-2-request-1", 1)],
        [("a", "container-0-request-1"), ("c", "container-2-request-1")],
    ) == requests_of(asks("a", 2), asks("b", 0), asks("c", 1))


def test_init_containers_use_the_devices_of_later_containers_and_share_one_request_for_the_rest() -> None:
    assert (
        [("container-1-request-1", 3), ("container-2-request-1", 1)],
        [
            ("main", "container-2-request-1"),
            ("small", "container-2-request-1"),
            ("small", "container-1-request-1"),
            ("large", "container-2-request-1"),
            ("large", "container-1-request-1"),
        ],
    ) == requests_of(asks("main", 1), init=(asks("small", 2), asks("large", 4)))


def test_a_sidecar_keeps_its_devices() -> None:
    sidecar = asks("side", 1, restartPolicy="Always")

    assert (
        [("container-0-request-1", 1), ("container-1-request-1", 1)],
        [("side", "container-0-request-1"), ("main", "container-1-request-1")],
    ) == requests_of(asks("main", 1), init=(sidecar,))
