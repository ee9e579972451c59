"""Where connections to a Service go now, read from all its slices, whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.endpoint_slices import Endpoint, EndpointSlice, receiving
from scheduler_core.objects.workloads import Service


def endpoints_of(api: ApiServer, service: Service) -> list[Endpoint]:
    """The endpoints of all slices of the Service, those of the oldest slice first."""
    return [endpoint for endpoint_slice in _slices(api, service) for endpoint in endpoint_slice.endpoints]


def is_written(api: ApiServer, service: Service) -> bool:
    """Whether the Service has a slice. Before its first one nothing is known of its endpoints."""
    return any(True for _ in _slices(api, service))


def _slices(api: ApiServer, service: Service) -> Iterator[EndpointSlice]:
    for endpoint_slice in api.objects("EndpointSlice").values():
        if isinstance(endpoint_slice, EndpointSlice) and endpoint_slice.service == service.key:
            yield endpoint_slice


def traffic(api: ApiServer, service: Service) -> Message:
    """Where connections go, in words."""
    endpoints = endpoints_of(api, service)
    open_ = receiving(endpoints)
    name, count, total = service.meta.name, len(open_), len(endpoints)
    if not endpoints:
        kind = "empty" if is_written(api, service) else "unwritten"
        return message(f"endpointslice.{kind}", service=name)
    if not open_:
        return message("endpointslice.nowhere", service=name, all=total)
    kind = "ready" if any(endpoint.ready for endpoint in open_) else "last_resort"
    return message(f"endpointslice.{kind}", service=name, count=count, all=total)
