"""What the API server refuses in a Service and in an EndpointSlice.

Source: pkg/apis/core/validation `ValidateService`, pkg/apis/discovery/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    Check,
    fields,
    flag_check,
    labels_check,
    list_of,
    list_of_at_most,
    map_of,
    mapping_check,
    number_between,
    one_of,
    required_value,
    text_check,
)
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.problem import Problem

_PORT_NUMBER = number_between(1, 65_535)
_PROTOCOL = one_of("SCTP", "TCP", "UDP")
MAX_ENDPOINTS, MAX_PORTS = 1_000, 20_000
MAX_ADDRESSES = 100


def _target_port(value: Json, path: str, problems: list[Problem]) -> None:
    """A port number, or the name of a container's port."""
    if not isinstance(value, str):
        _PORT_NUMBER(value, path, problems)


def _service(value: Json, path: str, problems: list[Problem]) -> None:
    ports = items(find(value, "ports"))
    for number, port in enumerate(ports):
        if len(ports) > 1 and not text(find(port, "name")):
            problems.append(required_value(f"{path}.ports[{number}].name"))
    names = [text(find(port, "name")) for port in ports]
    for number, name in enumerate(names):
        if name and name in names[:number]:
            detail = f'Duplicate value: "{name}"'
            problems.append(Problem.of(f"{path}.ports[{number}].name", "invalid", detail, got=name))
    if find(value, "type") == "ExternalName" and not text(find(value, "externalName")):
        problems.append(required_value(f"{path}.externalName"))


SERVICE_SPEC: Check = fields(
    {
        "selector": map_of(text_check),
        "type": one_of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"),
        "clusterIP": text_check,
        "externalName": text_check,
        "publishNotReadyAddresses": flag_check,
        "sessionAffinity": one_of("ClientIP", "None"),
        "ports": list_of(
            fields(
                {
                    "name": text_check,
                    "protocol": _PROTOCOL,
                    "port": _PORT_NUMBER,
                    "targetPort": _target_port,
                    "nodePort": number_between(0, 65_535),
                },
                required=("port",),
            )
        ),
    },
    also=_service,
)


ENDPOINT_SLICE_FIELDS: Mapping[str, Check] = {
    "addressType": one_of("FQDN", "IPv4", "IPv6"),
    "endpoints": list_of_at_most(
        MAX_ENDPOINTS,
        fields(
            {
                "addresses": list_of_at_most(MAX_ADDRESSES, text_check),
                "conditions": fields({"ready": flag_check, "serving": flag_check, "terminating": flag_check}),
                "hostname": text_check,
                "nodeName": text_check,
                "zone": text_check,
                "targetRef": mapping_check,
                "deprecatedTopology": labels_check,
            },
            required=("addresses",),
        ),
    ),
    "ports": list_of_at_most(
        MAX_PORTS, fields({"name": text_check, "protocol": _PROTOCOL, "port": number_between(1, 65_535)})
    ),
}
