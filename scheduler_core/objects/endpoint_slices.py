"""EndpointSlices: the addresses behind a Service, and which of them receive its traffic.

Source: staging/src/k8s.io/api/discovery/v1/types.go; pkg/proxy/topology.go `CategorizeEndpoints` (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, Read, find, integer, items, strings, text
from scheduler_core.objects.meta import ApiObject, ObjectMeta

SERVICE_NAME_LABEL = "kubernetes.io/service-name"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address list of a slice. `pod` is the key of the pod it stands for, "" when it names none."""

    addresses: tuple[str, ...]
    ready: bool
    serving: bool
    terminating: bool
    pod: str = ""
    node: str = ""

    @staticmethod
    def parse(value: Json, namespace: str) -> Endpoint:
        """A missing condition `ready` counts as true; a missing `serving` is as `ready` says."""
        ready = find(value, "conditions", "ready") is not False
        serving = find(value, "conditions", "serving")
        target = find(value, "targetRef")
        of_pod = find(target, "kind") == "Pod"
        where = text(find(target, "namespace")) or namespace
        return Endpoint(
            strings(find(value, "addresses")),
            ready,
            ready if serving is None else serving is True,
            find(value, "conditions", "terminating") is True,
            f"{where}/{text(find(target, 'name'))}" if of_pod else "",
            text(find(value, "nodeName")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class EndpointSlice(ApiObject):
    """discovery.k8s.io/v1 EndpointSlice. `ports` are pairs of name and number; `service` is the key of the
    Service it belongs to, "" when it has no label that says so."""

    manifest: Manifest
    meta: ObjectMeta
    endpoints: tuple[Endpoint, ...]
    ports: tuple[tuple[str, int | None], ...]
    service: str

    address_type = Read(text, "addressType")
    endpoint_manifests = Read(items, "endpoints")
    port_manifests = Read(items, "ports")

    @staticmethod
    def parse(manifest: Manifest) -> EndpointSlice:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=True)
        name = meta.labels.get(SERVICE_NAME_LABEL, "")
        return EndpointSlice(
            manifest,
            meta,
            tuple(Endpoint.parse(entry, meta.namespace) for entry in items(manifest.get("endpoints"))),
            tuple(
                (text(find(port, "name")), integer(find(port, "port")))
                for port in items(manifest.get("ports"))
            ),
            f"{meta.namespace}/{name}" if name else "",
        )


def receiving(endpoints: Iterable[Endpoint]) -> tuple[Endpoint, ...]:
    """The endpoints to which kube-proxy sends new connections: the ready ones; if there is none, those that
    are terminating and still serve."""
    listed = tuple(endpoints)
    return tuple(endpoint for endpoint in listed if endpoint.ready) or tuple(
        endpoint for endpoint in listed if endpoint.serving and endpoint.terminating
    )
