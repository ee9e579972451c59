"""What the scheduler counts of a pod's requests."""

from __future__ import annotations

import pytest

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.scheduler.cluster.requests import (
    all_requests_set,
    allowed_pods,
    is_extended,
    is_scalar,
    non_zero_requests,
    row_of,
)
from tests import builders

MI = 2**20


def scored(*containers: dict[str, object]) -> tuple[int, int]:
    parsed = Pod.parse(builders.pod("p", containers=containers))
    return non_zero_requests(parsed, pod_requests(parsed))


def test_amounts_become_milli_cpu_and_bytes() -> None:
    row = row_of(parse_resource_list({"cpu": "1500m", "memory": "1Mi", "ephemeral-storage": "2Mi"}))

    assert (1_500, MI, 2 * MI, ()) == row.values


def test_names_that_the_scheduler_does_not_know_are_left_out() -> None:
    row = row_of(parse_resource_list({"pods": "5", "storage": "1Gi", "example.com/gpu": "2"}))

    assert {"example.com/gpu": 2} == row.scalars
    assert (2, 0) == (row.get("example.com/gpu"), row.get("storage"))


@pytest.mark.parametrize(
    ("name", "extended", "scalar"),
    [
        ("cpu", False, False),
        ("example.com/gpu", True, True),
        ("requests.example.com/gpu", False, False),
        ("hugepages-2Mi", False, True),
        ("attachable-volumes-csi-x", False, True),
        ("kubernetes.io/batch", False, True),
    ],
)
def test_extended_resources_are_of_another_domain(name: str, extended: bool, scalar: bool) -> None:
    assert (extended, scalar) == (is_extended(name), is_scalar(name))


def test_scoring_takes_100m_and_200mi_for_a_container_that_says_nothing() -> None:
    assert (100, 200 * MI) == scored(builders.container())
    assert (600, 200 * MI + 64 * MI) == scored(
        builders.container("a", cpu="500m", memory="64Mi"), builders.container("b")
    )


def test_an_explicit_0_stays_0() -> None:
    assert (0, 200 * MI) == scored(builders.container(cpu="0"))


def test_a_pod_says_all_where_every_container_names_cpu_and_memory() -> None:
    whole = Pod.parse(builders.pod("p", "1", "1Gi"))
    half = Pod.parse(builders.pod("p", "1"))
    pod_level = Pod.parse(builders.pod("p", "1", "1Gi", resources={"requests": {"cpu": "2"}}))

    assert [True, False, False] == [all_requests_set(one) for one in (whole, half, pod_level)]


def test_a_node_that_names_no_number_of_pods_allows_none() -> None:
    assert (0, 3) == (allowed_pods({}), allowed_pods(parse_resource_list({"pods": "3"})))
