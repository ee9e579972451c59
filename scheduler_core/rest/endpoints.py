"""Endpoints, the older form of EndpointSlices: one object a Service, made of its slices.

Source: pkg/controller/endpoint `syncService`, pkg/apis/core/types `EndpointSubset` (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text

DEPRECATED = "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"
_SERVICE = "kubernetes.io/service-name"
_SHOWN = ("name", "namespace", "creationTimestamp", "labels")


def endpoints(api: ApiServer) -> Iterator[Manifest]:
    """The Endpoints of all Services with a slice."""
    slices: dict[str, list[Manifest]] = {}
    for stored in api.objects("EndpointSlice").values():
        name = stored.meta.labels.get(_SERVICE)
        if name:
            slices.setdefault(f"{stored.meta.namespace}/{name}", []).append(stored.manifest)
    for key, manifests in slices.items():
        service = api.get("Service", key)
        if service is not None:
            yield _of(service.manifest, manifests)


def _of(service: Manifest, slices: list[Manifest]) -> Manifest:
    metadata = mapping(service.get("metadata"))
    versions = [text(find(manifest, "metadata", "resourceVersion")) for manifest in slices]
    newest = max(versions, key=lambda version: (len(version), version))
    shown: dict[str, Json] = {name: metadata[name] for name in _SHOWN if name in metadata}
    shown |= {"uid": find(slices[0], "metadata", "uid"), "resourceVersion": newest}
    subsets: list[Json] = [subset for manifest in slices for subset in _subset(manifest)]
    named: Manifest = {"apiVersion": "v1", "kind": "Endpoints", "metadata": shown}
    return {**named, "subsets": subsets} if subsets else named


def _subset(of: Manifest) -> Iterator[Json]:
    ready: list[Json] = []
    waiting: list[Json] = []
    for entry in items(of.get("endpoints")):
        endpoint = mapping(entry)
        at: dict[str, Json] = {
            name: endpoint[name] for name in ("hostname", "nodeName", "targetRef") if name in endpoint
        }
        addresses = ready if find(endpoint, "conditions", "ready") is not False else waiting
        addresses += [{"ip": address, **at} for address in items(endpoint.get("addresses"))]
    named = (("addresses", ready), ("notReadyAddresses", waiting))
    subset: dict[str, Json] = {name: listed for name, listed in named if listed}
    if subset:
        yield {**subset, "ports": of.get("ports") or []}
