"""One node and the sum of the pods on it."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import HostPort
from tests.core.scheduler.builders import node, pod

MI = 2**20
DATA = [{"name": "data", "persistentVolumeClaim": {"claimName": "c"}}]


def with_pods(*names: str) -> NodeInfo:
    info = NodeInfo(node("n1"))
    for name in names:
        info = info.with_pod(pod(name, "500m", on="n1"))
    return info


def test_requests_are_added_up_and_scoring_counts_defaults() -> None:
    info = with_pods("a", "b")

    assert (1_000, 0) == (info.requested("cpu"), info.requested("memory"))
    assert (1_000, 400 * MI) == (info.non_zero_cpu, info.non_zero_memory)


def test_a_record_is_replaced_and_never_changed() -> None:
    before = with_pods("a")
    after = before.with_pod(pod("b", "1", on="n1"))

    assert (["a"], 500) == ([one.name for one in before.pods], before.requested_cpu)
    assert (["a", "b"], 1_500) == ([one.name for one in after.pods], after.requested_cpu)


def test_the_last_pod_takes_the_place_of_one_that_left() -> None:
    info = with_pods("a", "b", "c").without_pod(pod("a"))

    assert (["c", "b"], 1_000) == ([one.name for one in info.pods], info.requested_cpu)


def test_a_pod_that_is_not_there_changes_nothing() -> None:
    info = with_pods("a").without_pod(pod("z", "1"))

    assert (["a"], 500) == ([one.name for one in info.pods], info.requested_cpu)


def test_one_of_two_pods_with_a_port_frees_it() -> None:
    ports = [{"name": "c", "ports": [{"hostPort": 80}]}]
    info = with_pods().with_pod(pod("a", containers=ports)).with_pod(pod("b", containers=ports))
    assert {HostPort("0.0.0.0", "TCP", 80)} == info.used_ports

    assert set() == info.without_pod(pod("b", containers=ports)).used_ports


def test_a_claim_counts_until_its_last_pod_has_left() -> None:
    info = with_pods().with_pod(pod("a", volumes=DATA)).with_pod(pod("b", volumes=DATA))
    assert {"default/c": 2} == info.claims

    info = info.without_pod(pod("a"))
    assert {"default/c": 1} == info.claims
    assert {} == info.without_pod(pod("b")).claims


def test_a_newer_node_keeps_its_pods() -> None:
    info = with_pods("a").with_node(node("n1", "16", labels={"disk": "ssd"}))

    assert (16_000, "ssd", ["a"]) == (
        info.allocatable.milli_cpu,
        info.labels["disk"],
        [one.name for one in info.pods],
    )


def test_a_derived_value_is_kept_until_the_pods_change() -> None:
    info, made = NodeInfo(node("n1")), list[int]()

    def count() -> int:
        made.append(len(info.pods))
        return made[-1]

    assert [0, 0] == [info.derived("pods", count), info.derived("pods", count)]
    assert [0] == made
    info.add(pod("a", on="n1"))
    assert 1 == info.derived("pods", count)
    assert 2 == info.with_pod(pod("b", on="n1")).derived("pods", lambda: 2)
