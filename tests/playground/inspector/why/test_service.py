"""The page of a Service: where its traffic goes, in words and as a table."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from playground.inspector.why.service import EndpointRow, ServiceWhy, of_service


def shown(*endpoints: dict[str, Any], everything: int, **words: Any) -> ServiceWhy:
    view = {
        "name": "web",
        "all": everything,
        "words": {"id": "endpointslice.ready", "args": {"service": "web", "count": 1, "all": everything}},
        "endpoints": list(endpoints),
    }
    with translation.override("en"):
        return of_service({"service": view}, lambda key: f"/pods/{key}")


def test_each_endpoint_leads_to_its_pod_and_says_its_state() -> None:
    ready = {"pod": "default/a", "address": "10.64.0.1", "state": "ready", "receives": True}
    other = {"pod": None, "address": "192.0.2.1", "state": "terminating", "receives": False}

    result = shown(ready, other, everything=2)

    assert (
        EndpointRow("a", "default/a", "/pods/default/a", "10.64.0.1", "ready to serve", True),
        EndpointRow("192.0.2.1", "", "", "192.0.2.1", "terminating, not serving", False),
    ) == result.endpoints
    assert ("Service web: traffic goes to 1 of 2 endpoints", "") == (result.words, result.more)


def test_endpoints_that_are_not_listed_are_counted() -> None:
    assert "and 3 more" == shown(everything=3).more
