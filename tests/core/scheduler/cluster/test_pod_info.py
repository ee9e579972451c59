"""A pod as the scheduler reads it."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.cluster.pod_info import HostPort, PodInfo
from tests.core.scheduler.builders import pod

MI = 2**20


def with_ports(*ports: dict[str, object], **more: object) -> PodInfo:
    return pod("p", containers=[{"name": "c", "ports": list(ports)}], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (HostPort("10.0.0.1", "TCP", 80), True),
        (HostPort("0.0.0.0", "TCP", 80), True),
        (HostPort("10.0.0.2", "TCP", 80), False),
        (HostPort("10.0.0.1", "UDP", 80), False),
        (HostPort("10.0.0.1", "TCP", 81), False),
    ],
)
def test_a_port_is_claimed_for_one_address_or_for_all(other: HostPort, expected: bool) -> None:
    mine = HostPort("10.0.0.1", "TCP", 80)

    assert (expected, expected) == (mine.conflicts_with(other), other.conflicts_with(mine))


def test_a_host_port_has_defaults_and_a_container_port_claims_nothing() -> None:
    info = with_ports({"containerPort": 80}, {"containerPort": 80, "hostPort": 8080})

    assert (HostPort("0.0.0.0", "TCP", 8080),) == info.host_ports


def test_of_init_containers_only_sidecars_claim_host_ports() -> None:
    port = [{"hostPort": 90}]
    init = [
        {"name": "once", "ports": port},
        {"name": "sidecar", "restartPolicy": "Always", "ports": [{"hostPort": 91}]},
    ]

    assert [91, 80] == [one.port for one in with_ports({"hostPort": 80}, initContainers=init).host_ports]


def test_filters_ask_for_the_spec_and_scores_for_defaults_too() -> None:
    info = pod("p", "500m")

    assert (500, 0) == (info.requests.milli_cpu, info.requests.memory)
    assert (500, 200 * MI) == (info.scoring_requests.milli_cpu, info.scoring_requests.memory) == info.non_zero


def test_pods_that_every_node_answers_alike_have_one_signature() -> None:
    assert pod("a", "1").signature == pod("b", "1", labels={"app": "web"}).signature
    assert pod("a", "1").signature != pod("a", "2").signature
    assert pod("a", "1").signature != pod("a", "1", nodeSelector={"disk": "ssd"}).signature


def test_an_assumed_pod_stands_on_its_node_while_the_object_does_not_say_so() -> None:
    assumed = pod("p", "1").on("n1")

    assert ("n1", "", "uid-p") == (assumed.node_name, assumed.pod.node_name, assumed.uid)
    assert assumed.signature != pod("p", "1").signature


def test_claims_are_those_of_its_volumes() -> None:
    volumes = [{"name": "a", "persistentVolumeClaim": {"claimName": "data"}}, {"name": "b", "emptyDir": {}}]

    assert ("data",) == pod("p", volumes=volumes).claim_names


def test_with_an_infeasible_resize_the_status_counts_alone_and_scoring_fills_what_it_lacks() -> None:
    resize = {"type": "PodResizePending", "status": "True", "reason": "Infeasible"}
    given = {"name": "c", "resources": {"requests": {"cpu": "500m"}}}
    requests = {"cpu": "2", "memory": "1Gi"}
    resized = pod(
        "p",
        on="n1",
        containers=[{"name": "c", "resources": {"requests": requests}}],
        status={"conditions": [resize], "containerStatuses": [given]},
    )

    assert (500, 0) == (resized.on_node.milli_cpu, resized.on_node.memory)
    assert (500, 200 * 1024 * 1024) == resized.non_zero


def test_a_newer_version_is_read_like_any_pod() -> None:
    resized = {"containerStatuses": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}]}
    terminating = {"deletionTimestamp": "2026-01-01T00:00:00Z"}
    versions = [
        parsed.with_status({"startTime": "2026-01-01T00:00:00Z"})
        for parsed in (pod("p", "1", on="n1").pod, pod("p", "1", on="n2").pod, pod("p", "3", on="n1").pod)
    ]
    versions += [
        versions[0].with_status(resized),
        versions[0].with_status({"phase": "Running"}),
        versions[0].with_meta({"labels": {"a": "b"}}),
        versions[0].with_meta(terminating),
    ]
    followed, anew = [], []
    for before in versions:
        info = PodInfo.of(before)
        # Values that are worked out once are taken over, too.
        info.work_out()
        assert info.importance
        for after in versions:
            newer, made = info.newer(after), PodInfo.of(after)
            for one, read in ((newer, followed), (made, anew)):
                one.work_out()
                assert one.scoring_requests
                read.append(({**vars(one), "importance": one.importance}, one.terminating))

    assert anew == followed
