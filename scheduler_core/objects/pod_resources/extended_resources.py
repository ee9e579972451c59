"""Extended resources that devices of a DeviceClass provide: which class, and the claim for a pod's requests.

Source: k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache and
pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.devices import (
    CLASS_RESOURCE_PREFIX,
    EXACT_COUNT,
    EXTENDED_CLAIM_ANNOTATION,
    DeviceClass,
    ResourceClaim,
)
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.pod import Container, Pod

IN_MEMORY = "<extended-resources>"
"""The name of a claim that the API server does not have yet; no object can have it."""


def class_of_resource(classes: Mapping[str, DeviceClass], resource: str) -> DeviceClass | None:
    """The class whose devices provide an extended resource; None where it is no resource of any class.

    Of several classes with one resource the one that was created last is used, at the same second the one
    with the smaller name.
    """
    if resource.startswith(CLASS_RESOURCE_PREFIX):
        return classes.get(resource.removeprefix(CLASS_RESOURCE_PREFIX))
    candidates = [entry for entry in classes.values() if entry.extended_resource == resource]
    return min(candidates, key=lambda entry: (-(entry.meta.creation_at or 0), entry.meta.name), default=None)


@dataclass(frozen=True, slots=True)
class ResourceMapping:
    """Which request of the claim holds the devices for a resource of a container."""

    container: str
    resource: str
    request: str

    def to_manifest(self) -> Manifest:
        return {
            "containerName": self.container,
            "resourceName": self.resource,
            "requestName": self.request,
        }


@dataclass(frozen=True, slots=True)
class DeviceCount:
    """A request for so many devices of a class."""

    name: str
    device_class: str
    count: int

    def to_manifest(self) -> Manifest:
        exactly: Json = {
            "deviceClassName": self.device_class,
            "allocationMode": EXACT_COUNT,
            "count": self.count,
        }
        return {"name": self.name, "exactly": exactly}


@dataclass(frozen=True, slots=True)
class ExtendedRequests:
    """The requests of a pod's claim for extended resources, by name, and what they are for."""

    requests: tuple[DeviceCount, ...]
    mappings: tuple[ResourceMapping, ...]


def extended_requests(
    pod: Pod, resources: Iterable[str], classes: Mapping[str, DeviceClass]
) -> ExtendedRequests:
    """The requests for these resources (createRequestsAndMappings).

    A container that goes on running has a request of its own. Init containers run one after the other, so
    they first use the devices of the containers after them, and share one request for the rest.
    """
    init = pod.spec.init_containers
    containers = (*init, *pod.spec.containers)
    short = [index for index, container in enumerate(init) if not container.sidecar]
    requests: list[DeviceCount] = []
    mappings: list[ResourceMapping] = []
    for resource in sorted(resources):
        device_class = class_of_resource(classes, resource)
        if device_class is None:
            continue
        name = device_class.meta.name
        own: list[DeviceCount | None] = [None] * len(containers)
        for index, container in enumerate(containers):
            if index not in short:
                own[index], used = _request(index, container, resource, name, ())
                mappings += used
        most: DeviceCount | None = None
        replaced: set[str] = set()
        of_init: list[ResourceMapping] = []
        for index in short:
            request, used = _request(index, containers[index], resource, name, own[index:])
            of_init += used
            if request is not None:
                replaced.add(request.name)
                if most is None or most.count < request.count:
                    most = request
        if most is not None:
            requests.append(most)
            mappings += [
                ResourceMapping(entry.container, resource, most.name) if entry.request in replaced else entry
                for entry in of_init
            ]
        else:
            mappings += of_init
        requests += [request for request in own if request is not None]
    return ExtendedRequests(tuple(sorted(requests, key=lambda request: request.name)), tuple(mappings))


def _request(
    index: int, container: Container, resource: str, class_name: str, usable: Sequence[DeviceCount | None]
) -> tuple[DeviceCount | None, list[ResourceMapping]]:
    """The request of a container for the devices that it needs besides the `usable` ones of others."""
    amount = container.requests.get(resource)
    count = 0 if amount is None else amount.value
    if not count:
        return None, []
    mappings: list[ResourceMapping] = []
    for request in usable:
        if request is not None:
            count -= request.count
            mappings.append(ResourceMapping(container.name, resource, request.name))
            if count <= 0:
                return None, mappings
    name = f"container-{index}-request-{sorted(container.requests).index(resource)}"
    return DeviceCount(name, class_name, count), [
        *mappings,
        ResourceMapping(container.name, resource, name),
    ]


def claim_in_memory(pod: Pod, requests: Sequence[DeviceCount]) -> Manifest:
    """The claim for these requests, as it will be created but for its name."""
    owner: Json = {
        "apiVersion": "v1",
        "kind": "Pod",
        "name": pod.name,
        "uid": pod.uid,
        "controller": True,
    }
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {
            "name": IN_MEMORY,
            "generateName": f"{pod.name}-extended-resources-",
            "namespace": pod.namespace,
            "annotations": {EXTENDED_CLAIM_ANNOTATION: "true"},
            "ownerReferences": [owner],
        },
        "spec": {"devices": {"requests": [request.to_manifest() for request in requests]}},
    }


def extended_claim(pod: Pod, claims: Iterable[ResourceClaim]) -> ResourceClaim | None:
    """The claim that was made for the extended resources of the pod; None where there is none."""
    for claim in claims:
        owner = claim.meta.controller
        if (
            owner is not None
            and owner.uid == pod.uid
            and claim.meta.annotations.get(EXTENDED_CLAIM_ANNOTATION) == "true"
        ):
            return claim
    return None
