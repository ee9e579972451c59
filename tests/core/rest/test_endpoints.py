"""Endpoints are made of the EndpointSlices of a Service."""

from __future__ import annotations

from tests.builders import pod
from tests.core.rest.builders import ask, attempt, cells, given, shop

PATH = "/api/v1/namespaces/default/endpoints"
SERVICES = "/api/v1/namespaces/default/services"


def test_a_service_has_the_addresses_of_its_ready_pods() -> None:
    recording = shop()
    ports = [{"port": 80, "targetPort": 8080}]
    service = {"metadata": {"name": "s"}, "spec": {"selector": {"app": "web"}, "ports": ports}}
    given(recording, attempt(recording, "POST", SERVICES, service))
    given(recording, attempt(recording, "POST", SERVICES.replace("services", "pods"), pod("late")))
    recording.advance(recording.head_seq, "quiet", limit=recording.head_seq + 400)
    answer = ask(recording, f"{PATH}/s")
    ready = answer.body["subsets"][0]["addresses"]  # type: ignore[call-overload, index]
    message = cells(recording, f"{PATH}/s")[0]["Endpoints"]

    assert ("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",) == answer.warnings
    assert ",".join(f"{item['ip']}:8080" for item in ready[:3]) == message.partition(" + ")[0]
