"""`kubectl describe` of ConfigMaps, Secrets, ServiceAccounts and ResourceQuotas.

Source: k8s.io/kubectl/pkg/describe `ConfigMapDescriber`, `describeSecret`, `describeServiceAccount`,
`describeQuota` (v0.37; releases before 1.37 print two further, empty lists for a ServiceAccount).
"""

from __future__ import annotations

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects import Object
from scheduler_core.objects.kinds import Inert
from scheduler_core.objects.manifest import find, mapping, strings, text
from scheduler_core.objects.resource_quota import ResourceQuota
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity

_SCOPES = {
    "Terminating": "Matches all pods that have an active deadline. These pods have a limited lifespan on a "
    "node before being actively terminated by the system.",
    "NotTerminating": "Matches all pods that do not have an active deadline. These pods usually include long "
    "running pods whose container command is not expected to terminate.",
    "BestEffort": "Matches all pods that do not have resource requirements set. These pods have a best "
    "effort quality of service.",
    "NotBestEffort": "Matches all pods that have at least one resource requirement set. These pods have a "
    "burstable or guaranteed quality of service.",
}
"""What kubectl says of a quota's scope. Source: `helpTextForResourceQuotaScope`."""


def _head(stored: Object) -> Tabbed:
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    return out


def _named(stored: Object) -> Tabbed:
    out = _head(stored)
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    return out


def _data(out: Tabbed, title: str) -> None:
    out.flush()
    out.line(0, "")
    out.line(0, title)
    out.line(0, "====")


def describe_config_map(stored: Inert, events: Events, now_ms: int) -> str:
    """The text for a ConfigMap: its data are texts, of its binary data the size is printed."""
    out = _named(stored)
    _data(out, "Data")
    for key, value in sorted(stored.data.items()):
        out.line(0, f"{key}:")
        out.line(0, "----")
        for line in value.split("\n"):
            out.line(0, line)
        out.line(0, "")
    _data(out, "BinaryData")
    for key, value in sorted(stored.binary_data.items()):
        out.line(0, f"{key}: {_decoded_bytes(value)} bytes")
    out.line(0, "")
    describe_events(out, events, now_ms)
    return out.text()


def describe_secret(stored: Inert) -> str:
    """The text for a Secret: its type and the number of bytes of each entry, no events."""
    out = _named(stored)
    out.flush()
    out.line(0, "")
    out.line(0, f"Type:\t{stored.type or 'Opaque'}")
    _data(out, "Data")
    for key, value in sorted(stored.data.items()):
        out.line(0, f"{key}:\t{_decoded_bytes(value)} bytes")
    return out.text()


def _decoded_bytes(value: str) -> int:
    """The number of bytes that a text in base64 stands for."""
    digits = value.strip()
    return len(digits) * 3 // 4 - (len(digits) - len(digits.rstrip("=")))


def describe_service_account(stored: Inert, events: Events, now_ms: int) -> str:
    """The text for a ServiceAccount."""
    out = _named(stored)
    names = [text(find(secret, "name")) for secret in stored.image_pull_secrets]
    out.line(0, f"Image pull secrets:\t{names[0] if names else '<none>'}")
    for name in names[1:]:
        out.line(0, f"{' ' * len('Image pull secrets:')}\t{name}")
    describe_events(out, events, now_ms)
    return out.text()


def describe_resource_quota(stored: ResourceQuota) -> str:
    """The text for a ResourceQuota: what its status says is used and allowed, no events."""
    out = _head(stored)
    scopes = sorted(strings(stored.spec_manifest.get("scopes")))
    if scopes:
        out.line(0, f"Scopes:\t{', '.join(scopes)}")
    for scope in scopes:
        if scope in _SCOPES:
            out.line(0, f" * {_SCOPES[scope]}")
    out.line(0, "Resource\tUsed\tHard")
    out.line(0, "--------\t----\t----")
    used = stored.used
    for name, hard in sorted(parse_resource_list(mapping(stored.status_manifest.get("hard"))).items()):
        amount = used.get(name, Quantity(0))
        out.line(0, f"{name}\t{Quantity(amount.nano, hard.format)}\t{hard}")
    return out.text()
