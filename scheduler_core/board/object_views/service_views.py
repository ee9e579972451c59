"""The row of a Service: its endpoints, and which of them receive its traffic now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.views import View
from scheduler_core.controllers.endpointslice.traffic import endpoints_of, is_written, traffic
from scheduler_core.objects.endpoint_slices import Endpoint, EndpointSlice, receiving
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.workloads import Service

MOST_DRAWN = 40
"""The most endpoints listed in a view; the counts include all."""


def service_view(api: ApiServer, service: Service) -> View | None:
    """The view; None for a Service of type ExternalName, which is a DNS alias without endpoints."""
    if service.type == "ExternalName":
        return None
    endpoints = endpoints_of(api, service)
    open_ = receiving(endpoints)
    taking = frozenset(open_)
    return {
        "key": service.key,
        "ns": service.meta.namespace,
        "name": service.meta.name,
        "receiving": len(open_),
        "all": len(endpoints),
        "written": bool(endpoints) or is_written(api, service),
        "words": traffic(api, service).to_json(),
        "endpoints": [_endpoint(endpoint, endpoint in taking) for endpoint in endpoints[:MOST_DRAWN]],
    }


def _endpoint(endpoint: Endpoint, receives: bool) -> Json:
    return {
        "pod": endpoint.pod or None,
        "address": endpoint.addresses[0] if endpoint.addresses else "",
        "state": _state(endpoint),
        "receives": receives,
    }


def _state(endpoint: Endpoint) -> str:
    """`ready`, `notReady`, `serving` (terminating, still ready to answer) or `terminating`."""
    if endpoint.ready:
        return "ready"
    if not endpoint.terminating:
        return "notReady"
    return "serving" if endpoint.serving else "terminating"


def redrawn_with_slices(api: ApiServer, touched: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The (kind, key) of the Services whose row may look different after these writes of slices."""
    for kind, key in touched:
        if kind != "EndpointSlice":
            continue
        stored = api.get(kind, key)
        if isinstance(stored, EndpointSlice):
            yield "Service", stored.service
        else:
            prefix = f"{key.partition('/')[0]}/"
            yield from (("Service", service) for service in api.services if service.startswith(prefix))
