"""The endpoint of a pod: which pods have one, its address, its conditions and its ports."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.endpointslice.endpoint import address, belongs, endpoint, ports
from scheduler_core.objects.manifest import find
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from tests import builders
from tests.core.controllers.endpointslice.builders import parsed, running

DELETED = {"deletionTimestamp": "2030-01-01T00:00:00Z"}


def pod(*, ready: bool = True, metadata: dict[str, Any] | None = None, **spec: Any) -> Pod:
    made: dict[str, Any] = dict(running("p", ready=ready))
    return Pod.parse(
        {**made, "metadata": {**made["metadata"], **(metadata or {})}, "spec": {**made["spec"], **spec}}
    )


def test_a_pod_has_an_endpoint_from_its_sandbox_to_its_end() -> None:
    sandbox = [{"type": "PodReadyToStartContainers", "status": "True"}]
    results = [
        belongs(Pod.parse(builders.pod("p", on="n1", status=status)))
        for status in (
            {"phase": "Pending"},
            {"phase": "Pending", "conditions": sandbox},
            {"phase": "Running"},
            {"phase": "Succeeded", "podIP": "10.0.0.1"},
        )
    ]

    assert [False, True, True, False] == results


def test_the_address_is_that_of_the_status_or_always_the_same_one_made_for_the_pod() -> None:
    given = Pod.parse(builders.pod("p", on="n1", status={"phase": "Running", "podIP": "10.1.2.3"}))
    first, second = (pod(metadata={"uid": uid}) for uid in ("a", "b"))

    assert "10.1.2.3" == address(given)
    assert address(first) == address(pod(metadata={"uid": "a"})) != address(second)
    assert address(first).startswith("10.")
    assert address(pod(hostNetwork=True)) == address(pod(metadata={"uid": "x"}, hostNetwork=True))


@pytest.mark.parametrize(
    ("ready", "deleted", "publishes", "expected"),
    [
        (True, False, False, (True, True, False)),
        (False, False, False, (False, False, False)),
        (True, True, False, (False, True, True)),
        (False, True, False, (False, False, True)),
        (False, True, True, (True, False, True)),
    ],
)
def test_a_terminating_pod_serves_but_is_not_ready_unless_the_service_publishes_all(
    ready: bool, deleted: bool, publishes: bool, expected: tuple[bool, bool, bool]
) -> None:
    service = parsed(publishNotReadyAddresses=publishes)
    made = endpoint(pod(ready=ready, metadata=DELETED if deleted else None), None, service)

    assert expected == tuple(find(made, "conditions", name) for name in ("ready", "serving", "terminating"))


def test_an_endpoint_says_where_its_pod_runs_and_its_name_in_dns() -> None:
    node = Node.parse(builders.node("n1", labels={"topology.kubernetes.io/zone": "a"}))
    made = endpoint(pod(hostname="db-0", subdomain="web"), node, parsed())
    other = endpoint(pod(hostname="db-0", subdomain="else"), node, parsed())

    assert ("n1", "a", "db-0") == tuple(made.get(name) for name in ("nodeName", "zone", "hostname"))
    assert None is other.get("hostname")


def test_a_named_target_port_is_looked_up_in_each_pod() -> None:
    container = {"name": "c", "image": "i", "ports": [{"name": "web", "containerPort": 8080}]}
    named = parsed(ports=[{"name": "http", "port": 80, "targetPort": "web"}, {"name": "plain", "port": 9}])

    assert [
        {"name": "http", "port": 8080, "protocol": "TCP"},
        {"name": "plain", "port": 9, "protocol": "TCP"},
    ] == ports(pod(containers=[container]), named)
    assert [{"name": "plain", "port": 9, "protocol": "TCP"}] == ports(pod(), named)
    assert [] == ports(pod(), parsed(clusterIP="None", ports=[]))


def test_the_application_protocol_of_a_port_is_carried_over() -> None:
    (result,) = ports(pod(), parsed(ports=[{"port": 443, "appProtocol": "https"}]))

    assert {"name": "", "port": 443, "protocol": "TCP", "appProtocol": "https"} == result
