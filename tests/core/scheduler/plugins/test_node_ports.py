"""NodePorts: a host port is held once per node, protocol and address."""

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import refusals, refused, skips_filter, wakes

PLUGIN = "NodePorts"


def ports(*written: str) -> list[dict[str, object]]:
    """`UDP/127.0.0.1/8080` → a container's port."""
    parts = (entry.split("/") for entry in written)
    return [{"protocol": p, "hostIP": ip, "hostPort": int(port), "containerPort": 1} for p, ip, port in parts]


def with_ports(name: str, *written: str, on: str = "") -> PodInfo:
    return pod(name, on=on, containers=[{"name": "c", "ports": ports(*written)}])


def test_a_pod_without_host_ports_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), node("n1"))


@pytest.mark.parametrize(
    ("expected", "held", "let_in"),
    [
        (["UDP/127.0.0.1/8080"], ["UDP/127.0.0.1/9090"], True),
        (["UDP/127.0.0.1/8080"], ["UDP/127.0.0.1/8080"], False),
        (["TCP/127.0.0.1/8080"], ["TCP/127.0.0.1/8080"], False),
        (["TCP/127.0.0.1/8080"], ["TCP/127.0.0.2/8080"], True),
        (["UDP/127.0.0.1/8080"], ["TCP/127.0.0.1/8080"], True),
        (["UDP/127.0.0.1/8000", "UDP/127.0.0.1/8080"], ["UDP/127.0.0.1/8080"], False),
        (["TCP/127.0.0.1/8001", "UDP/127.0.0.1/8080"], ["TCP/127.0.0.1/8001", "UDP/127.0.0.1/8081"], False),
        (["TCP/0.0.0.0/8001"], ["TCP/127.0.0.1/8001"], False),
        (["TCP/10.0.10.10/8001", "TCP/0.0.0.0/8001"], ["TCP/127.0.0.1/8001"], False),
        (["TCP/127.0.0.1/8001"], ["TCP/0.0.0.0/8001"], False),
        (["UDP/127.0.0.1/8001"], ["TCP/0.0.0.0/8001"], True),
        (["UDP/127.0.0.1/8001"], ["TCP/0.0.0.0/8001", "UDP/0.0.0.0/8001"], False),
    ],
)
def test_ports_clash_by_protocol_port_and_address(expected: list[str], held: list[str], let_in: bool) -> None:
    result = refusals(PLUGIN, with_ports("p", *expected), node("n1"), with_ports("old", *held, on="n1"))

    words = "node(s) didn't have free ports for the requested pod ports"
    assert result == ({} if let_in else {"n1": ("Unschedulable", words)})


@pytest.mark.parametrize(("restart", "counted"), [("Always", True), (None, False)])
def test_a_sidecar_s_ports_count_and_those_of_other_init_containers_do_not(
    restart: str | None, counted: bool
) -> None:
    init = {
        "name": "i",
        "ports": ports("TCP/0.0.0.0/8001"),
        **({"restartPolicy": restart} if restart else {}),
    }
    waiting = pod("p", initContainers=[init])
    there = node("n1"), with_ports("old", "TCP/0.0.0.0/8001", on="n1")

    assert refused(PLUGIN, waiting, *there) == ({"n1"} if counted else set())
    assert skips_filter(PLUGIN, waiting, *there) is not counted


@pytest.mark.parametrize(
    ("gone", "worth_it"),
    [
        pytest.param(with_ports("x", "TCP/0.0.0.0/8080", on="n1"), True, id="it held the port"),
        pytest.param(with_ports("x", "TCP/0.0.0.0/8081", on="n1"), False, id="another port"),
        pytest.param(pod("x", on="n1"), False, id="no port"),
        pytest.param(with_ports("x", "TCP/0.0.0.0/8080"), False, id="it was on no node"),
    ],
)
def test_the_end_of_a_pod_that_held_the_port_wakes(gone: PodInfo, worth_it: bool) -> None:
    waiting = with_ports("p", "TCP/0.0.0.0/8080")

    assert wakes(PLUGIN, waiting, Resource.POD, Action.DELETE, gone, None) is worth_it
