"""The endpoints of a Service for its page in the inspector."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.inspector.why.view import Heading
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class EndpointRow:
    """One endpoint. `key` and `url` are those of its pod, empty when it has none."""

    name: str
    key: str
    url: str
    address: str
    state: str
    receives: bool


@dataclass(frozen=True, slots=True)
class ServiceWhy:
    """`more` says how many endpoints are not listed; empty when all are."""

    heading: Heading
    words: str
    endpoints: tuple[EndpointRow, ...]
    more: str


def of_service(value: Mapping[str, Any], url: Callable[[str], str]) -> ServiceWhy:
    """Made from the question `why_service`; `url` gives the address of a pod's Why."""
    service = value["service"]
    states = {
        "ready": _("ready to serve"),
        "notReady": _("not ready to serve"),
        "serving": _("terminating, still serving"),
        "terminating": _("terminating, not serving"),
    }
    rows = tuple(
        EndpointRow(
            name=endpoint["pod"].partition("/")[2] if endpoint["pod"] else endpoint["address"],
            key=endpoint["pod"] or "",
            url=url(endpoint["pod"]) if endpoint["pod"] else "",
            address=endpoint["address"],
            state=states[endpoint["state"]],
            receives=endpoint["receives"],
        )
        for endpoint in service["endpoints"]
    )
    more = service["all"] - len(rows)
    return ServiceWhy(
        heading=Heading(messages.fill(_("Service {service}"), {"service": service["name"]}), None, ""),
        words=messages.say(service["words"]),
        endpoints=rows,
        more=messages.fill(ngettext("and {n} more", "and {n} more", more), {"n": more}) if more else "",
    )
