"""`kubectl describe` of Services and EndpointSlices."""

from __future__ import annotations

import re
from typing import Any

from tests.builders import node, pod
from tests.core.play import Play, header

PORTS = [{"name": "http", "port": 80, "targetPort": 8080}, {"name": "admin", "port": 9, "nodePort": 30009}]


def play(pods: int, **spec: Any) -> Play:
    given = {"selector": {"app": "web"}, "ports": PORTS, **spec}
    service = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": given}
    made = [
        pod(f"p{index}", on="n1", labels={"app": "web"}, status=running(f"10.0.0.{index}"))
        for index in range(pods)
    ]
    return Play([header(), node("n1"), service, *made])


def running(address: str) -> dict[str, Any]:
    return {"phase": "Running", "podIP": address, "conditions": [{"type": "Ready", "status": "True"}]}


def described(started: Play, kind: str, name: str) -> list[str]:
    answer = started.recording.ask("describe", started.until(10), kind=kind, key=f"default/{name}")
    assert answer is not None
    return answer.splitlines()


def test_a_service_lists_three_ready_endpoints_of_each_port_and_counts_the_rest() -> None:
    lines = [re.sub(r"  +", " ", line) for line in described(play(5), "Service", "web")]

    assert [
        "Selector: app=web",
        "Type: ClusterIP",
        "IP Families: <none>",
        "IP: ",
        "IPs: <none>",
        "Port: http 80/TCP",
        "TargetPort: 8080/TCP",
        "Endpoints: 10.0.0.0:8080,10.0.0.1:8080,10.0.0.2:8080 + 2 more...",
        "Port: admin 9/TCP",
        "TargetPort: 9/TCP",
        "NodePort: admin 30009/TCP",
        "Endpoints: 10.0.0.0:9,10.0.0.1:9,10.0.0.2:9 + 2 more...",
        "Session Affinity: None",
        "Internal Traffic Policy: Cluster",
    ] == lines[4:18]


def test_a_service_without_a_selector_has_no_endpoints() -> None:
    lines = described(play(1, selector=None), "Service", "web")

    assert "Endpoints:                <none>" in lines


def test_a_name_of_another_host_is_shown() -> None:
    lines = described(play(0, type="ExternalName", externalName="example.com", ports=[]), "Service", "web")

    assert [["External", "Name:", "example.com"]] == [line.split() for line in lines if "External" in line][
        1:
    ]


def test_a_slice_lists_its_ports_and_endpoints_with_their_conditions() -> None:
    started = play(1)
    world = started.recording.world(started.until(10))
    (key,) = world.api.objects("EndpointSlice")
    lines = [line.split() for line in described(started, "EndpointSlice", key.partition("/")[2])]

    assert ["AddressType:", "IPv4"] in lines
    assert ["http", "8080", "TCP"] in lines
    assert [
        ["-", "Addresses:", "10.0.0.0"],
        ["Conditions:"],
        ["Ready:", "true"],
        ["Hostname:", "<unset>"],
        ["TargetRef:", "Pod/p0"],
        ["NodeName:", "n1"],
        ["Zone:", "<unset>"],
    ] == lines[-8:-1]
