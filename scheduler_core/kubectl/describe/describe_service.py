"""`kubectl describe` of a Service and of an EndpointSlice.

Source: k8s.io/kubectl/pkg/describe `describeService`, `formatEndpointSlices`, `describeEndpointSliceV1`
(v0.34).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.manifest import Json, find, integer, items, text, texts
from scheduler_core.objects.workloads import Service

MOST_LISTED = 3
"""Addresses after which kubectl prints `+ N more...`."""


def describe_service(service: Service, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a Service; `api` has its slices."""
    out, spec = Tabbed(), service.spec_manifest
    slices = [
        stored
        for stored in api.objects("EndpointSlice").values()
        if isinstance(stored, EndpointSlice) and stored.service == service.key
    ]
    out.line(0, f"Name:\t{service.meta.name}")
    out.line(0, f"Namespace:\t{service.meta.namespace}")
    listing(out, "Labels", label_lines(service.meta.labels))
    listing(out, "Annotations", annotation_lines(service.meta.annotations))
    out.line(0, f"Selector:\t{','.join(label_lines(texts(find(spec, 'selector')))) or '<none>'}")
    out.line(0, f"Type:\t{text(find(spec, 'type'))}")
    if find(spec, "ipFamilyPolicy") is not None:
        out.line(0, f"IP Family Policy:\t{text(find(spec, 'ipFamilyPolicy'))}")
    out.line(0, f"IP Families:\t{_joined(find(spec, 'ipFamilies'))}")
    out.line(0, f"IP:\t{text(find(spec, 'clusterIP'))}")
    out.line(0, f"IPs:\t{_joined(find(spec, 'clusterIPs'))}")
    if find(spec, "externalName") is not None:
        out.line(0, f"External Name:\t{text(find(spec, 'externalName'))}")
    for port in items(find(spec, "ports")):
        _port(out, port, slices)
    out.line(0, f"Session Affinity:\t{text(find(spec, 'sessionAffinity'))}")
    for words, field in (
        ("External Traffic Policy", "externalTrafficPolicy"),
        ("Internal Traffic Policy", "internalTrafficPolicy"),
    ):
        if find(spec, field) is not None:
            out.line(0, f"{words}:\t{text(find(spec, field))}")
    describe_events(out, events, now_ms)
    return out.text()


def _port(out: Tabbed, port: Json, slices: Sequence[EndpointSlice]) -> None:
    protocol, target = text(find(port, "protocol")), find(port, "targetPort")
    out.line(0, f"Port:\t{text(find(port, 'name')) or '<unset>'}\t{find(port, 'port')}/{protocol}")
    out.line(0, f"TargetPort:\t{target}/{protocol}")
    if integer(find(port, "nodePort")):
        name = text(find(port, "name")) or "<unset>"
        out.line(0, f"NodePort:\t{name}\t{find(port, 'nodePort')}/{protocol}")
    out.line(0, f"Endpoints:\t{_endpoints(slices, text(find(port, 'name')))}")


def _endpoints(slices: Sequence[EndpointSlice], port_name: str) -> str:
    """The ready addresses with the port of this name, three at most."""
    if not slices:
        return "<none>"
    listed = [
        endpoint.addresses[0] if not endpoint_slice.ports else f"{endpoint.addresses[0]}:{number}"
        for endpoint_slice in slices
        for name, number in endpoint_slice.ports or (("", None),)
        for endpoint in endpoint_slice.endpoints
        if endpoint.ready and endpoint.addresses and (not endpoint_slice.ports or name == port_name)
    ]
    more = len(listed) - MOST_LISTED
    return ",".join(listed[:MOST_LISTED]) + (f" + {more} more..." if more > 0 else "")


def describe_endpoint_slice(stored: EndpointSlice, events: Events, now_ms: int) -> str:
    """The text for an EndpointSlice."""
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    out.line(0, f"AddressType:\t{stored.address_type}")
    ports = stored.port_manifests
    out.line(0, "Ports:" if ports else "Ports: <unset>")
    if ports:
        out.line(1, "Name\tPort\tProtocol")
        out.line(1, "----\t----\t--------")
    for port in ports:
        number = find(port, "port")
        name = text(find(port, "name")) or "<unset>"
        out.line(1, f"{name}\t{'<unset>' if number is None else number}\t{text(find(port, 'protocol'))}")
    entries = stored.endpoint_manifests
    out.line(0, "Endpoints:" if entries else "Endpoints: <none>")
    for entry in entries:
        out.line(1, f"- Addresses:\t{','.join(text(address) for address in items(find(entry, 'addresses')))}")
        out.line(2, "Conditions:")
        ready = find(entry, "conditions", "ready")
        out.line(3, f"Ready:\t{'<unset>' if ready is None else str(ready).lower()}")
        out.line(2, f"Hostname:\t{text(find(entry, 'hostname')) or '<unset>'}")
        target = find(entry, "targetRef")
        if target is not None:
            out.line(2, f"TargetRef:\t{text(find(target, 'kind'))}/{text(find(target, 'name'))}")
        out.line(2, f"NodeName:\t{text(find(entry, 'nodeName')) or '<unset>'}")
        out.line(2, f"Zone:\t{text(find(entry, 'zone')) or '<unset>'}")
    describe_events(out, events, now_ms)
    return out.text()


def _joined(value: Json) -> str:
    return ",".join(text(entry) for entry in items(value)) or "<none>"
